//! Queries to the viewers that are open, such as for a picture of the page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::id::{RequestId, ViewerId};

/// The largest answer that is taken, in bytes of JSON.
pub const MAX_QUERY_RESULT_BYTES: usize = 6 << 20;

/// A query to viewers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "query", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ViewQuery {
    /// The content of the page, as text.
    Inspect,
    /// A picture of the page.
    Screenshot {
        /// Pixels of the picture for one CSS pixel; 1 when there is no width either.
        #[serde(skip_serializing_if = "Option::is_none")]
        scale: Option<f64>,
        /// The width of the picture in pixels.
        #[serde(skip_serializing_if = "Option::is_none")]
        width: Option<u32>,
    },
}

/// A query that waits for the answer of a viewer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PendingQuery {
    /// Names it in the answer.
    #[schemars(with = "String")]
    pub request_id: RequestId,
    /// The query.
    #[serde(flatten)]
    pub query: ViewQuery,
}

/// The answer of a viewer: a result, or an error. A manipulated
/// page can say anything: it is to be read with care, and says something about
/// that one widget at most.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryResult {
    /// The request that it answers.
    #[schemars(with = "String")]
    pub request_id: RequestId,
    /// The result of the query: an object.
    #[schemars(with = "serde_json::Map<String, Value>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The reason there is no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub error: Option<String>,
}

/// The outcome of a query.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryOutcome {
    /// The first result.
    Answer {
        /// The viewer that answered.
        viewer: ViewerId,
        /// The result, as the viewer gave it.
        result: Value,
    },
    /// No viewer could answer; the last one's reason.
    Failed {
        /// The reason.
        reason: String,
    },
    /// No viewer is open, or those that were asked have closed.
    NoViewer,
    /// Viewers are open, and have not answered in time.
    Late,
}

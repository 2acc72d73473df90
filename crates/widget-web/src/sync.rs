//! `widget_sync`: events go up, operations come down.
//!
//! The two halves are apart so that the transport can take the events
//! first and let the waiting half be displaced by the viewer's next call.

mod counted_stream;
mod first_data;
pub(crate) mod long_poll;
mod upgrade;
pub(crate) mod websocket;

use std::collections::BTreeMap;
use std::time::Duration;

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};
use widget_state::{
    Appended, Change, Changes, EventInput, Failure, LoggedChange, PendingQuery, QueryResult,
    Rejected, RequestId, StateError, ViewerId, Wait, WidgetId, WidgetStore, WireDocument,
};

pub use first_data::FirstData;
use first_data::first_data;

/// The longest that an answer waits for changes.
pub const MAX_WAIT: Duration = Duration::from_secs(25);

/// One call of a viewer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SyncRequest {
    /// The widget.
    #[schemars(with = "String")]
    pub widget_id: WidgetId,
    /// The viewer, by 32 hexadecimal digits that only it knows. Events carry another id, which
    /// follows from it.
    #[serde(deserialize_with = "viewer_of_key")]
    #[schemars(with = "String")]
    pub viewer_id: ViewerId,
    /// The newest revision it has drawn; it has nothing without one.
    pub revision: Option<u64>,
    /// Operations up to `revision` that could not be drawn.
    #[serde(default)]
    pub failures: Vec<Failure>,
    /// The events of the person.
    #[serde(default)]
    pub events: Vec<EventInput>,
    /// The answers to queries.
    #[serde(default)]
    pub answers: Vec<QueryResult>,
    /// The queries that it has got and not yet answered, which it gets no second time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub answering: Vec<RequestId>,
    /// The time the answer may wait, in milliseconds; at most [`MAX_WAIT`].
    #[serde(default)]
    pub wait_ms: u64,
    /// True if the viewer knows that the person cannot see it: it gets everything, and does not
    /// count as open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

impl SyncRequest {
    /// Returns whether the call says that the person can see the viewer. One that does not wait
    /// may speak for a viewer that goes or has gone.
    #[must_use]
    pub fn is_seen(&self) -> bool {
        self.wait_ms > 0 && !self.hidden
    }
}

/// Hashes the key that only the viewer knows, so that a reader of an event's id cannot speak for
/// the viewer.
fn viewer_of_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ViewerId, D::Error> {
    let key = ViewerId::deserialize(deserializer)?;
    let digest = Sha256::digest(key.to_string());
    let mut id = [0; 16];
    id.copy_from_slice(&digest[..16]);
    format!("{:032x}", u128::from_be_bytes(id)).parse().map_err(D::Error::custom)
}

/// The answer to a viewer.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct SyncResponse {
    /// Every event up to this number is stored or rejected.
    pub acked: u64,
    /// Events that can never be stored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rejected: Vec<Rejected>,
    /// The revision after applying this answer.
    pub revision: Option<u64>,
    /// The whole document, to be applied first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<WireDocument>,
    /// Data for the document, by block: a page fetches what is missing here.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub data: BTreeMap<String, FirstData>,
    /// The largest event that is taken: its data as JSON and its label, in bytes. Goes
    /// with the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_event_bytes: Option<usize>,
    /// The operations, in order.
    #[schemars(with = "Vec<Change>")]
    pub ops: Vec<LoggedChange>,
    /// The queries that it is to answer when all of that is drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<PendingQuery>,
    /// True if the widget is gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub destroyed: bool,
}

/// The waiting half of a call.
#[derive(Clone, Debug)]
pub struct Poll {
    widget_id: WidgetId,
    viewer_id: ViewerId,
    revision: Option<u64>,
    answering: Vec<RequestId>,
    acked: u64,
    rejected: Vec<Rejected>,
    wait: Wait,
    /// True if there is something to say already.
    urgent: bool,
}

/// The first half: notes what the viewer has drawn and stores its events.
///
/// # Errors
///
/// As [`WidgetStore::append_events`].
pub async fn receive(store: &dyn WidgetStore, request: SyncRequest) -> Result<Poll, StateError> {
    let SyncRequest { widget_id, viewer_id, revision, answering, .. } = request;
    let SyncRequest { failures, events, answers, wait_ms, .. } = request;
    if let Some(revision) = revision {
        store.acknowledge(widget_id, viewer_id, revision, failures).await?;
    }
    let urgent = !events.is_empty();
    for answer in answers {
        store.submit_query_result(widget_id, viewer_id, answer).await?;
    }
    let Appended { acked, rejected } = store.append_events(widget_id, viewer_id, events).await?;
    let wait = Wait::at(widget_id, Duration::from_millis(wait_ms).min(MAX_WAIT));
    Ok(Poll { widget_id, viewer_id, revision, answering, acked, rejected, wait, urgent })
}

/// The second half: answers as soon as there is something to say, or when the
/// time is up.
///
/// # Errors
///
/// As [`WidgetStore::changes_since`] and [`WidgetStore::get`].
pub async fn poll(store: &dyn WidgetStore, mut poll: Poll) -> Result<SyncResponse, StateError> {
    loop {
        // The queries first: what was drawn before them is then in the changes.
        let mut queries = store.pending_queries(poll.widget_id, poll.viewer_id).await?;
        queries.retain(|query| !poll.answering.contains(&query.request_id));
        let changes = store.changes_since(poll.widget_id, poll.revision).await?;
        let is_behind = poll.revision.is_none_or(|revision| revision < changes.revision);
        let has_changes = is_behind || !queries.is_empty();
        if has_changes || poll.urgent || poll.wait.is_over() {
            let data = match changes.document {
                Some(_) => first_data(&*store.get(poll.widget_id).await?),
                None => BTreeMap::new(),
            };
            return Ok(poll.answer(changes, data, queries));
        }
        poll.wait.next(store).await?;
    }
}

impl Poll {
    fn answer(
        self,
        changes: Changes,
        data: BTreeMap<String, FirstData>,
        queries: Vec<PendingQuery>,
    ) -> SyncResponse {
        SyncResponse {
            acked: self.acked,
            rejected: self.rejected,
            revision: Some(changes.revision),
            max_event_bytes: changes.document.as_ref().map(|_| changes.max_event_bytes),
            document: changes.document,
            data,
            ops: changes.ops,
            queries,
            destroyed: false,
        }
    }

    /// The answer to a call that the viewer's next one has displaced: no changes.
    #[must_use]
    pub fn superseded(self) -> SyncResponse {
        SyncResponse {
            acked: self.acked,
            rejected: self.rejected,
            revision: self.revision,
            ..SyncResponse::default()
        }
    }
}

impl SyncResponse {
    /// Returns whether the viewer has something to draw or to answer.
    fn has_news(&self) -> bool {
        self.document.is_some() || !self.ops.is_empty() || !self.queries.is_empty()
    }

    /// The answer when the widget is gone.
    #[must_use]
    pub fn destroyed() -> Self {
        Self { destroyed: true, ..Self::default() }
    }
}

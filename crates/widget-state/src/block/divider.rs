//! A line between blocks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Kind;

/// A line between blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "divider", "label": "Details"}))]
pub struct DividerBlock {
    /// A text in the line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

impl Kind for DividerBlock {}

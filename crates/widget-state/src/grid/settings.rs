//! What an agent says about a column, beside what its values say.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an agent says about a column. What is left out stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnSettings {
    /// The key in the row objects.
    pub field: String,
    /// What the header says instead of the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether the person may change its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub editable: Option<bool>,
}

impl ColumnSettings {
    /// Takes over what newer settings of the same column say.
    pub(super) fn merge(&mut self, newer: &Self) {
        if let Some(title) = &newer.title {
            self.title = Some(title.clone());
        }
        self.editable = newer.editable.or(self.editable);
    }
}

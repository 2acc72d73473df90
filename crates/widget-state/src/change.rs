//! Changes: operations as they were applied, which the log keeps and viewers get.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::chart::viewport::ChartViewport;
use crate::op::Op;
use crate::table::rows::Column;

/// An operation as it was applied.
///
/// Applied to the same document, [`Change::op`] makes the same change, but for data that it only
/// refers to ([`Op::ReloadData`], [`Op::ReloadPages`]).
///
/// ```
/// use widget_state::{Op, Theme, Widget};
///
/// let mut widget = Widget::html("");
/// let change = widget.apply(Op::SetTheme { theme: Theme::Dark })?;
/// let json = r#"{"revision":2,"op":{"type":"set_theme","theme":"dark"}}"#;
/// assert_eq!(serde_json::to_string(&change)?, json);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// The revision that it makes.
    pub revision: u64,
    /// The operation: every id is given and its block is named, CSS and addresses are as browsers
    /// write them, and large data is a reference.
    pub op: Op,
    /// The state of its block after it, which viewers take over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BlockState")]
    pub after: Option<BlockState>,
}

/// The state of a chart or table that follows from its data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BlockState {
    /// The columns of a table.
    Columns(Vec<Column>),
    /// The part of a chart that people see.
    View(ChartViewport),
}

/// A [`Change`] as JSON text, which is written once for the log and for every viewer.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct LoggedChange {
    #[serde(skip)]
    revision: u64,
    json: Arc<RawValue>,
}

impl LoggedChange {
    /// The revision of the change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The change as JSON text.
    #[must_use]
    pub fn as_json(&self) -> &str {
        self.json.get()
    }

    /// The bytes of its JSON text.
    pub(crate) fn bytes(&self) -> usize {
        self.as_json().len()
    }
}

impl From<&Change> for LoggedChange {
    fn from(change: &Change) -> Self {
        // All its keys are text or numbers, so it always has a JSON form.
        let json = to_raw_value(change).unwrap_or_default();
        Self { revision: change.revision, json: json.into() }
    }
}

impl<'de> Deserialize<'de> for LoggedChange {
    /// Reads the text of a [`Change`] and keeps it as it is: only its revision is looked at.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Head {
            revision: u64,
        }

        let json = Box::<RawValue>::deserialize(deserializer)?;
        let head: Head = serde_json::from_str(json.get()).map_err(D::Error::custom)?;
        Ok(Self { revision: head.revision, json: json.into() })
    }
}

/// Two changes are the same when their texts are.
impl PartialEq for LoggedChange {
    fn eq(&self, other: &Self) -> bool {
        self.as_json() == other.as_json()
    }
}

impl Eq for LoggedChange {}

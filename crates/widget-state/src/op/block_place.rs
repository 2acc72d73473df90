//! Places of blocks, by what is there already.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::op::element_edit::ElementEdit;

/// The place of a block, seen from a block or element that is in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BlockPlace {
    /// Before it.
    Before,
    /// After it.
    After,
    /// In it, before what is there.
    Start,
    /// In it, after what is there.
    End,
}

impl BlockPlace {
    /// The edit that makes this place in HTML for the block of an id, with the attributes `look`.
    pub(crate) fn for_block(self, id: &str, look: &str) -> ElementEdit {
        self.edit(format!("<widget-block id=\"{id}\"{look}></widget-block>"))
    }

    /// The edit that puts HTML into this place.
    #[must_use]
    pub fn edit(self, html: String) -> ElementEdit {
        match self {
            Self::Before => ElementEdit::Before(html),
            Self::After => ElementEdit::After(html),
            Self::Start => ElementEdit::Prepend(html),
            Self::End => ElementEdit::Append(html),
        }
    }
}

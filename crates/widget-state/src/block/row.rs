//! Blocks side by side.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::layout::{Align, Justify, Spacing};
use super::{Block, Kind, read};

/// Blocks side by side, which wrap on a narrow page. Components keep their width, other blocks
/// share what is left by their `span`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "row", "blocks": [{"type": "text", "id": "name", "label": "Name"}, {"type": "button", "label": "Save", "event": "form:save"}]}))]
pub struct RowBlock {
    /// The blocks inside it, from left to right.
    #[serde(skip_serializing, deserialize_with = "read::blocks")]
    #[schemars(with = "super::Blocks")]
    pub blocks: Vec<Block>,
    /// The space between them.
    pub gap: Spacing,
    /// Their place from top to bottom.
    pub align: Align,
    /// Their place from left to right where they leave room.
    pub justify: Justify,
    /// True if they go on in the next line where there is no room.
    pub wrap: bool,
}

impl Default for RowBlock {
    fn default() -> Self {
        Self {
            blocks: Vec::new(),
            gap: Spacing::default(),
            align: Align::default(),
            justify: Justify::default(),
            wrap: true,
        }
    }
}

impl Kind for RowBlock {
    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        Some(&mut self.blocks)
    }
}

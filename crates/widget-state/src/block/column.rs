//! Blocks below each other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::layout::{Align, Spacing};
use super::{Block, Kind, read};

/// Blocks below each other, as on the page itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "column", "gap": "small", "blocks": [{"type": "html", "html": "<h2>Team</h2>"}, {"type": "divider"}]}))]
pub struct ColumnBlock {
    /// The blocks inside it, from top to bottom.
    #[serde(skip_serializing, deserialize_with = "read::blocks")]
    #[schemars(with = "super::Blocks")]
    pub blocks: Vec<Block>,
    /// The space between them.
    pub gap: Spacing,
    /// Their place from left to right.
    pub align: Align,
}

impl Kind for ColumnBlock {
    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        Some(&mut self.blocks)
    }
}

//! Blocks in columns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::common::MAX_SPAN;
use super::layout::Spacing;
use super::{Block, Kind, read};

/// Blocks in columns of the same width. It has fewer columns on a narrow page and one on a phone;
/// a block with `span` is as wide as so many of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "grid", "columns": 3, "blocks": [{"type": "card", "title": "Sales", "span": 2, "blocks": []}, {"type": "card", "title": "Costs", "blocks": []}]}))]
pub struct GridBlock {
    /// The blocks inside it, line by line.
    #[serde(skip_serializing, deserialize_with = "read::blocks")]
    #[schemars(with = "super::Blocks")]
    pub blocks: Vec<Block>,
    /// The most columns, 1 to 12, and exactly so many where a block has a span; as many as there is
    /// room for when left out, or 12 where most blocks have a span and all spans are 3 or more,
    /// where one is more than 4, and where they fill lines of 12. A block without a span is one
    /// column wide, and as wide as the grid where others have twelfths.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub columns: Option<u32>,
    /// The smallest width of a column in CSS pixels, up to 2000.
    pub min_width: u32,
    /// The space between them.
    pub gap: Spacing,
}

impl Default for GridBlock {
    fn default() -> Self {
        Self { blocks: Vec::new(), columns: None, min_width: 240, gap: Spacing::default() }
    }
}

impl Kind for GridBlock {
    fn check(&self) -> Result<(), String> {
        if let Some(columns) = self.columns.filter(|columns| !(1..=MAX_SPAN).contains(columns)) {
            return Err(format!("columns {columns} is out of range 1..={MAX_SPAN}"));
        }
        if self.min_width > 2_000 {
            return Err(format!("min_width {} is out of range 0..=2000", self.min_width));
        }
        Ok(())
    }

    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        Some(&mut self.blocks)
    }
}

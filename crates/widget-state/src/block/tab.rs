//! One of several tabs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Block, Kind, read};

/// One of the `tabs` of a block of that type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "tab", "id": "costs", "title": "Costs", "blocks": [{"type": "html", "html": "<p>None yet.</p>"}]}))]
pub struct TabBlock {
    /// Stands on the tab.
    pub title: String,
    /// The blocks inside it, from top to bottom.
    #[serde(skip_serializing, deserialize_with = "read::blocks")]
    #[schemars(with = "super::Blocks")]
    pub blocks: Vec<Block>,
}

impl Kind for TabBlock {
    fn check(&self) -> Result<(), String> {
        if self.title.trim().is_empty() { Err("it needs a title".into()) } else { Ok(()) }
    }

    fn label(&self) -> &str {
        &self.title
    }

    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        Some(&mut self.blocks)
    }
}

//! Blocks in a frame of their own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Block, Kind, read};
use crate::component::Component;

/// Blocks in a frame with a title, and components beside the title.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "card", "id": "sum", "title": "Sum", "actions": [{"type": "button", "label": "Refresh", "event": "sum:refresh"}], "blocks": [{"type": "html", "html": "<b>42</b>"}]}))]
pub struct CardBlock {
    /// Stands above its blocks.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Stands below the title, in smaller letters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub subtitle: String,
    /// Components beside the title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Component>,
    /// The blocks inside it, from top to bottom.
    #[serde(skip_serializing, deserialize_with = "read::blocks")]
    #[schemars(with = "super::Blocks")]
    pub blocks: Vec<Block>,
}

impl Kind for CardBlock {
    fn label(&self) -> &str {
        &self.title
    }

    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        Some(&mut self.blocks)
    }

    fn components(&self) -> &[Component] {
        &self.actions
    }

    fn components_mut(&mut self) -> &mut [Component] {
        &mut self.actions
    }
}

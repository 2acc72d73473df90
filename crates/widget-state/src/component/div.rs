//! A piece of content, with components inside.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Component, Kind};

/// A piece of content, with components inside. Emits nothing itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "div", "content": "<b>Danger</b>", "children": [{"type": "button", "label": "Delete", "variant": "danger"}]}))]
pub struct Div {
    /// HTML.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// Components after the content.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Component>,
}

impl Kind for Div {
    fn has_content(&self) -> bool {
        true
    }

    fn children(&self) -> &[Component] {
        &self.children
    }

    fn children_mut(&mut self) -> &mut [Component] {
        &mut self.children
    }
}

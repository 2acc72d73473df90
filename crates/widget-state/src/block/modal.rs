//! Blocks in a dialog over the page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Block, Kind, read};
use crate::component::modal::{CLOSED, ModalSize};
use crate::event::EventName;

/// Blocks, such as a form, in a dialog over the page. The events `id:open`, `id:close` and
/// `id:toggle` of any component open and close it by themselves. Its value is `true` while it is
/// open. When the person closes it in another way, it emits `modal:close` with `{componentId}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "modal", "id": "ask", "title": "New order", "blocks": [{"type": "form", "id": "order", "fields": [{"name": "amount", "label": "Amount", "type": "number"}]}]}))]
pub struct ModalBlock {
    /// Stands above its blocks.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Its width.
    #[serde(skip_serializing_if = "ModalSize::is_default")]
    pub size: ModalSize,
    /// True if Escape closes it.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub close_on_escape: bool,
    /// True if a click beside it closes it.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub close_on_overlay: bool,
    /// True if what is in it has the values of the start again when it is closed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reset_on_close: bool,
    /// True if it is open at the start.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The blocks inside it, from top to bottom.
    #[serde(skip_serializing, deserialize_with = "read::blocks")]
    #[schemars(with = "super::Blocks")]
    pub blocks: Vec<Block>,
}

impl Default for ModalBlock {
    fn default() -> Self {
        Self {
            title: String::new(),
            size: ModalSize::default(),
            close_on_escape: true,
            close_on_overlay: true,
            reset_on_close: false,
            open: false,
            blocks: Vec::new(),
        }
    }
}

impl Kind for ModalBlock {
    fn label(&self) -> &str {
        &self.title
    }

    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        Some(&mut self.blocks)
    }

    fn initial_value(&self) -> Option<Value> {
        Some(self.open.into())
    }

    fn accepts(&self, value: &Value) -> bool {
        value.is_boolean()
    }

    fn value_after(&self, _: &Value, event: &EventName, _: &Value) -> Option<Value> {
        (event.as_str() == CLOSED).then_some(Value::Bool(false))
    }

    fn forgets_inside(&self, value: &Value) -> bool {
        self.reset_on_close && value == false
    }

    fn describe_accepted(&self, _other: &Value) -> String {
        "true, which opens it, or false".into()
    }
}

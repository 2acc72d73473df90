//! A line of text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Kind;

/// A line of text. Its event carries `{value, componentId}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "text", "label": "Name", "placeholder": "Ada Lovelace", "event": "name:changed"}))]
pub struct Text {
    /// The text at the start.
    pub value: String,
    /// Shown while it is empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
    /// The delay of the event after the last key, in milliseconds.
    pub debounce_ms: u32,
}

impl Default for Text {
    fn default() -> Self {
        Self { value: String::new(), placeholder: String::new(), debounce_ms: 300 }
    }
}

impl Kind for Text {
    fn initial_value(&self) -> Option<Value> {
        Some(Value::String(self.value.clone()))
    }

    fn accepts(&self, value: &Value) -> bool {
        value.is_string()
    }

    fn describe_accepted(&self) -> String {
        "a string".into()
    }
}

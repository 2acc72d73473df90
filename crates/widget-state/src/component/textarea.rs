//! Text of several lines.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Kind;

/// Text of several lines. Its event carries `{value, componentId}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "textarea", "label": "Notes", "rows": 3}))]
pub struct Textarea {
    /// The text at the start.
    pub value: String,
    /// Shown while it is empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
    /// The delay of the event after the last key, in milliseconds.
    pub debounce_ms: u32,
    /// Its height in lines, 1 to 100.
    pub rows: u32,
    /// Its width in characters, 1 to 500; as wide as there is room for, at most.
    pub cols: u32,
    /// The directions in which the person can resize it.
    pub resize: Resize,
}

/// The directions in which a [`Textarea`] can be resized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Resize {
    None,
    Horizontal,
    #[default]
    Vertical,
    Both,
}

impl Default for Textarea {
    fn default() -> Self {
        Self {
            value: String::new(),
            placeholder: String::new(),
            debounce_ms: 300,
            rows: 3,
            cols: 40,
            resize: Resize::default(),
        }
    }
}

impl Kind for Textarea {
    fn initial_value(&self) -> Option<Value> {
        Some(Value::String(self.value.clone()))
    }

    fn accepts(&self, value: &Value) -> bool {
        value.is_string()
    }

    fn describe_accepted(&self) -> String {
        "a string".into()
    }

    fn check(&self) -> Result<(), String> {
        for (name, size, most) in [("rows", self.rows, 100), ("cols", self.cols, 500)] {
            if !(1..=most).contains(&size) {
                return Err(format!("{name} is {size}; write 1 to {most}"));
            }
        }
        Ok(())
    }
}

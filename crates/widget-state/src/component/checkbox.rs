//! A checkbox.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Kind;

/// A checkbox. Its event carries `{value: bool, componentId}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "checkbox", "label": "I agree", "event": "terms:agreed"}))]
pub struct Checkbox {
    /// True if it is ticked at the start.
    pub value: bool,
}

impl Kind for Checkbox {
    fn initial_value(&self) -> Option<Value> {
        Some(Value::Bool(self.value))
    }

    fn accepts(&self, value: &Value) -> bool {
        value.is_boolean()
    }

    fn describe_accepted(&self) -> String {
        "true or false".into()
    }
}

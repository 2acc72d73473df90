//! A switch.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Kind;

/// A switch between on and off. Its event carries `{value: bool, componentId}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "toggle", "label": "Notify me", "component_id": "notify", "value": true}))]
pub struct Toggle {
    /// True if it is on at the start.
    pub value: bool,
}

impl Kind for Toggle {
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

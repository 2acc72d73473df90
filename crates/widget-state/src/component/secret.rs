//! Something that only code on the server may read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Kind;
use crate::id::SecretRef;

/// Something that only code on the server may read, such as a password. Its
/// event carries `{secret_ref, componentId}` and never what was typed; neither
/// does the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "secret", "label": "API token", "component_id": "token"}))]
pub struct Secret {
    /// Shown while it is empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
    /// True if the person can make what they type visible.
    pub show_toggle: bool,
    /// True if the person can copy what they typed.
    pub show_copy: bool,
}

impl Default for Secret {
    fn default() -> Self {
        Self { placeholder: String::new(), show_toggle: true, show_copy: false }
    }
}

impl Kind for Secret {
    fn initial_value(&self) -> Option<Value> {
        Some(Value::Null)
    }

    fn accepts(&self, value: &Value) -> bool {
        value.is_null() || value.as_str().is_some_and(|text| text.parse::<SecretRef>().is_ok())
    }

    fn describe_accepted(&self) -> String {
        "null, which clears it".into()
    }

    fn value_in(&self, data: &Value) -> Option<Value> {
        data.get("secret_ref").cloned()
    }
}

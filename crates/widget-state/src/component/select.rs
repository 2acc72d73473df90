//! A choice of one from a list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Choice, Kind};

/// A choice of one from a list. Its event carries `{value, componentId}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Select {
    /// What there is to choose from.
    pub options: Vec<Choice>,
    /// The value chosen at the start; the first option when left out, none with
    /// a placeholder.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub selected: Option<String>,
    /// Shown while nothing is chosen.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
}

impl Kind for Select {
    fn initial_value(&self) -> Option<Value> {
        let first = || self.options.first().filter(|_| self.placeholder.is_empty());
        let value = self.selected.clone().or_else(|| first().map(|choice| choice.value.clone()));
        Some(value.map_or(Value::Null, Value::String))
    }

    fn accepts(&self, value: &Value) -> bool {
        value.as_str().is_some_and(|value| self.options.iter().any(|choice| choice.value == value))
    }
}

//! A choice of one from a list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::choice::{check_options, describe_options, is_option, read_options};
use super::{Choice, Kind};

/// A choice of one from a list. Its event carries `{value, componentId}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "select", "label": "Colour", "component_id": "colour", "options": ["Red", "Green"], "selected": "Red"}))]
pub struct Select {
    /// The options to choose from.
    #[serde(deserialize_with = "read_options")]
    pub options: Vec<Choice>,
    /// The value chosen at the start; the first option when left out, none with
    /// a placeholder.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub selected: Option<String>,
    /// True if the person can type to find an option.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub searchable: bool,
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
        is_option(&self.options, value) || (value.is_null() && !self.placeholder.is_empty())
    }

    fn options(&self) -> &[Choice] {
        &self.options
    }

    fn describe_accepted(&self) -> String {
        describe_options(&self.options)
    }

    fn check(&self) -> Result<(), String> {
        check_options(&self.options)
    }
}

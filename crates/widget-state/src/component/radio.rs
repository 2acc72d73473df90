//! A choice of one, all options in sight.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::choice::{check_options, describe_options, is_option, read_options};
use super::{Choice, Kind};

/// A choice of one with all options in sight. Its event carries
/// `{value, componentId}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "radio", "label": "Plan", "options": ["Free", "Team"], "selected": "Free", "direction": "vertical"}))]
pub struct Radio {
    /// The options to choose from.
    #[serde(deserialize_with = "read_options")]
    pub options: Vec<Choice>,
    /// The value chosen at the start; none when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub selected: Option<String>,
    /// The direction in which the options are laid out.
    pub direction: RadioDirection,
}

/// The layout of the options of a [`Radio`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RadioDirection {
    /// Beside each other.
    #[default]
    Horizontal,
    /// Below each other.
    Vertical,
}

impl Kind for Radio {
    fn initial_value(&self) -> Option<Value> {
        Some(self.selected.clone().map_or(Value::Null, Value::String))
    }

    /// Null takes the choice back.
    fn accepts(&self, value: &Value) -> bool {
        value.is_null() || is_option(&self.options, value)
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

//! A choice of any number from a list.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::choice::{check_options, describe_options, is_option, read_options};
use super::{Choice, Kind};

/// A choice of any number from a list. Its event carries `{values, componentId}`,
/// the values in the order of the options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "multiselect", "label": "Visit", "options": [{"label": "Berlin", "value": "ber"}, {"label": "Lisbon", "value": "lis"}], "selected": ["ber"]}))]
pub struct Multiselect {
    /// The options to choose from.
    #[serde(deserialize_with = "read_options")]
    pub options: Vec<Choice>,
    /// The values chosen at the start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub selected: Vec<String>,
    /// Shown while nothing is chosen.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
}

impl Kind for Multiselect {
    fn initial_value(&self) -> Option<Value> {
        Some(Value::from(self.selected.clone()))
    }

    fn accepts(&self, value: &Value) -> bool {
        let Some(values) = value.as_array() else { return false };
        let mut seen = BTreeSet::new();
        values.iter().all(|value| is_option(&self.options, value) && seen.insert(value.as_str()))
    }

    fn options(&self) -> &[Choice] {
        &self.options
    }

    fn describe_accepted(&self) -> String {
        format!("a list, each {} and none twice", describe_options(&self.options))
    }

    fn value_in(&self, data: &Value) -> Option<Value> {
        data.get("values").cloned()
    }

    fn check(&self) -> Result<(), String> {
        check_options(&self.options)
    }
}

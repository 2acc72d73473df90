//! A choice of one as a row of tabs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::choice::{check_options, describe_options, is_option, read_options};
use super::{Choice, Kind};

/// A choice of one as a row of tabs. Its event carries `{value, componentId}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "tabs", "options": ["Day", "Week"], "selected": "Week", "event": "period:chosen"}))]
pub struct Tabs {
    /// The tabs.
    #[serde(deserialize_with = "read_options")]
    pub options: Vec<Choice>,
    /// The value of the tab that is active at the start; the first when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub selected: Option<String>,
    /// Their size.
    pub size: TabsSize,
}

/// The size of [`Tabs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum TabsSize {
    Sm,
    #[default]
    Md,
    Lg,
}

impl Kind for Tabs {
    fn initial_value(&self) -> Option<Value> {
        let first = || self.options.first().map(|choice| choice.value.clone());
        Some(self.selected.clone().or_else(first).map_or(Value::Null, Value::String))
    }

    fn accepts(&self, value: &Value) -> bool {
        is_option(&self.options, value)
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

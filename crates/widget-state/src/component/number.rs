//! A numeric input.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Kind;
use super::bounds::Bounds;

/// A numeric input. Its event carries `{value: number, componentId}`, with null
/// for a field that was emptied. What is out of bounds is not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "number", "label": "Seats", "value": 2, "min": 1, "max": 12, "step": 1}))]
pub struct Number {
    /// The number at the start; empty when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub value: Option<serde_json::Number>,
    /// The lowest number that is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub min: Option<serde_json::Number>,
    /// The highest number that is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub max: Option<serde_json::Number>,
    /// The distance between two numbers; any when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub step: Option<serde_json::Number>,
}

impl Number {
    fn bounds(&self) -> Bounds<'_> {
        Bounds { min: self.min.as_ref(), max: self.max.as_ref() }
    }
}

impl Kind for Number {
    fn initial_value(&self) -> Option<Value> {
        Some(self.value.clone().map_or(Value::Null, Value::Number))
    }

    fn accepts(&self, value: &Value) -> bool {
        value.is_null() || self.bounds().hold(value)
    }

    fn describe_accepted(&self) -> String {
        format!("{} or null", self.bounds().describe())
    }

    fn check(&self) -> Result<(), String> {
        self.bounds().check(self.step.as_ref())
    }
}

//! A number to slide to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value, json};

use super::Kind;
use super::bounds::Bounds;

/// A number to slide to. Its event carries `{value: number, componentId}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "slider", "label": "Volume", "value": 30, "min": 0, "max": 100}))]
pub struct Slider {
    /// The number at the start; the lowest when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub value: Option<Number>,
    /// The lowest number.
    #[schemars(with = "f64")]
    pub min: Number,
    /// The highest number.
    #[schemars(with = "f64")]
    pub max: Number,
    /// The distance between two numbers.
    #[schemars(with = "f64")]
    pub step: Number,
    /// True if the number stands beside it.
    pub show_value: bool,
    /// The delay of the event after the last movement, in milliseconds.
    pub debounce_ms: u32,
}

impl Default for Slider {
    fn default() -> Self {
        Self {
            value: None,
            min: 0.into(),
            max: 100.into(),
            step: 1.into(),
            show_value: true,
            debounce_ms: 150,
        }
    }
}

impl Slider {
    fn bounds(&self) -> Bounds<'_> {
        Bounds { min: Some(&self.min), max: Some(&self.max) }
    }
}

impl Kind for Slider {
    fn initial_value(&self) -> Option<Value> {
        Some(Value::Number(self.value.clone().unwrap_or_else(|| self.min.clone())))
    }

    fn accepts(&self, value: &Value) -> bool {
        self.bounds().hold(value)
    }

    fn describe_accepted(&self) -> String {
        self.bounds().describe()
    }

    fn check(&self) -> Result<(), String> {
        self.bounds().check(Some(&self.step))
    }
}

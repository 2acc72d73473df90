//! A range slider.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value, json};

use super::Kind;
use super::bounds::{Bounds, float};

/// A range slider: two numbers. Its event carries
/// `{start, end, componentId}`, its value is `{start, end}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "range", "label": "Price", "start": 0, "end": 25, "min": 0, "max": 50}))]
pub struct Range {
    /// The initial start of the interval; the minimum when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub start: Option<Number>,
    /// The initial end of the interval; the maximum when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub end: Option<Number>,
    /// The lowest number.
    #[schemars(with = "f64")]
    pub min: Number,
    /// The highest number.
    #[schemars(with = "f64")]
    pub max: Number,
    /// The distance between two numbers.
    #[schemars(with = "f64")]
    pub step: Number,
    /// True if the numbers stand beside it.
    pub show_value: bool,
}

impl Default for Range {
    fn default() -> Self {
        Self {
            start: None,
            end: None,
            min: 0.into(),
            max: 100.into(),
            step: 1.into(),
            show_value: true,
        }
    }
}

impl Range {
    fn bounds(&self) -> Bounds<'_> {
        Bounds { min: Some(&self.min), max: Some(&self.max) }
    }
}

impl Kind for Range {
    fn initial_value(&self) -> Option<Value> {
        let start = self.start.as_ref().unwrap_or(&self.min);
        let end = self.end.as_ref().unwrap_or(&self.max);
        Some(json!({"start": start, "end": end}))
    }

    fn accepts(&self, value: &Value) -> bool {
        let Some(object) = value.as_object().filter(|object| object.len() == 2) else {
            return false;
        };
        match (object.get("start"), object.get("end")) {
            (Some(start @ Value::Number(low)), Some(end @ Value::Number(high))) => {
                self.bounds().hold(start) && self.bounds().hold(end) && float(low) <= float(high)
            }
            _ => false,
        }
    }

    fn describe_accepted(&self) -> String {
        format!("{{start, end}}, each {} and start not above end", self.bounds().describe())
    }

    fn value_in(&self, data: &Value) -> Option<Value> {
        Some(json!({"start": data.get("start")?, "end": data.get("end")?}))
    }

    fn check(&self) -> Result<(), String> {
        self.bounds().check(Some(&self.step))
    }
}

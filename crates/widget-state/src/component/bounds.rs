//! Numbers between a lowest and a highest one.

use serde_json::{Number, Value};

/// The lowest and the highest number that a component takes; each may be absent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds<'a> {
    pub(super) min: Option<&'a Number>,
    pub(super) max: Option<&'a Number>,
}

impl Bounds<'_> {
    /// Refuses bounds that no number is between, and a step that leads nowhere.
    pub(super) fn check(self, step: Option<&Number>) -> Result<(), String> {
        if let (Some(min), Some(max)) = (self.min, self.max)
            && float(min) > float(max)
        {
            return Err(format!("min {min} is above max {max}"));
        }
        match step {
            Some(step) if float(step) <= 0.0 => Err(format!("step {step} is not above 0")),
            _ => Ok(()),
        }
    }

    pub(super) fn hold(self, value: &Value) -> bool {
        let Value::Number(number) = value else { return false };
        let value = float(number);
        self.min.is_none_or(|min| float(min) <= value)
            && self.max.is_none_or(|max| value <= float(max))
    }

    /// Describes the accepted values, in words.
    pub(super) fn describe(self) -> String {
        match (self.min, self.max) {
            (Some(min), Some(max)) => format!("a number from {min} to {max}"),
            (Some(min), None) => format!("a number of at least {min}"),
            (None, Some(max)) => format!("a number of at most {max}"),
            (None, None) => "a number".into(),
        }
    }
}

/// A number of JSON as what it is compared by.
pub(super) fn float(number: &Number) -> f64 {
    number.as_f64().unwrap_or_default()
}

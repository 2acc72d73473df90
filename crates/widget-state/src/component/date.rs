//! A day of the calendar.

use jiff::civil;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::Kind;

/// A day of the calendar as `YYYY-MM-DD`. Its event carries
/// `{value, componentId}`, with null for a field that was emptied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "date", "label": "Arrival", "value": "2026-05-01", "min": "2026-01-01"}))]
pub struct Date {
    /// The day at the start, `YYYY-MM-DD`; empty when left out.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "day")]
    #[schemars(with = "String")]
    pub value: Option<civil::Date>,
    /// The first day that is taken, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "day")]
    #[schemars(with = "String")]
    pub min: Option<civil::Date>,
    /// The last day that is taken, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "day")]
    #[schemars(with = "String")]
    pub max: Option<civil::Date>,
}

impl Kind for Date {
    fn initial_value(&self) -> Option<Value> {
        Some(self.value.map_or(Value::Null, |day| Value::String(day.to_string())))
    }

    fn accepts(&self, value: &Value) -> bool {
        value.is_null()
            || value.as_str().and_then(read).is_some_and(|day| {
                self.min.is_none_or(|min| min <= day) && self.max.is_none_or(|max| day <= max)
            })
    }

    fn describe_accepted(&self) -> String {
        let from = self.min.map(|min| format!(" from {min}")).unwrap_or_default();
        let to = self.max.map(|max| format!(" to {max}")).unwrap_or_default();
        format!("a day as YYYY-MM-DD{from}{to} or null")
    }

    fn check(&self) -> Result<(), String> {
        match (self.min, self.max) {
            (Some(min), Some(max)) if min > max => Err(format!("min {min} is after max {max}")),
            _ => Ok(()),
        }
    }
}

/// Takes `YYYY-MM-DD` and none of the other ways to write a day (ISO 8601-1
/// knows several, a date field of a browser only this one).
fn read(text: &str) -> Option<civil::Date> {
    text.parse::<civil::Date>().ok().filter(|day| day.to_string() == text)
}

fn day<'de, D: Deserializer<'de>>(from: D) -> Result<Option<civil::Date>, D::Error> {
    let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
    let shown: String = text.chars().take(40).collect();
    let malformed = || D::Error::custom(format!("\"{shown}\" is not a day; write YYYY-MM-DD"));
    read(&text).map(Some).ok_or_else(malformed)
}

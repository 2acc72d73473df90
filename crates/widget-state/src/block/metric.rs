//! One number that matters.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Number, json};

use super::Kind;
use crate::table::format::NumberFormat;
use crate::table::locale::Locale;
use crate::table::shares::MOST_SHARE;

/// The most values in the line of a metric.
const MAX_TREND: usize = 1_000;

/// A number with its name, its change and a line of the values before it. `set_content` with
/// `text` replaces the number.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "metric", "id": "revenue", "label": "Revenue", "value": 1240000, "format": "EUR", "reference": 1100000, "caption": "against last quarter", "trend": [1.0, 1.1, 1.24]}))]
pub struct MetricBlock {
    /// The name of the number.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The number; a text is shown as it is, unless it is a number and has a `format`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MetricValue")]
    pub value: Option<MetricValue>,
    /// The way to write the number: integer, percent, a currency such as EUR, or a d3-format such
    /// as `,.2f`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub format: Option<NumberFormat>,
    /// The language in which it is written, such as `de` or `pt-BR`; the reader's when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub locale: Option<Locale>,
    /// A number that it is compared with: the change from there is shown in percent, that of a
    /// percentage in percentage points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub reference: Option<Number>,
    /// The change instead of `reference`: a text, such as `+4.8 %` or `-12 seats`, or a number,
    /// which is written as `value` is, and for a percentage in percentage points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MetricValue")]
    pub change: Option<MetricValue>,
    /// The change that is good.
    pub good: GoodChange,
    /// Stands beside the change, such as `against May`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub caption: String,
    /// The values until now, as a line; at most 1,000.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<f64>")]
    pub trend: Vec<Number>,
}

impl MetricBlock {
    /// A value or change that may be meant in percent, and is written otherwise.
    pub(crate) fn problem(&self, id: &str) -> Option<String> {
        let of = if id.is_empty() { String::new() } else { format!("{id}: ") };
        let is_percent = self.format.as_ref().is_some_and(|format| format.percent);
        let value = self.value.as_ref().and_then(MetricValue::number);
        if let Some(value) = value.filter(|value| is_percent && value.abs() > MOST_SHARE) {
            let shown = (value * 1e4).round() / 1e2;
            return Some(format!(
                "{of}as a percentage {value} is {shown} %: write a share, 0.5 is 50 %"
            ));
        }
        let Some(MetricValue::Number(change)) = &self.change else { return None };
        let size = change.as_f64().filter(|change| change.is_finite())?;
        if is_percent {
            let points = (size * 1e4).round() / 1e2;
            return (size.abs() > 1.0).then(|| {
                format!(
                    "{of}the change {change} is {points} percentage points: write a share, 0.05 is \
                     5 points"
                )
            });
        }
        let has_decimals = value.is_some_and(|value| value.fract() != 0.0);
        (size.fract() != 0.0 && !has_decimals).then(|| {
            format!(
                "{of}the change {change} is written as the value is: for a percentage write a text, \
                 such as \"+4.8 %\", or give reference"
            )
        })
    }
}

/// The value of a metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MetricValue {
    /// A number, which is written in the language of the reader.
    Number(#[schemars(with = "f64")] Number),
    /// A text, which is shown as it is, unless it is a number and the metric has a format.
    Text(String),
}

impl MetricValue {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => number.as_f64(),
            Self::Text(text) => text.trim().parse().ok().filter(|_| is_number(text)),
        }
    }
}

impl fmt::Display for MetricValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Returns whether a page reads a text as a number, which is written as JSON writes it: `0042` is a
/// name.
fn is_number(text: &str) -> bool {
    serde_json::from_str::<f64>(text.trim()).is_ok_and(f64::is_finite)
}

/// The change of a number that is good, which colours it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GoodChange {
    /// More is better.
    #[default]
    Up,
    /// Less is better.
    Down,
    /// Neither: no colour.
    None,
}

impl Kind for MetricBlock {
    fn label(&self) -> &str {
        &self.label
    }

    fn check(&self) -> Result<(), String> {
        let is_said = |change: &MetricValue| *change != MetricValue::Text(String::new());
        if self.reference.is_some() && self.change.as_ref().is_some_and(is_said) {
            return Err("give either reference or change, not both".into());
        }
        let is_text = match &self.value {
            Some(MetricValue::Text(text)) => !(self.format.is_some() && is_number(text)),
            _ => false,
        };
        if self.reference.is_some() && is_text {
            return Err("reference needs a value that is a number; write change as a text".into());
        }
        if self.trend.len() > MAX_TREND {
            let count = self.trend.len();
            return Err(format!("trend has {count} values, more than {MAX_TREND}"));
        }
        Ok(())
    }

    fn first_text(&self) -> Option<Cow<'_, str>> {
        Some(self.value.as_ref().map(MetricValue::to_string).unwrap_or_default().into())
    }
}

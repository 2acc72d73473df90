//! One of the options of a component.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// One of the options: a string, or an object with a label of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Written")]
#[schemars(with = "Written")]
pub struct Choice {
    /// The text shown.
    pub label: String,
    /// The value the event carries.
    pub value: String,
    /// A second line that explains it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// The two ways to write an option.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "an option is a string or {\"label\", \"value\", \"description\"?}")]
enum Written {
    Plain(String),
    Full(Full),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Full {
    #[serde(default)]
    label: Option<String>,
    #[serde(default)]
    value: Option<String>,
    #[serde(default)]
    description: String,
}

impl TryFrom<Written> for Choice {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let (label, value, description) = match written {
            Written::Plain(value) => (None, Some(value), String::new()),
            Written::Full(Full { label, value, description }) => (label, value, description),
        };
        let named = label.clone().or_else(|| value.clone());
        let (Some(label), Some(value)) = (named, value.or(label)) else {
            return Err("an option has a label, a value, or both");
        };
        Ok(Self { label, value, description })
    }
}

/// Reads the options of a component or field.
pub(crate) fn read_options<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Choice>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Object(map) => {
            let shown = map.keys().next().map_or("a", |name| name);
            Err(D::Error::custom(format!(
                "options is a list, as an object does not say which are the values: write \
                 [{{\"value\": {shown:?}, \"label\": …}}, …]"
            )))
        }
        Value::String(text) => {
            let listed: Vec<&str> = text.split([',', ';', '|', '\n']).map(str::trim).collect();
            let listed = Value::from(listed);
            Err(D::Error::custom(format!("options is a list, and no text: write {listed}")))
        }
        value => serde_json::from_value(value).map_err(D::Error::custom),
    }
}

/// Refuses options that an event could not tell apart.
pub(crate) fn check_options(options: &[Choice]) -> Result<(), String> {
    let mut values = BTreeSet::new();
    match options.iter().find(|choice| !values.insert(&choice.value)) {
        Some(choice) => Err(format!("two options have the value \"{}\"", choice.value)),
        None => Ok(()),
    }
}

/// Returns whether the value is that of an option.
pub(crate) fn is_option(options: &[Choice], value: &Value) -> bool {
    value.as_str().is_some_and(|value| options.iter().any(|choice| choice.value == value))
}

/// The values of the options, in words.
pub(super) fn describe_options(options: &[Choice]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> =
        options.iter().take(SHOWN).map(|choice| format!("\"{}\"", choice.value)).collect();
    let rest = if options.len() > SHOWN { ", …" } else { "" };
    format!("one of {}{rest}", shown.join(", "))
}

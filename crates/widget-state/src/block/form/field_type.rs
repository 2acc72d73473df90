//! The types of the fields of a form.

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// The type of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FieldType {
    /// A line.
    #[default]
    Text,
    /// Several lines.
    Textarea,
    /// An e-mail address.
    Email,
    /// A web address.
    Url,
    /// A telephone number.
    Tel,
    /// A number.
    Number,
    /// A day, `YYYY-MM-DD`.
    Date,
    /// A time of day, `HH:MM`.
    Time,
    /// A day and time, `YYYY-MM-DDTHH:MM`.
    #[serde(alias = "datetime-local")]
    Datetime,
    /// One of the options, in a list that opens.
    Select,
    /// One of the options, all of them in sight.
    Radio,
    /// Any of the options.
    Multiselect,
    /// True or false, such as a consent.
    Checkbox,
    /// True or false, as a switch.
    #[serde(alias = "switch")]
    Toggle,
    /// A file of at most 20 MiB. Its value is null or `{ref, name, size, type}`; `read_file` gives
    /// what is in it.
    #[serde(alias = "upload")]
    File,
}

/// Types elsewhere that a form does not have, and the way out.
const NOT_HERE: [(&[&str], &str); 5] = [
    (
        &["image", "photo", "attachment"],
        "that is a field of type file; for pictures with \"accept\": \"image/*\"",
    ),
    (&["files"], "that is a field of type file with \"multiple\": true"),
    (
        &["password", "secret"],
        "a form takes no secrets; put the component secret beside it, whose value no agent sees",
    ),
    (&["submit", "button"], "a form has its button by itself; `submit` of the form is its text"),
    (&["section", "fieldset", "group"], "groups of fields stand in `sections` of the form"),
];

/// Reads a type, and says of one that is elsewhere what is the way here.
pub(super) fn field_type<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<FieldType, D::Error> {
    let name = String::deserialize(deserializer)?;
    if let Some((_, way_out)) = NOT_HERE.iter().find(|(names, _)| names.contains(&&*name)) {
        return Err(D::Error::custom(format!("type \"{name}\": {way_out}")));
    }
    serde_json::from_value(Value::String(name)).map_err(D::Error::custom)
}

//! A field of a form.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number, Value};

use super::field_type::{FieldType, field_type};
use super::file::{are_files, is_file};
use super::time_text::{canonical, example};
use crate::block::problems::all_or_problems;
use crate::component::{Choice, check_options, is_option, read_options};
use crate::suggest::{did_you_mean, nearest, unknown_variant};

/// The longest name of a field, in bytes.
const MAX_NAME: usize = 64;

/// The longest label, help, placeholder or pattern, in bytes.
const MAX_TEXT: usize = 1_000;

/// The longest line that a person enters, in UTF-16 code units, as a browser counts.
const MAX_LINE: usize = 1_000;

/// The longest text of several lines, in UTF-16 code units.
const MAX_LINES: usize = 10_000;

/// The longest date or time as a text.
const MAX_TIME: usize = 40;

/// The most options of a field.
const MAX_OPTIONS: usize = 1_000;

/// A field of a form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FormField {
    /// Names its value in the event: letters, digits, `_` and `-`, a letter first. Required.
    pub name: String,
    /// Its type.
    #[serde(rename = "type", deserialize_with = "field_type")]
    pub kind: FieldType,
    /// The text above or beside it; the name when left out.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Explains it, below the label.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub help: String,
    /// True if it may not be left empty; of a checkbox, if it has to be ticked. A toggle is never
    /// empty.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// The value at the start, as the event has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    pub value: Option<Value>,
    /// Shown while it is empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
    /// The least number, day or time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FieldBound")]
    pub min: Option<FieldBound>,
    /// The greatest number, day or time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FieldBound")]
    pub max: Option<FieldBound>,
    /// The distance between two numbers, counted from `min`; any when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub step: Option<Number>,
    /// A regular expression of JavaScript that all of a line has to match; say in `help` what that is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pattern: String,
    /// The options of a select, multiselect or radio.
    #[serde(deserialize_with = "read_options", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// The files that a file field offers first, as in HTML: `.csv,image/*`. The person can choose
    /// others.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub accept: String,
    /// True if a file field takes several, up to 20; its value is a list then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub multiple: bool,
    /// Shows it only while fields before it have these values, such as `{"kind": "Meal"}`; with a
    /// list any of its values will do.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub show_if: Map<String, Value>,
}

/// The values of options, as many as an error can name.
fn quoted(options: &[Choice]) -> String {
    const MOST: usize = 12;
    let values = options.iter().take(MOST).map(|option| format!("{:?}", option.value));
    let more = if options.len() > MOST { ", …" } else { "" };
    format!("{}{more}", values.collect::<Vec<_>>().join(", "))
}

/// The least or greatest value of a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FieldBound {
    /// Of a number.
    Number(#[schemars(with = "f64")] Number),
    /// Of a day or time, as its value is written.
    Text(String),
}

/// Values as the type of a field has them: numbers of a number field may come as text, texts of
/// another as numbers, and days and times as they are written elsewhere.
fn with_own_values(mut field: FormField) -> FormField {
    let is_number = field.kind == FieldType::Number;
    let number = |text: &str| text.trim().parse::<Number>().ok().filter(|_| is_number);
    let kind = field.kind;
    for bound in [&mut field.min, &mut field.max] {
        let Some(FieldBound::Text(text)) = bound else { continue };
        if let Some(number) = number(text) {
            *bound = Some(FieldBound::Number(number));
        } else if let Some(time) = canonical(kind, text) {
            *text = time;
        }
    }
    let takes_text = field.is_text() || field.is_choice();
    let own = |value: &Value| match value {
        Value::String(text) => {
            number(text).map(Value::Number).or_else(|| canonical(kind, text).map(Value::String))
        }
        Value::Number(number) if takes_text => Some(number.to_string().into()),
        _ => None,
    };
    match &mut field.value {
        Some(Value::Array(several)) => several.iter_mut().for_each(|one| {
            if let Some(own) = own(one) {
                *one = own;
            }
        }),
        Some(value) => {
            if let Some(own) = own(value) {
                *value = own;
            }
        }
        None => {}
    }
    field
}

/// Reads fields, and says of one that is wrong which it is.
pub(super) fn fields<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<FormField>, D::Error> {
    let read = |(index, value): (usize, Value)| {
        serde_json::from_value(value).map(with_own_values).map_err(|error| {
            let problem = error.to_string();
            let hint = did_you_mean(unknown_variant(&problem));
            format!("fields[{index}]: {problem}{hint}")
        })
    };
    let values = Vec::<Value>::deserialize(deserializer)?.into_iter().enumerate();
    all_or_problems(values.map(read)).map_err(D::Error::custom)
}

pub(super) fn check_length(name: &str, text: &str) -> Result<(), String> {
    match text.len() {
        0..=MAX_TEXT => Ok(()),
        length => Err(format!("{name} has {length} bytes, more than {MAX_TEXT}")),
    }
}

/// Checks that a condition is about fields that stand before, and about values that they can have.
pub(super) fn check_show_if(
    show_if: &Map<String, Value>,
    before: &BTreeMap<&str, &FormField>,
) -> Result<(), String> {
    for (name, wanted) in show_if {
        let Some(field) = before.get(&**name) else {
            let hint = did_you_mean(nearest(name, before.keys().copied()));
            return Err(format!(
                "show_if names \"{name}\", which is no field before it; write \
                 {{\"FIELD\": value}}{hint}"
            ));
        };
        if !alternatives(wanted).iter().all(|value| field.may_be(value)) {
            return Err(format!("show_if: {field} never has the value {wanted}"));
        }
    }
    Ok(())
}

/// The values of a condition, of which one has to be there.
fn alternatives(wanted: &Value) -> &[Value] {
    wanted.as_array().map_or(std::slice::from_ref(wanted), Vec::as_slice)
}

impl fmt::Display for FormField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.name.is_empty() { &self.label } else { &self.name };
        write!(f, "the field \"{}\"", name.chars().take(MAX_NAME).collect::<String>())
    }
}

impl FormField {
    /// The value that it starts with.
    pub(super) fn start(&self) -> Value {
        self.value.clone().unwrap_or_else(|| self.empty())
    }

    /// Its value while it is empty.
    fn empty(&self) -> Value {
        match self.kind {
            FieldType::Checkbox | FieldType::Toggle => Value::Bool(false),
            FieldType::Multiselect => Value::Array(Vec::new()),
            FieldType::File if self.multiple => Value::Array(Vec::new()),
            _ if self.is_text() => Value::String(String::new()),
            _ => Value::Null,
        }
    }

    /// Returns whether its value can be this, be it right or not yet.
    pub(super) fn takes(&self, value: &Value) -> bool {
        let fits = |max: usize| {
            value.as_str().is_some_and(|text| text.encode_utf16().take(max + 1).count() <= max)
        };
        match self.kind {
            FieldType::Checkbox | FieldType::Toggle => value.is_boolean(),
            FieldType::Number => value.is_null() || value.is_number(),
            FieldType::Select | FieldType::Radio => {
                value.is_null() || is_option(&self.options, value)
            }
            FieldType::Multiselect => value.as_array().is_some_and(|chosen| {
                let is_first = |(at, one)| !chosen[..at].contains(one);
                chosen.iter().all(|one| is_option(&self.options, one))
                    && chosen.iter().enumerate().all(is_first)
            }),
            FieldType::Date | FieldType::Time | FieldType::Datetime => {
                value.is_null() || fits(MAX_TIME)
            }
            FieldType::File if self.multiple => are_files(value),
            FieldType::File => value.is_null() || is_file(value),
            FieldType::Textarea => fits(MAX_LINES),
            FieldType::Text | FieldType::Email | FieldType::Url | FieldType::Tel => fits(MAX_LINE),
        }
    }

    fn starts_with(&self, value: &Value) -> bool {
        self.takes(value)
            && (!self.is_time() || value.as_str().is_none_or(|text| self.is_written(text)))
    }

    /// Writes a day or time as a browser reads it.
    pub(super) fn write_time(&self, value: &mut Value) -> Result<(), String> {
        let is_own = self.is_time() && self.takes(value);
        let Some(text) = value.as_str().filter(|text| is_own && !text.is_empty()) else {
            return Ok(());
        };
        let problem = || format!("its value cannot be {value}; {}", self.way());
        *value = canonical(self.kind, text).ok_or_else(problem)?.into();
        Ok(())
    }

    /// Returns whether a text is a day or time as a browser reads it.
    fn is_written(&self, text: &str) -> bool {
        canonical(self.kind, text).is_some_and(|written| written == text)
    }

    /// Returns whether a condition may be about this value: of several choices about one.
    fn may_be(&self, value: &Value) -> bool {
        match self.kind {
            // The values of options are texts.
            _ if self.is_choice() && value.is_number() => {
                let written = value.as_f64().map(|number| number.to_string());
                is_option(&self.options, &written.into())
            }
            FieldType::Multiselect => is_option(&self.options, value),
            _ => self.takes(value),
        }
    }

    /// The bytes of its texts and options.
    pub(super) fn bytes(&self) -> usize {
        let option =
            |option: &Choice| option.label.len() + option.value.len() + option.description.len();
        let value = self.value.as_ref().and_then(Value::as_str).map_or(0, str::len);
        self.label.len() + self.help.len() + value + self.options.iter().map(option).sum::<usize>()
    }

    fn is_text(&self) -> bool {
        self.is_line() || self.kind == FieldType::Textarea
    }

    fn is_line(&self) -> bool {
        matches!(self.kind, FieldType::Text | FieldType::Email | FieldType::Url | FieldType::Tel)
    }

    fn is_time(&self) -> bool {
        matches!(self.kind, FieldType::Date | FieldType::Time | FieldType::Datetime)
    }

    fn is_choice(&self) -> bool {
        matches!(self.kind, FieldType::Select | FieldType::Radio | FieldType::Multiselect)
    }

    /// Checks that its properties are consistent, beside the fields that stand before it.
    pub(super) fn check(&self, before: &BTreeMap<&str, &Self>) -> Result<(), String> {
        self.check_name()?;
        if before.contains_key(&*self.name) {
            return Err("another field has this name".into());
        }
        for (name, text) in [
            ("label", &self.label),
            ("help", &self.help),
            ("placeholder", &self.placeholder),
            ("pattern", &self.pattern),
            ("accept", &self.accept),
        ] {
            check_length(name, text)?;
        }
        self.check_options()?;
        self.check_bounds()?;
        if !self.pattern.is_empty() && !self.is_line() {
            return Err("only a line has a pattern: text, email, url or tel".into());
        }
        if self.kind != FieldType::File {
            if self.multiple {
                return Err("only a file field has multiple; several choices: multiselect".into());
            }
            if !self.accept.is_empty() {
                return Err("only a file field has accept".into());
            }
        }
        if let Some(value) = self.value.as_ref().filter(|value| !self.starts_with(value)) {
            return Err(format!("its value cannot be {value}; {}", self.way()));
        }
        check_show_if(&self.show_if, before)
    }

    /// The way to write its value.
    fn way(&self) -> String {
        match self.kind {
            FieldType::Number => "write it as a number".into(),
            FieldType::Checkbox | FieldType::Toggle => "write it as true or false".into(),
            FieldType::Select | FieldType::Radio => {
                format!("it is one of {}", quoted(&self.options))
            }
            FieldType::Multiselect => {
                format!("it is a list of some of {}", quoted(&self.options))
            }
            FieldType::File => "leave it out: the person chooses a file".into(),
            _ if self.is_time() => format!("write it as {}", example(self.kind)),
            _ => "write it as a text, which is not too long".into(),
        }
    }

    /// Names are such as no property of an object in the page has.
    fn check_name(&self) -> Result<(), String> {
        let mut letters = self.name.bytes();
        let is_named = letters.next().is_some_and(|first| first.is_ascii_alphabetic())
            && letters.all(|letter| letter.is_ascii_alphanumeric() || b"_-".contains(&letter))
            && self.name.len() <= MAX_NAME;
        if is_named {
            return Ok(());
        }
        if self.name.is_empty() {
            return Err(
                "it has no name, such as \"name\": \"amount\", by which its value comes".into()
            );
        }
        Err(format!("its name must be 1 to {MAX_NAME} letters, digits, _ or -, a letter first"))
    }

    fn check_options(&self) -> Result<(), String> {
        let count = self.options.len();
        match (self.is_choice(), count) {
            (true, 0) => Err("it needs options".into()),
            (true, 1..=MAX_OPTIONS) => check_options(&self.options),
            (true, _) => Err(format!("it has {count} options, more than {MAX_OPTIONS}")),
            (false, 0) => Ok(()),
            (false, _) => Err("only a select, multiselect or radio has options".into()),
        }
    }

    fn check_bounds(&self) -> Result<(), String> {
        let (is_number, is_time) = (self.kind == FieldType::Number, self.is_time());
        for (name, bound) in [("min", &self.min), ("max", &self.max)] {
            match bound {
                Some(FieldBound::Number(_)) if is_number => {}
                Some(FieldBound::Text(text)) if is_time && self.is_written(text) => {}
                None => {}
                Some(_) if is_number => return Err(format!("{name} must be a number")),
                Some(_) if is_time => {
                    return Err(format!("{name} must be written as {}", example(self.kind)));
                }
                Some(_) => return Err(format!("only a number, day or time has a {name}")),
            }
        }
        if self.is_below() {
            return Err("min is above max".into());
        }
        match self.step.as_ref().map(|step| step.as_f64().unwrap_or_default()) {
            Some(_) if !is_number => Err("only a number has a step".into()),
            Some(step) if step <= 0.0 => Err("step must be above 0".into()),
            _ => Ok(()),
        }
    }

    /// A setting that misses what was meant.
    pub(super) fn problem(&self) -> Option<String> {
        if self.required && self.kind == FieldType::Toggle {
            return Some(format!(
                "{self}: a toggle is on or off, so that `required` asks for nothing; a checkbox \
                 that is required must be ticked"
            ));
        }
        if !self.pattern.is_empty() && self.help.is_empty() && self.placeholder.is_empty() {
            return Some(format!(
                "{self}: a person cannot read its pattern; say in `help` what is right, with an \
                 example"
            ));
        }
        self.step_problem()
    }

    /// A step that leaves out the numbers that were meant.
    fn step_problem(&self) -> Option<String> {
        let step = self.step.as_ref()?.as_f64()?;
        let Some(FieldBound::Number(min)) = &self.min else { return None };
        let steps = min.as_f64()? / step;
        let is_apart = (steps - steps.round()).abs() > 1e-9 * steps.abs().max(1.0);
        is_apart.then(|| {
            format!(
                "{self}: steps of {step} are counted from min, so that {min} and {} are right, and \
                 no multiple of {step} is; leave out step, or give min as one",
                min.as_f64().unwrap_or_default() + step
            )
        })
    }

    /// Returns whether nothing is between its bounds.
    fn is_below(&self) -> bool {
        match (&self.min, &self.max) {
            (Some(FieldBound::Number(min)), Some(FieldBound::Number(max))) => {
                min.as_f64() > max.as_f64()
            }
            // Days and times as text sort as they follow each other.
            (Some(FieldBound::Text(min)), Some(FieldBound::Text(max))) => min > max,
            _ => false,
        }
    }
}

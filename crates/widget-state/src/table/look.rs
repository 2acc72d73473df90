//! The look of the cells of a column.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::{Error, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Number, Value};

use crate::error::StateError;
use crate::style::css::{css_property, css_value};
use crate::table::locale::Locale;
use crate::table::time_format::TimeFormat;

/// The type of the cells of a column. Only the last three change their look: the others say of which
/// type the values are, which is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CellType {
    /// Numbers.
    Number,
    /// Dates, with or without a time.
    Date,
    /// `true` and `false`.
    Boolean,
    /// Texts, of which addresses of the web are links.
    Link,
    /// Texts: numbers are written as they came.
    Text,
    /// Numbers, each over a bar of its length.
    Bar,
    /// Pictures, `data:image/…;base64,…`.
    Image,
}

/// Reads the type of cells, also by the names that databases and other libraries have for it.
pub(super) fn cell_type<'de, D: Deserializer<'de>>(from: D) -> Result<Option<CellType>, D::Error> {
    let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
    let lower = name.to_ascii_lowercase();
    let own = match &*lower {
        "integer" | "int" | "float" | "double" | "decimal" | "numeric" => "number",
        "datetime" | "timestamp" => "date",
        "bool" => "boolean",
        "string" | "str" => "text",
        "url" => "link",
        "currency" | "money" | "percent" | "percentage" => {
            let format = if lower.starts_with("per") { "percent" } else { "EUR" };
            let problem = format!(
                "type \"{name}\" is a format of numbers: leave type out and write format: \
                 \"{format}\""
            );
            return Err(Error::custom(problem));
        }
        _ => &lower,
    };
    CellType::deserialize(own.into_deserializer()).map(Some)
}

/// The side at which the text of a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum TextAlign {
    Left,
    Center,
    Right,
}

/// A side of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Before the first column.
    Left,
    /// After the last column.
    Right,
}

/// A style of the cells whose value passes a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellStyle {
    /// The test; without one it is the style of every cell.
    #[serde(default, skip_serializing_if = "CellTest::is_empty")]
    pub when: CellTest,
    /// CSS properties. Those of a later style win.
    pub style: BTreeMap<String, String>,
}

impl CellStyle {
    /// The same, with the names of properties as CSS writes them.
    pub(super) fn canonical(self) -> Result<Self, StateError> {
        let canonical = |(name, value): (&String, &String)| {
            let property = css_property(name)?;
            let value = css_value(&property, value)?.to_owned();
            Ok::<_, StateError>((property, value))
        };
        let style = self.style.iter().map(canonical).collect::<Result<_, _>>()?;
        Ok(Self { style, ..self })
    }
}

/// A test of a value, passed when all that is said holds. Numbers are compared as numbers, all
/// else as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CellTest {
    /// Equal to it.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "null_too")]
    #[schemars(with = "Value")]
    pub eq: Option<Value>,
    /// Not equal to it.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "null_too")]
    #[schemars(with = "Value")]
    pub ne: Option<Value>,
    /// Less.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    pub lt: Option<Value>,
    /// Less or equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    pub lte: Option<Value>,
    /// Greater.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    pub gt: Option<Value>,
    /// Greater or equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    pub gte: Option<Value>,
    /// Equal to one of these.
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<Value>,
    /// Contains this text, in any case of its letters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub contains: String,
}

/// A cell may hold null, which is a value to compare with like others.
fn null_too<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

impl CellTest {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The look of the cells of a column, as far as an agent says it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ColumnLook {
    /// The type of its cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CellType")]
    pub cells: Option<CellType>,
    /// The way its dates are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub time_format: Option<TimeFormat>,
    /// The language of its numbers and dates; the reader's without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub locale: Option<Locale>,
    /// The side at which its texts stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TextAlign")]
    pub align: Option<TextAlign>,
    /// Its width at the start, in CSS pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub width: Option<u32>,
    /// The side at which it stays at the start, while the others scroll.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Side")]
    pub pinned: Option<Side>,
    /// The number of an empty bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub min: Option<Number>,
    /// The number of a full bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub max: Option<Number>,
    /// Styles of cells by their values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub styles: Vec<CellStyle>,
}

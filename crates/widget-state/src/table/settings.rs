//! The agent's settings of a column.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::bounds::{check_count, check_size};
use crate::error::StateError;
use crate::limits::{CountedItems, SizedPart};
use crate::table::locale::Locale;
use crate::table::look::{CellStyle, CellType, ColumnLook, Side, TextAlign, cell_type};
use crate::table::rows::{Column, ColumnTrait, ColumnType};
use crate::table::time_format::ColumnFormat;

/// The longest name and the longest title of a column, in bytes.
const MAX_COLUMN_TITLE: usize = 1_024;

/// The most styles of cells by their values.
const MAX_STYLES: usize = 20;

/// The agent's settings of a column. Anything left out is unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnSettings {
    /// The key in the row objects, or a path such as `properties.mag`.
    pub field: String,
    /// The header, instead of the field's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The type of its cells. `bar` draws a bar behind each number, `image` shows pictures that are
    /// values, `data:image/png;base64,…`, `text` writes numbers as they came. The others say what
    /// the values are.
    #[serde(
        default,
        rename = "type",
        skip_serializing_if = "Option::is_none",
        deserialize_with = "cell_type"
    )]
    pub cells: Option<CellType>,
    /// True if the person may change its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub editable: Option<bool>,
    /// The way its numbers are written: `integer`, `percent` (0.25 is 25 %), the code of a
    /// currency such as `EUR`, or a d3-format such as `,.2f`. That of its dates: `%d %b %Y`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub format: Option<ColumnFormat>,
    /// The language of its numbers and dates, such as `de` or `pt-BR`; the reader's when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub locale: Option<Locale>,
    /// The side at which its texts stand; numbers at the right, all else at the left when left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub align: Option<TextAlign>,
    /// Its width at the start, in CSS pixels; it shares what is left when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// The side at which it stays at the start, while the others scroll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pinned: Option<Side>,
    /// The number of an empty bar; 0 or the least of the rows when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<f64>")]
    pub min: Option<Number>,
    /// The number of a full bar; the greatest of the rows when left out. Bars of more than 100,000
    /// rows need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<f64>")]
    pub max: Option<Number>,
    /// Styles of cells by their values: `[{"when": {"lt": 0}, "style": {"color":
    /// "var(--widget-danger)"}}]`. Tests: `eq`, `ne`, `lt`, `lte`, `gt`, `gte`, `in`, `contains`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub styles: Vec<CellStyle>,
    /// True if it is not shown; events and rows have its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
}

impl ColumnSettings {
    /// Settings that say nothing but the name of a column.
    #[must_use]
    pub fn of(field: &str) -> Self {
        Self { field: field.to_owned(), ..Self::default() }
    }

    /// The settings that make a column of these values what it is.
    #[must_use]
    pub fn of_column(column: &Column) -> Self {
        let ColumnLook { cells, time_format, locale, align, width, pinned, min, max, styles } =
            column.look.clone();
        let format = column.format.clone().map(ColumnFormat::Number);
        Self {
            field: column.field.to_string(),
            title: column.title.clone(),
            cells,
            editable: column.editable.then_some(true),
            format: format.or(time_format.map(ColumnFormat::Time)),
            locale,
            align,
            width,
            pinned,
            min,
            max,
            styles,
            hidden: column.hidden.then_some(true),
        }
    }

    /// The same, with the names of properties as CSS writes them.
    pub(super) fn canonical(mut self) -> Result<Self, StateError> {
        check_size(SizedPart::ColumnField, self.field.len(), MAX_COLUMN_TITLE)?;
        let size = self.title.as_ref().map_or(0, String::len);
        check_size(SizedPart::ColumnTitle, size, MAX_COLUMN_TITLE)?;
        check_count(CountedItems::CellStyles, self.styles.len(), MAX_STYLES)?;
        let styles = std::mem::take(&mut self.styles).into_iter();
        self.styles = styles.map(CellStyle::canonical).collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// Checks that the values of its column are of the type that it says.
    pub(super) fn check(&self, column: &Column) -> Result<(), StateError> {
        let has = |wanted| column.traits.contains(&wanted);
        let (fits, wanted) = match self.cells {
            None | Some(CellType::Text) => return Ok(()),
            Some(CellType::Number | CellType::Bar) => {
                (column.kind == ColumnType::Number || has(ColumnTrait::Numbers), "numbers")
            }
            Some(CellType::Date) => {
                (column.kind == ColumnType::Date || has(ColumnTrait::Dates), "dates")
            }
            Some(CellType::Boolean) => (column.kind == ColumnType::Boolean, "true and false"),
            Some(CellType::Link | CellType::Image) => (column.kind == ColumnType::Text, "texts"),
        };
        if fits {
            return Ok(());
        }
        let (field, values) = (column.field.to_string(), column.kind.in_words());
        Err(StateError::ColumnType { field, values, wanted })
    }

    /// Takes over what newer settings of the same column say.
    pub(super) fn merge(&mut self, newer: Self) {
        let Self { field: _, title, cells, editable, format, align, width, pinned, .. } = newer;
        let Self { locale, min, max, styles, hidden, .. } = newer;
        *self = Self {
            field: std::mem::take(&mut self.field),
            title: title.or(self.title.take()),
            cells: cells.or(self.cells),
            editable: editable.or(self.editable),
            format: format.or(self.format.take()),
            locale: locale.or(self.locale.take()),
            align: align.or(self.align),
            width: width.or(self.width),
            pinned: pinned.or(self.pinned),
            min: min.or(self.min.take()),
            max: max.or(self.max.take()),
            styles: if styles.is_empty() { std::mem::take(&mut self.styles) } else { styles },
            hidden: hidden.or(self.hidden),
        };
    }

    /// The look of its cells.
    pub(super) fn look(&self) -> ColumnLook {
        ColumnLook {
            cells: self.cells,
            time_format: match &self.format {
                Some(ColumnFormat::Time(format)) => Some(format.clone()),
                _ => None,
            },
            locale: self.locale.clone(),
            align: self.align,
            width: self.width,
            pinned: self.pinned,
            min: self.min.clone(),
            max: self.max.clone(),
            styles: self.styles.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_language_is_a_part_of_the_look_and_stays_until_there_is_another() {
        let read = |text: &str| serde_json::from_str::<ColumnSettings>(text).unwrap();
        let mut column = read(r#"{"field": "a", "locale": "de_DE"}"#);
        column.merge(read(r#"{"field": "a", "title": "A"}"#));
        assert_eq!(column.look().locale.unwrap().as_str(), "de-DE");
        column.merge(read(r#"{"field": "a", "locale": "fr"}"#));
        assert_eq!(column.look().locale.unwrap().as_str(), "fr");
        let error = serde_json::from_str::<ColumnSettings>(r#"{"field": "a", "locale": "German"}"#);
        assert!(error.unwrap_err().to_string().contains("no language"));
    }

    #[test]
    fn types_may_have_the_names_of_databases() {
        let read = |name: &str| {
            serde_json::from_value::<ColumnSettings>(json!({"field": "a", "type": name}))
        };
        for (name, own) in [
            ("number", CellType::Number),
            ("Integer", CellType::Number),
            ("Text", CellType::Text),
            ("datetime", CellType::Date),
            ("bool", CellType::Boolean),
            ("string", CellType::Text),
            ("url", CellType::Link),
        ] {
            assert_eq!(read(name).unwrap().cells, Some(own), "{name}");
        }
        for (name, part) in [
            ("currency", "write format: \"EUR\""),
            ("percent", "write format: \"percent\""),
            ("barr", "unknown variant `barr`"),
        ] {
            let error = read(name).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}

//! A table of rows.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::json::fields_of;
use super::read::fields;
use super::{Kind, StoredParts};
use crate::component::field_names;
use crate::table::rows::Rows;
use crate::table::{ColumnSettings, Table};

/// A table that the person can sort, filter, select in and, with `editable`, edit. That comes as
/// `grid:row-selected`, `grid:cell-click`, `grid:cell-edit`, `grid:sort-changed`,
/// `grid:filter-changed` and `grid:state`, with the `block_id`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "table", "id": "people", "rows": [{"name": "Ada", "born": 1815}, {"name": "Alan", "born": 1912}]}))]
pub struct TableBlock {
    /// Stands above it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The rows: a list of objects, or of lists of cells in the order of `columns`.
    #[serde(deserialize_with = "rows")]
    #[schemars(schema_with = "rows_schema")]
    pub rows: Value,
    /// The field whose value identifies a row; needed to update single rows later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub row_id: Option<String>,
    /// The settings of columns. Those that are named in another order than the rows have come
    /// first, in that order. A table without rows has these columns.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "columns")]
    pub columns: Vec<ColumnSettings>,
    /// True if the person may edit cells, where `columns` does not say otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub editable: bool,
    /// False if the person cannot select rows: there are no boxes to tick then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub selectable: Option<bool>,
    /// The number of rows on a page, 1 to 10000; one long list when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub page_size: Option<u32>,
    /// True if the last row is shown first, until the person sorts: what is appended is at the top.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub newest_first: bool,
    /// The most rows, 1 to 100000: with more of them the first go. Needs `row_id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub max_rows: Option<u32>,
}

fn rows_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"type": "object"}})
}

/// Rows, or their JSON text, which many models write instead.
fn rows<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    Value::deserialize(deserializer)
}

/// Columns, of which a wrong one is named.
fn columns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ColumnSettings>, D::Error> {
    let columns = Vec::<Map<String, Value>>::deserialize(deserializer)?.into_iter().enumerate();
    let read = |(index, column)| {
        fields("column", column, || field_names::<ColumnSettings>().iter().copied())
            .map_err(|problem| D::Error::custom(format!("columns[{index}]: {problem}")))
    };
    columns.map(read).collect()
}

impl TableBlock {
    fn table(self) -> Result<Table, String> {
        let text = match self.rows {
            Value::Null => "[]".to_owned(),
            Value::String(text) => text,
            rows => rows.to_string(),
        };
        let fields = self.columns.iter().map(|column| &*column.field);
        let rows = Rows::parse_beside(text, fields);
        let mut rows = rows.map_err(|error| format!("rows: {error}"))?;
        if let Some(field) = &self.row_id {
            rows = rows.with_row_id(field).map_err(|error| format!("row_id: {error}"))?;
        }
        let table = Table::from(rows)
            .with_title(self.title)
            .map_err(|error| error.to_string())?
            .with_editable(self.editable)
            .with_selectable(self.selectable != Some(false))
            .with_newest_first(self.newest_first);
        let mut table =
            table.with_columns(&self.columns).map_err(|error| format!("columns: {error}"))?;
        if let Some(page_size) = self.page_size {
            table = table.with_page_size(page_size).map_err(|error| error.to_string())?;
        }
        if let Some(max_rows) = self.max_rows {
            table = table.with_max_rows(max_rows).map_err(|error| error.to_string())?;
        }
        Ok(table)
    }

    fn of(table: &Table) -> Self {
        Self {
            title: table.title().into(),
            rows: serde_json::from_str(&text_of(table)).unwrap_or_default(),
            row_id: table.rows().row_id().map(Into::into),
            columns: table.settings(),
            editable: table.is_editable_by_default(),
            selectable: (!table.is_selectable()).then_some(false),
            page_size: table.page_size(),
            newest_first: table.is_newest_first(),
            max_rows: table.max_rows(),
        }
    }
}

/// The rows as JSON text.
fn text_of(table: &Table) -> String {
    let pieces = table.rows().json_pieces();
    let mut text = String::with_capacity(table.rows().bytes() + 2);
    pieces.for_each(|piece| text.push_str(piece.as_str()));
    text
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TableBlock::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        TableBlock::deserialize(deserializer)?.table().map_err(D::Error::custom)
    }
}

impl JsonSchema for Table {
    fn schema_name() -> Cow<'static, str> {
        "TableBlock".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        TableBlock::json_schema(generator)
    }
}

impl Kind for Box<Table> {
    fn data_bytes(&self) -> usize {
        self.rows().bytes()
    }

    fn wire(&self) -> Option<Map<String, Value>> {
        let title = Some(self.title()).filter(|title| !title.is_empty());
        Some(title.map(|title| ("title".into(), title.into())).into_iter().collect())
    }

    fn label(&self) -> &str {
        self.title()
    }

    /// The rows as text, so that they stay as they came.
    fn stored(&self) -> serde_json::Result<Option<StoredParts>> {
        let own = TableBlock {
            title: self.title().into(),
            rows: Value::String(text_of(self)),
            row_id: self.rows().row_id().map(Into::into),
            // Those of columns are in its state.
            columns: Vec::new(),
            editable: self.is_editable_by_default(),
            selectable: (!self.is_selectable()).then_some(false),
            page_size: self.page_size(),
            newest_first: self.is_newest_first(),
            max_rows: self.max_rows(),
        };
        let (properties, state) = (fields_of(&own), Table::stored(self)?);
        Ok(Some(StoredParts { properties, state }))
    }

    fn restore(&mut self, state: Value) -> serde_json::Result<()> {
        Table::restore(self, state)
    }
}

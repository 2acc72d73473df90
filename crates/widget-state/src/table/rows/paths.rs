//! Columns of what is inside objects: `properties.mag` is the member `mag` of the field
//! `properties`. A field of that very name comes first.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::bounds::check_count;
use crate::error::StateError;
use crate::json::JsonError;
use crate::limits::CountedItems;
use crate::table::rows::blocks::Block;
use crate::table::rows::columns::Columns;
use crate::table::rows::origin::Origin;
use crate::table::rows::parse::{MAX_COLUMNS, learn};
use crate::table::rows::{Rows, fields};

/// So many rows are looked through for the paths that there are.
const SAMPLE_ROWS: usize = 100;

/// The value at the end of a path through the objects of a row; `None` where it leads nowhere.
pub(super) fn at_path<'a>(row: &'a str, path: &str) -> Result<Option<&'a RawValue>, JsonError> {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    let value = fields::pick(row, &[name])?.pop().flatten();
    match (value, rest) {
        (Some(object), Some(rest)) if object.get().starts_with('{') => at_path(object.get(), rest),
        (value, None) => Ok(value),
        _ => Ok(None),
    }
}

impl Columns {
    /// Learns the values that a list of rows has in the columns that are not fields of the rows.
    pub(super) fn learn_paths(&mut self, list: &Arc<str>) -> Result<(), JsonError> {
        let paths = self.paths();
        if paths.is_empty() {
            return Ok(());
        }
        let blocks = Block::split(list, 0);
        for (number, row) in blocks.iter().flat_map(Block::rows).enumerate() {
            for (position, path) in &paths {
                if let Some(value) = at_path(row, path)? {
                    let learned = learn(value, self.profile_at_path(*position));
                    learned.map_err(|error| {
                        JsonError::shape(format!("row {number}, {path:?}: {}", error.message))
                    })?;
                }
            }
        }
        Ok(())
    }
}

impl Rows {
    /// Adds a column of what is inside objects; false if its path leads nowhere in any row.
    ///
    /// # Errors
    ///
    /// [`StateError::TooMany`] above 1,000 columns.
    pub(crate) fn add_path(&mut self, path: &str) -> Result<bool, StateError> {
        if !path.contains('.') || self.has_column(path) {
            return Ok(self.has_column(path));
        }
        check_count(CountedItems::Columns, self.columns.len() + 1, MAX_COLUMNS)?;
        let mut columns = self.columns.clone();
        let position = columns.declare(path);
        for row in self.texts() {
            if let Some(value) = at_path(row, path)? {
                learn(value, columns.profile_at_path(position))?;
            }
        }
        let leads = columns.origin(path) == Origin::Path;
        if leads {
            self.columns = columns;
        }
        Ok(leads)
    }

    /// The value of a cell as it stands in a row.
    pub(super) fn cell<'a>(
        &self,
        row: &'a str,
        field: &str,
    ) -> Result<Option<&'a RawValue>, JsonError> {
        match self.columns.origin(field) {
            Origin::Path => at_path(row, field),
            _ => Ok(fields::pick(row, &[field])?.pop().flatten()),
        }
    }

    /// The paths that are as long as a given one and differ in the last name only.
    pub(crate) fn paths_beside(&self, path: &str) -> BTreeSet<String> {
        let Some((parent, _)) = path.rsplit_once('.') else { return BTreeSet::new() };
        let objects = self.texts().take(SAMPLE_ROWS).filter_map(|row| at_path(row, parent).ok()?);
        let members = objects.filter_map(|object| fields::fields(object.get()).ok());
        members.flatten().map(|(name, _)| format!("{parent}.{name}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::rows::{Column, ColumnTrait, ColumnType};

    const QUAKES: &str = r#"[
        {"id": "a", "properties": {"mag": 7.5, "place": {"city": "Oslo"}, "sum": 52000}, "z": 1},
        {"id": "b", "properties": null},
        {"id": "c", "properties": {"mag": null, "place": "sea", "sum": 48000}}
    ]"#;

    fn rows(paths: &[&str]) -> Rows {
        let mut rows = Rows::parse(QUAKES).unwrap();
        for path in paths {
            assert!(rows.add_path(path).unwrap(), "{path}");
        }
        rows
    }

    fn column(rows: &Rows, field: &str) -> Column {
        rows.columns().into_iter().find(|column| &*column.field == field).unwrap()
    }

    #[test]
    fn a_path_leads_through_objects_only() {
        let row = r#"{"a": {"b": {"c": 1}, "l": [{"c": 2}]}, "t": "{}"}"#;
        let found = |path: &str| at_path(row, path).unwrap().map(RawValue::get);
        assert_eq!(found("a.b.c"), Some("1"));
        assert_eq!(found("a.b"), Some(r#"{"c": 1}"#));
        for path in ["a.c", "a.l.0", "a.l.c", "t.b", "a.", ".a", "a.b.c.d"] {
            assert_eq!(found(path), None, "{path}");
        }
    }

    #[test]
    fn a_column_of_a_path_stands_behind_its_field_and_knows_its_values() {
        let mut rows = rows(&["properties.sum", "properties.mag", "properties.place.city"]);
        let names = |rows: &Rows| {
            rows.columns().iter().map(|column| column.field.to_string()).collect::<Vec<_>>()
        };
        let paths = ["properties.sum", "properties.mag", "properties.place.city"];
        let expected = [&["id", "properties"], &paths[..], &["z"]].concat();
        assert_eq!(names(&rows), expected);
        let mag = column(&rows, "properties.mag");
        assert_eq!((mag.kind, mag.decimals, mag.path), (ColumnType::Number, 1, true));
        assert_eq!(column(&rows, "properties.sum").traits, [ColumnTrait::Amounts]);
        rows.append(r#"[{"id": "d", "properties": {"mag": "none"}, "late": 1}]"#).unwrap();
        assert_eq!(column(&rows, "properties.mag").kind, ColumnType::Text);
        assert_eq!(names(&rows), [&expected[..], &["late"]].concat());
    }

    #[test]
    fn a_path_that_leads_nowhere_is_no_column() {
        let mut rows = rows(&[]);
        for path in ["properties.mgg", "id.mag", "nothing.mag", "mag", "z.", "properties.place.sea"]
        {
            assert!(!rows.add_path(path).unwrap(), "{path}");
        }
        assert_eq!(rows, self::rows(&[]));
        let beside = rows.paths_beside("properties.mgg");
        assert_eq!(
            Vec::from_iter(beside),
            ["properties.mag", "properties.place", "properties.sum"]
        );
    }

    #[test]
    fn a_field_of_that_name_comes_first() {
        let mut rows = Rows::parse(r#"[{"a.b": 1, "a": {"b": "x"}}]"#).unwrap();
        assert!(rows.add_path("a.b").unwrap());
        assert_eq!(
            (column(&rows, "a.b").kind, column(&rows, "a.b").path),
            (ColumnType::Number, false)
        );
        let mut rows = self::rows(&["properties.mag"]);
        rows.append(r#"[{"properties.mag": "strong"}]"#).unwrap();
        let mag = column(&rows, "properties.mag");
        assert_eq!((mag.kind, mag.path), (ColumnType::Text, false));
    }

    #[test]
    fn other_rows_keep_the_columns_that_they_have_a_path_for() {
        let mut rows = rows(&["properties.mag", "properties.place.city"]);
        let is_declared = |_: &str| true;
        rows.set(r#"[{"properties": {"mag": 1}}]"#, is_declared).unwrap();
        let names =
            rows.columns().into_iter().map(|column| (column.field.to_string(), column.path));
        let expected = [("properties", false), ("properties.mag", true)];
        assert_eq!(names.collect::<Vec<_>>(), expected.map(|(name, path)| (name.to_owned(), path)));
        rows.set("[]", is_declared).unwrap();
        rows.append(r#"[{"properties": {"mag": "x"}}]"#).unwrap();
        assert_eq!(column(&rows, "properties.mag").kind, ColumnType::Text);
        rows.set("[]", is_declared).unwrap();
        rows.set(r#"[{"properties": {"mag": 2}}]"#, is_declared).unwrap();
        assert!(column(&rows, "properties.mag").path);
    }

    #[test]
    fn columns_that_are_declared_first_take_what_comes() {
        let mut rows = Rows::default();
        for field in ["a.b", "c.d", "e.f"] {
            rows.declare_column(field).unwrap();
        }
        rows.append(r#"[{"a": {"b": 5}, "c.d": 6}]"#).unwrap();
        let columns = rows.columns();
        let of = |field| columns.iter().find(|column| &*column.field == field).unwrap();
        assert_eq!(["a.b", "c.d", "e.f"].map(|field| of(field).path), [true, false, false]);
        assert_eq!(of("a.b").kind, ColumnType::Number);
    }

    #[test]
    fn rows_are_sorted_and_filtered_by_a_path() {
        let rows = rows(&["properties.mag", "properties.sum"]);
        let positions = |query: serde_json::Value| {
            let query = serde_json::from_value(query).unwrap();
            let order = rows.order(&query, &false.into()).unwrap().unwrap();
            order.positions(0..9).collect::<Vec<_>>()
        };
        let sort = json!([{"field": "properties.sum", "direction": "desc"}]);
        assert_eq!(positions(json!({"sort": sort})), [0, 2, 1]);
        let test = json!({"filterType": "number", "type": "greaterThan", "filter": 5});
        assert_eq!(positions(json!({"filter": {"properties.mag": test}})), [0]);
    }
}

//! The columns of a table: what its rows say of them, and what the agent does.

use std::collections::btree_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::error::StateError;
use crate::table::Table;
use crate::table::id_name::is_id_name;
use crate::table::look::CellType;
use crate::table::rows::{Column, ColumnTrait, ColumnType};
use crate::table::settings::ColumnSettings;
use crate::table::time_format::ColumnFormat;

impl Table {
    /// The columns from left to right: in the order in which they first appear in the rows, or in
    /// that which the agent gives them.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        let mut columns = self.rows.columns();
        if !self.order.is_empty() {
            let places: HashMap<&str, usize> =
                self.order.iter().map(|one| &**one).zip(0..).collect();
            let place = |column: &Column| places.get(&*column.field).copied().unwrap_or(usize::MAX);
            columns.sort_by_key(place);
        }
        for column in &mut columns {
            let settings = self.settings.get(&*column.field);
            column.title = settings.and_then(|settings| settings.title.clone());
            column.format = settings.and_then(|settings| match &settings.format {
                Some(ColumnFormat::Number(format)) => Some(format.clone()),
                _ => None,
            });
            column.hidden = settings.and_then(|settings| settings.hidden) == Some(true);
            column.look = settings.map(ColumnSettings::look).unwrap_or_default();
            if let Some(kind) = column.look.cells.and_then(kind_of)
                && !self.rows.has_values(&column.field)
            {
                column.kind = kind;
            }
            if self.is_id(column) {
                column.traits.retain(|found| *found != ColumnTrait::Amounts);
            }
            let editable = settings.and_then(|settings| settings.editable);
            // A structure has no editor, and a row that changed its id would be another row.
            column.editable = editable.unwrap_or(self.editable)
                && !column.path
                && column.kind != ColumnType::Object
                && self.rows.row_id() != Some(&*column.field);
        }
        columns
    }

    /// Returns whether the numbers of a column stand for something and are not to be added up.
    fn is_id(&self, column: &Column) -> bool {
        self.rows.row_id() == Some(&*column.field)
            || is_id_name(&column.field)
            || column.title.as_deref().is_some_and(is_id_name)
    }

    /// The settings of its columns, from left to right; of a table without rows those of all.
    pub(crate) fn settings(&self) -> Vec<ColumnSettings> {
        let is_of_all = self.rows.count() == 0 || self.is_reordered();
        let settings = |column: Column| {
            let declared = || ColumnSettings::of(&column.field);
            let known = self.settings.get(&*column.field).cloned();
            known.or_else(|| is_of_all.then(declared))
        };
        self.columns().into_iter().filter_map(settings).collect()
    }

    /// Returns whether its columns stand in another order than that of the rows.
    #[must_use]
    pub fn is_reordered(&self) -> bool {
        !self.order.is_empty()
    }

    /// Says something about columns, which stay where they are unless their order is meant.
    pub(crate) fn set_columns(&mut self, columns: &[ColumnSettings]) -> Result<(), StateError> {
        self.take_settings(columns)?;
        let named = || columns.iter().map(|column| &*column.field);
        let is_bare = |column: &ColumnSettings| *column == ColumnSettings::of(&column.field);
        if self.is_order_meant(named(), columns.iter().any(is_bare)) {
            self.put_first(named());
        }
        Ok(())
    }

    /// Returns whether columns that are named are to come first in that order: where all are named,
    /// or one is named and nothing said about it. Other settings leave the columns where they are.
    pub(crate) fn is_order_meant<'a>(
        &self,
        named: impl Iterator<Item = &'a str>,
        is_any_bare: bool,
    ) -> bool {
        let named: HashSet<&str> = named.collect();
        is_any_bare || self.columns().iter().all(|column| named.contains(&*column.field))
    }

    /// Takes settings and leaves all columns where they are.
    pub(super) fn take_settings(&mut self, columns: &[ColumnSettings]) -> Result<(), StateError> {
        let settings = columns.iter().cloned().map(ColumnSettings::canonical);
        let settings: Vec<_> = settings.collect::<Result<_, _>>()?;
        let mut rows = self.rows.clone();
        let has_none = rows.columns().is_empty();
        for ColumnSettings { field, .. } in columns {
            if has_none && rows.count() == 0 {
                rows.declare_column(field)?;
            } else if !rows.has_column(field) && !rows.add_path(field)? {
                return Err(self.unknown(field));
            }
        }
        let known = rows.columns();
        for settings in columns {
            let is_its = |column: &&Column| *column.field == *settings.field;
            if let Some(column) = known.iter().find(is_its)
                && rows.has_values(&settings.field)
            {
                settings.check(column)?;
            }
        }
        self.rows = rows;
        for column in settings {
            match self.settings.entry(column.field.clone()) {
                Entry::Occupied(mut known) => known.get_mut().merge(column),
                Entry::Vacant(place) => drop(place.insert(column)),
            }
        }
        Ok(())
    }

    /// Takes the rows of a table in whose place it comes, with all their digits, and the order of its
    /// columns, unless these are meant to come first.
    pub(crate) fn keep_rows_of(&mut self, before: &Self, first: &[&str]) -> Result<(), StateError> {
        if before.rows.count() > 0 {
            let settings: Vec<_> = self.settings.values().cloned().collect();
            self.rows = before.rows.clone();
            // Without settings they stand as the rows have them.
            self.order = if self.settings.is_empty() { Vec::new() } else { before.order.clone() };
            // Among them may be paths that the rows lead along from now on.
            self.take_settings(&settings)?;
            self.put_first(first.iter().copied());
            self.bound();
        }
        Ok(())
    }

    /// Takes the settings of those columns of a table in whose place it comes that its rows have.
    pub(crate) fn keep_columns_of(&mut self, before: &Self) {
        let settings = before.settings();
        // Without rows all of them are known as columns.
        let at_once = if self.rows.count() == 0 { settings.len().max(1) } else { 1 };
        let kept =
            settings.chunks(at_once).filter(|group| self.take_settings(group).is_ok()).flatten();
        let fields: Vec<&str> = kept.map(|column| &*column.field).collect();
        self.put_at_their_places(fields.into_iter());
    }

    /// Puts columns that are named in another order than theirs before all others, in that order.
    pub(super) fn put_first<'a>(&mut self, named: impl Iterator<Item = &'a str>) {
        let fields = self.fields();
        let (named, is_named) = distinct(named);
        let (first, others): (Vec<&str>, Vec<&str>) =
            fields.iter().map(String::as_str).partition(|field| is_named.contains(field));
        if first != named {
            self.set_order(named.into_iter().chain(others).map(ToOwned::to_owned).collect());
        }
    }

    /// Puts columns into the order of their names, at the places that they have together.
    fn put_at_their_places<'a>(&mut self, named: impl Iterator<Item = &'a str>) {
        let mut fields = self.fields();
        let (named, is_named) = distinct(named);
        let places = fields.iter_mut().filter(|field| is_named.contains(field.as_str()));
        places.zip(named).for_each(|(place, field)| field.clone_into(place));
        self.set_order(fields);
    }

    fn fields(&self) -> Vec<String> {
        self.columns().iter().map(|column| column.field.to_string()).collect()
    }

    fn set_order(&mut self, fields: Vec<String>) {
        let by_itself = self.rows.columns();
        let is_same = fields.iter().zip(&by_itself).all(|(field, column)| *column.field == **field);
        self.order = if is_same { Vec::new() } else { fields };
    }
}

/// The names in their order, each once, and as a set.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> (Vec<&'a str>, HashSet<&'a str>) {
    let mut seen = HashSet::new();
    (names.filter(|name| seen.insert(*name)).collect(), seen)
}

/// The type of the values of such cells; `None` where it may be any.
fn kind_of(cells: CellType) -> Option<ColumnType> {
    match cells {
        CellType::Number | CellType::Bar => Some(ColumnType::Number),
        CellType::Date => Some(ColumnType::Date),
        CellType::Boolean => Some(ColumnType::Boolean),
        CellType::Link | CellType::Text | CellType::Image => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::table::{Rows, Side};

    #[test]
    fn columns_that_are_named_in_another_order_stand_first_in_it() {
        let rows = Rows::parse(r#"[{"a": 1, "b": 2, "c": 3, "d": {"e": 4}}]"#).unwrap();
        let order = |named: &[&str]| {
            let named: Vec<_> = named.iter().map(|field| ColumnSettings::of(field)).collect();
            let table = Table::from(rows.clone()).with_columns(&named).unwrap();
            let again = Table::from(rows.clone()).with_columns(&table.settings()).unwrap();
            assert_eq!(again.columns(), table.columns());
            table.columns().iter().map(|column| column.field.to_string()).collect::<String>()
        };
        assert_eq!(order(&["c"]), "abcd");
        assert_eq!(order(&["a", "c", "d.e"]), "abcdd.e");
        assert_eq!(order(&["c", "a", "c"]), "cabd");
        assert_eq!(order(&["d", "c", "b", "a"]), "dcba");
        assert_eq!(order(&["d.e", "a"]), "d.eabcd");
    }

    #[test]
    fn settings_of_some_columns_move_none() {
        let rows = Rows::parse(r#"[{"a": 1, "b": 2, "c": 3, "d": 4}]"#).unwrap();
        let mut table = Table::from(rows);
        let hidden = |field| ColumnSettings { hidden: Some(true), ..ColumnSettings::of(field) };
        table.set_columns(&["c", "a"].map(hidden)).unwrap();
        assert_eq!(table.fields(), ["a", "b", "c", "d"]);
        // Their names alone can only mean their order.
        table.set_columns(&["c", "a"].map(ColumnSettings::of)).unwrap();
        assert_eq!(table.fields(), ["c", "a", "b", "d"]);
        table.set_columns(&["d", "c", "b", "a"].map(hidden)).unwrap();
        assert_eq!(table.fields(), ["d", "c", "b", "a"]);
    }

    #[test]
    fn the_type_of_a_column_is_that_of_its_values() {
        let rows =
            r#"[{"n": 1, "t": "x", "d": "2026-01-02", "m": "Jan 5 2024", "s": "1.5", "u": null}]"#;
        let with = |field: &str, cells: &str| {
            let settings = serde_json::from_value(json!({"field": field, "type": cells})).unwrap();
            let table = Table::from(Rows::parse(rows).unwrap()).with_columns(&[settings]);
            table.map(|_| ()).map_err(|error| error.to_string())
        };
        for (field, cells) in [("n", "bar"), ("s", "number"), ("d", "date"), ("m", "date")] {
            assert_eq!(with(field, cells), Ok(()), "{field} {cells}");
        }
        for (field, cells) in [("n", "text"), ("t", "link"), ("t", "image"), ("u", "boolean")] {
            assert_eq!(with(field, cells), Ok(()), "{field} {cells}");
        }
        let problem =
            "the values of \"t\" are texts, not numbers: send such values, or leave its `type` out";
        assert_eq!(with("t", "bar"), Err(problem.into()));
        with("n", "date").unwrap_err();
        with("d", "boolean").unwrap_err();
    }

    #[test]
    fn a_column_without_values_has_the_type_that_it_is_said_to_have() {
        let settings = json!([{"field": "n", "type": "number"}, {"field": "d", "type": "date"}]);
        let settings: Vec<_> = serde_json::from_value(settings).unwrap();
        let kinds = |rows: &str| {
            let table = Table::from(Rows::parse(rows).unwrap()).with_columns(&settings).unwrap();
            table.columns().iter().map(|column| column.kind).collect::<Vec<_>>()
        };
        let said = [ColumnType::Number, ColumnType::Date];
        assert_eq!(kinds("[]"), said);
        assert_eq!(kinds(r#"[{"n": null, "d": ""}]"#), said);
        assert_eq!(kinds(r#"[{"n": "1.5", "d": null}]"#), [ColumnType::Text, ColumnType::Date]);
    }

    #[test]
    fn settings_take_over_what_newer_ones_say() {
        let columns = |settings: Value| serde_json::from_value::<Vec<_>>(settings).unwrap();
        let first = columns(json!([{"field": "n", "format": "EUR", "width": 90, "styles": [
            {"when": {"lt": 0}, "style": {"fontWeight": "bold"}}]}]));
        let newer = columns(json!([{"field": "n", "title": "N", "width": 120, "pinned": "left"}]));
        let table = Table::from(Rows::parse(r#"[{"id": 1, "n": 2}]"#).unwrap());
        let table = table.with_columns(&first).unwrap().with_columns(&newer).unwrap();
        let Column { title, format, look, .. } = table.columns().swap_remove(1);
        assert_eq!(
            (title.as_deref(), look.width, look.pinned),
            (Some("N"), Some(120), Some(Side::Left))
        );
        assert_eq!(format.and_then(|format| format.currency).as_deref(), Some("EUR"));
        assert_eq!(json!(look.styles[0].style), json!({"font-weight": "bold"}));
        // A test with null is a test, and not a style of every cell.
        let empty = json!([{"when": {"eq": null}, "style": {"background": "red"}}]);
        let marked = columns(json!([{"field": "n", "styles": empty}]));
        let marked = table.clone().with_columns(&marked).unwrap();
        assert_eq!(json!(marked.columns()[1].look.styles), empty);
        let wrong = columns(json!([{"field": "n", "styles": [{"style": {"colr": "red"}}]}]));
        let error = table.with_columns(&wrong).unwrap_err().to_string();
        assert!(error.contains("did you mean \"color\""), "{error}");
    }
}

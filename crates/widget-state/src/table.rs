//! A table: its rows, what an agent says about its columns, and how it is looked at.

pub(crate) mod cell;
pub(crate) mod filter;
pub(crate) mod format;
mod id_name;
pub(crate) mod rows;
mod settings;
pub(crate) mod state;
mod stored;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use filter::{
    ColumnFilter, Condition, FilterType, Operator, ScalarTest, TableFilter, TextTest,
};
pub use format::NumberFormat;
pub use settings::ColumnSettings;
pub use state::{ColumnSort, ColumnState, Direction, Selection, Side, TableState};

use crate::bounds::{check_count, check_size};
use crate::data_ref::PagesRef;
use crate::error::StateError;
use crate::json::JsonError;
use crate::limits::{CountedItems, SizedPart};
use crate::suggest::nearest;
use id_name::is_id_name;
use rows::{Column, ColumnTrait, ColumnType, Rows};

/// More rows than this stay on the server, which pages, sorts and filters them.
pub const MAX_CLIENT_ROWS: usize = 100_000;

/// The most rows on one page of a table.
const MAX_PAGE_SIZE: u32 = 10_000;

/// The most columns that rows are sorted by: each costs memory for every row.
pub(crate) const MAX_SORT: usize = 16;

/// The longest title of a column, in bytes.
const MAX_COLUMN_TITLE: usize = 1_024;

/// The strategy for rows that are sent to a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowStrategy {
    /// They replace all rows.
    #[default]
    Set,
    /// They are added at the end.
    Append,
    /// They replace the rows with the same row id.
    Update,
}

/// A table.
///
/// ```
/// use widget_state::{ColumnSettings, Table, Rows};
///
/// let rows = Rows::parse(r#"[{"id": 1, "price": 9.5}]"#)?.with_row_id("id")?;
/// let price: ColumnSettings =
///     serde_json::from_str(r#"{"field": "price", "title": "Price (€)", "editable": true}"#)?;
/// let table = Table::from(rows).with_columns(&[price])?.with_page_size(50)?;
/// assert!(table.columns()[1].editable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    rows: Rows,
    settings: BTreeMap<String, ColumnSettings>,
    editable: bool,
    unselectable: bool,
    page_size: Option<u32>,
    state: TableState,
    revision: u64,
}

impl From<Rows> for Table {
    fn from(rows: Rows) -> Self {
        Self { rows, revision: 1, ..Self::default() }
    }
}

impl Table {
    /// Lets the person change every cell of a simple value, unless a column says otherwise.
    #[must_use]
    pub fn with_editable(mut self, editable: bool) -> Self {
        self.editable = editable;
        self
    }

    /// Lets the person select rows, as by default, or not.
    #[must_use]
    pub fn with_selectable(mut self, selectable: bool) -> Self {
        self.unselectable = !selectable;
        self
    }

    /// Shows so many rows at a time; without it all of them in one list.
    ///
    /// # Errors
    ///
    /// [`StateError::PageSize`] unless it is between 1 and 10,000.
    pub fn with_page_size(mut self, page_size: u32) -> Result<Self, StateError> {
        if !(1..=MAX_PAGE_SIZE).contains(&page_size) {
            return Err(StateError::PageSize { page_size, limit: MAX_PAGE_SIZE });
        }
        self.page_size = Some(page_size);
        Ok(self)
    }

    /// Says something about columns. A table with neither rows nor columns has these then.
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownColumn`] for one that no row has, be it as a field or as a path through
    /// objects (`properties.mag`), [`StateError::TooLarge`]
    /// for a title above 1,024 bytes, [`StateError::TooMany`] above 1,000 columns.
    pub fn with_columns(mut self, columns: &[ColumnSettings]) -> Result<Self, StateError> {
        self.set_columns(columns)?;
        Ok(self)
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The columns in the order in which they first appear.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        let mut columns = self.rows.columns();
        for column in &mut columns {
            let settings = self.settings.get(&*column.field);
            column.title = settings.and_then(|settings| settings.title.clone());
            column.format = settings.and_then(|settings| settings.format.clone());
            column.hidden = settings.and_then(|settings| settings.hidden) == Some(true);
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

    /// Returns whether the person may select rows.
    #[must_use]
    pub fn is_selectable(&self) -> bool {
        !self.unselectable
    }

    /// Returns the number of rows on a page; `None` for one long list.
    #[must_use]
    pub fn page_size(&self) -> Option<u32> {
        self.page_size
    }

    /// The settings of its columns, from left to right; of a table without rows those of all.
    pub(crate) fn settings(&self) -> Vec<ColumnSettings> {
        let is_empty = self.rows.count() == 0;
        let settings = |column: Column| {
            let declared = || ColumnSettings::of(&column.field);
            let known = self.settings.get(&*column.field).cloned();
            known.or_else(|| is_empty.then(declared))
        };
        self.rows.columns().into_iter().filter_map(settings).collect()
    }

    /// Returns whether cells are editable where no column says otherwise.
    pub(crate) fn is_editable_by_default(&self) -> bool {
        self.editable
    }

    /// The place in the log of the widget that last changed the rows.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub(crate) fn set_revision(&mut self, revision: u64) {
        self.revision = revision;
    }

    /// Returns its view state.
    #[must_use]
    pub fn state(&self) -> &TableState {
        &self.state
    }

    /// Returns whether it has so many rows that viewers fetch them a part at a time.
    #[must_use]
    pub fn is_paged(&self) -> bool {
        self.rows.count() > MAX_CLIENT_ROWS
    }

    /// The rows to fetch a part at a time; `None` when viewers fetch them whole.
    pub(crate) fn pages(&self) -> Option<PagesRef> {
        let count = self.rows.count();
        self.is_paged().then_some(PagesRef { revision: self.revision, count })
    }

    pub(crate) fn is_editable(&self, field: &str) -> bool {
        self.columns().iter().any(|column| *column.field == *field && column.editable)
    }

    pub(crate) fn change_rows(
        &mut self,
        strategy: RowStrategy,
        text: std::sync::Arc<str>,
    ) -> Result<(), JsonError> {
        match strategy {
            RowStrategy::Set => {
                self.rows.set(text, |field| self.settings.contains_key(field))?;
                self.settings.retain(|field, _| self.rows.has_column(field));
                Ok(())
            }
            RowStrategy::Append => self.rows.append(text),
            RowStrategy::Update => self.rows.update(text),
        }
    }

    pub(crate) fn set_cell(
        &mut self,
        row_id: &Value,
        field: &str,
        value: &Value,
    ) -> Result<(), StateError> {
        self.known(field)?;
        if self.rows.columns().iter().any(|column| column.path && *column.field == *field) {
            return Err(StateError::PathChange { field: field.into() });
        }
        self.rows.set_cell(row_id, field, value)
    }

    pub(crate) fn set_columns(&mut self, columns: &[ColumnSettings]) -> Result<(), StateError> {
        for ColumnSettings { field, title, .. } in columns {
            check_size(SizedPart::ColumnField, field.len(), MAX_COLUMN_TITLE)?;
            let size = title.as_ref().map_or(0, String::len);
            check_size(SizedPart::ColumnTitle, size, MAX_COLUMN_TITLE)?;
        }
        let mut rows = self.rows.clone();
        let has_none = rows.columns().is_empty();
        for ColumnSettings { field, .. } in columns {
            if has_none && rows.count() == 0 {
                rows.declare_column(field)?;
            } else if !rows.has_column(field) && !rows.add_path(field)? {
                return Err(self.unknown(field));
            }
        }
        self.rows = rows;
        for column in columns {
            self.settings
                .entry(column.field.clone())
                .and_modify(|settings| settings.merge(column))
                .or_insert_with(|| column.clone());
        }
        Ok(())
    }

    pub(crate) fn set_state(&mut self, state: &TableState) -> Result<(), StateError> {
        check_count(CountedItems::SortedColumns, state.sort.len(), MAX_SORT)?;
        for field in state.fields() {
            // A state may be older than the rows.
            if !self.state.fields().any(|known| known == field) {
                self.known(field)?;
            }
        }
        self.state = TableState { filter: self.fitted(&state.filter)?, ..state.clone() };
        let selection = &mut self.state.selection;
        selection.count = selection.count.max(selection.row_ids.len());
        Ok(())
    }

    /// A filter as its columns can have it. One that is kept may be older than the rows, and
    /// without rows nothing is known of a column.
    ///
    /// # Errors
    ///
    /// [`StateError::FilterType`] for a condition that a column cannot have.
    pub(crate) fn fitted(&self, filter: &TableFilter) -> Result<TableFilter, StateError> {
        if filter.is_empty() || self.rows.count() == 0 {
            return Ok(filter.clone());
        }
        let columns = self.rows.columns();
        let fitted = |(field, filter): (&String, &ColumnFilter)| {
            let is_kept = self.state.filter.get(field) == Some(filter);
            let column = columns.iter().find(|column| *column.field == **field && !is_kept);
            let fitted = column.map_or_else(|| Ok(filter.clone()), |column| filter.fit(column))?;
            Ok((field.clone(), fitted))
        };
        filter.iter().map(fitted).collect()
    }

    fn known(&self, field: &str) -> Result<(), StateError> {
        if self.rows.has_column(field) {
            return Ok(());
        }
        Err(self.unknown(field))
    }

    fn unknown(&self, field: &str) -> StateError {
        let columns = self.rows.columns();
        let paths = self.rows.paths_beside(field);
        let names =
            columns.iter().map(|column| &*column.field).chain(paths.iter().map(|path| &**path));
        let nearest = nearest(field, names).map(Into::into);
        StateError::UnknownColumn { field: field.chars().take(80).collect(), nearest }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn table() -> Table {
        let rows = r#"[{"id": 1, "n": 2, "o": {}}, {"id": "1", "n": 3, "o": []}]"#;
        Table::from(Rows::parse(rows).unwrap().with_row_id("id").unwrap())
    }

    fn editable(table: &Table) -> Vec<bool> {
        table.columns().iter().map(|column| column.editable).collect()
    }

    #[test]
    fn cells_are_editable_when_allowed_but_ids_and_structures_never() {
        assert_eq!(editable(&table()), [false, false, false]);
        assert_eq!(editable(&table().with_editable(true)), [false, true, false]);
        let settings = |editable| ColumnSettings { editable, ..ColumnSettings::of("n") };
        let one = table().with_columns(&[settings(Some(true))]).unwrap();
        assert_eq!(editable(&one), [false, true, false]);
        let none = one.with_editable(true).with_columns(&[settings(Some(false))]).unwrap();
        assert_eq!(editable(&none), [false, false, false]);
        assert_eq!(editable(&none.with_columns(&[settings(None)]).unwrap()), [false; 3]);
    }

    #[test]
    fn what_names_no_column_is_refused_with_the_nearest() {
        let mut table = table();
        let before = table.clone();
        let sort = json!({"sort": [{"field": "N", "direction": "asc"}]});
        let state: TableState = serde_json::from_value(sort).unwrap();
        let error = table.set_state(&state).unwrap_err().to_string();
        assert!(error.contains("did you mean \"n\"?"), "{error}");
        table.set_cell(&json!(1), "m", &json!(5)).unwrap_err();
        let sort = vec![json!({"field": "n", "direction": "asc"}); MAX_SORT + 1];
        let state: TableState = serde_json::from_value(json!({"sort": sort})).unwrap();
        assert!(matches!(table.set_state(&state), Err(StateError::TooMany { .. })));
        assert_eq!(table, before);
    }

    #[test]
    fn a_column_may_be_a_path_through_objects() {
        let rows = Rows::parse(r#"[{"id": 1, "p": {"mag": 7}, "q.r": 1, "q": {"r": 2}}]"#).unwrap();
        let table = Table::from(rows.with_row_id("id").unwrap()).with_editable(true);
        let mut table = table.with_columns(&[titled("p.mag"), titled("q.r")]).unwrap();
        let columns = table.columns();
        let of = |field: &str| columns.iter().find(|column| &*column.field == field).unwrap();
        assert_eq!(of("p.mag").title.as_deref(), Some("p.mag!"));
        assert_eq!((of("p.mag").path, of("p.mag").editable), (true, false));
        assert_eq!((of("q.r").path, of("q.r").editable), (false, true));
        let error = table.set_cell(&json!(1), "p.mag", &json!(5)).unwrap_err().to_string();
        assert!(error.contains("send the row"), "{error}");
        let error = table.set_columns(&[titled("p.mga")]).unwrap_err().to_string();
        assert!(error.contains("did you mean \"p.mag\"?"), "{error}");
        let copy: Table = serde_json::from_value(json!(table)).unwrap();
        assert_eq!(copy.columns(), columns);
        table.change_rows(RowStrategy::Set, r#"[{"id": 1, "p": 2}]"#.into()).unwrap();
        assert_eq!(fields(&table), ["id", "p"]);
    }

    #[test]
    fn a_state_outlives_the_rows_it_was_made_for() {
        let mut table = table();
        let state: TableState = serde_json::from_value(json!({
            "sort": [{"field": "n", "direction": "desc"}], "selection": {"row_ids": [1]},
        }))
        .unwrap();
        table.set_state(&state).unwrap();
        assert_eq!(table.state().selection.count, 1);
        table.change_rows(RowStrategy::Set, r#"[{"id": 1, "m": 2}]"#.into()).unwrap();
        table.set_state(&table.state().clone()).unwrap();
        assert_eq!(table.state().sort, state.sort);
    }

    fn fields(table: &Table) -> Vec<String> {
        table.columns().iter().map(|column| column.field.to_string()).collect()
    }

    fn titled(field: &str) -> ColumnSettings {
        ColumnSettings { title: Some(format!("{field}!")), ..ColumnSettings::of(field) }
    }

    #[test]
    fn a_table_without_rows_has_the_columns_that_were_declared() {
        let none = Table::from(Rows::default());
        let mut table = none.clone().with_columns(&[titled("b"), titled("a")]).unwrap();
        assert_eq!(fields(&table), ["b", "a"]);
        assert_eq!(table.columns()[0].title.as_deref(), Some("b!"));
        table.set_columns(&[titled("c")]).unwrap_err();
        let set = |rows: &str| {
            let mut table = table.clone();
            table.change_rows(RowStrategy::Set, rows.into()).unwrap();
            table
        };
        let filled = set(r#"[{"c": 1, "a": 2}]"#);
        assert_eq!(fields(&filled), ["b", "a", "c"]);
        assert_eq!(filled.columns()[1].kind, ColumnType::Number);
        table.change_rows(RowStrategy::Append, r#"[{"a": 1, "b": 2}]"#.into()).unwrap();
        assert_eq!(fields(&table), ["b", "a"]);
        let many: Vec<_> = (0..1_001).map(|n| titled(&n.to_string())).collect();
        assert!(matches!(none.with_columns(&many), Err(StateError::TooMany { .. })));
    }

    #[test]
    fn a_table_that_is_emptied_keeps_its_columns_and_their_titles() {
        let mut table = table().with_columns(&[titled("n")]).unwrap();
        let before = table.columns();
        table.change_rows(RowStrategy::Set, "[]".into()).unwrap();
        assert_eq!(table.columns(), before);
        table.change_rows(RowStrategy::Append, "[]".into()).unwrap();
        assert_eq!(table.columns(), before);
        let mut appended = table.clone();
        appended.change_rows(RowStrategy::Append, r#"[{"n": "x", "id": 1}]"#.into()).unwrap();
        assert_eq!(fields(&appended), ["id", "n", "o"]);
        assert_eq!(appended.columns()[1].kind, ColumnType::Text);
        // Columns of other rows, about which nothing was said, do not stay for ever.
        table.change_rows(RowStrategy::Set, r#"[{"id": 1, "m": 2}]"#.into()).unwrap();
        assert_eq!(fields(&table), ["id", "n", "m"]);
    }

    #[test]
    fn appended_rows_leave_the_order_of_the_columns() {
        let mut table = table();
        table.change_rows(RowStrategy::Append, r#"[{"z": 1, "o": 1, "id": 2}]"#.into()).unwrap();
        assert_eq!(fields(&table), ["id", "n", "o", "z"]);
    }

    #[test]
    fn pages_have_a_size_that_can_be_shown() {
        table().with_page_size(0).unwrap_err();
        table().with_page_size(10_001).unwrap_err();
        assert_eq!(table().with_page_size(10_000).unwrap().page_size(), Some(10_000));
    }
}

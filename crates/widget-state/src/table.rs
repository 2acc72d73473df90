//! A table: its rows, what an agent says about its columns, and how it is looked at.

pub(crate) mod cell;
mod columns;
pub(crate) mod filter;
pub(crate) mod format;
mod id_name;
pub(crate) mod locale;
mod look;
pub(crate) mod rows;
mod settings;
pub(crate) mod shares;
pub(crate) mod state;
mod stored;
mod time_format;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use filter::{
    ColumnFilter, Condition, FilterType, Operator, ScalarTest, TableFilter, TextTest,
};
pub use format::NumberFormat;
pub use locale::Locale;
pub use look::{CellStyle, CellTest, CellType, ColumnLook, Side, TextAlign};
pub use settings::ColumnSettings;
pub use state::{ColumnSort, ColumnState, Direction, Selection, TableState};
pub use time_format::{ColumnFormat, TimeFormat};

use crate::bounds::{check_count, check_title};
use crate::data_ref::PagesRef;
use crate::error::StateError;
use crate::json::JsonError;
use crate::limits::CountedItems;
use crate::suggest::nearest;
use rows::{Column, Rows};

/// More rows than this stay on the server, which pages, sorts and filters them.
pub const MAX_CLIENT_ROWS: usize = 100_000;

/// The most rows on one page of a table.
const MAX_PAGE_SIZE: u32 = 10_000;

/// The most columns that rows are sorted by: each costs memory for every row.
pub(crate) const MAX_SORT: usize = 16;

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
    /// The fields from left to right; empty for the order of the rows.
    order: Vec<String>,
    title: String,
    editable: bool,
    unselectable: bool,
    page_size: Option<u32>,
    newest_first: bool,
    max_rows: Option<u32>,
    state: TableState,
    revision: u64,
}

impl From<Rows> for Table {
    fn from(rows: Rows) -> Self {
        Self { rows, revision: 1, ..Self::default() }
    }
}

impl Table {
    /// Gives it a title, which stands above it.
    ///
    /// # Errors
    ///
    /// [`StateError::TooLarge`] above 1,024 bytes.
    pub fn with_title(mut self, title: impl Into<String>) -> Result<Self, StateError> {
        self.title = title.into();
        check_title(&self.title)?;
        Ok(self)
    }

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

    /// Shows the last row first, until the person sorts.
    #[must_use]
    pub fn with_newest_first(mut self, newest_first: bool) -> Self {
        self.newest_first = newest_first;
        self
    }

    /// Bounds its rows: with more of them the first go.
    ///
    /// # Errors
    ///
    /// [`StateError::MaxRows`] unless it is between 1 and [`MAX_CLIENT_ROWS`], and for rows without
    /// a row id: they are known by their positions, which change as others go.
    pub fn with_max_rows(mut self, max_rows: u32) -> Result<Self, StateError> {
        let is_in_range = (1..=MAX_CLIENT_ROWS).contains(&(max_rows as usize));
        if !is_in_range || self.rows.row_id().is_none() {
            return Err(StateError::MaxRows { limit: MAX_CLIENT_ROWS });
        }
        self.max_rows = Some(max_rows);
        self.bound();
        Ok(self)
    }

    /// Says something about columns. Those that are named in another order than theirs stand first,
    /// in that order. A table with neither rows nor columns has these then.
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownColumn`] for one that no row has, be it as a field or as a path through
    /// objects (`properties.mag`), [`StateError::TooLarge`]
    /// for a title above 1,024 bytes, [`StateError::TooMany`] above 1,000 columns.
    pub fn with_columns(mut self, columns: &[ColumnSettings]) -> Result<Self, StateError> {
        self.take_settings(columns)?;
        self.put_first(columns.iter().map(|column| &*column.field));
        Ok(self)
    }

    /// Its title; may be empty.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &Rows {
        &self.rows
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

    /// Returns whether the last row is shown first.
    #[must_use]
    pub fn is_newest_first(&self) -> bool {
        self.newest_first
    }

    /// Returns the most rows that it keeps; `None` for all.
    #[must_use]
    pub fn max_rows(&self) -> Option<u32> {
        self.max_rows
    }

    fn bound(&mut self) {
        if let Some(max_rows) = self.max_rows {
            self.rows.keep_last(max_rows as usize);
        }
    }

    /// Returns whether cells are editable where no column says otherwise.
    pub(crate) fn is_editable_by_default(&self) -> bool {
        self.editable
    }

    /// The revision of the widget that last changed the rows.
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

    /// Takes rows in any form that can mean one thing only, and returns the list that they are.
    pub(crate) fn change_rows(
        &mut self,
        strategy: RowStrategy,
        text: Arc<str>,
    ) -> Result<Arc<str>, JsonError> {
        let text = self.named_cells(text)?;
        match strategy {
            RowStrategy::Set => {
                self.rows.set(Arc::clone(&text), |field| self.settings.contains_key(field))?;
                self.settings.retain(|field, _| self.rows.has_column(field));
                self.order.retain(|field| self.rows.has_column(field));
            }
            RowStrategy::Append => self.rows.append(Arc::clone(&text))?,
            RowStrategy::Update => self.rows.update(Arc::clone(&text))?,
        }
        self.bound();
        Rows::as_list(text)
    }

    /// The fields with values that rows would lose by an update with these, as
    /// [`Rows::dropped_by`].
    pub(crate) fn dropped_by(&self, rows: &Arc<str>) -> Vec<String> {
        let named = self.named_cells(Arc::clone(rows));
        // What cannot be read is refused by the update itself.
        named.and_then(|rows| self.rows.dropped_by(&rows)).unwrap_or_default()
    }

    /// Lists of cells with the names of its columns; rows in another form as they are.
    ///
    /// # Errors
    ///
    /// [`JsonError`] where the columns are shown in another order than that of the rows: the cells
    /// could be in either.
    pub(crate) fn named_cells(&self, text: Arc<str>) -> Result<Arc<str>, JsonError> {
        if !Rows::are_cells(&text) {
            return Ok(text);
        }
        let (in_rows, shown) = (self.rows.columns(), self.columns());
        let (names, shown) = (fields_of(&in_rows), fields_of(&shown));
        let problem = if names.is_empty() {
            "lists of cells need columns, and the table has none: write a list of row objects"
        } else if names != shown {
            "lists of cells could be in the order of the rows or in that of the columns, which \
             differ: write a list of row objects"
        } else {
            return Rows::name_cells(text, &names);
        };
        Err(JsonError::shape(problem))
    }

    /// The bytes of rows once they are a list of objects, at most: each list of cells gets the names
    /// of the columns.
    pub(crate) fn bytes_as_list(&self, text: &str) -> usize {
        if !Rows::are_cells(text) {
            return text.len();
        }
        let columns = self.rows.columns();
        let names = fields_of(&columns).into_iter().map(|name| Value::from(name).to_string().len());
        let rows = Rows::count_cells(text);
        text.len().saturating_add(rows.saturating_mul(names.map(|name| name + 1).sum()))
    }

    /// Takes the state of a table in whose place it comes, with or without that of its columns.
    pub(crate) fn keep_state_of(&mut self, before: &Self, with_columns: bool) {
        self.state = before.state.clone();
        if !with_columns {
            self.state.columns.clear();
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
        let fields = columns.iter().map(|column| &*column.field);
        let known: Vec<String> =
            fields.chain(paths.iter().map(String::as_str)).map(Into::into).collect();
        let nearest = nearest(field, known.iter().map(String::as_str)).map(Into::into);
        StateError::UnknownColumn { field: field.chars().take(80).collect(), nearest, known }
    }
}

/// The fields of the rows among columns.
fn fields_of(columns: &[Column]) -> Vec<&str> {
    columns.iter().filter(|column| !column.path).map(|column| &*column.field).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::rows::ColumnType;

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
    fn a_bound_of_rows_needs_their_ids() {
        let rows = || Rows::parse(r#"[{"id": 1}, {"id": 2}]"#).unwrap();
        let by_position = Table::from(rows()).with_max_rows(5).unwrap_err().to_string();
        assert!(by_position.contains("needs row_id"), "{by_position}");
        let table = || Table::from(rows().with_row_id("id").unwrap());
        table().with_max_rows(0).unwrap_err();
        table().with_max_rows(100_001).unwrap_err();
        let table = table().with_max_rows(1).unwrap();
        assert_eq!((table.rows().count(), table.max_rows()), (1, Some(1)));
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
    fn lists_of_cells_are_in_the_order_of_the_rows() {
        let rows = Rows::parse(r#"[{"id": 1, "n": 2}]"#).unwrap().with_row_id("id").unwrap();
        let mut table = Table::from(rows);
        for (strategy, cells, list, count) in [
            (RowStrategy::Append, "[[2, 3]]", r#"[{"id":2,"n":3}]"#, 2),
            (RowStrategy::Update, "[[1, 4]]", r#"[{"id":1,"n":4}]"#, 2),
            (RowStrategy::Set, "[[5, 6]]", r#"[{"id":5,"n":6}]"#, 1),
        ] {
            assert_eq!(&*table.change_rows(strategy, cells.into()).unwrap(), list);
            assert_eq!(table.rows().count(), count);
        }
        let refused = |table: &mut Table, cells: &str| {
            table.change_rows(RowStrategy::Append, cells.into()).unwrap_err().to_string()
        };
        let error = refused(&mut table, "[[7, 8], [9]]");
        assert!(error.contains("row 1 has 1 cell for 2 columns: id, n"), "{error}");
        let error = refused(&mut table, r#"[[7, 8], null, {"id": 9}]"#);
        assert!(error.contains("row 1 is no list of cells"), "{error}");
        refused(&mut table, r#"[[7, 8]], "index": [0]"#);
        let error = refused(&mut table, "[[7, 8], [9, NaN]]");
        assert!(error.contains("row 1, value 1: "), "{error}");
        let error = refused(&mut Table::from(Rows::default()), "[[1]]");
        assert!(error.contains("the table has none"), "{error}");
        let text = "[[7, 8], [9, 10]]";
        let (most, list) = (table.bytes_as_list(text), table.named_cells(text.into()).unwrap());
        assert!((list.len()..=list.len() + 6).contains(&most), "{most} for {list}");
        let nested = r#"[[7, [[1, 2], [3, 4]]], ["[[[", 8]]"#;
        let (most, list) = (table.bytes_as_list(nested), table.named_cells(nested.into()).unwrap());
        assert!((list.len()..=list.len() + 12).contains(&most), "{most} for {list}");
        let mut table = table.with_columns(&[titled("n"), titled("id")]).unwrap();
        let error = refused(&mut table, "[[7, 8]]");
        assert!(error.contains("write a list of row objects"), "{error}");
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

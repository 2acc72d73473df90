//! The rows of a table: JSON text in blocks, and what its columns hold.

mod blocks;
mod column_type;
mod columns;
mod dropped;
pub(crate) mod exact;
mod fields;
mod lines;
mod order;
mod origin;
mod parse;
mod paths;
mod profile;
mod relearn;
mod shapes;
mod sort_key;
mod syntax;
mod text_date;
mod text_number;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

pub(crate) use crate::table::cell::Cell;
use blocks::Block;
pub use column_type::ColumnType;
pub use columns::Column;
pub(super) use columns::Columns;
use exact::{MAX_EXACT, is_beyond_exact};
pub use order::{RowOrder, RowQuery};
pub use profile::ColumnTrait;
pub(crate) use text_date::is_day;

use crate::bounds::check_count;
use crate::error::StateError;
use crate::json::JsonError;
use crate::limits::CountedItems;

/// A list of row objects as JSON text, kept as it came, with its columns.
///
/// Appending keeps the new text in blocks of its own, so a row is never copied
/// or parsed again because others arrive, and a changed row copies its block only.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    blocks: Vec<Block>,
    count: usize,
    bytes: usize,
    columns: Columns,
    row_id: Option<Arc<str>>,
    ids: Arc<Ids>,
}

/// Row id, as JSON text, to the row's position.
type Ids = HashMap<Box<str>, usize>;

impl Rows {
    /// Takes the JSON text of a list of row objects, or another form of a table that can mean one
    /// thing only: JSON Lines, a list for each column, and the orients of pandas' `df.to_json`
    /// whose rows have numbers.
    ///
    /// # Errors
    ///
    /// [`JsonError`] when the text is not JSON or no such table.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, JsonError> {
        let (mut rows, text) = (Self::default(), text.into());
        rows.append(Arc::clone(&text))?;
        if rows.count == 0 {
            let names = shapes::columns_without_rows(&text);
            if names.len() > parse::MAX_COLUMNS {
                let most = parse::MAX_COLUMNS;
                return Err(JsonError::shape(format!("the rows have more than {most} columns")));
            }
            names.iter().for_each(|name| _ = rows.columns.declare(name));
        }
        Ok(rows)
    }

    /// Takes rows as [`Rows::parse`], and lists of cells in the order of these columns.
    ///
    /// ```
    /// use widget_state::Rows;
    ///
    /// let rows = Rows::parse_beside("[[1, 2], [3, 4]]", ["a", "b"])?;
    /// assert_eq!(rows.row(1), Some(r#"{"a":3,"b":4}"#));
    /// # Ok::<(), widget_state::JsonError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Rows::parse`], and if a list has not as many cells as there are columns.
    pub fn parse_beside<'a>(
        text: impl Into<Arc<str>>,
        columns: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, JsonError> {
        let text = text.into();
        let names: Vec<&str> = columns.into_iter().collect();
        if !names.is_empty() {
            return Self::parse(Self::name_cells(text, &names)?);
        }
        let are_cells = Self::are_cells(&text);
        Self::parse(text).map_err(|mut error| {
            if are_cells {
                error.hint = Some("lists of cells need the names of their columns in `columns`");
            }
            error
        })
    }

    /// The number of lists of cells in a text; 0 where it cannot be read, and is refused.
    pub(crate) fn count_cells(text: &str) -> usize {
        let cells = shapes::cells(text).map(serde_json::from_str::<Vec<IgnoredAny>>);
        cells.and_then(Result::ok).map_or(0, |rows| rows.len())
    }

    /// Returns whether a text begins as a list of lists of cells.
    pub(crate) fn are_cells(text: &str) -> bool {
        shapes::cells(text).is_some()
    }

    /// The rows whose cells are lists in the order of these columns; a table in another form as it
    /// is.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if one of the rows is no list, or has not as many cells as there are columns.
    pub(crate) fn name_cells(text: Arc<str>, names: &[&str]) -> Result<Arc<str>, JsonError> {
        match shapes::cells(&text) {
            Some(cells) => shapes::named(names, cells).map(Into::into),
            None => Ok(text),
        }
    }

    /// The text of a table in another form as that of a list of row objects.
    ///
    /// # Errors
    ///
    /// As [`Rows::parse`], as far as it is about the form.
    pub(crate) fn as_list(text: Arc<str>) -> Result<Arc<str>, JsonError> {
        match shapes::as_list(&text) {
            Ok(list) => Ok(list.map_or(text, Arc::from)),
            Err(error) => Err(lines::error(&text).unwrap_or(error)),
        }
    }

    /// Makes `field` the one that identifies a row.
    ///
    /// # Errors
    ///
    /// [`JsonError`] when a row lacks the field, or two rows have the same value there.
    pub fn with_row_id(mut self, field: &str) -> Result<Self, JsonError> {
        let mut ids = Ids::with_capacity(self.count);
        for row in self.texts() {
            add_id(row, field, 0, &mut ids)?;
        }
        self.row_id = Some(field.into());
        self.ids = Arc::new(ids);
        Ok(self)
    }

    /// Gives a table without rows a column that has no values yet.
    ///
    /// # Errors
    ///
    /// [`StateError::TooMany`] above 1,000 columns.
    pub fn declare_column(&mut self, field: &str) -> Result<(), StateError> {
        if !self.columns.contains(field) {
            check_count(CountedItems::Columns, self.columns.len() + 1, parse::MAX_COLUMNS)?;
        }
        self.columns.declare(field);
        Ok(())
    }

    /// Takes other rows, with the same field as their row id. A list without rows keeps
    /// the columns; rows in a table without rows come in the order of its columns, of
    /// which those stay that a row has or that `is_declared` names.
    ///
    /// # Errors
    ///
    /// As [`Rows::parse`] and [`Rows::with_row_id`]. Nothing is changed then.
    pub fn set(
        &mut self,
        text: impl Into<Arc<str>>,
        is_declared: impl Fn(&str) -> bool,
    ) -> Result<(), JsonError> {
        let mut rows = Self::parse(text)?;
        if let Some(field) = self.row_id() {
            rows = rows.with_row_id(field)?;
        }
        for (_, path) in self.columns.paths() {
            // It has as many columns as before at most, and those of a path that leads nowhere go.
            let _ = rows.add_path(&path);
        }
        if rows.count == 0 {
            rows.columns = self.columns.clone();
        } else if self.count == 0 {
            rows.columns = rows.columns.arrange(&self.columns, is_declared);
        }
        *self = rows;
        Ok(())
    }

    /// Adds the rows of a table at the end, as [`Rows::parse`] takes it. New columns follow those
    /// that are there.
    ///
    /// # Errors
    ///
    /// As [`Rows::parse`], and when a row id is missing or is there already.
    /// Nothing is added then.
    pub fn append(&mut self, text: impl Into<Arc<str>>) -> Result<(), JsonError> {
        let mut columns = self.columns.clone();
        if self.count == 0 {
            columns.forget_values();
        }
        let (text, added) = scan(&text.into(), &mut columns)?;
        if added == 0 {
            return Ok(());
        }
        if let Some(field) = &self.row_id {
            let new = self.new_ids(&text, field)?;
            Arc::make_mut(&mut self.ids).extend(new);
        }
        self.columns = columns;
        let blocks = Block::split(&text, self.count);
        self.bytes += blocks.iter().map(Block::len).sum::<usize>();
        self.blocks.extend(blocks);
        self.count += added;
        Ok(())
    }

    /// Keeps so many rows, the last.
    pub(super) fn keep_last(&mut self, count: usize) {
        let surplus = self.count.saturating_sub(count);
        if surplus == 0 {
            return;
        }
        let whole = self.blocks.partition_point(|block| block.first + block.count <= surplus);
        self.blocks.drain(..whole);
        for block in &mut self.blocks {
            block.drop_before(surplus);
        }
        Block::let_texts_go(&mut self.blocks);
        self.count = count;
        self.bytes = self.blocks.iter().map(Block::len).sum();
        Arc::make_mut(&mut self.ids).retain(|_, position| {
            let left = position.checked_sub(surplus);
            *position = left.unwrap_or_default();
            left.is_some()
        });
    }

    fn new_ids(&self, text: &Arc<str>, field: &str) -> Result<Ids, JsonError> {
        let mut new = Ids::new();
        for row in Block::split(text, 0).iter().flat_map(Block::rows) {
            let id = add_id(row, field, self.count, &mut new)?;
            if self.ids.contains_key(&*id) {
                return Err(twice(field, &id));
            }
        }
        Ok(new)
    }

    /// Replaces the rows that have the row ids of the given ones.
    ///
    /// # Errors
    ///
    /// [`JsonError`] when the table has no row id, or a row's id is missing or
    /// not in the table. Nothing is changed then.
    pub fn update(&mut self, text: impl Into<Arc<str>>) -> Result<(), JsonError> {
        let Some(field) = self.row_id.clone() else {
            return Err(JsonError::shape(
                "the table has no row id, so no row can be updated: create it with `row_id`",
            ));
        };
        let mut columns = self.columns.clone();
        let (text, _) = scan(&text.into(), &mut columns)?;
        let mut changed = BTreeMap::new();
        for row in Block::split(&text, 0).iter().flat_map(Block::rows) {
            let id = row_id(row, &field)?;
            let Some(position) = self.ids.get(&*id) else {
                return Err(JsonError::shape(format!(
                    "no row has `{field}` {id}, so there is none to update: append it"
                )));
            };
            changed.insert(*position, row.to_owned());
        }
        self.learn_changed(columns, &changed)
    }

    /// Sets one value of one row.
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownRow`] when there is no such row, [`StateError::RowIdChange`]
    /// for the field that identifies it. Nothing is changed then.
    pub fn set_cell(
        &mut self,
        row_id: &Value,
        field: &str,
        value: &Value,
    ) -> Result<(), StateError> {
        if self.row_id.as_deref() == Some(field) {
            return Err(StateError::RowIdChange { field: field.into() });
        }
        let position = self.position(row_id);
        let Some((position, row)) = position.and_then(|at| Some((at, self.row(at)?))) else {
            let row_id = row_id.to_string().chars().take(80).collect();
            return Err(StateError::UnknownRow { row_id });
        };
        let row = with_field(row, field, &self.text_of(field, value))?;
        let mut columns = self.columns.clone();
        scan(&format!("[{row}]").into(), &mut columns)?;
        Ok(self.learn_changed(columns, &BTreeMap::from([(position, row)]))?)
    }

    /// Takes rows in the place of others, and the columns that have learned them.
    fn learn_changed(
        &mut self,
        mut columns: Columns,
        changed: &BTreeMap<usize, String>,
    ) -> Result<(), JsonError> {
        columns.keep_runs(&self.columns);
        self.relearn(&mut columns, changed)?;
        self.columns = columns;
        self.replace(changed);
        Ok(())
    }

    /// Returns the position of the row of this id.
    fn position(&self, row_id: &Value) -> Option<usize> {
        match self.row_id {
            Some(_) => {
                let found = self.ids.get(&*id_text(row_id)).or_else(|| {
                    // JavaScript has no such number: its page sends the digits as a text.
                    let digits = row_id.as_str().filter(|text| is_beyond_exact(text))?;
                    self.ids.get(digits)
                });
                found.copied()
            }
            None => row_id.as_u64().and_then(|position| position.try_into().ok()),
        }
    }

    /// Returns the block that holds a position.
    fn block_of(&self, position: usize) -> Option<usize> {
        let after = self.blocks.partition_point(|block| block.first <= position);
        (position < self.count).then(|| after - 1)
    }

    /// The blocks that hold some positions.
    fn touched(&self, changed: &BTreeMap<usize, String>) -> BTreeSet<usize> {
        changed.keys().filter_map(|position| self.block_of(*position)).collect()
    }

    /// The rows at the positions of others, in their order.
    fn rows_at(&self, changed: &BTreeMap<usize, String>) -> impl Iterator<Item = &str> {
        let blocks = self.touched(changed).into_iter().map(|index| &self.blocks[index]);
        let rows = blocks.flat_map(|block| block.rows().zip(block.first..));
        rows.filter(|(_, position)| changed.contains_key(position)).map(|(row, _)| row)
    }

    /// Puts other rows at some positions.
    fn replace(&mut self, changed: &BTreeMap<usize, String>) {
        for index in self.touched(changed) {
            let old = &self.blocks[index];
            let rows = old.rows().zip(old.first..);
            let new =
                old.with_rows(rows.map(|(row, at)| changed.get(&at).map_or(row, String::as_str)));
            self.bytes = self.bytes - old.len() + new.len();
            self.blocks[index] = new;
        }
    }

    /// The JSON text of each row.
    fn texts(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().flat_map(Block::rows)
    }

    /// The values of some fields in each row.
    pub(super) fn values(&self, names: &[&str]) -> impl Iterator<Item = Vec<Option<&RawValue>>> {
        // A row that cannot be read is in no table.
        self.texts().filter_map(|row| fields::pick(row, names).ok())
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The size of the rows' JSON text in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The field that identifies a row; without one it is the row's position.
    #[must_use]
    pub fn row_id(&self) -> Option<&str> {
        self.row_id.as_deref()
    }

    /// The columns in the order in which they first appear.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        self.columns.describe()
    }

    /// Everything known of the columns, for a journal.
    pub(super) fn known_columns(&self) -> &Columns {
        &self.columns
    }

    /// Takes what a journal has kept of the columns: more than the rows say by themselves.
    pub(super) fn restore_columns(&mut self, columns: Columns) {
        self.columns = columns;
    }

    /// Returns whether a row has this field.
    #[must_use]
    pub fn has_column(&self, field: &str) -> bool {
        self.columns.contains(field)
    }

    /// Returns whether a column has values of several kinds, such as numbers and texts.
    #[must_use]
    pub fn is_mixed(&self, field: &str) -> bool {
        self.columns.kinds(field).count_ones() > 1
    }

    /// Returns whether a column has a value in any row, nulls aside.
    #[must_use]
    pub fn has_values(&self, field: &str) -> bool {
        self.columns.has_values(field)
    }

    /// The whole list as JSON text, in pieces to be written one after the other.
    pub fn json_pieces(&self) -> impl Iterator<Item = JsonPiece> + use<> {
        let inner = self.blocks.clone().into_iter().enumerate().flat_map(|(index, block)| {
            let separator = (index > 0).then_some(JsonPiece::Static(","));
            let (text, range) = block.shared();
            separator.into_iter().chain([JsonPiece::Shared(text, range)])
        });
        std::iter::once(JsonPiece::Static("[")).chain(inner).chain([JsonPiece::Static("]")])
    }
}

/// Two lists are the same when the texts of their rows, their columns and their row ids are.
impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count
            && self.row_id == other.row_id
            && self.columns == other.columns
            && self.texts().eq(other.texts())
    }
}

impl Eq for Rows {}

/// A piece of JSON text.
#[derive(Clone, Debug)]
pub enum JsonPiece {
    /// Punctuation.
    Static(&'static str),
    /// The given bytes of a shared text.
    Shared(Arc<str>, std::ops::Range<usize>),
}

impl From<Arc<str>> for JsonPiece {
    fn from(text: Arc<str>) -> Self {
        let range = 0..text.len();
        Self::Shared(text, range)
    }
}

impl JsonPiece {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Static(text) => text,
            Self::Shared(text, range) => &text[range.clone()],
        }
    }
}

impl AsRef<[u8]> for JsonPiece {
    fn as_ref(&self) -> &[u8] {
        self.as_str().as_bytes()
    }
}

/// Learns the columns of the rows of a table in any form; the list that they are, and their number.
fn scan(text: &Arc<str>, columns: &mut Columns) -> Result<(Arc<str>, usize), JsonError> {
    let list = Rows::as_list(Arc::clone(text))?;
    let count = parse::scan(&list, columns);
    let count = count.map_err(|error| lines::error(text).unwrap_or(error))?;
    columns.learn_paths(&list)?;
    Ok((list, count))
}

/// The row with another value, of this JSON text, in one field.
fn with_field(row: &str, name: &str, value: &str) -> Result<String, JsonError> {
    let fields = fields::fields(row)?;
    let mut text = String::with_capacity(row.len() + value.len());
    for (field, old) in &fields {
        write_field(&mut text, field, if field == name { value } else { old.get() });
    }
    if !fields.iter().any(|(field, _)| field == name) {
        write_field(&mut text, name, value);
    }
    text.push('}');
    Ok(text)
}

fn write_field(row: &mut String, name: &str, value: &str) {
    row.push(if row.is_empty() { '{' } else { ',' });
    row.push_str(&Value::from(name).to_string());
    row.push(':');
    row.push_str(value);
}

/// Notes the id of the next row, which comes after `first` others and those in `ids`.
fn add_id<'a>(
    row: &'a str,
    field: &str,
    first: usize,
    ids: &mut Ids,
) -> Result<Cow<'a, str>, JsonError> {
    let id = row_id(row, field)?;
    let position = first + ids.len();
    if ids.insert((&*id).into(), position).is_some() {
        return Err(twice(field, &id));
    }
    Ok(id)
}

fn twice(field: &str, id: &str) -> JsonError {
    JsonError::shape(format!("two rows have `{field}` {id}, which is the row id"))
}

fn row_id<'a>(row: &'a str, field: &str) -> Result<Cow<'a, str>, JsonError> {
    let id = fields::pick(row, &[field])?.pop().flatten().filter(|id| id.get() != "null");
    let Some(id) = id else {
        return Err(JsonError::shape(format!("a row has no `{field}`, which is the row id")));
    };
    // Mostly it is written in the one way that a page writes it as well.
    if !id.get().contains(['\\', '.', 'e', 'E']) {
        return Ok(id.get().into());
    }
    let value = serde_json::from_str(id.get()).map_err(|error| JsonError::new(&error, row))?;
    Ok(id_text(&value).into())
}

/// A row id as JavaScript writes it: `1.0` is `1`, and nothing is escaped that need not be.
fn id_text(id: &Value) -> String {
    match id.as_f64() {
        Some(number) if number.fract() == 0.0 && number.abs() < MAX_EXACT => {
            format!("{number:.0}")
        }
        _ => id.to_string(),
    }
}

#[cfg(test)]
mod tests;

//! The rows of a table: JSON text in chunks, and what its columns hold.

mod columns;
mod parse;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::value::RawValue;

use columns::Columns;
pub use columns::{Column, ColumnType};

use crate::json::JsonError;

/// A list of row objects as JSON text, kept as it came, with its columns.
///
/// Appending keeps the new text as a chunk of its own, so a row is never copied
/// or parsed again because others arrive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    chunks: Vec<Arc<str>>,
    count: usize,
    bytes: usize,
    columns: Columns,
    row_id: Option<Arc<str>>,
    ids: Arc<Ids>,
}

/// Row id, as JSON text, to the row's position.
type Ids = HashMap<Box<str>, usize>;

impl Rows {
    /// Takes the JSON text of a list of row objects.
    ///
    /// # Errors
    ///
    /// [`JsonError`] when the text is not JSON or not a list of objects.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, JsonError> {
        let mut rows = Self::default();
        rows.append(text)?;
        Ok(rows)
    }

    /// Makes `field` the one that identifies a row.
    ///
    /// # Errors
    ///
    /// [`JsonError`] when a row lacks the field, or two rows have the same value there.
    pub fn with_row_id(mut self, field: &str) -> Result<Self, JsonError> {
        let mut ids = Ids::with_capacity(self.count);
        for chunk in &self.chunks {
            for row in raw_rows(chunk)? {
                add_id(row, field, 0, &mut ids)?;
            }
        }
        self.row_id = Some(field.into());
        self.ids = Arc::new(ids);
        Ok(self)
    }

    /// Adds the rows of a JSON list at the end.
    ///
    /// # Errors
    ///
    /// As [`Rows::parse`], and when a row id is missing or is there already.
    /// Nothing is added then.
    pub fn append(&mut self, text: impl Into<Arc<str>>) -> Result<(), JsonError> {
        let text = text.into();
        let mut columns = self.columns.clone();
        let added = parse::scan(&text, &mut columns)?;
        if let Some(field) = &self.row_id {
            let new = self.new_ids(&text, field)?;
            Arc::make_mut(&mut self.ids).extend(new);
        }
        self.columns = columns;
        self.count += added;
        if added > 0 {
            self.bytes += text.len();
            self.chunks.push(text);
        }
        Ok(())
    }

    fn new_ids(&self, text: &str, field: &str) -> Result<Ids, JsonError> {
        let mut new = Ids::new();
        for row in raw_rows(text)? {
            let id = add_id(row, field, self.count, &mut new)?;
            if self.ids.contains_key(id) {
                return Err(twice(field, id));
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
        let text = text.into();
        let mut columns = self.columns.clone();
        parse::scan(&text, &mut columns)?;
        let mut changed = HashMap::new();
        for row in raw_rows(&text)? {
            let id = row_id(row, &field)?;
            let Some(position) = self.ids.get(id.get()) else {
                return Err(JsonError::shape(format!(
                    "no row has `{field}` {}; use the strategy `append` to add one",
                    id.get()
                )));
            };
            changed.insert(*position, row);
        }
        if changed.is_empty() {
            return Ok(());
        }
        let merged = self.merge(&changed)?;
        self.columns = columns;
        self.bytes = merged.len();
        self.chunks = vec![merged.into()];
        Ok(())
    }

    fn merge(&self, changed: &HashMap<usize, &RawValue>) -> Result<String, JsonError> {
        let mut merged = String::with_capacity(self.bytes);
        let mut position = 0;
        for chunk in &self.chunks {
            for row in raw_rows(chunk)? {
                merged.push(if position == 0 { '[' } else { ',' });
                merged.push_str(changed.get(&position).map_or(row.get(), |new| new.get()));
                position += 1;
            }
        }
        merged.push(']');
        Ok(merged)
    }

    /// How many rows there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The size of the JSON text in bytes.
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

    /// The whole list as JSON text, in pieces to be written one after the other.
    pub fn json_pieces(&self) -> impl Iterator<Item = JsonPiece> + use<> {
        let inner = self.chunks.clone().into_iter().enumerate().flat_map(|(index, chunk)| {
            let separator = (index > 0).then_some(JsonPiece::Static(","));
            separator.into_iter().chain([JsonPiece::inner(chunk)])
        });
        std::iter::once(JsonPiece::Static("[")).chain(inner).chain([JsonPiece::Static("]")])
    }
}

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
    /// What stands between the brackets of a JSON list.
    fn inner(list: Arc<str>) -> Self {
        let start = list.find('[').map_or(0, |at| at + 1);
        let end = list.rfind(']').unwrap_or(list.len());
        Self::Shared(list, start..end.max(start))
    }
}

impl AsRef<[u8]> for JsonPiece {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Static(text) => text.as_bytes(),
            Self::Shared(text, range) => &text.as_bytes()[range.clone()],
        }
    }
}

fn raw_rows(text: &str) -> Result<Vec<&RawValue>, JsonError> {
    serde_json::from_str(text).map_err(|error| JsonError::new(&error, text))
}

/// Notes the id of the next row, which comes after `first` others and those in `ids`.
fn add_id<'a>(
    row: &'a RawValue,
    field: &str,
    first: usize,
    ids: &mut Ids,
) -> Result<&'a str, JsonError> {
    let id = row_id(row, field)?.get();
    let position = first + ids.len();
    if ids.insert(id.into(), position).is_some() {
        return Err(twice(field, id));
    }
    Ok(id)
}

fn twice(field: &str, id: &str) -> JsonError {
    JsonError::shape(format!("two rows have `{field}` {id}, which is the row id"))
}

fn row_id<'a>(row: &'a RawValue, field: &str) -> Result<&'a RawValue, JsonError> {
    let fields: HashMap<String, &RawValue> =
        serde_json::from_str(row.get()).map_err(|error| JsonError::new(&error, row.get()))?;
    let id = fields.get(field).copied().filter(|id| id.get() != "null");
    id.ok_or_else(|| JsonError::shape(format!("a row has no `{field}`, which is the row id")))
}

#[cfg(test)]
mod tests;

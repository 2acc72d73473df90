//! Token stores on a table of texts.

mod record;
mod store;

use std::fmt;

use async_trait::async_trait;

use crate::error::StoreError;

pub use record::TableRecord;
pub use store::TableTokenStore;

/// A table of texts by name with a compare-and-swap: what a database is good
/// at. [`TableTokenStore`] makes a [`TokenStore`](crate::TokenStore) of one.
///
/// # Contract
///
/// - A name has 1 to 264 bytes without control characters. Names that differ
///   in anything, case included, are different.
/// - A record is text of any length, some kilobytes as a rule. It is a secret.
/// - [`swap`](Self::swap) compares and writes in one step: of any number of
///   callers, here and in other processes, that expect the same, one succeeds.
/// - A swap that returned is seen by every call that begins afterwards.
/// - An error says what a caller can do: [`Unavailable`](StoreError::Unavailable)
///   and [`Timeout`](StoreError::Timeout) for what passes,
///   [`Refused`](StoreError::Refused) for what stays until an operator changes
///   it: [`StoreError::unavailable`], [`StoreError::refused`].
/// - No `Debug` of a table shows a record. [`TableRecord`] hides itself; a
///   `String` of a row does not.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use std::sync::{Mutex, PoisonError};
/// use widget_auth_store::{StoreError, TableRecord, TokenTable, async_trait};
///
/// #[derive(Debug, Default)]
/// struct Rows(Mutex<BTreeMap<String, TableRecord>>);
///
/// #[async_trait]
/// impl TokenTable for Rows {
///     // SELECT record FROM tokens WHERE name = $1
///     async fn get(&self, name: &str) -> Result<Option<TableRecord>, StoreError> {
///         Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned())
///     }
///
///     // INSERT … ON CONFLICT DO NOTHING, UPDATE … WHERE name = $1 AND record = $2
///     // or DELETE … WHERE name = $1 AND record = $2; true if it changed a row
///     async fn swap(
///         &self,
///         name: &str,
///         expected: Option<&TableRecord>,
///         new: Option<TableRecord>,
///     ) -> Result<bool, StoreError> {
///         let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
///         if rows.get(name) != expected {
///             return Ok(false);
///         }
///         match new {
///             Some(new) => rows.insert(name.to_owned(), new),
///             None => rows.remove(name),
///         };
///         Ok(true)
///     }
///
///     // SELECT name FROM tokens
///     async fn names(&self) -> Result<Vec<String>, StoreError> {
///         let rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
///         Ok(rows.keys().cloned().collect())
///     }
/// }
/// ```
#[async_trait]
pub trait TokenTable: fmt::Debug + Send + Sync + 'static {
    /// The record under `name`, `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] or [`StoreError::Timeout`] if the table
    /// cannot be asked; [`StoreError::Refused`].
    async fn get(&self, name: &str) -> Result<Option<TableRecord>, StoreError>;

    /// Puts `new` under `name`, or with `None` removes what is there, if what
    /// is there is `expected`; returns whether it was.
    ///
    /// # Errors
    ///
    /// Those of [`get`](Self::get). The change may have happened all the same.
    async fn swap(
        &self,
        name: &str,
        expected: Option<&TableRecord>,
        new: Option<TableRecord>,
    ) -> Result<bool, StoreError>;

    /// The names of all records, in any order.
    ///
    /// # Errors
    ///
    /// Those of [`get`](Self::get).
    async fn names(&self) -> Result<Vec<String>, StoreError>;

    /// The name of the store in the errors of [`TableTokenStore`]: `table`,
    /// unless a table has a better one.
    fn backend(&self) -> &'static str {
        "table"
    }
}

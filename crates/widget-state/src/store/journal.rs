//! Journals: what has happened to widgets, kept beyond the engine that holds them.

pub(crate) mod error;
pub(crate) mod memory;
pub(crate) mod record;
pub(crate) mod snapshot;
mod text;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;

pub use error::JournalError;
pub use memory::MemoryJournal;
pub use record::Record;
pub use snapshot::Snapshot;

use crate::id::WidgetId;

type Result<T> = std::result::Result<T, JournalError>;

/// Keeps widgets for an engine: of each a snapshot, and the records of what has happened since.
///
/// An engine has all the rules and this has none: it keeps records in their order and gives them
/// back. Every method is atomic. An implementation is right when it passes
/// `testing::journal` (feature `testing`), and, if it outlives its process,
/// `testing::durable_journal`.
///
/// A journal that is no memory keeps the texts of [`Snapshot::to_text`] and [`Record::to_text`].
///
/// The *position* of a widget counts the records that it was ever given. An engine says with each
/// change which position it knows, so that of two engines that write to one widget the second
/// is refused instead of overwriting what the first has written.
#[async_trait]
pub trait Journal: fmt::Debug + Send + Sync + 'static {
    /// Begins the journal of a widget, at position 0.
    ///
    /// # Errors
    ///
    /// [`JournalError::Backend`].
    async fn create(&self, id: WidgetId, snapshot: Snapshot) -> Result<()>;

    /// Reads the journal of a widget.
    ///
    /// # Errors
    ///
    /// [`JournalError::Unknown`], [`JournalError::Backend`].
    async fn load(&self, id: WidgetId) -> Result<Stored>;

    /// Adds all of the records or none.
    ///
    /// # Errors
    ///
    /// [`JournalError::Unknown`], [`JournalError::Conflict`] when `position` is not that of the
    /// widget, [`JournalError::Backend`].
    async fn append(&self, id: WidgetId, position: u64, records: Vec<Record>) -> Result<()>;

    /// Puts a snapshot in the place of the one before and of all records. The position stays.
    ///
    /// # Errors
    ///
    /// As [`Journal::append`].
    async fn compact(&self, id: WidgetId, position: u64, snapshot: Snapshot) -> Result<()>;

    /// Ends the journal of a widget.
    ///
    /// # Errors
    ///
    /// [`JournalError::Unknown`], [`JournalError::Backend`].
    async fn remove(&self, id: WidgetId) -> Result<()>;

    /// Returns every widget, oldest first.
    ///
    /// # Errors
    ///
    /// [`JournalError::Backend`].
    async fn list(&self) -> Result<Vec<WidgetId>>;

    /// Waits until the position of a widget is another than `seen`, and returns it. Returns at
    /// once when it is another already.
    ///
    /// # Errors
    ///
    /// [`JournalError::Unknown`] when the widget is or gets removed, [`JournalError::Backend`].
    async fn watch(&self, id: WidgetId, seen: u64) -> Result<u64>;
}

#[async_trait]
impl<J: Journal + ?Sized> Journal for Arc<J> {
    async fn create(&self, id: WidgetId, snapshot: Snapshot) -> Result<()> {
        (**self).create(id, snapshot).await
    }

    async fn load(&self, id: WidgetId) -> Result<Stored> {
        (**self).load(id).await
    }

    async fn append(&self, id: WidgetId, position: u64, records: Vec<Record>) -> Result<()> {
        (**self).append(id, position, records).await
    }

    async fn compact(&self, id: WidgetId, position: u64, snapshot: Snapshot) -> Result<()> {
        (**self).compact(id, position, snapshot).await
    }

    async fn remove(&self, id: WidgetId) -> Result<()> {
        (**self).remove(id).await
    }

    async fn list(&self) -> Result<Vec<WidgetId>> {
        (**self).list().await
    }

    async fn watch(&self, id: WidgetId, seen: u64) -> Result<u64> {
        (**self).watch(id, seen).await
    }
}

/// The journal of a widget as it was read.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The widget, before the records.
    pub snapshot: Snapshot,
    /// The records since then, oldest first.
    pub records: Vec<Record>,
    /// The number of records that it was ever given.
    pub position: u64,
}

//! A widget with its locks and its place in the journal.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use super::entry::Entry;
use crate::clock::Clock;
use crate::error::StateError;
use crate::id::WidgetId;
use crate::limits::Limits;
use crate::store::journal::error::JournalError;
use crate::store::journal::record::Record;
use crate::store::journal::snapshot::Snapshot;
use crate::store::journal::{Journal, Stored};

/// Records after which a journal gets a snapshot.
const MAX_RECORDS: u64 = 256;

/// A widget and its locks.
#[derive(Debug)]
pub(super) struct Slot {
    clock: Arc<dyn Clock>,
    /// Held while the document changes. A large operation is computed under it alone, so that
    /// readers do not wait for its JSON to be parsed. With a journal readers hold it as well: they
    /// see nothing that is not there.
    writer: tokio::sync::Mutex<Writer>,
    entry: Mutex<Entry>,
}

/// The place of a widget in its journal.
#[derive(Debug, Default)]
pub(super) struct Writer {
    /// The records that were ever written.
    position: u64,
    /// Those since the last snapshot.
    records: u64,
    doubt: Option<Doubt>,
}

/// The reason the journal may have other records than the widget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    /// A write was not confirmed.
    Unconfirmed,
    /// Another engine has written.
    Behind,
}

impl Slot {
    pub(super) fn new(entry: Entry, writer: Writer, clock: Arc<dyn Clock>) -> Self {
        Self { clock, writer: tokio::sync::Mutex::new(writer), entry: Mutex::new(entry) }
    }

    /// Waits until no other call changes the document.
    pub(super) async fn writer(&self) -> tokio::sync::MutexGuard<'_, Writer> {
        self.writer.lock().await
    }

    /// The widget as it is now: what time alone has made of it is done first.
    ///
    /// A panic while the lock was held leaves a document between two operations at
    /// worst, since each is applied in one step.
    pub(super) fn lock(&self) -> MutexGuard<'_, Entry> {
        let mut entry = self.entry.lock();
        if entry.closes_at().is_some_and(|due| due <= self.clock.now()) {
            entry.close();
        }
        entry
    }
}

impl Writer {
    /// The place after what was read.
    pub(super) fn after(stored: &Stored) -> Self {
        let records = stored.records.len() as u64;
        Self { position: stored.position, records, doubt: None }
    }

    /// The records that were ever written, as far as this engine knows.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// Notes that the journal is at a position. Returns whether another engine has written.
    pub(super) fn is_behind(&mut self, position: u64) -> bool {
        let is_behind = position > self.position;
        if is_behind {
            self.doubt.get_or_insert(Doubt::Behind);
        }
        is_behind
    }

    /// Reads the journal again where it may have other records.
    pub(super) async fn catch_up(
        &mut self,
        journal: &dyn Journal,
        id: WidgetId,
        slot: &Slot,
        limits: &Limits,
    ) -> Result<(), StateError> {
        let Some(doubt) = self.doubt else { return Ok(()) };
        let stored = journal.load(id).await?;
        let after = Self::after(&stored);
        let mut entry = slot.entry.lock();
        entry.restore(stored, limits)?;
        // A viewer that another engine has is not gone.
        if doubt == Doubt::Unconfirmed {
            entry.abandon(slot.clock.now());
        }
        *self = after;
        Ok(())
    }

    /// Writes what has happened to the widget since.
    pub(super) async fn write(
        &mut self,
        journal: &dyn Journal,
        id: WidgetId,
        slot: &Slot,
    ) -> Result<(), StateError> {
        let (records, snapshot) = self.unwritten(&mut slot.lock());
        if records.is_empty() {
            return Ok(());
        }
        let count = records.len() as u64;
        // A caller that goes away meanwhile leaves it so.
        self.doubt = Some(Doubt::Unconfirmed);
        if let Err(error) = journal.append(id, self.position, records).await {
            if let JournalError::Conflict { .. } = error {
                self.doubt = Some(Doubt::Behind);
            }
            return Err(error.into());
        }
        self.doubt = None;
        self.position += count;
        self.records += count;
        // Where that fails the journal is longer, and the next write tries again.
        if let Some(snapshot) = snapshot
            && journal.compact(id, self.position, snapshot).await.is_ok()
        {
            self.records = 0;
        }
        Ok(())
    }

    /// The records to write, and the widget as it is with them where a snapshot is due.
    fn unwritten(&self, entry: &mut Entry) -> (Vec<Record>, Option<Snapshot>) {
        let records = entry.take_records();
        let is_due = self.records + records.len() as u64 >= MAX_RECORDS;
        (records, is_due.then(|| entry.snapshot()))
    }
}

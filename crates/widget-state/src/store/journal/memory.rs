//! Journals in this process.

use async_trait::async_trait;
use parking_lot::Mutex;

use crate::id::WidgetId;
use crate::store::journal::record::Record;
use crate::store::journal::snapshot::Snapshot;
use crate::store::journal::{Journal, JournalError, Result, Stored};

/// Keeps journals in the memory of this process: widgets live on when an engine over it ends, and
/// end with the process. For tests, and as a model of other journals.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    kept: Mutex<Vec<(WidgetId, Stored)>>,
}

impl MemoryJournal {
    /// An empty journal.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn with<T>(&self, id: WidgetId, work: impl FnOnce(&mut Stored) -> Result<T>) -> Result<T> {
        let mut kept = self.kept.lock();
        let found = kept.iter_mut().find(|(known, _)| *known == id);
        work(found.map(|(_, stored)| stored).ok_or(JournalError::Unknown(id))?)
    }
}

impl Stored {
    fn check(&self, expected: u64) -> Result<()> {
        let actual = self.position;
        if actual == expected { Ok(()) } else { Err(JournalError::Conflict { expected, actual }) }
    }
}

#[async_trait]
impl Journal for MemoryJournal {
    async fn create(&self, id: WidgetId, snapshot: Snapshot) -> Result<()> {
        self.kept.lock().push((id, Stored { snapshot, records: Vec::new(), position: 0 }));
        Ok(())
    }

    async fn load(&self, id: WidgetId) -> Result<Stored> {
        self.with(id, |stored| Ok(stored.clone()))
    }

    async fn append(&self, id: WidgetId, position: u64, records: Vec<Record>) -> Result<()> {
        self.with(id, |stored| {
            stored.check(position)?;
            stored.position += records.len() as u64;
            stored.records.extend(records);
            Ok(())
        })
    }

    async fn compact(&self, id: WidgetId, position: u64, snapshot: Snapshot) -> Result<()> {
        self.with(id, |stored| {
            stored.check(position)?;
            *stored = Stored { snapshot, records: Vec::new(), position };
            Ok(())
        })
    }

    async fn remove(&self, id: WidgetId) -> Result<()> {
        let mut kept = self.kept.lock();
        let at = kept.iter().position(|(known, _)| *known == id);
        kept.remove(at.ok_or(JournalError::Unknown(id))?);
        Ok(())
    }

    async fn list(&self) -> Result<Vec<WidgetId>> {
        Ok(self.kept.lock().iter().map(|(id, _)| *id).collect())
    }
}

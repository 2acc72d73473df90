//! Journals in this process.

use async_trait::async_trait;
use parking_lot::Mutex;
use tokio::sync::watch;

use crate::id::WidgetId;
use crate::store::journal::Result;
use crate::store::journal::error::JournalError;
use crate::store::journal::record::Record;
use crate::store::journal::snapshot::Snapshot;
use crate::store::journal::{Journal, Stored};

/// Keeps journals in the memory of this process, as text: widgets live on when an engine over it
/// ends, and end with the process. For tests, and as a model of other journals.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    kept: Mutex<Vec<(WidgetId, Kept)>>,
}

/// The journal of one widget.
#[derive(Debug)]
struct Kept {
    snapshot: String,
    records: Vec<String>,
    position: watch::Sender<u64>,
}

impl MemoryJournal {
    /// An empty journal.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn with<T>(&self, id: WidgetId, work: impl FnOnce(&mut Kept) -> Result<T>) -> Result<T> {
        let mut kept = self.kept.lock();
        let found = kept.iter_mut().find(|(known, _)| *known == id);
        work(found.map(|(_, kept)| kept).ok_or(JournalError::Unknown(id))?)
    }
}

impl Kept {
    fn check(&self, expected: u64) -> Result<()> {
        let actual = *self.position.borrow();
        if actual == expected { Ok(()) } else { Err(JournalError::Conflict { expected, actual }) }
    }
}

#[async_trait]
impl Journal for MemoryJournal {
    async fn create(&self, id: WidgetId, snapshot: Snapshot) -> Result<()> {
        let snapshot = snapshot.to_text()?;
        let kept = Kept { snapshot, records: Vec::new(), position: watch::Sender::new(0) };
        self.kept.lock().push((id, kept));
        Ok(())
    }

    async fn load(&self, id: WidgetId) -> Result<Stored> {
        self.with(id, |kept| {
            let records = kept.records.iter().map(|text| Record::from_text(text));
            Ok(Stored {
                snapshot: Snapshot::from_text(&kept.snapshot)?,
                records: records.collect::<Result<_>>()?,
                position: *kept.position.borrow(),
            })
        })
    }

    async fn append(&self, id: WidgetId, position: u64, records: Vec<Record>) -> Result<()> {
        let texts = records.iter().map(Record::to_text).collect::<Result<Vec<_>>>()?;
        self.with(id, |kept| {
            kept.check(position)?;
            kept.position.send_modify(|position| *position += texts.len() as u64);
            kept.records.extend(texts);
            Ok(())
        })
    }

    async fn compact(&self, id: WidgetId, position: u64, snapshot: Snapshot) -> Result<()> {
        let snapshot = snapshot.to_text()?;
        self.with(id, |kept| {
            kept.check(position)?;
            (kept.snapshot, kept.records) = (snapshot, Vec::new());
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

    async fn watch(&self, id: WidgetId, seen: u64) -> Result<u64> {
        let mut position = self.with(id, |kept| Ok(kept.position.subscribe()))?;
        // The sender goes with the journal of the widget.
        match position.wait_for(|position| *position != seen).await {
            Ok(position) => Ok(*position),
            Err(_gone) => Err(JournalError::Unknown(id)),
        }
    }
}

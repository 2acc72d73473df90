//! Pending sign-ins in memory.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard};
use widget_auth_core::{Clock, SystemClock};
use zeroize::Zeroizing;

use crate::error::StoreError;
use crate::key::check_key;
use crate::pending::PendingStore;
use crate::ttl_map::TtlMap;

/// Keeps pending sign-ins in the memory of this process, which then also has
/// to finish them: for one worker.
///
/// At most 10,000 are kept; after that, the oldest makes room for a new one.
///
/// # Examples
///
/// ```
/// use widget_auth_store::{MemoryPendingStore, PendingStore};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::StoreError> {
/// let store = MemoryPendingStore::new().with_max_pending(100);
/// assert_eq!(store.take("unknown").await?, None);
/// # Ok(())
/// # }
/// ```
pub struct MemoryPendingStore {
    records: Mutex<TtlMap<Zeroizing<String>>>,
    clock: Arc<dyn Clock>,
}

impl MemoryPendingStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        let records = Mutex::new(TtlMap::new(super::MAX_PENDING));
        Self { records, clock: Arc::new(SystemClock) }
    }

    /// Lets records expire by `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets how many are kept, at least one. What is there is dropped.
    #[must_use]
    pub fn with_max_pending(mut self, max_pending: usize) -> Self {
        self.records = Mutex::new(TtlMap::new(max_pending));
        self
    }

    fn records(&self) -> MutexGuard<'_, TtlMap<Zeroizing<String>>> {
        self.records.lock()
    }
}

impl Default for MemoryPendingStore {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemoryPendingStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryPendingStore")
            .field("records", &self.records().len())
            .finish_non_exhaustive()
    }
}

#[async_trait]
impl PendingStore for MemoryPendingStore {
    async fn put(&self, key: &str, record: &str, ttl: Duration) -> Result<(), StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let record = Zeroizing::new(record.to_owned());
        self.records().insert(key, record, now.saturating_add(ttl), now);
        Ok(())
    }

    async fn take(&self, key: &str) -> Result<Option<Zeroizing<String>>, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        Ok(self.records().remove(key, now))
    }
}

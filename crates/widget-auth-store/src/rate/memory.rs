//! Counted hits in memory.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard};
use widget_auth_core::{Clock, SystemClock};

use crate::error::StoreError;
use crate::key::check_key;
use crate::rate::{Hits, RateLimitStore};
use crate::ttl_map::TtlMap;

/// The maximum number of keys counted at the same time.
const MAX_KEYS: usize = 100_000;

/// Counts hits in the memory of this process: each of several workers would
/// count for itself.
///
/// At most 100,000 keys are counted; after that, the window that ends first
/// makes room for a new one.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_store::{MemoryRateLimitStore, RateLimitStore};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::StoreError> {
/// let store = MemoryRateLimitStore::new();
/// let hits = store.hit("login:192.0.2.1", Duration::from_secs(60)).await?;
/// assert_eq!((hits.count, hits.resets_in.as_secs()), (1, 60));
/// # Ok(())
/// # }
/// ```
pub struct MemoryRateLimitStore {
    windows: Mutex<TtlMap<u64>>,
    clock: Arc<dyn Clock>,
}

impl MemoryRateLimitStore {
    /// A store that has counted nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { windows: Mutex::new(TtlMap::new(MAX_KEYS)), clock: Arc::new(SystemClock) }
    }

    /// Measures windows by `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    fn windows(&self) -> MutexGuard<'_, TtlMap<u64>> {
        self.windows.lock()
    }
}

impl Default for MemoryRateLimitStore {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemoryRateLimitStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryRateLimitStore")
            .field("windows", &self.windows().len())
            .finish_non_exhaustive()
    }
}

#[async_trait]
impl RateLimitStore for MemoryRateLimitStore {
    async fn hit(&self, key: &str, window: Duration) -> Result<Hits, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut windows = self.windows();
        if let Some((count, ends_at)) = windows.get_mut(key, now) {
            *count += 1;
            return Ok(Hits { count: *count, resets_in: ends_at.saturating_since(now) });
        }
        windows.insert(key, 1, now.saturating_add(window), now);
        Ok(Hits { count: 1, resets_in: window })
    }
}

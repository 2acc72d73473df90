//! The token store in memory.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard};
use widget_auth_core::{Clock, OAuthTokenSet, SystemClock, UnixTime};

use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};
use crate::key::check_key;
use crate::lease::MemoryLeases;
use crate::store::{PutMode, SaveOutcome, StoredTokens, TokenStore};
use crate::ttl_map::TtlMap;

/// The last point there is.
const NEVER: UnixTime = UnixTime::from_secs(u64::MAX);

/// Keeps tokens in the memory of this process, for development and for
/// programs that sign in again after a restart.
///
/// Nothing but [`remove`](TokenStore::remove) removes a set, unless
/// [`with_max_sets`](Self::with_max_sets) or
/// [`with_max_idle`](Self::with_max_idle) says otherwise.
///
/// # Examples
///
/// ```
/// use widget_auth_core::{OAuthTokenSet, UnixTime};
/// use widget_auth_store::{MemoryTokenStore, TokenStoreExt};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::StoreError> {
/// let store = MemoryTokenStore::new();
/// store.save("default", &OAuthTokenSet::new("access", "Bearer", UnixTime::default())).await?;
/// assert!(store.exists("default").await?);
/// # Ok(())
/// # }
/// ```
pub struct MemoryTokenStore {
    sets: Mutex<Sets>,
    leases: MemoryLeases,
    max_idle: Option<Duration>,
    clock: Arc<dyn Clock>,
}

type Sets = TtlMap<StoredTokens>;

impl MemoryTokenStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self {
            sets: Mutex::new(TtlMap::new(usize::MAX)),
            leases: MemoryLeases::new(),
            max_idle: None,
            clock: Arc::new(SystemClock),
        }
    }

    /// Sets how many sets are kept, at least one. The one that was neither
    /// loaded nor saved for longest makes room.
    #[must_use]
    pub fn with_max_sets(self, max_sets: usize) -> Self {
        self.sets().set_capacity(max_sets);
        self
    }

    /// Drops a set that was neither loaded nor saved for this long.
    #[must_use]
    pub fn with_max_idle(mut self, max_idle: Duration) -> Self {
        self.max_idle = Some(max_idle);
        self
    }

    /// Measures leases and idle times with `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.leases = self.leases.with_clock(Arc::clone(&clock));
        self.clock = clock;
        self
    }

    fn sets(&self) -> MutexGuard<'_, Sets> {
        self.sets.lock()
    }

    /// Puts a set in, or back as the one that was used last.
    fn insert(&self, sets: &mut Sets, key: &str, stored: StoredTokens, now: UnixTime) {
        let expires_at = self.max_idle.map_or(NEVER, |idle| now.saturating_add(idle));
        sets.insert(key, stored, expires_at, now);
    }
}

fn current_version(sets: &mut Sets, key: &str, now: UnixTime) -> Option<Version> {
    sets.get_mut(key, now).map(|(stored, _)| stored.version)
}

impl Default for MemoryTokenStore {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemoryTokenStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryTokenStore").field("sets", &self.sets().len()).finish_non_exhaustive()
    }
}

#[async_trait]
impl TokenStore for MemoryTokenStore {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut sets = self.sets();
        let stored = sets.remove(key, now);
        if let Some(stored) = &stored {
            self.insert(&mut sets, key, stored.clone(), now);
        }
        Ok(stored)
    }

    async fn put(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        mode: PutMode,
    ) -> Result<SaveOutcome, StoreError> {
        check_key(key)?;
        let stored = StoredTokens { tokens: tokens.clone(), version: Version::random()? };
        let version = stored.version;
        let now = self.clock.now();
        let mut sets = self.sets();
        let is_saved = mode.allows(current_version(&mut sets, key, now));
        if is_saved {
            self.insert(&mut sets, key, stored, now);
        }
        Ok(SaveOutcome::new(is_saved, version))
    }

    async fn remove(&self, key: &str, expected: Option<Version>) -> Result<bool, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut sets = self.sets();
        if expected.is_some() && current_version(&mut sets, key, now) != expected {
            return Ok(false);
        }
        Ok(sets.remove(key, now).is_some())
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        let mut keys: Vec<_> = self.sets().keys(self.clock.now()).cloned().collect();
        keys.sort_unstable();
        Ok(keys)
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        self.leases.acquire_lease(key, owner, ttl)
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        self.leases.release_lease(key, owner)
    }
}

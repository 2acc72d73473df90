//! The token store in memory.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard};
use widget_auth_core::{Clock, OAuthTokenSet, SystemClock, UnixTime};

use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};
use crate::key::check_key;
use crate::lease::Lease;
use crate::store::{SaveOutcome, StoredTokens, TokenStore};
use crate::ttl_map::TtlMap;

/// The last point there is.
const NEVER: UnixTime = UnixTime::from_secs(u64::MAX);

/// Keeps tokens in the memory of this process, for development and for
/// programs that sign in again after a restart.
///
/// Nothing but [`delete`](TokenStore::delete) removes a set, unless
/// [`with_max_sets`](Self::with_max_sets) or
/// [`with_max_idle`](Self::with_max_idle) says otherwise.
///
/// # Examples
///
/// ```
/// use widget_auth_core::{OAuthTokenSet, UnixTime};
/// use widget_auth_store::{MemoryTokenStore, TokenStore};
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
    state: Mutex<State>,
    max_idle: Option<Duration>,
    clock: Arc<dyn Clock>,
}

struct State {
    sets: TtlMap<StoredTokens>,
    leases: HashMap<String, Lease>,
}

impl MemoryTokenStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        let state = State { sets: TtlMap::new(usize::MAX), leases: HashMap::new() };
        Self { state: Mutex::new(state), max_idle: None, clock: Arc::new(SystemClock) }
    }

    /// Sets how many sets are kept, at least one. The one that was neither
    /// loaded nor saved for longest makes room.
    #[must_use]
    pub fn with_max_sets(self, max_sets: usize) -> Self {
        self.state().sets.set_capacity(max_sets);
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
        self.clock = clock;
        self
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Puts a set in, or back as the one that was used last.
    fn put(&self, state: &mut State, key: &str, stored: StoredTokens, now: UnixTime) {
        let expires_at = self.max_idle.map_or(NEVER, |idle| now.saturating_add(idle));
        state.sets.insert(key, stored, expires_at, now);
    }
}

impl State {
    fn version(&mut self, key: &str, now: UnixTime) -> Option<Version> {
        self.sets.get_mut(key, now).map(|(stored, _)| stored.version)
    }
}

impl Default for MemoryTokenStore {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemoryTokenStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryTokenStore")
            .field("sets", &self.state().sets.len())
            .finish_non_exhaustive()
    }
}

#[async_trait]
impl TokenStore for MemoryTokenStore {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut state = self.state();
        let stored = state.sets.remove(key, now);
        if let Some(stored) = &stored {
            self.put(&mut state, key, stored.clone(), now);
        }
        Ok(stored)
    }

    async fn save(&self, key: &str, tokens: &OAuthTokenSet) -> Result<Version, StoreError> {
        check_key(key)?;
        let stored = StoredTokens { tokens: tokens.clone(), version: Version::random()? };
        let version = stored.version;
        self.put(&mut self.state(), key, stored, self.clock.now());
        Ok(version)
    }

    async fn save_if(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        expected: Option<Version>,
    ) -> Result<SaveOutcome, StoreError> {
        check_key(key)?;
        let stored = StoredTokens { tokens: tokens.clone(), version: Version::random()? };
        let version = stored.version;
        let now = self.clock.now();
        let mut state = self.state();
        if state.version(key, now) != expected {
            return Ok(SaveOutcome::Changed);
        }
        self.put(&mut state, key, stored, now);
        Ok(SaveOutcome::Saved(version))
    }

    async fn delete(&self, key: &str) -> Result<bool, StoreError> {
        check_key(key)?;
        Ok(self.state().sets.remove(key, self.clock.now()).is_some())
    }

    async fn delete_if(&self, key: &str, expected: Version) -> Result<bool, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut state = self.state();
        if state.version(key, now) != Some(expected) {
            return Ok(false);
        }
        Ok(state.sets.remove(key, now).is_some())
    }

    async fn exists(&self, key: &str) -> Result<bool, StoreError> {
        check_key(key)?;
        Ok(self.state().version(key, self.clock.now()).is_some())
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        let mut keys: Vec<_> = self.state().sets.keys(self.clock.now()).cloned().collect();
        keys.sort_unstable();
        Ok(keys)
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut state = self.state();
        // Leases of the dead go here, so that they do not pile up.
        state.leases.retain(|_, lease| lease.is_held_at(now));
        if state.leases.get(key).is_some_and(|lease| !lease.is_owned_by(owner)) {
            return Ok(false);
        }
        state.leases.insert(key.to_owned(), Lease::new(owner, now, ttl));
        Ok(true)
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut state = self.state();
        if !state.leases.get(key).is_some_and(|lease| lease.is_owned_by(owner)) {
            return Ok(false);
        }
        Ok(state.leases.remove(key).is_some_and(|lease| lease.is_held_at(now)))
    }
}

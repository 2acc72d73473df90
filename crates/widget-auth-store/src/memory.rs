//! The token store in memory.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use widget_auth_core::{Clock, OAuthTokenSet, SystemClock};

use crate::key::check_key;
use crate::lease::Lease;
use crate::{LeaseOwner, SaveOutcome, StoreError, StoredTokens, TokenStore, Version};

/// Keeps tokens in the memory of this process, for development and for
/// programs that sign in again after a restart.
///
/// Nothing but [`delete`](TokenStore::delete) removes a set.
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
    clock: Arc<dyn Clock>,
}

#[derive(Default)]
struct State {
    sets: BTreeMap<String, StoredTokens>,
    leases: HashMap<String, Lease>,
}

impl MemoryTokenStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self { state: Mutex::default(), clock: Arc::new(SystemClock) }
    }

    /// Measures leases with `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// No code panics while it holds the lock, so the state is whole.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
        Ok(self.state().sets.get(key).cloned())
    }

    async fn save(&self, key: &str, tokens: &OAuthTokenSet) -> Result<Version, StoreError> {
        check_key(key)?;
        let stored = StoredTokens { tokens: tokens.clone(), version: Version::random()? };
        let version = stored.version;
        self.state().sets.insert(key.to_owned(), stored);
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
        let mut state = self.state();
        if state.sets.get(key).map(|have| have.version) != expected {
            return Ok(SaveOutcome::Changed);
        }
        state.sets.insert(key.to_owned(), stored);
        Ok(SaveOutcome::Saved(version))
    }

    async fn delete(&self, key: &str) -> Result<bool, StoreError> {
        check_key(key)?;
        Ok(self.state().sets.remove(key).is_some())
    }

    async fn delete_if(&self, key: &str, expected: Version) -> Result<bool, StoreError> {
        check_key(key)?;
        let mut state = self.state();
        if state.sets.get(key).is_none_or(|have| have.version != expected) {
            return Ok(false);
        }
        state.sets.remove(key);
        Ok(true)
    }

    async fn exists(&self, key: &str) -> Result<bool, StoreError> {
        check_key(key)?;
        Ok(self.state().sets.contains_key(key))
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.state().sets.keys().cloned().collect())
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

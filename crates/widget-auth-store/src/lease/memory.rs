//! The leases of one process.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use widget_auth_core::{Clock, SystemClock};

use super::Lease;
use crate::error::StoreError;
use crate::id::LeaseOwner;
use crate::key::check_key;

/// The leases of one process, for a [`TokenStore`](crate::TokenStore) of your
/// own that only one process uses: its `acquire_lease` and `release_lease` are
/// the methods of the same names here. Processes that share tokens share no
/// memory, so their store keeps a [`Lease`] beside the tokens.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_store::{LeaseOwner, MemoryLeases};
///
/// let leases = MemoryLeases::new();
/// let (one, two) = (LeaseOwner::random()?, LeaseOwner::random()?);
/// assert!(leases.acquire_lease("default", one, Duration::from_secs(30))?);
/// assert!(!leases.acquire_lease("default", two, Duration::from_secs(30))?);
/// assert!(leases.release_lease("default", one)?);
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
pub struct MemoryLeases {
    leases: Mutex<HashMap<String, Lease>>,
    clock: Arc<dyn Clock>,
}

impl MemoryLeases {
    /// No leases yet.
    #[must_use]
    pub fn new() -> Self {
        Self { leases: Mutex::default(), clock: Arc::new(SystemClock) }
    }

    /// Measures leases with `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Takes the lease of `key`, as
    /// [`TokenStore::acquire_lease`](crate::TokenStore::acquire_lease) has to.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidKey`].
    pub fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut leases = self.leases.lock();
        // Leases of the dead go here, so that they do not pile up.
        leases.retain(|_, lease| lease.is_held_at(now));
        let lease = Lease::acquire(leases.get(key), owner, now, ttl);
        Ok(lease.map(|lease| leases.insert(key.to_owned(), lease)).is_some())
    }

    /// Gives the lease of `key` back, as
    /// [`TokenStore::release_lease`](crate::TokenStore::release_lease) has to.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidKey`].
    pub fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut leases = self.leases.lock();
        if !leases.get(key).is_some_and(|lease| lease.is_owned_by(owner)) {
            return Ok(false);
        }
        Ok(leases.remove(key).is_some_and(|lease| lease.is_held_at(now)))
    }
}

impl Default for MemoryLeases {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemoryLeases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryLeases")
            .field("leases", &self.leases.lock().len())
            .finish_non_exhaustive()
    }
}

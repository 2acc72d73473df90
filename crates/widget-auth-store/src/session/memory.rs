//! The session store in memory.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard};
use widget_auth_core::{Clock, SystemClock, UnixTime};

use super::check_new;
use crate::error::StoreError;
use crate::key::check_key;
use crate::session::{SessionStore, UserSession};

/// Keeps sessions in the memory of this process: a restart signs everybody
/// out.
///
/// Expired sessions are dropped when another one is created. At most 100,000
/// are kept; after that, the one that would expire first makes room for a new
/// one.
///
/// # Examples
///
/// ```
/// use widget_auth_store::{MemorySessionStore, SessionStore};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::StoreError> {
/// let store = MemorySessionStore::new().with_max_sessions(1_000);
/// assert_eq!(store.get("unknown").await?, None);
/// # Ok(())
/// # }
/// ```
pub struct MemorySessionStore {
    state: Mutex<State>,
    max_sessions: usize,
    clock: Arc<dyn Clock>,
}

/// Each session is in both.
#[derive(Default)]
struct State {
    sessions: HashMap<String, UserSession>,
    by_expiry: BTreeSet<(UnixTime, String)>,
}

impl MemorySessionStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self { state: Mutex::default(), max_sessions: 100_000, clock: Arc::new(SystemClock) }
    }

    /// Lets sessions expire by `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets how many sessions are kept, at least one.
    #[must_use]
    pub fn with_max_sessions(mut self, max_sessions: usize) -> Self {
        self.max_sessions = max_sessions.max(1);
        self
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl Default for MemorySessionStore {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemorySessionStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemorySessionStore")
            .field("sessions", &self.state().sessions.len())
            .field("max_sessions", &self.max_sessions)
            .finish_non_exhaustive()
    }
}

impl State {
    /// Drops what has expired, and then what expires first, until no more than
    /// `count` are left.
    fn shrink(&mut self, now: UnixTime, count: usize) {
        while let Some((expires_at, key)) = self.by_expiry.pop_first() {
            if expires_at > now && self.sessions.len() <= count {
                self.by_expiry.insert((expires_at, key));
                return;
            }
            self.sessions.remove(&key);
        }
    }

    fn insert(&mut self, key: &str, session: UserSession) {
        self.by_expiry.insert((session.expires_at, key.to_owned()));
        self.sessions.insert(key.to_owned(), session);
    }

    /// The session, unless it has expired.
    fn remove(&mut self, key: &str, now: UnixTime) -> Option<UserSession> {
        let (key, session) = self.sessions.remove_entry(key)?;
        self.by_expiry.remove(&(session.expires_at, key));
        Some(session).filter(|session| !session.is_expired_at(now))
    }
}

#[async_trait]
impl SessionStore for MemorySessionStore {
    async fn create(&self, key: &str, session: &UserSession) -> Result<(), StoreError> {
        check_new(key, session)?;
        let now = self.clock.now();
        let mut state = self.state();
        state.shrink(now, usize::MAX);
        if state.sessions.contains_key(key) {
            return Err(StoreError::SessionExists);
        }
        if !session.is_expired_at(now) {
            state.shrink(now, self.max_sessions - 1);
            state.insert(key, session.clone());
        }
        Ok(())
    }

    async fn get(&self, key: &str) -> Result<Option<UserSession>, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let session = self.state().sessions.get(key).cloned();
        Ok(session.filter(|session| !session.is_expired_at(now)))
    }

    async fn touch(&self, key: &str, expires_at: UnixTime) -> Result<bool, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut state = self.state();
        let Some(mut session) = state.remove(key, now) else { return Ok(false) };
        session.expires_at = expires_at;
        if !session.is_expired_at(now) {
            state.insert(key, session);
        }
        Ok(true)
    }

    async fn delete(&self, key: &str) -> Result<bool, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        Ok(self.state().remove(key, now).is_some())
    }
}

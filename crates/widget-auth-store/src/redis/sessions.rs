//! The session store in Redis.

mod scripts;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use widget_auth_core::{Clock, SystemClock, UnixTime};
use zeroize::Zeroizing;

use super::BACKEND;
use super::server::{Server, milliseconds};
use crate::error::StoreError;
use crate::key::check_key;
use crate::options::RedisOptions;
use crate::session::check_new;
use crate::session::{SessionStore, UserSession};

use scripts::Scripts;

/// Keeps sessions in a Redis server, for many workers.
///
/// Each session is one hash, `{prefix}:session:{key}`, which Redis drops when
/// it expires. Changes are Lua scripts, so they are atomic also between
/// workers, whose clocks have to agree. [`RedisOptions::max_idle`] is for
/// tokens and has no meaning here.
///
/// # Examples
///
/// ```no_run
/// use widget_auth_store::{RedisOptions, RedisSessionStore, SessionId, SessionStore};
///
/// # async fn example(cookie: &str) -> Result<(), widget_auth_store::StoreError> {
/// let options = RedisOptions::new().with_url("rediss://cache.example.com/0");
/// let store = RedisSessionStore::new(options)?;
/// let id: SessionId = cookie.parse()?;
/// println!("{:?}", store.get(&id.key()).await?);
/// # Ok(())
/// # }
/// ```
pub struct RedisSessionStore {
    server: Arc<Server>,
    scripts: Scripts,
    clock: Arc<dyn Clock>,
}

impl RedisSessionStore {
    /// A store that connects when it is first used, on the Tokio runtime of
    /// the caller.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidOption`] if the URL cannot be read, the prefix or
    /// the pool is empty, or a time is zero.
    pub fn new(options: RedisOptions) -> Result<Self, StoreError> {
        Ok(Self::on(Arc::new(Server::new(options)?)))
    }

    pub(super) fn on(server: Arc<Server>) -> Self {
        Self { server, scripts: Scripts::new(), clock: Arc::new(SystemClock) }
    }

    /// Lets sessions expire by `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }
}

impl fmt::Debug for RedisSessionStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisSessionStore").field("options", &self.server).finish_non_exhaustive()
    }
}

#[async_trait]
impl SessionStore for RedisSessionStore {
    async fn create(&self, key: &str, session: &UserSession) -> Result<(), StoreError> {
        check_new(key, session)?;
        let name = self.server.keys.session(key);
        let json = serde_json::to_vec(session).ok().ok_or_else(|| corrupt("no JSON"))?;
        let record = self.server.seal(&name, Zeroizing::new(json))?;
        let (now, end) = (self.clock.now(), session.expires_at);
        let mut script = self.scripts.create.key(name);
        script.arg(now.as_secs()).arg(record.as_slice()).arg(end.as_secs()).arg(left_ms(end, now));
        let is_new: bool = self.server.invoke(&script).await?;
        if is_new { Ok(()) } else { Err(StoreError::SessionExists) }
    }

    async fn get(&self, key: &str) -> Result<Option<UserSession>, StoreError> {
        check_key(key)?;
        let name = self.server.keys.session(key);
        let command = &mut redis::cmd("HMGET");
        command.arg(&name).arg("session").arg("expires");
        let (record, expires): (Option<Vec<u8>>, Option<String>) = self.server.run(command).await?;
        let session = match (record, expires) {
            (None, None) => return Ok(None),
            (Some(record), Some(expires)) => {
                read(&self.server.open(&name, Zeroizing::new(record))?, &expires)?
            }
            _ => return Err(corrupt("no hash of this store")),
        };
        Ok(Some(session).filter(|session| !session.is_expired_at(self.clock.now())))
    }

    async fn touch(&self, key: &str, expires_at: UnixTime) -> Result<bool, StoreError> {
        check_key(key)?;
        let now = self.clock.now();
        let mut script = self.scripts.touch.key(self.server.keys.session(key));
        script.arg(now.as_secs()).arg(expires_at.as_secs()).arg(left_ms(expires_at, now));
        self.server.invoke(&script).await
    }

    async fn delete(&self, key: &str) -> Result<bool, StoreError> {
        check_key(key)?;
        let mut script = self.scripts.delete.key(self.server.keys.session(key));
        self.server.invoke(script.arg(self.clock.now().as_secs())).await
    }
}

/// Zero for a point that has passed.
fn left_ms(end: UnixTime, now: UnixTime) -> u64 {
    let left = end.saturating_since(now);
    if left.is_zero() { 0 } else { milliseconds(left) }
}

/// The end of the session is beside it, where a script can move it.
fn read(json: &[u8], expires: &str) -> Result<UserSession, StoreError> {
    let session: Option<UserSession> = serde_json::from_slice(json).ok();
    let mut session = session.ok_or_else(|| corrupt("no session"))?;
    let expires = expires.parse().ok().ok_or_else(|| corrupt("the end is not a time"))?;
    session.expires_at = UnixTime::from_secs(expires);
    Ok(session)
}

fn corrupt(reason: &'static str) -> StoreError {
    StoreError::Corrupt { backend: BACKEND, reason: reason.into() }
}

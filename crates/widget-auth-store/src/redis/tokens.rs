//! The token store in Redis.

mod scripts;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use redis::{Value, from_redis_value};
use widget_auth_core::{Clock, OAuthTokenSet, SystemClock};
use zeroize::Zeroizing;

use super::BACKEND;
use super::server::{Server, milliseconds};
use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};
use crate::key::check_key;
use crate::options::RedisOptions;
use crate::record;
use crate::store::{PutMode, SaveOutcome, StoredTokens, TokenStore};

use scripts::Scripts;

/// Keeps tokens in a Redis server, for many workers.
///
/// Each key is one hash, `{prefix}:tokens:{key}`, and each lease one string,
/// `{prefix}:lease:{key}`. Changes are Lua scripts, so they are atomic also
/// between workers. A set with neither a refresh token nor an ID token expires
/// in Redis with its access token; another one stays, or with
/// [`RedisOptions::with_max_idle`] as long as it is used.
///
/// The tokens are in the clear in Redis, unless the options have
/// `RedisOptions::with_encryption` (feature `encrypted`).
///
/// # Examples
///
/// ```no_run
/// use widget_auth_store::{RedisOptions, RedisTokenStore, TokenStore};
///
/// # async fn example() -> Result<(), widget_auth_store::StoreError> {
/// let options = RedisOptions::new().with_url("rediss://cache.example.com/0");
/// let store = RedisTokenStore::new(options)?;
/// println!("{:?}", store.list_keys().await?);
/// # Ok(())
/// # }
/// ```
pub struct RedisTokenStore {
    server: Arc<Server>,
    scripts: Scripts,
    clock: Arc<dyn Clock>,
}

impl RedisTokenStore {
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

    /// Measures the remaining lifetime of access tokens with `clock`. Redis
    /// has its own clock for leases.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Returns the time Redis keeps `tokens`, and whether a load restarts it. An ID token is of
    /// use for longer than the access token: as the hint of a sign-out (OpenID Connect
    /// RP-Initiated Logout 1.0, section 2).
    fn lifetime(&self, tokens: &OAuthTokenSet) -> (u64, bool) {
        let outlives = tokens.refresh_token.is_some() || tokens.id_token.is_some();
        match tokens.expires_at().filter(|_| !outlives) {
            Some(at) => (milliseconds(at.saturating_since(self.clock.now())), false),
            None => (self.server.options().max_idle().map_or(0, milliseconds), true),
        }
    }

    /// Reads the fields `version` and `tokens` of the record `name`.
    fn read(&self, name: &str, fields: Vec<Value>) -> Result<Option<StoredTokens>, StoreError> {
        let corrupt =
            |reason: &'static str| StoreError::Corrupt { backend: BACKEND, reason: reason.into() };
        let mut fields = fields.into_iter();
        let (version, record) = match (fields.next(), fields.next()) {
            (Some(Value::Nil), Some(Value::Nil)) => return Ok(None),
            (Some(version), Some(Value::BulkString(record))) => (version, Zeroizing::new(record)),
            _ => return Err(corrupt("no hash of this store")),
        };
        let version: Option<String> = from_redis_value(version).ok();
        let version = version.ok_or_else(|| corrupt("no hash of this store"))?;
        let tokens = record::decode(BACKEND, &self.server.open(name, record)?)?;
        let version = version.parse().ok().ok_or_else(|| corrupt("the version is not valid"))?;
        Ok(Some(StoredTokens { tokens, version }))
    }
}

impl fmt::Debug for RedisTokenStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisTokenStore").field("options", &self.server).finish_non_exhaustive()
    }
}

#[async_trait]
impl TokenStore for RedisTokenStore {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        check_key(key)?;
        let name = self.server.keys.tokens(key);
        let fields = if self.server.options().max_idle().is_some() {
            self.server.invoke(&self.scripts.load.key(&name)).await?
        } else {
            let command = &mut redis::cmd("HMGET");
            self.server.run(command.arg(&name).arg("version").arg("tokens")).await?
        };
        self.read(&name, fields)
    }

    async fn put(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        mode: PutMode,
    ) -> Result<SaveOutcome, StoreError> {
        check_key(key)?;
        let version = Version::random()?;
        let name = self.server.keys.tokens(key);
        let record = self.server.seal(&name, record::encode(BACKEND, tokens)?)?;
        let (lifetime_ms, from_use) = self.lifetime(tokens);
        let mut script = self.scripts.save.key(name);
        script.arg(scripts::condition(mode)).arg(version.to_string()).arg(record.as_slice());
        script.arg(lifetime_ms).arg(u8::from(from_use));
        Ok(SaveOutcome::new(self.server.invoke(&script).await?, version))
    }

    async fn remove(&self, key: &str, expected: Option<Version>) -> Result<bool, StoreError> {
        check_key(key)?;
        let name = self.server.keys.tokens(key);
        match expected {
            None => self.server.run(redis::cmd("DEL").arg(name)).await,
            Some(version) => {
                let mut script = self.scripts.delete_if.key(name);
                self.server.invoke(script.arg(version.to_string())).await
            }
        }
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        let naming = &self.server.keys;
        if self.server.is_cluster() {
            // A cursor is one node's; `KEYS` is asked of all, and the client joins the answers.
            let command = &mut redis::cmd("KEYS");
            let found: Vec<Vec<u8>> = self.server.run(command.arg(naming.pattern())).await?;
            let keys: BTreeSet<_> = found.iter().filter_map(|name| naming.key(name)).collect();
            return Ok(keys.into_iter().collect());
        }
        // SCAN may give a name twice.
        let mut keys = BTreeSet::new();
        let mut cursor = 0_u64;
        loop {
            let command = &mut redis::cmd("SCAN");
            command.arg(cursor).arg("MATCH").arg(naming.pattern()).arg("COUNT").arg(500);
            let (next, found): (u64, Vec<Vec<u8>>) = self.server.run(command).await?;
            keys.extend(found.iter().filter_map(|name| naming.key(name)));
            if next == 0 {
                return Ok(keys.into_iter().collect());
            }
            cursor = next;
        }
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        check_key(key)?;
        let mut script = self.scripts.acquire.key(self.server.keys.lease(key));
        self.server.invoke(script.arg(owner.to_string()).arg(milliseconds(ttl))).await
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        check_key(key)?;
        let mut script = self.scripts.release.key(self.server.keys.lease(key));
        self.server.invoke(script.arg(owner.to_string())).await
    }
}

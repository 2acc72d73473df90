//! The token store in Redis.

mod fault;
mod names;
mod scripts;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deadpool_redis::redis::{
    self, AsyncConnectionConfig, IntoConnectionInfo as _, Value, from_redis_value,
};
use deadpool_redis::{Connection, Manager, Pool, PoolConfig, Runtime, Timeouts};
use widget_auth_core::{Clock, OAuthTokenSet, SystemClock};
use zeroize::Zeroizing;

use crate::key::check_key;
use crate::{
    LeaseOwner, RedisOptions, SaveOutcome, StoreError, StoredTokens, TokenStore, Version, record,
};

use names::Names;
use scripts::Scripts;

const BACKEND: &str = "redis";

/// Keeps tokens in a Redis server, for many workers.
///
/// Each key is one hash, `{prefix}:tokens:{key}`, and each lease one string,
/// `{prefix}:lease:{key}`. Changes are Lua scripts, so they are atomic also
/// between workers. A set without a refresh token expires in Redis with its
/// access token; one with a refresh token stays, or with
/// [`RedisOptions::with_max_idle`] as long as somebody uses it.
///
/// The tokens are in the clear in Redis: wrap this store in an
/// `EncryptedTokenStore` (feature `encrypted`) if others can read it.
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
    pool: Pool,
    options: RedisOptions,
    names: Names,
    scripts: Scripts,
    clock: Arc<dyn Clock>,
}

impl RedisTokenStore {
    /// A store that connects when it is first used.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidOption`] if the URL cannot be read, the prefix or
    /// the pool is empty, or a time is zero.
    pub fn new(options: RedisOptions) -> Result<Self, StoreError> {
        check(&options)?;
        // The cause is dropped here and below, since it may quote what it read.
        let invalid_url = |_| invalid("url", "is no Redis URL");
        let server = options.url().into_connection_info().map_err(invalid_url)?;
        if matches!(server.addr(), redis::ConnectionAddr::TcpTls { .. }) {
            choose_cryptography();
        }
        let limit = Some(options.timeout());
        let connections =
            AsyncConnectionConfig::new().set_connection_timeout(limit).set_response_timeout(limit);
        let manager = Manager::new_with_config(server, connections).map_err(invalid_url)?;
        let mut limits = PoolConfig::new(options.pool_size());
        limits.timeouts = Timeouts { wait: limit, create: limit, recycle: limit };
        let pool = Pool::builder(manager)
            .config(limits)
            .runtime(Runtime::Tokio1)
            .build()
            .ok()
            .ok_or_else(|| invalid("timeout", "needs the Tokio runtime"))?;
        let names = Names::new(options.prefix());
        let clock = Arc::new(SystemClock);
        Ok(Self { pool, options, names, scripts: Scripts::new(), clock })
    }

    /// Measures the remaining lifetime of access tokens with `clock`. Redis
    /// has its own clock for leases.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    async fn connection(&self) -> Result<Connection, StoreError> {
        self.pool.get().await.map_err(|error| fault::of_pool(error, self.options.timeout()))
    }

    fn fault(&self, error: &redis::RedisError) -> StoreError {
        fault::of_command(error, self.options.timeout())
    }

    /// How long Redis keeps `tokens`, and whether a load begins that anew.
    fn lifetime(&self, tokens: &OAuthTokenSet) -> (u64, bool) {
        if tokens.refresh_token.is_some() {
            return (self.options.max_idle().map_or(0, milliseconds), true);
        }
        let left = |at: widget_auth_core::UnixTime| at.saturating_since(self.clock.now());
        (tokens.expires_at().map_or(0, |at| milliseconds(left(at))), false)
    }

    async fn store(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        condition: scripts::Condition,
    ) -> Result<SaveOutcome, StoreError> {
        check_key(key)?;
        let version = Version::random()?;
        let json = record::encode(BACKEND, tokens)?;
        let (lifetime_ms, from_use) = self.lifetime(tokens);
        let mut connection = self.connection().await?;
        let saved: bool = self
            .scripts
            .save
            .key(self.names.tokens(key))
            .arg(condition.to_string())
            .arg(version.to_string())
            .arg(json.as_slice())
            .arg(lifetime_ms)
            .arg(u8::from(from_use))
            .invoke_async(&mut connection)
            .await
            .map_err(|error| self.fault(&error))?;
        Ok(if saved { SaveOutcome::Saved(version) } else { SaveOutcome::Changed })
    }
}

impl fmt::Debug for RedisTokenStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The pool would show the password.
        f.debug_struct("RedisTokenStore").field("options", &self.options).finish_non_exhaustive()
    }
}

#[async_trait]
impl TokenStore for RedisTokenStore {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        check_key(key)?;
        let name = self.names.tokens(key);
        let mut connection = self.connection().await?;
        let fields = if self.options.max_idle().is_some() {
            self.scripts.load.key(name).invoke_async(&mut connection).await
        } else {
            let command = &mut redis::cmd("HMGET");
            command.arg(name).arg("version").arg("tokens").query_async(&mut connection).await
        };
        stored(fields.map_err(|error| self.fault(&error))?)
    }

    async fn save(&self, key: &str, tokens: &OAuthTokenSet) -> Result<Version, StoreError> {
        match self.store(key, tokens, scripts::Condition::Always).await? {
            SaveOutcome::Saved(version) => Ok(version),
            SaveOutcome::Changed => {
                Err(StoreError::Corrupt { backend: BACKEND, reason: "a save without condition" })
            }
        }
    }

    async fn save_if(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        expected: Option<Version>,
    ) -> Result<SaveOutcome, StoreError> {
        self.store(key, tokens, expected.into()).await
    }

    async fn delete(&self, key: &str) -> Result<bool, StoreError> {
        check_key(key)?;
        let mut connection = self.connection().await?;
        let command = &mut redis::cmd("DEL");
        let deleted = command.arg(self.names.tokens(key)).query_async(&mut connection).await;
        deleted.map_err(|error| self.fault(&error))
    }

    async fn exists(&self, key: &str) -> Result<bool, StoreError> {
        check_key(key)?;
        let mut connection = self.connection().await?;
        let command = &mut redis::cmd("EXISTS");
        let exists = command.arg(self.names.tokens(key)).query_async(&mut connection).await;
        exists.map_err(|error| self.fault(&error))
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        let mut connection = self.connection().await?;
        // SCAN may give a name twice.
        let mut keys = BTreeSet::new();
        let mut cursor = 0_u64;
        loop {
            let command = &mut redis::cmd("SCAN");
            command.arg(cursor).arg("MATCH").arg(self.names.pattern()).arg("COUNT").arg(500);
            let (next, names): (u64, Vec<Vec<u8>>) =
                command.query_async(&mut connection).await.map_err(|error| self.fault(&error))?;
            keys.extend(names.iter().filter_map(|name| self.names.key(name)));
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
        let mut connection = self.connection().await?;
        let invocation = &mut self.scripts.acquire.key(self.names.lease(key));
        invocation.arg(owner.to_string()).arg(milliseconds(ttl));
        invocation.invoke_async(&mut connection).await.map_err(|error| self.fault(&error))
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        check_key(key)?;
        let mut connection = self.connection().await?;
        let invocation = &mut self.scripts.release.key(self.names.lease(key));
        invocation.arg(owner.to_string());
        invocation.invoke_async(&mut connection).await.map_err(|error| self.fault(&error))
    }
}

fn invalid(name: &'static str, reason: &'static str) -> StoreError {
    StoreError::InvalidOption { name, reason }
}

fn check(options: &RedisOptions) -> Result<(), StoreError> {
    if options.prefix().is_empty() {
        return Err(invalid("prefix", "is empty"));
    }
    if options.pool_size() == 0 {
        return Err(invalid("pool_size", "is zero"));
    }
    if options.timeout().is_zero() {
        return Err(invalid("timeout", "is zero"));
    }
    if options.max_idle().is_some_and(|idle| idle.is_zero()) {
        return Err(invalid("max_idle", "is zero"));
    }
    Ok(())
}

/// The Redis client takes the process-wide choice of rustls and panics where
/// there is none.
fn choose_cryptography() {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // An error means that somebody else chose at this very moment.
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
    }
}

/// At least one, since Redis refuses an expiry of zero, and no more than it
/// can add to the time of day.
fn milliseconds(duration: Duration) -> u64 {
    const LONGEST_MS: u64 = 100 * 365 * 24 * 60 * 60 * 1000;
    u64::try_from(duration.as_millis()).unwrap_or(LONGEST_MS).clamp(1, LONGEST_MS)
}

/// Reads the fields `version` and `tokens`.
fn stored(fields: Vec<Value>) -> Result<Option<StoredTokens>, StoreError> {
    let corrupt = StoreError::Corrupt { backend: BACKEND, reason: "no hash of this store" };
    let mut fields = fields.into_iter();
    match (fields.next(), fields.next()) {
        (Some(Value::Nil), Some(Value::Nil)) => Ok(None),
        (Some(version), Some(Value::BulkString(json))) => {
            let json = Zeroizing::new(json);
            let version: String = from_redis_value(version).ok().ok_or(corrupt)?;
            let tokens = record::decode(BACKEND, &json)?;
            let reason = "the version is no version";
            let unread = |_| StoreError::Corrupt { backend: BACKEND, reason };
            Ok(Some(StoredTokens { tokens, version: version.parse().map_err(unread)? }))
        }
        _ => Err(corrupt),
    }
}

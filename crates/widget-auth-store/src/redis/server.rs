//! The Redis server that all stores share.

use std::fmt;
use std::time::Duration;

use redis::io::tcp::TcpSettings;
use redis::{
    Client, Cmd, ConnectionAddr, FromRedisValue, IntoConnectionInfo as _, RedisError,
    ScriptInvocation,
};

use super::pool::Pool;
use crate::error::StoreError;
use crate::options::RedisOptions;
use crate::redis::keys::Keys;
use crate::redis::sanitized;

/// A Redis server, the connections to it, and the keys of what is kept there.
pub(super) struct Server {
    pool: Pool,
    options: RedisOptions,
    pub(super) keys: Keys,
}

impl Server {
    /// Does no I/O: the first command connects.
    pub(super) fn new(options: RedisOptions) -> Result<Self, StoreError> {
        check(&options)?;
        // The cause is dropped here and below, since it may quote what it read.
        let invalid_url = |_| invalid("url", "is not a Redis URL");
        let address = options.url().into_connection_info().map_err(invalid_url)?;
        // Commands are written whole; nothing is gained by waiting for more.
        let address = address.set_tcp_settings(TcpSettings::default().set_nodelay(true));
        if matches!(address.addr(), ConnectionAddr::TcpTls { .. }) {
            choose_cryptography();
        }
        let client = Client::open(address).map_err(invalid_url)?;
        let pool = Pool::new(client, options.pool_size(), options.timeout());
        let keys = Keys::new(options.prefix());
        Ok(Self { pool, options, keys })
    }

    pub(super) fn options(&self) -> &RedisOptions {
        &self.options
    }

    /// The answer to `command`.
    pub(super) async fn run<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, StoreError> {
        let mut connection = self.pool.get().await?;
        command.query_async(&mut connection).await.map_err(|error| self.fault(&error))
    }

    /// The answer of a script, which is sent in full only to a server that
    /// does not know it.
    pub(super) async fn invoke<T: FromRedisValue>(
        &self,
        script: &ScriptInvocation<'_>,
    ) -> Result<T, StoreError> {
        let mut connection = self.pool.get().await?;
        script.invoke_async(&mut connection).await.map_err(|error| self.fault(&error))
    }

    fn fault(&self, error: &RedisError) -> StoreError {
        if error.is_io_error() {
            self.pool.failed();
        }
        sanitized::of_command(error, self.options.timeout())
    }
}

/// The client and its connections would show the password.
impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.options.fmt(f)
    }
}

/// At least one, since Redis refuses an expiry of zero, and no more than it
/// can add to the time of day.
pub(super) fn milliseconds(duration: Duration) -> u64 {
    const MAX_MS: u64 = 100 * 365 * 24 * 60 * 60 * 1000;
    u64::try_from(duration.as_millis()).unwrap_or(MAX_MS).clamp(1, MAX_MS)
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

fn invalid(name: &'static str, reason: &'static str) -> StoreError {
    StoreError::InvalidOption { name, reason }
}

/// The Redis client takes the process-wide choice of rustls and panics where
/// there is none.
fn choose_cryptography() {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // An error means that another process chose one at this moment.
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
    }
}

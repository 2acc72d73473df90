//! The Redis server that all stores share.

use std::fmt;
use std::time::Duration;

use redis::{Cmd, FromRedisValue, RedisError, ScriptInvocation};
use tokio::time::timeout;

use super::pool::{Connection, Pool};
use crate::error::StoreError;
use crate::options::{RedisOptions, RedisTopology};
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
        let pool = Pool::new(&options)?;
        let keys = Keys::new(options.prefix());
        Ok(Self { pool, options, keys })
    }

    pub(super) fn options(&self) -> &RedisOptions {
        &self.options
    }

    /// Returns whether the keys are spread over a cluster.
    pub(super) fn is_cluster(&self) -> bool {
        matches!(self.options.topology(), RedisTopology::Cluster { .. })
    }

    /// The answer to `command`.
    pub(super) async fn run<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, StoreError> {
        let mut connection = self.pool.get(self.options.timeout()).await?;
        let answer = self.answer(command.query_async(&mut connection)).await;
        answer.map_err(|failure| failure.close(connection))
    }

    /// The answer of a script, which is sent in full only to a server that
    /// does not know it.
    pub(super) async fn invoke<T: FromRedisValue>(
        &self,
        script: &ScriptInvocation<'_>,
    ) -> Result<T, StoreError> {
        let mut connection = self.pool.get(self.options.timeout()).await?;
        let answer = self.answer(script.invoke_async(&mut connection)).await;
        answer.map_err(|failure| failure.close(connection))
    }

    /// A cluster is asked again for as long as it moves its keys; that has to end as well.
    async fn answer<T>(
        &self,
        answer: impl Future<Output = Result<T, RedisError>>,
    ) -> Result<T, Failure> {
        let limit = self.options.timeout();
        let failure = match timeout(limit, answer).await {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(error)) => Failure {
                is_of_replica: sanitized::is_of_replica(&error),
                error: sanitized::of_command(&error, limit),
            },
            Err(_) => Failure { is_of_replica: false, error: sanitized::of_waiting(limit) },
        };
        Err(failure)
    }
}

/// A command that failed on a connection.
struct Failure {
    error: StoreError,
    is_of_replica: bool,
}

impl Failure {
    /// Lets no later command have a connection that leads to a replica.
    fn close(self, connection: Connection) -> StoreError {
        if self.is_of_replica {
            connection.close();
        }
        self.error
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
        return Err(StoreError::option("prefix", "is empty: name this program, as `widget-kit`"));
    }
    if options.pool_size() == 0 {
        return Err(StoreError::option("pool_size", "is 0: calls need 1 connection or more"));
    }
    if options.timeout().is_zero() {
        return Err(StoreError::option("timeout", "is zero: no server answers in that time"));
    }
    if options.max_idle().is_some_and(|idle| idle.is_zero()) {
        let reason = "is zero, which drops each set at once: leave it out to keep them";
        return Err(StoreError::option("max_idle", reason));
    }
    Ok(())
}

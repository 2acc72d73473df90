//! Counted hits in Redis.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use redis::Script;

use super::server::{Server, milliseconds};
use crate::error::StoreError;
use crate::key::check_key;
use crate::options::RedisOptions;
use crate::rate::{Hits, RateLimitStore};

/// `ARGV`: ms.
const HIT: &str = r"
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}
";

/// Counts hits in Redis, for all workers together.
///
/// # Examples
///
/// Nothing is asked of the server until the first operation:
///
/// ```
/// use widget_auth_store::{RedisOptions, RedisRateLimitStore};
///
/// let store = RedisRateLimitStore::new(RedisOptions::new())?;
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
pub struct RedisRateLimitStore {
    server: Arc<Server>,
    hit: Script,
}

impl RedisRateLimitStore {
    /// A store on the server of `options`.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidOption`] for a malformed URL, an empty prefix, or
    /// a pool size or time that is zero.
    pub fn new(options: RedisOptions) -> Result<Self, StoreError> {
        Ok(Self::on(Arc::new(Server::new(options)?)))
    }

    pub(super) fn on(server: Arc<Server>) -> Self {
        Self { server, hit: Script::new(HIT) }
    }
}

impl fmt::Debug for RedisRateLimitStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisRateLimitStore").field("server", &self.server).finish_non_exhaustive()
    }
}

#[async_trait]
impl RateLimitStore for RedisRateLimitStore {
    async fn hit(&self, key: &str, window: Duration) -> Result<Hits, StoreError> {
        check_key(key)?;
        let mut hit = self.hit.key(self.server.keys.rate(key));
        let (count, left): (u64, u64) = self.server.invoke(hit.arg(milliseconds(window))).await?;
        Ok(Hits { count, resets_in: Duration::from_millis(left) })
    }
}

//! Pending sign-ins in Redis.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use redis::Script;
use zeroize::Zeroizing;

use super::BACKEND;
use super::server::{Server, milliseconds};
use crate::error::StoreError;
use crate::key::check_key;
use crate::options::RedisOptions;
use crate::pending::MAX_PENDING;
use crate::pending::PendingStore;

/// `KEYS`: records, their order; `ARGV`: key, record, ms, how many to keep.
///
/// The order is by expiry. What has expired goes, then what expires first. The
/// two keys expire with the last record.
const PUT: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function drop(keys)
    for _, key in ipairs(keys) do
        redis.call('HDEL', KEYS[1], key)
        redis.call('ZREM', KEYS[2], key)
    end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
drop(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 1000))
local over = redis.call('ZCARD', KEYS[2]) - ARGV[4]
if over > 0 then drop(redis.call('ZRANGE', KEYS[2], 0, math.min(over, 1000) - 1)) end
local last = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')
if last[2] then
    redis.call('PEXPIREAT', KEYS[1], last[2])
    redis.call('PEXPIREAT', KEYS[2], last[2])
end
return 1
";

/// `KEYS`: records, their order; `ARGV`: key.
const TAKE: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expires = redis.call('ZSCORE', KEYS[2], ARGV[1])
local record = redis.call('HGET', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
if expires and tonumber(expires) > now then return record end
return false
";

/// Keeps pending sign-ins in Redis: any worker finishes what another began.
///
/// At most 10,000 are kept; after that, the oldest makes room for a new one.
///
/// # Examples
///
/// Nothing is asked of the server until the first operation:
///
/// ```
/// use widget_auth_store::{RedisOptions, RedisPendingStore};
///
/// let options = RedisOptions::new().with_url("redis://127.0.0.1:6379/0");
/// let store = RedisPendingStore::new(options)?.with_max_pending(1_000);
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
pub struct RedisPendingStore {
    server: Arc<Server>,
    max_pending: usize,
    put: Script,
    take: Script,
}

impl RedisPendingStore {
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
        let (put, take) = (Script::new(PUT), Script::new(TAKE));
        Self { server, max_pending: MAX_PENDING, put, take }
    }

    /// Sets how many are kept, at least one. All workers have to agree on it.
    #[must_use]
    pub fn with_max_pending(mut self, max_pending: usize) -> Self {
        self.max_pending = max_pending.max(1);
        self
    }
}

impl fmt::Debug for RedisPendingStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisPendingStore")
            .field("server", &self.server)
            .field("max_pending", &self.max_pending)
            .finish_non_exhaustive()
    }
}

#[async_trait]
impl PendingStore for RedisPendingStore {
    async fn put(&self, key: &str, record: &str, ttl: Duration) -> Result<(), StoreError> {
        check_key(key)?;
        let plain = Zeroizing::new(record.as_bytes().to_vec());
        let record = self.server.seal(&self.server.keys.pending_record(key), plain)?;
        let [records, order] = self.server.keys.pending();
        let mut put = self.put.key(records);
        put.key(order).arg(key).arg(record.as_slice());
        put.arg(milliseconds(ttl)).arg(self.max_pending);
        self.server.invoke(&put).await
    }

    async fn take(&self, key: &str) -> Result<Option<Zeroizing<String>>, StoreError> {
        check_key(key)?;
        let [records, order] = self.server.keys.pending();
        let mut take = self.take.key(records);
        let record: Option<Vec<u8>> = self.server.invoke(take.key(order).arg(key)).await?;
        let Some(record) = record.map(Zeroizing::new) else { return Ok(None) };
        let plain = self.server.open(&self.server.keys.pending_record(key), record)?;
        let text = std::str::from_utf8(&plain).ok();
        let corrupt = StoreError::Corrupt { backend: BACKEND, reason: "no text".into() };
        Ok(Some(Zeroizing::new(text.ok_or(corrupt)?.to_owned())))
    }
}

//! All stores on one server, with one pool of connections.

use std::fmt;
use std::sync::Arc;

use super::server::Server;
use super::{RedisPendingStore, RedisRateLimitStore, RedisSessionStore, RedisTokenStore};
use crate::error::StoreError;
use crate::options::RedisOptions;

/// A Redis server with one pool of connections for all stores on it.
///
/// # Examples
///
/// Nothing is asked of the server until the first operation:
///
/// ```
/// use widget_auth_store::{RedisOptions, RedisStores};
///
/// let redis = RedisStores::new(RedisOptions::new().with_pool_size(4))?;
/// let (tokens, sessions) = (redis.tokens(), redis.sessions());
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
#[derive(Clone)]
pub struct RedisStores {
    server: Arc<Server>,
}

impl RedisStores {
    /// The stores on the server of `options`.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidOption`] if the URL cannot be read, the prefix or
    /// the pool is empty, or a time is zero.
    pub fn new(options: RedisOptions) -> Result<Self, StoreError> {
        Ok(Self { server: Arc::new(Server::new(options)?) })
    }

    /// The store of token sets.
    #[must_use]
    pub fn tokens(&self) -> RedisTokenStore {
        RedisTokenStore::on(self.server.clone())
    }

    /// The store of signed-in users.
    #[must_use]
    pub fn sessions(&self) -> RedisSessionStore {
        RedisSessionStore::on(self.server.clone())
    }

    /// The store of sign-ins that wait for their callback.
    #[must_use]
    pub fn pending(&self) -> RedisPendingStore {
        RedisPendingStore::on(self.server.clone())
    }

    /// The counters of sign-ins.
    #[must_use]
    pub fn rate_limits(&self) -> RedisRateLimitStore {
        RedisRateLimitStore::on(self.server.clone())
    }
}

impl fmt::Debug for RedisStores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisStores").field("options", &self.server).finish()
    }
}

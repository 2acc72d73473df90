//! The stores in Redis, and how they reach it.

mod keys;
mod managers;
mod pending;
mod pool;
mod rate;
mod sanitized;
mod seal;
mod server;
mod sessions;
mod stores;
mod tokens;
mod url;

pub use pending::RedisPendingStore;
pub use rate::RedisRateLimitStore;
pub use sessions::RedisSessionStore;
pub use stores::RedisStores;
pub use tokens::RedisTokenStore;

const BACKEND: &str = "redis";

//! The pool of connections: to one server, to the master that sentinels name, or to a cluster.

use std::time::Duration;

use deadpool::managed::{self, Object};
use deadpool_redis::{PoolError, Runtime};
use redis::aio::ConnectionLike;
use redis::io::tcp::TcpSettings;
use redis::sentinel::SentinelNodeConnectionInfo;
use redis::{
    Cmd, ConnectionAddr, ConnectionInfo, IntoConnectionInfo as _, Pipeline, RedisFuture, TlsMode,
    Value,
};

use super::managers::{Cluster, Sentinels, config};
use super::{sanitized, url};
use crate::error::StoreError;
use crate::options::{RedisOptions, RedisTopology};

/// A pool of `deadpool-redis`. A connection that comes out of it has just answered a `PING`.
pub(super) enum Pool {
    Server(deadpool_redis::Pool),
    Sentinel(managed::Pool<Sentinels>),
    Cluster(managed::Pool<Cluster>),
}

/// A connection, which goes back to its pool when it is dropped.
pub(super) enum Connection {
    Server(deadpool_redis::Connection),
    Sentinel(Object<Sentinels>),
    Cluster(Object<Cluster>),
}

/// Makes a pool of a manager, with the size and the time limits of the options. A macro, since
/// each kind has a builder type of its own.
macro_rules! pool {
    ($kind:ty, $manager:expr, $options:expr) => {{
        let limit = Some($options.timeout());
        <$kind>::builder($manager)
            .max_size($options.pool_size())
            .wait_timeout(limit)
            .create_timeout(limit)
            .recycle_timeout(limit)
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|_no_pool| StoreError::option("pool_size", "is too large for a pool"))?
    }};
}

impl Pool {
    /// Does no I/O: the first command connects.
    pub(super) fn new(options: &RedisOptions) -> Result<Self, StoreError> {
        // The cause may quote what it read.
        let unusable =
            |_| StoreError::option(url::SETTING, "is not one that the Redis client takes");
        Ok(match options.topology() {
            RedisTopology::Server => {
                let server = address(url::SETTING, options.url())?;
                let config = config(options.timeout());
                let manager = deadpool_redis::Manager::new_with_config(server, config);
                Self::Server(pool!(deadpool_redis::Pool, manager.map_err(unusable)?, options))
            }
            RedisTopology::Sentinel { master, sentinels } => {
                let sentinels = addresses("sentinels", sentinels)?;
                let of_master = address(url::SETTING, options.url())?;
                let settings = of_master.redis_settings().clone();
                let node =
                    SentinelNodeConnectionInfo::default().set_redis_connection_info(settings);
                let node = match of_master.addr() {
                    ConnectionAddr::TcpTls { .. } => node.set_tls_mode(TlsMode::Secure),
                    _ => node,
                };
                let manager = Sentinels::new(sentinels, master, node, options.timeout());
                Self::Sentinel(pool!(managed::Pool<Sentinels>, manager.map_err(unusable)?, options))
            }
            RedisTopology::Cluster { nodes } => {
                let manager = Cluster::new(addresses("cluster", nodes)?, options.timeout());
                Self::Cluster(pool!(managed::Pool<Cluster>, manager.map_err(unusable)?, options))
            }
        })
    }

    pub(super) async fn get(&self, limit: Duration) -> Result<Connection, StoreError> {
        let connection = match self {
            Self::Server(pool) => pool.get().await.map(Connection::Server),
            Self::Sentinel(pool) => pool.get().await.map(Connection::Sentinel),
            Self::Cluster(pool) => pool.get().await.map(Connection::Cluster),
        };
        connection.map_err(|error| match error {
            PoolError::Backend(error) => sanitized::of_command(&error, limit),
            _ => sanitized::of_waiting(limit),
        })
    }
}

impl Connection {
    /// Closes it, so that the pool opens another.
    pub(super) fn close(self) {
        match self {
            Self::Server(connection) => drop(deadpool_redis::Connection::take(connection)),
            Self::Sentinel(connection) => drop(Object::take(connection)),
            // The client of a cluster looks for the master of a key by itself.
            Self::Cluster(_) => {}
        }
    }
}

fn addresses(
    option: &'static str,
    urls: &[impl AsRef<str>],
) -> Result<Vec<ConnectionInfo>, StoreError> {
    urls.iter().map(|url| address(option, url.as_ref())).collect()
}

fn address(option: &'static str, text: &str) -> Result<ConnectionInfo, StoreError> {
    // The cause of a failure is dropped, since it may quote what it read.
    let address = text.into_connection_info();
    let address = address.ok().ok_or_else(|| StoreError::option(option, url::problem(text)))?;
    if matches!(address.addr(), ConnectionAddr::TcpTls { .. }) {
        choose_cryptography();
    }
    // Commands are written whole; nothing is gained by waiting for more.
    Ok(address.set_tcp_settings(TcpSettings::default().set_nodelay(true)))
}

/// The Redis client takes the process-wide choice of rustls and panics where
/// there is none.
fn choose_cryptography() {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // An error means that another process chose one at this moment.
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
    }
}

impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        match self {
            Self::Server(connection) => connection.req_packed_command(command),
            Self::Sentinel(connection) => connection.req_packed_command(command),
            Self::Cluster(connection) => connection.req_packed_command(command),
        }
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        commands: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        match self {
            Self::Server(connection) => connection.req_packed_commands(commands, offset, count),
            Self::Sentinel(connection) => connection.req_packed_commands(commands, offset, count),
            Self::Cluster(connection) => connection.req_packed_commands(commands, offset, count),
        }
    }

    fn get_db(&self) -> i64 {
        match self {
            Self::Server(connection) => connection.get_db(),
            Self::Sentinel(connection) => connection.get_db(),
            Self::Cluster(connection) => connection.get_db(),
        }
    }
}

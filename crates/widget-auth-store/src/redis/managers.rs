//! Managers of pools for sentinels and clusters. Those of `deadpool-redis` leave the time limits
//! to the Redis client, which gives an answer up after 500 ms.

use std::time::Duration;

use deadpool::managed::{Manager, Metrics, RecycleError, RecycleResult};
use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::cluster::{ClusterClient, ClusterClientBuilder};
use redis::cluster_async::ClusterConnection;
use redis::sentinel::{SentinelClient, SentinelNodeConnectionInfo, SentinelServerType};
use redis::{AsyncConnectionConfig, ConnectionInfo, RedisError, RedisResult};
use tokio::sync::Mutex;

/// The time limits of a connection.
pub(super) fn config(limit: Duration) -> AsyncConnectionConfig {
    AsyncConnectionConfig::new()
        .set_connection_timeout(Some(limit))
        .set_response_timeout(Some(limit))
}

/// Connects to the master that sentinels name.
pub(super) struct Sentinels {
    client: Mutex<SentinelClient>,
    config: AsyncConnectionConfig,
}

impl Sentinels {
    pub(super) fn new(
        sentinels: Vec<ConnectionInfo>,
        master: &str,
        node: SentinelNodeConnectionInfo,
        limit: Duration,
    ) -> RedisResult<Self> {
        let kind = SentinelServerType::Master;
        let client = SentinelClient::build(sentinels, master, Some(node), kind)?;
        Ok(Self { client: Mutex::new(client), config: config(limit) })
    }
}

impl Manager for Sentinels {
    type Type = MultiplexedConnection;
    type Error = RedisError;

    /// The connection to a sentinel has a time limit of its own, 500 ms. The pool ends this.
    async fn create(&self) -> RedisResult<MultiplexedConnection> {
        let mut client = self.client.lock().await;
        loop {
            match client.get_async_connection_with_config(&self.config).await {
                Err(error) if error.is_timeout() => {}
                outcome => return outcome,
            }
        }
    }

    async fn recycle(
        &self,
        connection: &mut MultiplexedConnection,
        _: &Metrics,
    ) -> RecycleResult<RedisError> {
        ping(connection).await
    }
}

/// Connects to all nodes of a cluster.
pub(super) struct Cluster(ClusterClient);

impl Cluster {
    pub(super) fn new(nodes: Vec<ConnectionInfo>, limit: Duration) -> RedisResult<Self> {
        let client = ClusterClientBuilder::new(nodes)
            .connection_timeout(limit)
            .response_timeout(limit)
            .build()?;
        Ok(Self(client))
    }
}

impl Manager for Cluster {
    type Type = ClusterConnection;
    type Error = RedisError;

    async fn create(&self) -> RedisResult<ClusterConnection> {
        self.0.get_async_connection().await
    }

    async fn recycle(
        &self,
        connection: &mut ClusterConnection,
        _: &Metrics,
    ) -> RecycleResult<RedisError> {
        ping(connection).await
    }
}

async fn ping(connection: &mut impl ConnectionLike) -> RecycleResult<RedisError> {
    let answer: String = redis::cmd("PING").query_async(connection).await?;
    match &*answer {
        "PONG" => Ok(()),
        _ => Err(RecycleError::message("no answer to PING")),
    }
}

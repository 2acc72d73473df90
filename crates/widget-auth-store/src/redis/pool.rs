//! Connections, each shared by all who call at the same time.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, RedisError};
use tokio::runtime::{self, Handle};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, timeout};

use crate::error::StoreError;
use crate::redis::sanitized;

/// A connection that rested for so long is asked whether it still is one. The
/// question costs a round trip, which is not paid under load.
const RESTED: Duration = Duration::from_millis(100);

/// A fixed number of connections, taken in turn and opened when their turn
/// first comes.
///
/// A connection carries any number of calls at once; what several tasks send
/// at the same time leaves in one packet. It is never given to one caller
/// alone, so there is nothing to give back.
pub(super) struct Pool {
    client: Client,
    config: AsyncConnectionConfig,
    limit: Duration,
    slots: Box<[Mutex<Option<Open>>]>,
    turn: AtomicUsize,
    faults: AtomicU64,
}

struct Open {
    connection: MultiplexedConnection,
    /// Whose end is that of the connection.
    runtime: runtime::Id,
    used_at: Instant,
    /// The number of faults when the connection last worked.
    faults: u64,
}

impl Pool {
    /// `size` connections to the server of `client`, with `limit` for each
    /// step.
    pub(super) fn new(client: Client, size: usize, limit: Duration) -> Self {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(limit))
            .set_response_timeout(Some(limit));
        let slots = (0..size).map(|_| Mutex::default()).collect();
        let (turn, faults) = (AtomicUsize::new(0), AtomicU64::new(0));
        Self { client, config, limit, slots, turn, faults }
    }

    pub(super) async fn get(&self) -> Result<MultiplexedConnection, StoreError> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed) % self.slots.len();
        let slot = timeout(self.limit, self.slots[turn].lock()).await;
        // Others were opening it for so long.
        let slot = slot.ok().ok_or_else(|| sanitized::of_waiting(self.limit))?;
        let connection = self.connection(slot).await;
        connection.map_err(|error| sanitized::of_command(&error, self.limit))
    }

    /// Says that a connection failed. They all lead to one server, so each is
    /// asked before it is used again.
    pub(super) fn failed(&self) {
        self.faults.fetch_add(1, Ordering::Relaxed);
    }

    async fn connection(
        &self,
        mut slot: MutexGuard<'_, Option<Open>>,
    ) -> Result<MultiplexedConnection, RedisError> {
        let (now, faults) = (Instant::now(), self.faults.load(Ordering::Relaxed));
        let runtime = Handle::current().id();
        if let Some(open) = &mut *slot {
            let is_trusted =
                open.faults == faults && open.runtime == runtime && now - open.used_at < RESTED;
            if is_trusted || answers(&mut open.connection).await {
                (open.used_at, open.faults) = (now, faults);
                return Ok(open.connection.clone());
            }
            *slot = None;
        }
        let connection =
            self.client.get_multiplexed_async_connection_with_config(&self.config).await?;
        *slot = Some(Open { connection: connection.clone(), runtime, used_at: now, faults });
        Ok(connection)
    }
}

/// Returns whether the server is still at the other end. Any answer will do: a server
/// that refuses `PING` will say why it refuses the command that follows.
async fn answers(connection: &mut MultiplexedConnection) -> bool {
    let answer: Result<redis::Value, _> = redis::cmd("PING").query_async(connection).await;
    answer.map_or_else(|error| !error.is_io_error(), |_| true)
}

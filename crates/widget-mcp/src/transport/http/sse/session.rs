//! The sessions of HTTP+SSE.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::runtime::WRITE_TIMEOUT;
use crate::transport::backpressure::Bounded;

/// Sessions at the same time. Each is a connection of its own.
const MAX_SESSIONS: usize = 1_000;

/// Messages on their way in either direction.
const CHANNEL: usize = 16;

type Incoming = RxJsonRpcMessage<RoleServer>;
type Outgoing = TxJsonRpcMessage<RoleServer>;

/// The open sessions.
#[derive(Debug)]
pub(super) struct Sessions {
    inboxes: Mutex<HashMap<String, SessionSender>>,
    stop: CancellationToken,
}

/// The reason no further session is accepted.
#[derive(Debug, thiserror::Error)]
pub(super) enum Full {
    #[error("there are {MAX_SESSIONS} sessions already; close some and try again")]
    TooMany,
    #[error("the system gives no random numbers for a session id")]
    NoRandom(#[from] getrandom::Error),
}

impl Sessions {
    /// Sessions that end with `stop`.
    pub(super) fn new(stop: CancellationToken) -> Self {
        Self { inboxes: Mutex::default(), stop }
    }

    fn inboxes(&self) -> MutexGuard<'_, HashMap<String, SessionSender>> {
        self.inboxes.lock()
    }

    /// Begins a session and serves it until either side ends it.
    pub(super) fn open<S: ServerHandler>(self: &Arc<Self>, handler: S) -> Result<Session, Full> {
        let id = random_id()?;
        let (inbox, incoming) = mpsc::channel(CHANNEL);
        let (outbox, outgoing) = mpsc::channel(CHANNEL);
        {
            let mut inboxes = self.inboxes();
            if inboxes.len() >= MAX_SESSIONS {
                return Err(Full::TooMany);
            }
            inboxes.insert(id.clone(), SessionSender(inbox));
        }
        let stop = self.stop.child_token();
        let transport = Bounded::new(Channel { incoming, outbox: Some(outbox) }, stop.clone());
        let serving = handler.serve_with_ct(transport, stop.clone());
        // Its end drops the transport, which ends the stream.
        tokio::spawn(async move {
            match serving.await {
                Ok(running) => {
                    if let Err(error) = running.waiting().await {
                        tracing::error!(%error, "a session was interrupted");
                    }
                }
                Err(error) => tracing::debug!(%error, "a session did not begin"),
            }
        });
        Ok(Session { id, outgoing, stop, sessions: Arc::clone(self) })
    }

    /// Returns the sender of messages to a session.
    pub(super) fn find(&self, id: &str) -> Option<SessionSender> {
        self.inboxes().get(id).cloned()
    }
}

/// 128 random bits: knowing them is the permission to speak in the session.
fn random_id() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// The sender of messages to a session.
#[derive(Clone, Debug)]
pub(super) struct SessionSender(mpsc::Sender<Incoming>);

/// The reason a message did not reach its session.
#[derive(Clone, Copy, Debug)]
pub(super) enum Undelivered {
    Ended,
    Busy,
}

impl SessionSender {
    /// Hands a message over as soon as the session takes more.
    pub(super) async fn deliver(&self, message: Incoming) -> Result<(), Undelivered> {
        self.0.send_timeout(message, WRITE_TIMEOUT).await.map_err(|error| match error {
            mpsc::error::SendTimeoutError::Timeout(_) => Undelivered::Busy,
            mpsc::error::SendTimeoutError::Closed(_) => Undelivered::Ended,
        })
    }
}

/// The client's end of a session, which ends with it.
#[derive(Debug)]
pub(super) struct Session {
    id: String,
    outgoing: mpsc::Receiver<Outgoing>,
    stop: CancellationToken,
    sessions: Arc<Sessions>,
}

impl Session {
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the next message of the server; `None` when the session has ended.
    pub(super) async fn next(&mut self) -> Option<Outgoing> {
        tokio::select! {
            message = self.outgoing.recv() => message,
            () = self.stop.cancelled() => None,
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.sessions.inboxes().remove(&self.id);
        // The client is gone: the calls in progress are obsolete.
        self.stop.cancel();
    }
}

/// The server's end of a session.
struct Channel {
    incoming: mpsc::Receiver<Incoming>,
    /// `None` when the transport has been closed.
    outbox: Option<mpsc::Sender<Outgoing>>,
}

/// The client has left.
#[derive(Debug, thiserror::Error)]
#[error("the client has closed its stream")]
struct Closed;

impl Transport<RoleServer> for Channel {
    type Error = Closed;

    fn send(
        &mut self,
        message: Outgoing,
    ) -> impl Future<Output = Result<(), Closed>> + Send + 'static {
        let outbox = self.outbox.clone();
        async move { outbox.ok_or(Closed)?.send(message).await.map_err(|_closed| Closed) }
    }

    async fn receive(&mut self) -> Option<Incoming> {
        self.incoming.recv().await
    }

    async fn close(&mut self) -> Result<(), Closed> {
        self.outbox = None;
        Ok(())
    }
}

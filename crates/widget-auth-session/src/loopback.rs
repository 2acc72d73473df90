//! The loopback redirect server (RFC 8252, section 7.3): a server for one
//! request that matters, among any number that do not.

mod connection;
mod page;
mod redirect;
mod request;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::sleep;

pub(crate) use connection::Callback;
pub(crate) use page::Page;
pub use redirect::{LoopbackHost, LoopbackRedirect};
use request::Target;

/// Connections at one time. One more, and the oldest is closed: a browser is
/// served within milliseconds, so the oldest is one that keeps silent.
const MAX_CONNECTIONS: usize = 64;

/// Attempts to find a port that is free in both address families.
const PORT_ROUNDS: usize = 4;

/// The pause in accepting when the process has no more file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Listens on loopback addresses only (RFC 8252, section 8.3).
#[derive(Debug)]
pub(crate) struct LoopbackServer {
    listener: TcpListener,
    /// The same port of the other address family, for a browser that prefers
    /// it.
    other: Option<TcpListener>,
    target: Target,
    redirect_uri: String,
}

impl LoopbackServer {
    pub(crate) async fn bind(redirect: &LoopbackRedirect) -> io::Result<Self> {
        let rounds = if redirect.port() == 0 { PORT_ROUNDS } else { 1 };
        let [own, other] = redirect.host().addresses();
        for round in 1..=rounds {
            let listener = TcpListener::bind((own, redirect.port())).await?;
            let port = listener.local_addr()?.port();
            let other = match TcpListener::bind((other, port)).await {
                Ok(other) => Some(other),
                Err(error) if error.kind() == ErrorKind::AddrInUse => {
                    if round < rounds {
                        continue;
                    }
                    // The browser may take `localhost` for the address where
                    // another program listens, which then gets the code.
                    if redirect.host() == LoopbackHost::Localhost {
                        return Err(error);
                    }
                    None
                }
                // This machine does not have the other address family.
                Err(_) => None,
            };
            let redirect_uri = redirect.uri(port);
            let target = Target { port, path: redirect.path().into() };
            return Ok(Self { listener, other, target, redirect_uri });
        }
        Err(ErrorKind::AddrInUse.into())
    }

    pub(crate) fn redirect_uri(&self) -> &str {
        &self.redirect_uri
    }

    /// Hands callbacks to `callbacks` until it is dropped, and with it every
    /// connection.
    pub(crate) async fn serve(&self, callbacks: mpsc::Sender<Callback>) -> Infallible {
        let mut connections = Connections::default();
        loop {
            tokio::select! {
                accepted = self.accept() => match accepted {
                    Ok(stream) => connections.add(connection::serve(stream, self.target.clone(), callbacks.clone())),
                    // The next attempt would fail as fast.
                    Err(_) => sleep(ACCEPT_PAUSE).await,
                },
                Some(_) = connections.tasks.join_next() => {}
            }
        }
    }

    async fn accept(&self) -> io::Result<TcpStream> {
        let (stream, _) = match &self.other {
            Some(other) => tokio::select! {
                accepted = self.listener.accept() => accepted?,
                accepted = other.accept() => accepted?,
            },
            None => self.listener.accept().await?,
        };
        Ok(stream)
    }
}

/// The connections, which end with this.
#[derive(Debug, Default)]
struct Connections {
    tasks: JoinSet<()>,
    /// Oldest first.
    handles: VecDeque<AbortHandle>,
}

impl Connections {
    fn add(&mut self, connection: impl Future<Output = ()> + Send + 'static) {
        self.handles.retain(|handle| !handle.is_finished());
        if self.handles.len() >= MAX_CONNECTIONS
            && let Some(oldest) = self.handles.pop_front()
        {
            oldest.abort();
        }
        self.handles.push_back(self.tasks.spawn(connection));
    }
}

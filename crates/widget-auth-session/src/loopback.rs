//! Where the browser comes back to (RFC 8252, section 7.3): a server for one
//! request that matters, among any number that do not.

mod connection;
mod page;
mod request;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::sleep;

pub(crate) use connection::Callback;
pub(crate) use page::Page;

/// Connections at one time. One more, and the oldest is closed: a browser is
/// served within milliseconds, so the oldest is one that keeps silent.
const MAX_CONNECTIONS: usize = 64;

/// How often a port is chosen anew because somebody has it on IPv6.
const PORT_ROUNDS: usize = 4;

/// How long nobody is let in when the process has no more file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Listens on a port that the system chose, on loopback addresses only (RFC
/// 8252, section 8.3).
#[derive(Debug)]
pub(crate) struct LoopbackServer {
    v4: TcpListener,
    /// The same port, for a browser that prefers IPv6.
    v6: Option<TcpListener>,
    port: u16,
    redirect_uri: String,
}

impl LoopbackServer {
    pub(crate) async fn bind() -> io::Result<Self> {
        for _ in 1..PORT_ROUNDS {
            let v4 = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
            let port = v4.local_addr()?.port();
            match TcpListener::bind((Ipv6Addr::LOCALHOST, port)).await {
                Ok(v6) => return Ok(Self::new(v4, Some(v6), port)),
                Err(error) if error.kind() == ErrorKind::AddrInUse => {}
                // This machine has no IPv6.
                Err(_) => return Ok(Self::new(v4, None, port)),
            }
        }
        let v4 = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = v4.local_addr()?.port();
        Ok(Self::new(v4, None, port))
    }

    fn new(v4: TcpListener, v6: Option<TcpListener>, port: u16) -> Self {
        // RFC 8252, section 8.3: the address, not `localhost`, which a hosts
        // file may send elsewhere.
        let redirect_uri = format!("http://127.0.0.1:{port}{}", request::PATH);
        Self { v4, v6, port, redirect_uri }
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
                    Ok(stream) => connections.add(connection::serve(stream, self.port, callbacks.clone())),
                    // The next attempt would fail as fast.
                    Err(_) => sleep(ACCEPT_PAUSE).await,
                },
                Some(_) = connections.tasks.join_next() => {}
            }
        }
    }

    async fn accept(&self) -> io::Result<TcpStream> {
        let (stream, _) = match &self.v6 {
            Some(v6) => tokio::select! {
                accepted = self.v4.accept() => accepted?,
                accepted = v6.accept() => accepted?,
            },
            None => self.v4.accept().await?,
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

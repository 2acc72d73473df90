//! The connections of MCP clients and those of pages, which come to one port, apart.
//!
//! Clients are served by threads of their own, as on standard input
//! ([`Worker`](super::worker::Worker)): what pages do does not hold up their calls. A
//! connection stays on the thread that it is given to.

use std::error::Error;
use std::future::pending;
use std::io;
use std::net::{SocketAddr, TcpStream as StdTcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::listener::STALL;
use super::{routes, sse};

/// Connections of one kind that wait to be taken. More of that kind are closed, so that those of
/// another kind still come through.
const MAX_WAITING: usize = 128;

/// Connections that have not asked for anything yet. More wait to be accepted.
const MAX_SILENT: usize = 256;

/// As much as the longest method and path take.
const START: usize = 32;

/// Out of one runtime, and not yet in another.
type Connection = (StdTcpStream, SocketAddr);

/// Connections of one kind, for the runtime that takes them.
#[derive(Debug)]
pub(super) struct Lane {
    connections: mpsc::Receiver<Connection>,
    address: SocketAddr,
}

/// Connections of MCP clients for so many threads, and those of pages, until `stop`.
///
/// Routes a connection by its first request. One that continues with requests of another
/// kind, as a proxy does, is served all the same.
pub(super) fn sort(
    listener: TcpListener,
    threads: usize,
    stop: CancellationToken,
) -> io::Result<(Vec<Lane>, Lane)> {
    let address = listener.local_addr()?;
    let (to_clients, clients) = (0..threads).map(|_| lane(address)).unzip();
    let (to_pages, pages) = lane(address);
    let ways = Ways { clients: to_clients, next: AtomicUsize::new(0), pages: to_pages };
    tokio::spawn(stop.run_until_cancelled_owned(accept(listener, Arc::new(ways))));
    Ok((clients, pages))
}

fn lane(address: SocketAddr) -> (mpsc::Sender<Connection>, Lane) {
    let (sender, connections) = mpsc::channel(MAX_WAITING);
    (sender, Lane { connections, address })
}

/// The destinations of connections.
struct Ways {
    clients: Vec<mpsc::Sender<Connection>>,
    /// Counts what goes to them in turn.
    next: AtomicUsize,
    pages: mpsc::Sender<Connection>,
}

impl Ways {
    fn of(&self, speaks: Speaks) -> &mpsc::Sender<Connection> {
        match speaks {
            Speaks::StreamableHttp => {
                let next = self.next.fetch_add(1, Ordering::Relaxed);
                &self.clients[next % self.clients.len()]
            }
            // A call comes on one connection, and its answer leaves on another.
            Speaks::Sse => &self.clients[0],
            Speaks::Page => &self.pages,
        }
    }
}

async fn accept(mut listener: TcpListener, ways: Arc<Ways>) {
    // Those that have not asked for anything yet. They end with it.
    let mut silent = JoinSet::new();
    loop {
        let (stream, address) = tokio::select! {
            accepted = Listener::accept(&mut listener), if silent.len() < MAX_SILENT => accepted,
            Some(_) = silent.join_next() => continue,
        };
        let ways = Arc::clone(&ways);
        silent.spawn(async move {
            if let Err(error) = hand_over(stream, address, &ways).await {
                tracing::debug!(error = &error as &dyn Error, "a connection is closed");
            }
        });
    }
}

/// Waits until the connection asks for something, which it must do in [`STALL`], and
/// gives it to those who answer that.
async fn hand_over(stream: TcpStream, address: SocketAddr, ways: &Ways) -> io::Result<()> {
    let way = ways.of(timeout(STALL, first_request(&stream)).await??);
    let sent = way.try_send((stream.into_std()?, address));
    sent.map_err(io::Error::other)
}

/// The protocol of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speaks {
    StreamableHttp,
    Sse,
    Page,
}

/// Looks at what has come first, and leaves it there.
async fn first_request(stream: &TcpStream) -> io::Result<Speaks> {
    let mut start = [0; START];
    let length = stream.peek(&mut start).await?;
    Ok(speaks(&start[..length]))
}

/// Returns the protocol of a connection whose first request starts like this.
fn speaks(start: &[u8]) -> Speaks {
    let target = start.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
    let path = target.split(|byte| *byte == b'?').next().unwrap_or_default();
    if path == routes::MCP_PATH.as_bytes() {
        Speaks::StreamableHttp
    } else if [sse::STREAM_PATH, sse::MESSAGES_PATH].map(str::as_bytes).contains(&path) {
        Speaks::Sse
    } else {
        Speaks::Page
    }
}

impl Listener for Lane {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            // The server notices the end by itself.
            let Some((stream, address)) = self.connections.recv().await else { pending().await };
            match TcpStream::from_std(stream) {
                Ok(stream) => return (stream, address),
                Err(error) => {
                    tracing::error!(error = &error as &dyn Error, "a connection is lost");
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::super::listener::listen;
    use super::*;

    async fn sorted() -> (SocketAddr, [Lane; 2], Lane, CancellationToken) {
        let (listener, address) = listen(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let stop = CancellationToken::new();
        let (clients, pages) = sort(listener, 2, stop.clone()).unwrap();
        (address, clients.try_into().unwrap(), pages, stop)
    }

    async fn ask(address: SocketAddr, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    /// Returns the request on the one connection that comes out.
    async fn asked(lane: &mut Lane, request: &str) {
        let mut read = vec![0; request.len()];
        lane.accept().await.0.read_exact(&mut read).await.unwrap();
        assert_eq!(read, request.as_bytes());
    }

    #[tokio::test]
    async fn clients_and_pages_come_out_apart_and_whole() {
        let (address, [mut clients, _], mut pages, _stop) = sorted().await;
        let (page, call) =
            ("GET /widget/a HTTP/1.1\r\n\r\n", "POST /mcp HTTP/1.1\r\nHost: a\r\n\r\n{}");
        let _page = ask(address, page).await;
        let _client = ask(address, call).await;
        asked(&mut clients, call).await;
        asked(&mut pages, page).await;
    }

    #[tokio::test]
    async fn calls_are_dealt_out_and_the_two_connections_of_a_client_of_sse_stay_together() {
        let (address, [mut first, mut second], _pages, _stop) = sorted().await;
        let call = "POST /mcp HTTP/1.1\r\n\r\n";
        for _ in 0..2 {
            let _client = ask(address, call).await;
            asked(&mut first, call).await;
            let _client = ask(address, call).await;
            asked(&mut second, call).await;
        }
        for request in ["GET /sse HTTP/1.1\r\n\r\n", "POST /messages?sessionId=a HTTP/1.1\r\n\r\n"]
        {
            let _client = ask(address, request).await;
            asked(&mut first, request).await;
        }
    }

    #[tokio::test]
    async fn one_that_asks_for_nothing_holds_up_nobody_and_ends_at_the_end() {
        let (address, [mut clients, _], _pages, stop) = sorted().await;
        let mut silent = ask(address, "").await;
        let call = "GET /sse HTTP/1.1\r\n\r\n";
        let _client = ask(address, call).await;
        asked(&mut clients, call).await;
        stop.cancel();
        assert_eq!(silent.read(&mut [0]).await.unwrap(), 0);
    }

    #[tokio::test]
    async fn more_pages_than_are_taken_are_closed_and_hold_up_no_client() {
        let (address, [mut clients, _], _pages, _stop) = sorted().await;
        let mut pages = Vec::new();
        for _ in 0..MAX_WAITING + MAX_SILENT + 1 {
            pages.push(ask(address, "GET / HTTP/1.1\r\n\r\n").await);
        }
        let call = "GET /sse HTTP/1.1\r\n\r\n";
        let _client = ask(address, call).await;
        asked(&mut clients, call).await;
        let mut last = pages.pop().unwrap();
        let closed = last.read(&mut [0]).await;
        assert!(matches!(closed, Ok(0) | Err(_)), "{closed:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_asks_for_nothing_in_time_is_given_up() {
        let (address, _clients, _pages, _stop) = sorted().await;
        let mut silent = ask(address, "").await;
        assert_eq!(silent.read(&mut [0]).await.unwrap(), 0);
    }

    #[test]
    fn the_path_tells() {
        let id = "0123456789abcdef";
        for start in ["POST /mcp HTTP/1.1", "DELETE /mcp?a=b HTTP/1.1"] {
            assert_eq!(speaks(start.as_bytes()), Speaks::StreamableHttp, "{start}");
        }
        let message = format!("POST /messages?sessionId={id}{id} HTTP/1.1");
        for start in [b"GET /sse HTTP/1.1", &message.as_bytes()[..START]] {
            assert_eq!(speaks(start), Speaks::Sse);
        }
        for start in [
            "",
            "POS",
            "POST /mc",
            "GET / HTTP/1.1",
            "GET /mcp2 HTTP/1.1",
            "GET /widget/mcp HTTP/1.1",
            "/mcp",
            "\x16\x03\x01",
        ] {
            assert_eq!(speaks(start.as_bytes()), Speaks::Page, "{start}");
        }
    }
}

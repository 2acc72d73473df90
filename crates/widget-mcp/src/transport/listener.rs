//! Sockets, and clients that stop reading.

use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

use crate::error::ServerError;

/// A client that takes nothing for so long, though something is there for it, is
/// given up: what waits for it fills memory.
pub(super) const STALL: Duration = Duration::from_secs(30);

/// Takes a port; the address it became.
pub(crate) async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServerError> {
    let failed = |source| ServerError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let bound = listener.local_addr().map_err(failed)?;
    Ok((listener, bound))
}

/// Connections that end when their client stalls.
#[derive(Debug)]
pub(super) struct Impatient {
    pub(super) listener: TcpListener,
    pub(super) stall: Duration,
}

impl Listener for Impatient {
    type Io = Pin<Box<TimeoutStream<TcpStream>>>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // Answers are written whole; waiting to fill a packet only delays them.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection cannot be made prompt");
        }
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.stall));
        (Box::pin(stream), address)
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

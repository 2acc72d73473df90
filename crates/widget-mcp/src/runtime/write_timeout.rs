//! Connections whose client stops reading.

use std::pin::Pin;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;

/// Longest time that a client may take nothing while data waits for it. Then the connection
/// ends: what waits fills memory.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Accepts connections that end when a write does not progress within `timeout`.
#[derive(Debug)]
pub(super) struct WriteTimeoutListener<L> {
    pub(super) listener: L,
    pub(super) timeout: Duration,
}

impl<L: Listener<Io = TcpStream>> Listener for WriteTimeoutListener<L> {
    type Io = Pin<Box<TimeoutStream<TcpStream>>>;
    type Addr = L::Addr;

    async fn accept(&mut self) -> (Self::Io, L::Addr) {
        let (stream, address) = self.listener.accept().await;
        // A change for an open page must not wait until the page has acknowledged the one before
        // (Nagle's algorithm), which takes a browser up to 40 ms.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection cannot be made prompt");
        }
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.timeout));
        (Box::pin(stream), address)
    }

    fn local_addr(&self) -> std::io::Result<L::Addr> {
        self.listener.local_addr()
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::sync::{Arc, Mutex};

    use axum::Router;
    use axum::body::{Body, Bytes};
    use axum::routing::get;
    use futures_util::stream;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::oneshot;
    use tokio::time::timeout;

    use super::super::bind::bind;
    use super::*;

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /// A server whose answer has no end; it tells when the answer is given up.
    async fn endless() -> (SocketAddr, oneshot::Receiver<()>) {
        let (listener, address) = bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let (alive, given_up) = oneshot::channel::<()>();
        let body = stream::unfold(alive, async |alive| {
            Some((Ok::<_, std::io::Error>(Bytes::from_static(&[b'x'; 64 << 10])), alive))
        });
        let body = Arc::new(Mutex::new(Some(Body::from_stream(body))));
        let app = Router::new().route(
            "/",
            get(move || async move { body.lock().unwrap().take().unwrap_or_default() }),
        );
        let listener = WriteTimeoutListener { listener, timeout: Duration::from_millis(100) };
        tokio::spawn(async move { axum::serve(listener, app).await });
        (address, given_up)
    }

    #[tokio::test]
    async fn a_client_that_takes_nothing_is_given_up() {
        let (address, given_up) = endless().await;
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(REQUEST).await.unwrap();
        // The sender goes with the body.
        timeout(Duration::from_secs(20), given_up).await.unwrap().unwrap_err();
    }

    #[tokio::test]
    async fn a_client_that_reads_on_is_served_on() {
        let (address, mut given_up) = endless().await;
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(REQUEST).await.unwrap();
        let (mut read, mut buffer) = (0, vec![0; 1 << 20]);
        while read < 64 << 20 {
            read += client.read(&mut buffer).await.unwrap();
        }
        assert!(
            given_up.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Empty)
        );
    }
}

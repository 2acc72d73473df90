//! An HTTP server that runs by itself.

use std::fmt::Debug;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tower::Layer as _;
use tower::util::MapRequestLayer;
use widget_web::Arrivals;

use super::counted_body::CountedBody;
use super::read_timeout::PacedBody;
use super::write_timeout::{WRITE_TIMEOUT, WriteTimeoutListener};
use crate::error::ServerError;

/// The time connections have to end at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// Connections that are open at the same time. Others wait until one ends.
const MAX_CONNECTIONS: usize = 1_024;

/// Longest time that the head of a request may take to arrive, from when the
/// connection is open or has sent the response before.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);

/// The same while most connections are taken, so that silent ones soon make room.
const CROWDED_HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// An HTTP server, running by itself.
#[derive(Debug)]
pub(crate) struct HttpServer(JoinHandle<()>);

impl HttpServer {
    /// Serves until `stop`, then lets open connections end for a moment. What arrives is counted
    /// in `arrivals`.
    pub(crate) fn start<L>(
        listener: L,
        app: Router,
        arrivals: &Arrivals,
        stop: CancellationToken,
    ) -> Self
    where
        L: Listener<Io = TcpStream, Addr: Debug>,
    {
        let listener = WriteTimeoutListener { listener, timeout: WRITE_TIMEOUT };
        Self(tokio::spawn(serve(listener, app, arrivals.clone(), stop, MAX_CONNECTIONS)))
    }

    /// Waits for its end, which `stop` brings, or a fault of the system.
    pub(crate) async fn ended(&mut self) -> Result<(), ServerError> {
        (&mut self.0).await.map_err(|error| ServerError::Connection(error.into()))
    }
}

async fn serve<L>(
    mut listener: L,
    app: Router,
    arrivals: Arrivals,
    stop: CancellationToken,
    max_connections: usize,
) where
    L: Listener<Addr: Debug>,
{
    let http = http(HEAD_TIMEOUT);
    let crowded = self::http(CROWDED_HEAD_TIMEOUT);
    let bounded = move |request| bounded(&arrivals, request);
    let service = TowerToHyperService::new(MapRequestLayer::new(bounded).layer(app));
    let mut connections = JoinSet::new();
    let mut is_full = false;
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept(), if connections.len() < max_connections => accepted,
            Some(_ended) = connections.join_next() => continue,
            () = stop.cancelled() => break,
        };
        let is_crowded = connections.len() * 4 >= max_connections * 3;
        let http = if is_crowded { &crowded } else { &http };
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let stop = stop.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection.with_upgrades());
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = stop.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, ?address, "a connection ended with an error");
            }
        });
        // Once, and not for each that takes the place of another.
        if connections.len() == max_connections && !is_full {
            tracing::warn!("{max_connections} connections are open; others wait until one ends");
        }
        is_full = connections.len() == max_connections
            || is_full && connections.len() > max_connections / 2;
    }
    drop(listener);
    let all = async { while connections.join_next().await.is_some() {} };
    if timeout(SHUTDOWN_TIMEOUT, all).await.is_err() {
        tracing::debug!("connections that were still open are cut off");
    }
}

fn http(head_timeout: Duration) -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head_timeout);
    http
}

/// Bounds the time that the body of a request takes to arrive, and what all hold meanwhile.
fn bounded(arrivals: &Arrivals, request: hyper::Request<hyper::body::Incoming>) -> Request {
    request.map(|body| {
        let paced = Body::new(PacedBody::new(Body::new(body)));
        Body::new(CountedBody::new(paced, arrivals.begin()))
    })
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::routing::{get, post};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio::sync::Notify;
    use tokio::time::{Instant, sleep};

    use super::super::bind::bind;
    use super::*;

    async fn served(app: Router, max_connections: usize) -> (SocketAddr, CancellationToken) {
        let (listener, address) = bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let stop = CancellationToken::new();
        tokio::spawn(serve::<TcpListener>(
            listener,
            app,
            Arrivals::default(),
            stop.clone(),
            max_connections,
        ));
        (address, stop)
    }

    fn hello() -> Router {
        Router::new().route("/", get(async || "hello")).route("/", post(async |body: String| body))
    }

    async fn connect(address: SocketAddr, sent: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        stream
    }

    /// Everything until the server closes the connection.
    async fn to_end(mut stream: TcpStream) -> String {
        let mut text = String::new();
        // A reset is an end, too.
        let _reset = stream.read_to_string(&mut text).await;
        text
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_does_not_arrive_is_given_up() {
        let (address, _stop) = served(hello(), 10).await;
        for sent in ["", "G", "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n"] {
            let started = Instant::now();
            to_end(connect(address, sent).await).await;
            assert!(started.elapsed() >= HEAD_TIMEOUT, "{sent:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_arrive_is_given_up() {
        let (address, _stop) = served(hello(), 10).await;
        let sent = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhe";
        let answer = to_end(connect(address, sent).await).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    }

    #[tokio::test(start_paused = true)]
    async fn one_connection_more_than_the_bound_waits_for_the_end_of_another() {
        let (address, _stop) = served(hello(), 2).await;
        let silent = [connect(address, "").await, connect(address, "").await];
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        let mut third = connect(address, request).await;
        let waits = timeout(HEAD_TIMEOUT / 2, third.read_u8()).await;
        assert!(waits.is_err(), "it is not answered while two others are open");
        drop(silent);
        assert!(to_end(third).await.ends_with("hello"));
    }

    #[tokio::test(start_paused = true)]
    async fn silent_connections_soon_make_room_when_most_are_taken() {
        let (address, _stop) = served(hello(), 8).await;
        let mut silent = Vec::new();
        for _ in 0..8 {
            silent.push(connect(address, "").await);
        }
        let started = Instant::now();
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        assert!(to_end(connect(address, request).await).await.ends_with("hello"));
        assert!(started.elapsed() < HEAD_TIMEOUT / 4, "{:?}", started.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_under_way_at_the_end_has_a_moment() {
        let begun = std::sync::Arc::new(Notify::new());
        let slow = Router::new().route(
            "/",
            get({
                let begun = std::sync::Arc::clone(&begun);
                async move || {
                    begun.notify_one();
                    sleep(SHUTDOWN_TIMEOUT / 2).await;
                    "done"
                }
            }),
        );
        let (address, stop) = served(slow, 10).await;
        let client = connect(address, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
        begun.notified().await;
        stop.cancel();
        assert!(to_end(client).await.ends_with("done"));
    }
}

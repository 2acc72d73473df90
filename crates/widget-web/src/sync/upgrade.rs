//! From a request to a WebSocket (RFC 6455 section 4.2). axum's own has no place between the
//! connection and the messages, where what arrives is counted.

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::counted_stream::CountedStream;
use crate::arrivals::Arrival;

pub(super) type Socket = WebSocketStream<CountedStream<TokioIo<Upgraded>>>;

/// Answers the request, and gives the connection to `serve` as soon as it is one.
pub(super) fn upgrade<F>(
    mut request: Request,
    config: WebSocketConfig,
    arrival: Arrival,
    serve: impl FnOnce(Socket) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    let response = match create_response_with_body(&request, Body::empty) {
        Ok(response) => response,
        Err(error) => return (StatusCode::BAD_REQUEST, format!("{error}\n")).into_response(),
    };
    let upgrading = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let stream = match upgrading.await {
            Ok(upgraded) => CountedStream::new(TokioIo::new(upgraded), arrival),
            Err(error) => {
                tracing::debug!(%error, "a connection ended before it was a WebSocket");
                return;
            }
        };
        serve(WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await).await;
    });
    response
}

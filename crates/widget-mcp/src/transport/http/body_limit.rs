//! Messages that are too large, refused with an answer to the client.

use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;

use crate::transport::too_large;

/// Returns whether a body declares that it is larger than so many bytes. One that does not say
/// so is counted where it is read.
pub(super) fn exceeds(headers: &HeaderMap, max: usize) -> bool {
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    length.is_some_and(|length: u64| length > max as u64)
}

/// Refuses a message.
///
/// A client that is still sending when the connection closes sees a reset and no
/// answer (RFC 9112, section 9.6), so what it sends is read and dropped first.
pub(super) async fn refuse(request: Request, max: usize) -> Response {
    let mut body = request.into_body().into_data_stream();
    let mut dropped = 0;
    while dropped <= max.saturating_mul(2)
        && let Some(Ok(chunk)) = body.next().await
    {
        dropped += chunk.len();
    }
    (StatusCode::PAYLOAD_TOO_LARGE, format!("{}\n", too_large(max))).into_response()
}

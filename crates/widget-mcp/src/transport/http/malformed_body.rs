//! Bodies of streamable HTTP that do not parse.
//!
//! rmcp answers 415, which says that the media type is wrong (RFC 9110, section 15.5.16); it is
//! the message.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rmcp::RoleServer;
use rmcp::service::RxJsonRpcMessage;

use super::body_limit;
use crate::runtime::LARGE_MESSAGE_BYTES;
use crate::transport::malformed;

/// Answers a request by `handle`; once more with what was repaired, where the message does not
/// parse as it came.
pub(super) async fn answer<F>(request: Request, handle: impl Fn(Request) -> F) -> Response
where
    F: Future<Output = Response>,
{
    if !is_json(request.headers()) {
        return handle(request).await;
    }
    if is_large(request.headers()) {
        let response = handle(request).await;
        let is_malformed = response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return if is_malformed { as_bad_request(response) } else { response };
    }
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LARGE_MESSAGE_BYTES).await else {
        return (StatusCode::BAD_REQUEST, "the message ended before it was complete\n")
            .into_response();
    };
    let again = |body: Body| Request::from_parts(head.clone(), body);
    let response = handle(again(body.clone().into())).await;
    if response.status() != StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return response;
    }
    if let Some(repaired) = malformed::repair(&body) {
        let response = handle(again(repaired.into())).await;
        if response.status() != StatusCode::UNSUPPORTED_MEDIA_TYPE {
            return response;
        }
    }
    refusal(&body)
}

/// A body that is too long to be kept beside the message that is made of it.
fn is_large(headers: &HeaderMap) -> bool {
    body_limit::exceeds(headers, LARGE_MESSAGE_BYTES) || headers.contains_key(TRANSFER_ENCODING)
}

fn as_bad_request(mut response: Response) -> Response {
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response
}

/// A form or a plain text could come from a page of any site.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

fn refusal(body: &Bytes) -> Response {
    let answer = match serde_json::from_slice::<RxJsonRpcMessage<RoleServer>>(body) {
        Err(error) if !error.is_data() => malformed::parse_error(body, &error),
        _ => malformed::invalid_request(body),
    };
    match serde_json::to_string(&answer) {
        Ok(json) => {
            (StatusCode::BAD_REQUEST, [(CONTENT_TYPE, "application/json")], json).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "an answer has no JSON form");
            StatusCode::BAD_REQUEST.into_response()
        }
    }
}

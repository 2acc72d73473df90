//! Checks each request for an MCP endpoint before anything reads its body.

use axum::extract::{Request, State};
use axum::http::header::TRANSFER_ENCODING;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio_util::task::AbortOnDropHandle;

use super::authorize::Authorization;
use super::body_limit;
use crate::runtime::{LARGE_MESSAGE_BYTES, yielding};

/// The conditions of a request.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    pub(super) authorization: Authorization,
    pub(super) max_message_bytes: usize,
}

/// Passes on requests that are authorized, with a message that is not too large.
pub(super) async fn admit(
    State(conditions): State<Conditions>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Err(refusal) = conditions.authorization.check(&mut request) {
        return refusal.into_response();
    }
    if body_limit::exceeds(request.headers(), conditions.max_message_bytes) {
        return body_limit::refuse(request, conditions.max_message_bytes).await;
    }
    if !may_be_large(request.headers()) {
        return next.run(request).await;
    }
    let answering = tokio::spawn(yielding(next.run(request)));
    AbortOnDropHandle::new(answering).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a large message was not answered");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    })
}

/// Returns whether it may take long to read the body.
fn may_be_large(headers: &HeaderMap) -> bool {
    body_limit::exceeds(headers, LARGE_MESSAGE_BYTES) || headers.contains_key(TRANSFER_ENCODING)
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::header::{CONTENT_LENGTH, HOST};
    use axum::middleware::from_fn_with_state;
    use axum::routing::post;
    use tower::ServiceExt as _;

    use super::*;
    use crate::runtime::testing::other_tasks_run;

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn other_tasks_run_while_a_large_message_is_read() {
        let conditions =
            Conditions { authorization: Authorization::default(), max_message_bytes: 1 << 20 };
        let read = post(async || assert!(other_tasks_run()));
        let app = Router::new().route("/mcp", read).layer(from_fn_with_state(conditions, admit));
        for (name, value) in [(CONTENT_LENGTH, "300000"), (TRANSFER_ENCODING, "chunked")] {
            let request = Request::post("/mcp").header(HOST, "localhost").header(name, value);
            let request = request.body(Body::empty()).unwrap();
            let answered = tokio::spawn(app.clone().oneshot(request)).await.unwrap();
            assert!(answered.unwrap().status().is_success());
        }
    }
}

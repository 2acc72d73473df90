//! Checks each request for an MCP endpoint before anything reads its body.

use std::convert::Infallible;
use std::future;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::TRANSFER_ENCODING;
use axum::response::{IntoResponse, Response};
use futures_util::future::{BoxFuture, Either, FutureExt, MapOk, TryFutureExt};
use tower::{Layer, Service};

use super::body_limit;
use super::guard::Guard;
use super::worker::{LONG, making_way};

/// Lets pass who may call, with a message that is not too large.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    guard: Arc<Guard>,
    max_message_bytes: usize,
}

impl Gate {
    pub(super) fn new(guard: Guard, max_message_bytes: usize) -> Self {
        Self { guard: Arc::new(guard), max_message_bytes }
    }
}

impl<S> Layer<S> for Gate {
    type Service = Gated<S>;

    fn layer(&self, inner: S) -> Gated<S> {
        Gated { inner, gate: self.clone() }
    }
}

/// A service behind the [`Gate`]. (A function as a middleware would cost each call
/// a copy of the service and a boxed future.)
#[derive(Clone, Debug)]
pub(super) struct Gated<S> {
    inner: S,
    gate: Gate,
}

type Passed<F, R> = MapOk<F, fn(R) -> Response>;
type Rare = BoxFuture<'static, Result<Response, Infallible>>;

impl<S> Service<Request> for Gated<S>
where
    S: Service<Request, Error = Infallible, Future: Send + 'static>,
    S::Response: IntoResponse + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Passed<S::Future, S::Response>, Rare>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let Gate { guard, max_message_bytes } = &self.gate;
        if let Err(refusal) = guard.check(&mut request) {
            return refused(future::ready(refusal.into_response()));
        }
        if body_limit::exceeds(request.headers(), *max_message_bytes) {
            return refused(body_limit::refuse(request, *max_message_bytes));
        }
        let is_long = is_long(request.headers());
        let answer = self.inner.call(request).map_ok(IntoResponse::into_response as fn(_) -> _);
        if is_long { Either::Right(making_way(answer).boxed()) } else { Either::Left(answer) }
    }
}

/// Returns whether it may take long to read the body.
fn is_long(headers: &HeaderMap) -> bool {
    body_limit::exceeds(headers, LONG) || headers.contains_key(TRANSFER_ENCODING)
}

fn refused<P>(answer: impl Future<Output = Response> + Send + 'static) -> Either<P, Rare> {
    Either::Right(answer.map(Ok).boxed())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::header::{CONTENT_LENGTH, HOST};
    use tower::service_fn;

    use super::super::worker::testing::{on_worker, others_go_on};
    use super::*;

    #[tokio::test]
    async fn others_go_on_while_a_long_message_is_read() {
        for (name, value) in [(CONTENT_LENGTH, "300000"), (TRANSFER_ENCODING, "chunked")] {
            let request = Request::post("/mcp").header(HOST, "localhost").header(name, value);
            let request = request.body(Body::empty()).unwrap();
            let read = service_fn(async |_| {
                assert!(others_go_on());
                Ok::<_, Infallible>(())
            });
            let mut service = Gate::new(Guard::default(), 1 << 20).layer(read);
            let answered = on_worker(service.call(request)).await;
            assert!(answered.unwrap().status().is_success());
        }
    }
}

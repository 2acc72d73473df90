//! What each request for an MCP endpoint passes before anything reads its body.

use std::convert::Infallible;
use std::future;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::future::{BoxFuture, Either, FutureExt, MapOk, TryFutureExt};
use tower::{Layer, Service};

use super::body_limit;
use super::guard::Guard;

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
type Refused = BoxFuture<'static, Result<Response, Infallible>>;

impl<S> Service<Request> for Gated<S>
where
    S: Service<Request, Error = Infallible>,
    S::Response: IntoResponse,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Passed<S::Future, S::Response>, Refused>;

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
        Either::Left(self.inner.call(request).map_ok(IntoResponse::into_response))
    }
}

fn refused<P>(answer: impl Future<Output = Response> + Send + 'static) -> Either<P, Refused> {
    Either::Right(answer.map(Ok).boxed())
}

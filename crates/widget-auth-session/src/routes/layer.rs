//! The layer that puts the session of a request into its extensions.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::http::Request;
use tower::{Layer, Service};

use super::session_lookup::lookup;
use super::state::AuthState;

/// Finds the [`AuthSession`](super::AuthSession) of a request for its
/// handlers, and puts it into the extensions of the request if a user is
/// signed in. It refuses no request; that is what
/// [`RequireSignIn`](super::RequireSignIn) and [`RequireRole`](super::RequireRole)
/// are for.
///
/// # Examples
///
/// ```
/// use axum::Router;
/// use axum::routing::get;
/// use widget_auth_session::routes::{AuthSession, AuthState, SessionLayer};
///
/// async fn hello(session: Option<AuthSession>) -> &'static str {
///     if session.is_some() { "Welcome back" } else { "Welcome" }
/// }
///
/// fn app(state: &AuthState) -> Router {
///     Router::new().route("/", get(hello)).layer(SessionLayer::new(state))
/// }
/// ```
#[derive(Debug, Clone)]
pub struct SessionLayer {
    state: AuthState,
}

impl SessionLayer {
    /// A layer for the sessions of `state`.
    #[must_use]
    pub fn new(state: &AuthState) -> Self {
        Self { state: state.clone() }
    }
}

impl<S> Layer<S> for SessionLayer {
    type Service = SessionService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        SessionService { state: self.state.clone(), inner }
    }
}

/// The service that [`SessionLayer`] produces.
#[derive(Debug, Clone)]
pub struct SessionService<S> {
    state: AuthState,
    inner: S,
}

impl<S, B> Service<Request<B>> for SessionService<S>
where
    S: Service<Request<B>> + Clone + Send + 'static,
    S::Future: Send,
    B: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let state = self.state.clone();
        // The one that is ready does the work.
        let clone = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, clone);
        Box::pin(async move {
            let (mut parts, body) = request.into_parts();
            lookup(&state, &parts.headers, &mut parts.extensions).await;
            inner.call(Request::from_parts(parts, body)).await
        })
    }
}

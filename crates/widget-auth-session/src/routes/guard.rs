//! The guards: a signed-in user, and a role.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::extract::OriginalUri;
use axum::http::request::Parts;
use axum::http::{Method, Request, Uri};
use axum::response::{IntoResponse as _, Redirect, Response};
use tower::{Layer, Service};
use widget_auth_store::Role;

use super::response_headers::keep_private;
use super::session::SessionLookup;
use super::session_lookup::lookup;
use super::state::AuthState;
use crate::routes::error_response::{ErrorResponse, wants_page};

/// Requires a role: handlers behind it get requests of users only who have the
/// role or one that [includes](Role::includes) it, with their
/// [`AuthSession`](super::AuthSession).
///
/// Others are answered with 403; a client that is not signed in with 401, or if
/// a browser opens a page, with a redirect to the sign-in that leads back
/// here; and with 503 while the session store cannot be asked.
///
/// The routes of [`auth_router`](super::auth_router) pass through it, so it
/// may be put around a whole site: a sign-in would not be possible otherwise.
///
/// # Examples
///
/// ```
/// use axum::Router;
/// use axum::routing::get;
/// use widget_auth_session::routes::{AuthState, RequireRole, Role};
///
/// fn app(state: &AuthState) -> Router {
///     Router::new()
///         .route("/admin", get(|| async { "You may." }))
///         .route_layer(RequireRole::new(state, Role::Admin))
/// }
/// ```
#[derive(Debug, Clone)]
pub struct RequireRole(Guard);

impl RequireRole {
    /// A guard for the sessions of `state`.
    #[must_use]
    pub fn new(state: &AuthState, role: Role) -> Self {
        Self(Guard { state: state.clone(), role: Some(role) })
    }
}

/// Requires a signed-in user, whatever their roles: otherwise as
/// [`RequireRole`].
///
/// # Examples
///
/// ```
/// use axum::Router;
/// use axum::routing::get;
/// use widget_auth_session::routes::{AuthSession, AuthState, RequireSignIn, auth_router};
///
/// async fn hello(session: AuthSession) -> String {
///     format!("Hello, {}", session.user().name.as_deref().unwrap_or("stranger"))
/// }
///
/// fn app(state: &AuthState) -> Router {
///     Router::new()
///         .route("/", get(hello))
///         .merge(auth_router(state.clone()))
///         .layer(RequireSignIn::new(state))
/// }
/// ```
#[derive(Debug, Clone)]
pub struct RequireSignIn(Guard);

impl RequireSignIn {
    /// A guard for the sessions of `state`.
    #[must_use]
    pub fn new(state: &AuthState) -> Self {
        Self(Guard { state: state.clone(), role: None })
    }
}

impl<S> Layer<S> for RequireRole {
    type Service = GuardService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        GuardService { guard: self.0.clone(), inner }
    }
}

impl<S> Layer<S> for RequireSignIn {
    type Service = GuardService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        GuardService { guard: self.0.clone(), inner }
    }
}

/// The service that [`RequireRole`] and [`RequireSignIn`] produce.
#[derive(Debug, Clone)]
pub struct GuardService<S> {
    guard: Guard,
    inner: S,
}

/// The sessions of a site, and the role that is needed if any is.
#[derive(Debug, Clone)]
struct Guard {
    state: AuthState,
    role: Option<Role>,
}

impl<S, B> Service<Request<B>> for GuardService<S>
where
    S: Service<Request<B>, Response = Response> + Clone + Send + 'static,
    S::Future: Send,
    B: Send + 'static,
{
    type Response = Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let guard = self.guard.clone();
        // The one that is ready does the work.
        let clone = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, clone);
        Box::pin(async move {
            let (mut parts, body) = request.into_parts();
            if guard.is_sign_in(&parts) {
                return inner.call(Request::from_parts(parts, body)).await;
            }
            match guard.refusal(&mut parts).await {
                Some(refusal) => Ok(refusal),
                None => inner.call(Request::from_parts(parts, body)).await,
            }
        })
    }
}

impl Guard {
    async fn refusal(&self, parts: &mut Parts) -> Option<Response> {
        let fault = match lookup(&self.state, &parts.headers, &mut parts.extensions).await {
            SessionLookup::Found(session) => match &self.role {
                Some(role) if !session.user().has_role(role) => {
                    ErrorResponse::forbidden(&format!("this needs the role `{role}`"))
                }
                _ => return None,
            },
            SessionLookup::SignedOut if opens_page(parts) => return Some(self.to_login(parts)),
            SessionLookup::SignedOut => ErrorResponse::login_required(),
            SessionLookup::Failed(fault) => fault,
        };
        let mut response = fault.render(wants_page(&parts.headers), &self.state.login_path());
        keep_private(&mut response);
        Some(response)
    }

    /// True for the routes of a sign-in themselves, below the base of the site
    /// or, behind a proxy that strips it, without it.
    fn is_sign_in(&self, parts: &Parts) -> bool {
        let path = original_uri(parts).path();
        let settings = &self.state.parts().settings;
        let paths = [Some(path), path.strip_prefix(&*settings.base)];
        paths.into_iter().flatten().any(|path| settings.endpoints.contains(path))
    }

    fn to_login(&self, parts: &Parts) -> Response {
        let path = original_uri(parts).path_and_query().map_or("/", |path| path.as_str());
        let settings = &self.state.parts().settings;
        let base = &settings.base;
        let mut login = self.state.login_path();
        // A proxy that strips the base leaves the path without it; a router
        // that is nested below the base has it.
        let path = match path.strip_prefix(base.as_str()) {
            Some(rest) if rest.is_empty() || rest.starts_with(['/', '?']) => path.to_owned(),
            _ => format!("{base}{path}"),
        };
        // A path that the sign-in would refuse is left out.
        if let Ok(path) = settings.local_path(&path) {
            login = path.after(&login);
        }
        let mut response = Redirect::to(&login).into_response();
        keep_private(&mut response);
        response
    }
}

/// The address that the client asked for, whatever the routers around nest.
fn original_uri(parts: &Parts) -> &Uri {
    parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |uri| &uri.0)
}

fn opens_page(parts: &Parts) -> bool {
    matches!(parts.method, Method::GET | Method::HEAD) && wants_page(&parts.headers)
}

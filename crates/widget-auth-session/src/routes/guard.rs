//! The guard that requires a role.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::extract::OriginalUri;
use axum::http::request::Parts;
use axum::http::{Method, Request, Uri};
use axum::response::{IntoResponse as _, Redirect, Response};
use tower::{Layer, Service};
use url::form_urlencoded;
use widget_auth_store::Role;

use super::endpoints::is_auth_route;
use super::path::LocalPath;
use super::response_headers::keep_private;
use super::session::SessionLookup;
use super::session_lookup::look;
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
/// use widget_auth_session::routes::{AuthState, RequireRole};
/// use widget_auth_store::Role;
///
/// fn app(state: &AuthState) -> Router {
///     Router::new()
///         .route("/admin", get(|| async { "You may." }))
///         .route_layer(RequireRole::new(state, Role::Admin))
/// }
/// ```
#[derive(Debug, Clone)]
pub struct RequireRole {
    state: AuthState,
    role: Role,
}

impl RequireRole {
    /// A guard for the sessions of `state`.
    #[must_use]
    pub fn new(state: &AuthState, role: Role) -> Self {
        Self { state: state.clone(), role }
    }
}

impl<S> Layer<S> for RequireRole {
    type Service = RoleGuard<S>;

    fn layer(&self, inner: S) -> Self::Service {
        RoleGuard { guard: self.clone(), inner }
    }
}

/// The service that [`RequireRole`] produces.
#[derive(Debug, Clone)]
pub struct RoleGuard<S> {
    guard: RequireRole,
    inner: S,
}

impl<S, B> Service<Request<B>> for RoleGuard<S>
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

impl RequireRole {
    async fn refusal(&self, parts: &mut Parts) -> Option<Response> {
        let fault = match look(&self.state, &parts.headers, &mut parts.extensions).await {
            SessionLookup::Found(session) if session.user().has_role(&self.role) => return None,
            SessionLookup::Found(_) => {
                let needed = format!("this needs the role `{}`", self.role);
                ErrorResponse::forbidden(&needed)
            }
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
        let base = &*self.state.parts().settings.base;
        [Some(path), path.strip_prefix(base)].into_iter().flatten().any(is_auth_route)
    }

    fn to_login(&self, parts: &Parts) -> Response {
        let path = original_uri(parts).path_and_query().map_or("/", |path| path.as_str());
        let base = &self.state.parts().settings.base;
        let mut login = self.state.login_path();
        // A proxy that strips the base leaves the path without it; a router
        // that is nested below the base has it.
        let path = match path.strip_prefix(base.as_str()) {
            Some(rest) if rest.is_empty() || rest.starts_with(['/', '?']) => path.to_owned(),
            _ => format!("{base}{path}"),
        };
        // A path that the sign-in would refuse is left out.
        if let Ok(path) = LocalPath::parse(&path, base) {
            login.push_str("?return_to=");
            login.extend(form_urlencoded::byte_serialize(path.as_str().as_bytes()));
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

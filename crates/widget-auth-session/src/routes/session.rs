//! The session of a request.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::response::Response;
use widget_auth_store::UserSession;

use super::response_headers::keep_private;
use crate::routes::error_response::{ErrorResponse, wants_page};

/// The signed-in user of a request, as an extractor.
///
/// It needs [`SessionLayer`](super::SessionLayer),
/// [`RequireSignIn`](super::RequireSignIn) or
/// [`RequireRole`](super::RequireRole) around the handler. `AuthSession`
/// answers 401 if no user is signed in, and 503 while the session store
/// cannot be asked; `Option<AuthSession>` is `None` if no user is signed in.
/// Without one of the layers both answer 500 with the name of the layer, and an
/// error is logged.
///
/// # Examples
///
/// ```
/// use widget_auth_session::routes::{AuthSession, Role};
///
/// async fn page(session: AuthSession) -> &'static str {
///     if session.user().has_role(&Role::Editor) { "You may edit." } else { "You may look." }
/// }
///
/// async fn start(session: Option<AuthSession>) -> &'static str {
///     if session.is_some() { "Welcome back" } else { "Welcome" }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthSession {
    pub(super) key: String,
    pub(super) user: UserSession,
}

impl AuthSession {
    /// Returns the user and their roles.
    #[must_use]
    pub fn user(&self) -> &UserSession {
        &self.user
    }

    /// The key under which the stores know the session. Not secret.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AuthSession {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        let session =
            of_layer(parts).and_then(|session| session.ok_or_else(ErrorResponse::login_required));
        session.map_err(|error| refuse(error, parts))
    }
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for AuthSession {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Response> {
        of_layer(parts).map_err(|error| refuse(error, parts))
    }
}

fn refuse(fault: ErrorResponse, parts: &Parts) -> Response {
    let login = parts.extensions.get::<LoginPath>().map_or("/auth/login", |login| &login.0);
    let mut response = fault.render(wants_page(&parts.headers), login);
    keep_private(&mut response);
    response
}

/// The session that a layer found.
fn of_layer(parts: &Parts) -> Result<Option<AuthSession>, ErrorResponse> {
    match parts.extensions.get::<SessionLookup>() {
        Some(SessionLookup::Found(session)) => Ok(Some(session.clone())),
        Some(SessionLookup::SignedOut) => Ok(None),
        Some(SessionLookup::Failed(fault)) => Err(fault.clone()),
        None => {
            let path = parts.uri.path();
            tracing::error!(
                path,
                "`AuthSession` needs `SessionLayer`, `RequireSignIn` or `RequireRole` around its handler"
            );
            Err(ErrorResponse::missing_layer())
        }
    }
}

/// The session of a request, as far as it was looked up.
#[derive(Debug, Clone)]
pub(super) enum SessionLookup {
    Found(AuthSession),
    SignedOut,
    /// The store failed, so it is unknown.
    Failed(ErrorResponse),
}

/// The path of the sign-in, for refusals.
#[derive(Debug, Clone)]
pub(super) struct LoginPath(pub(super) Arc<str>);

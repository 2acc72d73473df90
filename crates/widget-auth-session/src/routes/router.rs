//! The routes, and what all their answers have in common.

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};

use super::response_headers::keep_private;
use super::state::AuthState;
use super::{callback, ended, login, logout, refresh, status};
use crate::routes::error_response::{ErrorResponse, wants_page};

/// The routes of a site, to be merged into an application of any state.
///
/// | request | answer |
/// |---|---|
/// | `GET /auth/login?return_to=/path` | sends the browser to the provider; of several to the one that `provider=github` names, or shows them |
/// | `GET /auth/callback` | ends the sign-in and sends the browser to `return_to`; for providers beside the first at `/auth/callback/github` |
/// | `POST /auth/callback` | does so for a provider that [answers by a form](widget_auth_provider::OAuthProvider::uses_form_post), as Apple does |
/// | `GET /auth/ended` | where such a form leads that comes again: to the page, or the page that says that the sign-in is over |
/// | `POST /auth/refresh` | refreshes the tokens and restarts the lifetime of the session |
/// | `POST /auth/logout` | ends the session here, and says where to end it at the provider |
/// | `GET /auth/userinfo` | who is signed in, or 401 |
/// | `GET /auth/status` | whether a user is signed in |
///
/// An error is JSON with `error` and `error_description`, and for a browser
/// that opens a page, a page. Any other `POST` has to come from the site itself,
/// with `Origin` or `Sec-Fetch-Site`; one that accepts HTML, as a form does, is
/// answered with a redirect.
///
/// The order in which a site is put together is free: guards let these routes
/// pass. [`Router::nest`] the whole site where it is below a path, with that
/// path in the redirect URI.
///
/// Serve it with `into_make_service_with_connect_info::<SocketAddr>()`:
/// without addresses all clients share one rate limit.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::GenericOidcProvider;
/// use widget_auth_session::routes::{AuthSettings, AuthState, CookieSecret, auth_router};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let provider = GenericOidcProvider::new("client-id", "https://id.example.com")?;
/// let secret = CookieSecret::new("32 random bytes from a safe place")?;
/// let settings = AuthSettings::new("http://127.0.0.1:8080/auth/callback", secret)?;
/// let app: axum::Router = auth_router(AuthState::new(provider, settings));
/// # drop(app);
/// # Ok(())
/// # }
/// ```
pub fn auth_router<S: Clone + Send + Sync + 'static>(state: AuthState) -> Router<S> {
    let parts = state.parts();
    parts.settings.warn_of_unknown_providers(&parts.providers);
    let at = parts.settings.endpoints.clone();
    Router::new()
        // `HEAD` would begin or use up a sign-in that is never finished.
        .route(&at.login(), get(login::login).head(refuse))
        .route(&at.callback(), get(callback::callback).post(callback::posted).head(refuse))
        .route(
            &at.callback_of_provider(),
            get(callback::callback_of).post(callback::posted_of).head(refuse),
        )
        .route(&at.ended(), get(ended::ended))
        .route(&at.refresh(), post(refresh::refresh))
        .route(&at.logout(), post(logout::logout))
        .route(&at.userinfo(), get(status::userinfo))
        .route(&at.status(), get(status::status))
        .layer(from_fn_with_state(state.clone(), finish))
        .with_state(state)
}

async fn refuse() -> ErrorResponse {
    ErrorResponse::method("this method is not allowed here")
}

/// Gives a refusal its form, and every answer its headers.
async fn finish(State(state): State<AuthState>, request: Request, next: Next) -> Response {
    let wants_page = wants_page(request.headers());
    let mut response = next.run(request).await;
    if let Some(fault) = response.extensions_mut().remove::<ErrorResponse>() {
        response = fault.render(wants_page, &state.login_path());
    }
    keep_private(&mut response);
    response
}

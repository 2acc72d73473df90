//! Responses for refused requests, as a page or as JSON.

use std::error::Error as _;
use std::time::Duration;

use axum::Json;
use axum::http::header::{
    ACCEPT, CONTENT_SECURITY_POLICY, RETRY_AFTER, SET_COOKIE, WWW_AUTHENTICATE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use serde_json::json;
use widget_auth_core::{AuthError, Report};
use widget_auth_provider::{OAuthErrorResponse, ProviderError};
use widget_auth_store::StoreError;

use crate::error::SessionError;
use crate::error_without_state;
use crate::routes::page;
use crate::routes::path::LocalPath;

/// A refusal: what it is called, and what it says. Nothing internal is in it.
#[derive(Debug, Clone)]
pub(super) struct ErrorResponse {
    status: StatusCode,
    error: String,
    description: String,
    retry_after: Option<Duration>,
    cookie: Option<HeaderValue>,
    /// The page that a new sign-in leads to. Boxed, so that errors stay small.
    return_to: Option<Box<LocalPath>>,
}

impl ErrorResponse {
    fn new(status: StatusCode, error: &str, description: impl Into<String>) -> Self {
        Self {
            status,
            error: error.to_owned(),
            description: description.into(),
            retry_after: None,
            cookie: None,
            return_to: None,
        }
    }

    /// The request cannot be answered as it is.
    pub(super) fn invalid(description: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request", description)
    }

    pub(super) fn forbidden(description: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", description)
    }

    /// No user is signed in.
    pub(super) fn login_required() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "login_required", "not signed in")
    }

    pub(super) fn no_refresh_token() -> Self {
        let description = "there is no refresh token: the session lasts until its end, and a new one needs a sign-in";
        Self::new(StatusCode::CONFLICT, "no_refresh_token", description)
    }

    pub(super) fn too_many(retry_after: Duration) -> Self {
        let seconds = retry_after.as_secs().max(1);
        let description = format!("too many sign-ins from this address: try again in {seconds} s");
        let fault = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", description);
        Self { retry_after: Some(retry_after), ..fault }
    }

    pub(super) fn not_found() -> Self {
        let description = "there is no such provider here";
        Self::new(StatusCode::NOT_FOUND, "invalid_request", description)
    }

    pub(super) fn method(description: &str) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "invalid_request", description)
    }

    /// Something on this side went wrong that the caller cannot help.
    pub(super) fn internal() -> Self {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Self::new(status, "server_error", "the server cannot do this at the moment")
    }

    /// The site was put together without the layer that finds sessions.
    pub(super) fn missing_layer() -> Self {
        let description = "the extractor `AuthSession` needs the layer `SessionLayer`, `RequireSignIn` or `RequireRole` around its handler";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "server_error", description)
    }

    /// The settings of this site do not fit to the provider.
    fn misconfigured(error: &AuthError) -> Self {
        let description = format!(
            "this site is not set up properly for {}: the reason is in its log",
            named(error)
        );
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "server_error", description)
    }

    pub(super) fn unavailable(description: &str, retry_after: Option<Duration>) -> Self {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        let fault = Self::new(status, "temporarily_unavailable", description);
        Self { retry_after, ..fault }
    }

    /// An answer of the provider that belongs to no sign-in: any page can have
    /// sent the browser here with it, so its words are shown only to a browser
    /// that began a sign-in here.
    pub(super) fn of_provider(answer: &OAuthErrorResponse, began_here: bool) -> Self {
        tracing::info!(code = answer.code(), "an error of the provider came without a state");
        let description = match answer.description().filter(|_| began_here) {
            Some(description) => error_without_state::words(description),
            None => "the provider refused".to_owned(),
        };
        Self::new(StatusCode::BAD_REQUEST, answer.code(), description)
    }

    /// Returns the response for a failed sign-in or refresh.
    pub(super) fn of_auth(error: &AuthError) -> Self {
        let cause = error.source().and_then(|cause| cause.downcast_ref::<ProviderError>());
        match cause {
            // Only what the provider told the browser is repeated to it.
            Some(ProviderError::OAuth(answer)) if answer.status().is_none() => {
                // The user pressed cancel, or the provider does not let them in.
                tracing::info!(code = answer.code(), "the provider ended a sign-in");
                let description = answer.description().unwrap_or("the provider refused");
                Self::new(StatusCode::BAD_REQUEST, answer.code(), description)
            }
            Some(ProviderError::Callback(fault)) => {
                tracing::info!(%fault, "the callback of a sign-in was rejected");
                Self::invalid(format!("the answer of the provider is not acceptable: {fault}"))
            }
            // A code exchange is not retryable, another sign-in is.
            _ if error.is_retryable() || cause.is_some_and(ProviderError::is_transient) => {
                tracing::warn!(error = %Report::new(error), "the provider or a store failed");
                let failed = if is_of_store(error) { "a store".to_owned() } else { named(error) };
                let description = format!("{failed} cannot be reached at the moment");
                Self::unavailable(&description, error.retry_after())
            }
            Some(misconfigured) if misconfigured.is_misconfiguration() => {
                tracing::error!(error = %Report::new(error), "the settings of a provider do not work");
                Self::misconfigured(error)
            }
            _ if is_of_this_server(error) => {
                tracing::warn!(error = %Report::new(error), "a sign-in or a refresh failed here");
                Self::internal()
            }
            _ => {
                tracing::warn!(error = %Report::new(error), "a sign-in or a refresh failed");
                let description = format!("the answer of {} is not acceptable", named(error));
                Self::new(StatusCode::BAD_GATEWAY, "server_error", description)
            }
        }
    }

    /// Also takes a cookie out.
    pub(super) fn with_cookie(mut self, cookie: Option<HeaderValue>) -> Self {
        self.cookie = cookie;
        self
    }

    /// Leads to `return_to` after the next sign-in.
    pub(super) fn with_return_to(mut self, return_to: LocalPath) -> Self {
        self.return_to = Some(Box::new(return_to));
        self
    }

    /// As JSON for a program, as a page for a person.
    pub(super) fn render(self, wants_page: bool, login: &str) -> Response {
        let Self { status, error, description, retry_after, cookie, return_to } = self;
        let mut response = if wants_page {
            let policy = (CONTENT_SECURITY_POLICY, page::POLICY);
            let again = return_to.map(|path| path.after(login));
            let again = again.as_deref().unwrap_or(login);
            ([policy], Html(page::of_fault(status, &error, &description, again))).into_response()
        } else {
            Json(json!({ "error": error, "error_description": description })).into_response()
        };
        *response.status_mut() = status;
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge(login));
        }
        if let Some(after) = retry_after {
            response.headers_mut().insert(RETRY_AFTER, after.as_secs().max(1).into());
        }
        if let Some(cookie) = cookie {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        response
    }
}

/// The provider that an error is about, as its settings call it.
fn named(error: &AuthError) -> String {
    let name = error.details().provider();
    name.map_or_else(|| "the provider".to_owned(), |name| format!("the provider `{name}`"))
}

fn is_of_store(error: &AuthError) -> bool {
    error.source().is_some_and(|cause| cause.is::<StoreError>())
        || matches!(SessionError::of(error), Some(SessionError::NotStored { .. }))
}

/// True if the provider has nothing to do with it.
fn is_of_this_server(error: &AuthError) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    is_of_store(error)
        || matches!(SessionError::of(error), Some(SessionError::ForeignTokens(_)))
        || matches!(cause, Some(ProviderError::Pkce(_) | ProviderError::Random(_)))
}

/// RFC 9110, section 15.5.2, wants a challenge. `Cookie` (after
/// draft-broyer-http-cookie-auth) makes no browser ask for a password.
fn challenge(login: &str) -> HeaderValue {
    let challenge = format!(r#"Cookie realm="session", form-action="{login}""#);
    HeaderValue::from_str(&challenge)
        .unwrap_or_else(|_error| HeaderValue::from_static(r#"Cookie realm="session""#))
}

impl From<StoreError> for ErrorResponse {
    fn from(error: StoreError) -> Self {
        let is_retryable = error.is_retryable();
        tracing::warn!(error = %Report::new(&error), "a store failed");
        match is_retryable {
            true => Self::unavailable("a store cannot be reached at the moment", None),
            false => Self::internal(),
        }
    }
}

/// Leaves the form to the router, which knows what the caller accepts.
impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Returns whether the answer is shown to a person: a browser that opens a page says that
/// it takes HTML.
pub(super) fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get_all(ACCEPT).iter().filter_map(|accept| accept.to_str().ok());
    let (mut html, mut json) = (false, false);
    for accept in accept {
        html |= accept.contains("text/html");
        json |= accept.contains("application/json");
    }
    html && !json
}

//! `GET /auth/login`: sends the browser to the provider.

use std::time::Duration;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::request;
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use url::form_urlencoded;
use widget_auth_provider::AuthorizationAttempt;

use super::client;
use super::path::LocalPath;
use super::pending::PendingSignIn;
use super::state::{AuthState, Parts};
use crate::routes::error_response::ErrorResponse;

/// The window of [`AuthSettings::with_logins_per_minute`].
///
/// [`AuthSettings::with_logins_per_minute`]: super::AuthSettings::with_logins_per_minute
const MINUTE: Duration = Duration::from_secs(60);

pub(super) async fn login(
    State(state): State<AuthState>,
    request: request::Parts,
) -> Result<Response, ErrorResponse> {
    let parts = state.parts();
    let settings = &parts.settings;
    if settings.force_https && client::came_by_http(&request, &settings.trusted_proxies) {
        return Ok(to_https(&state, &request));
    }
    check_rate(parts, &request).await?;
    let return_to = return_to(parts, request.uri.query().unwrap_or_default())?;

    let refused = |error| ErrorResponse::of_auth(&error);
    let provider = &*parts.provider;
    let attempt = AuthorizationAttempt::new(provider, settings.redirect_uri.as_str());
    let mut attempt = attempt.map_err(refused)?;
    if !settings.use_pkce {
        attempt = attempt.without_pkce();
    }
    if let Some(max_age) = settings.max_age {
        attempt = attempt.with_max_age(max_age);
    }
    let params = settings.authorize_params.iter();
    let params: Vec<_> = params.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let url = attempt.authorize_url(provider, &params).await.map_err(refused)?;

    let pending = PendingSignIn { attempt, return_to };
    let cookies = pending.begin(parts, &request.headers).await?;
    let cookies = cookies.into_iter().map(|cookie| (SET_COOKIE, cookie));
    let cookies = AppendHeaders(cookies.collect::<Vec<_>>());
    Ok((cookies, Redirect::to(&url)).into_response())
}

async fn check_rate(parts: &Parts, request: &request::Parts) -> Result<(), ErrorResponse> {
    let address = client::address(request, &parts.settings.trusted_proxies);
    for (key, times) in client::rate_keys(address) {
        let hits = parts.rates.hit(&key, MINUTE).await?;
        if hits.count > parts.settings.logins_per_minute.saturating_mul(times) {
            return Err(ErrorResponse::too_many(hits.resets_in));
        }
    }
    Ok(())
}

/// Returns the path to redirect to after signing in.
fn return_to(parts: &Parts, query: &str) -> Result<LocalPath, ErrorResponse> {
    let mut given =
        form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "return_to");
    match (given.next(), given.next()) {
        (None, _) => Ok(parts.settings.post_login_path.clone()),
        (Some((_, path)), None) => LocalPath::parse(&path, &parts.settings.base)
            .map_err(|reason| ErrorResponse::invalid(format!("`return_to` {reason}"))),
        (Some(_), Some(_)) => Err(ErrorResponse::invalid("`return_to` is there twice")),
    }
}

/// The same page by `https`. The host is that of the settings: the one in the
/// request may be anybody's.
fn to_https(state: &AuthState, request: &request::Parts) -> Response {
    let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let origin = state.parts().settings.origin();
    Redirect::permanent(&format!("{origin}{}{query}", state.login_path())).into_response()
}

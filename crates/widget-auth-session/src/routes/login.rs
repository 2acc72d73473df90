//! `GET /auth/login`: sends the browser to a provider.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, SET_COOKIE};
use axum::http::{HeaderMap, request};
use axum::response::{AppendHeaders, Html, IntoResponse as _, Redirect, Response};
use url::form_urlencoded;
use widget_auth_provider::{AuthorizationAttempt, OAuthProvider};

use super::path::LocalPath;
use super::pending::PendingSignIn;
use super::state::{AuthState, Parts};
use super::{client, navigation, page};
use crate::routes::error_response::{ErrorResponse, wants_page};

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
    navigation::check(&request.headers)?;
    if settings.force_https && client::came_by_http(&request, &settings.trusted_proxies) {
        return Ok(to_https(&state, &request));
    }
    check_rate(parts, &request).await?;
    let query = request.uri.query().unwrap_or_default();
    let return_to = return_to(parts, query)?;
    let return_to = return_to.unwrap_or_else(|| settings.post_login_path.clone());
    let Some(provider) = provider(parts, query)? else {
        return choice(&state, &request.headers, &return_to);
    };

    let refused = |error| ErrorResponse::of_auth(&error);
    let redirect_uri = parts.providers.redirect_uri(provider, settings.redirect_uri.as_str());
    let attempt = AuthorizationAttempt::new(provider, redirect_uri).map_err(refused)?;
    let url = attempt.authorize_url(provider, &[]).await.map_err(refused)?;

    let pending = PendingSignIn::new(attempt, return_to);
    let cookies = pending.begin(parts, provider, &request.headers).await?;
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

/// Returns the path to redirect to after signing in, if the query names one.
pub(super) fn return_to(parts: &Parts, query: &str) -> Result<Option<LocalPath>, ErrorResponse> {
    let Some(path) = parameter(query, "return_to")? else { return Ok(None) };
    let wrong = |reason| ErrorResponse::invalid(format!("`return_to` {reason}"));
    parts.settings.local_path(&path).map(Some).map_err(wrong)
}

/// Returns the provider to sign in with, or `None` if the user has to choose.
fn provider<'a>(
    parts: &'a Parts,
    query: &str,
) -> Result<Option<&'a dyn OAuthProvider>, ErrorResponse> {
    let providers = &parts.providers;
    let provider = match parameter(query, "provider")? {
        Some(name) => Some(providers.find(&name).ok_or_else(|| names(parts))?),
        None => providers.only(),
    };
    Ok(provider.map(|provider| &**provider))
}

/// A page with a link for each provider; a program is told their names.
fn choice(
    state: &AuthState,
    headers: &HeaderMap,
    return_to: &LocalPath,
) -> Result<Response, ErrorResponse> {
    let parts = state.parts();
    if !wants_page(headers) {
        return Err(names(parts));
    }
    let login = return_to.after(&state.login_path());
    let link = |provider: &Arc<dyn OAuthProvider>| {
        (provider.label().to_owned(), format!("{login}&provider={}", provider.name()))
    };
    let links: Vec<_> = parts.providers.iter().map(link).collect();
    Ok(([(CONTENT_SECURITY_POLICY, page::POLICY)], Html(page::of_choice(&links))).into_response())
}

fn names(parts: &Parts) -> ErrorResponse {
    let names: Vec<_> = parts.providers.iter().map(|provider| provider.name()).collect();
    ErrorResponse::invalid(format!("`provider` has to be one of {}", names.join(", ")))
}

/// The value of a parameter that may be there once.
fn parameter<'a>(query: &'a str, name: &str) -> Result<Option<Cow<'a, str>>, ErrorResponse> {
    let mut given = form_urlencoded::parse(query.as_bytes()).filter(|(given, _)| given == name);
    match (given.next(), given.next()) {
        (value, None) => Ok(value.map(|(_, value)| value)),
        (_, Some(_)) => Err(ErrorResponse::invalid(format!("`{name}` is there twice"))),
    }
}

/// The same page by `https`. The host is that of the settings: the one in the
/// request may be anybody's.
fn to_https(state: &AuthState, request: &request::Parts) -> Response {
    let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let origin = state.parts().settings.origin();
    Redirect::permanent(&format!("{origin}{}{query}", state.login_path())).into_response()
}

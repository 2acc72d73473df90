//! `POST /auth/refresh`: new tokens, and a session that is restarted.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use serde_json::json;
use widget_auth_core::AuthError;

use super::origin;
use super::session::AuthSession;
use super::session_lookup::required;
use super::state::{AuthState, Parts};
use crate::error::SessionError;
use crate::routes::error_response::{ErrorResponse, wants_page};

pub(super) async fn refresh(
    State(state): State<AuthState>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let parts = state.parts();
    origin::check(&headers, &parts.settings.origin())?;
    let session = required(&state, &headers).await?;
    let manager = state.session_manager(&session);
    if let Err(error) = manager.refresh().await {
        return Err(refusal(parts, &session, &error).await);
    }

    let now = parts.clock.now();
    let expires_at = parts.settings.session_end(session.user().created_at, now);
    if !parts.sessions.touch(session.key(), expires_at).await? {
        return Err(ErrorResponse::login_required());
    }
    let id = parts.cookies.session.read(&headers).ok_or_else(ErrorResponse::login_required)?;
    let cookie = parts.cookies.session.set(&id, expires_at.saturating_since(now));
    let cookie = AppendHeaders([(SET_COOKIE, cookie.ok_or_else(ErrorResponse::internal)?)]);
    if wants_page(&headers) {
        let home = parts.settings.url_of(&parts.settings.post_login_path);
        return Ok((cookie, Redirect::to(&home)).into_response());
    }
    let token_expires_at = manager.tokens().and_then(|tokens| tokens.expires_at());
    let answer = json!({ "expires_at": expires_at, "token_expires_at": token_expires_at });
    Ok((cookie, Json(answer)).into_response())
}

/// A session whose refresh token is dead is over. One that never had a refresh
/// token lasts until its end, also when its tokens have expired and are gone.
async fn refusal(parts: &Parts, session: &AuthSession, error: &AuthError) -> ErrorResponse {
    let cause = SessionError::of(error);
    if matches!(cause, Some(SessionError::NoRefreshToken | SessionError::NotSignedIn)) {
        return ErrorResponse::no_refresh_token();
    }
    if !error.needs_login() {
        return ErrorResponse::of_auth(error);
    }
    parts.managers.remove(session.key());
    match parts.sessions.delete(session.key()).await {
        Ok(_) => ErrorResponse::login_required().with_cookie(parts.cookies.session.clear()),
        Err(error) => error.into(),
    }
}

//! `GET /auth/status` and `GET /auth/userinfo`: who is signed in.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Value, json};
use widget_auth_store::UserSession;

use super::session_lookup::{find, required};
use super::state::AuthState;
use crate::routes::error_response::ErrorResponse;

pub(super) async fn status(
    State(state): State<AuthState>,
    headers: HeaderMap,
) -> Result<Json<Value>, ErrorResponse> {
    let session = find(&state, &headers).await?;
    Ok(Json(match session {
        Some(session) => json!({
            "authenticated": true,
            "expires_at": session.user().expires_at,
            "user": user(session.user()),
        }),
        None => json!({ "authenticated": false, "login_url": state.login_path() }),
    }))
}

pub(super) async fn userinfo(
    State(state): State<AuthState>,
    headers: HeaderMap,
) -> Result<Json<Value>, ErrorResponse> {
    let session = required(&state, &headers).await?;
    Ok(Json(user(session.user())))
}

/// The claims by their usual names, and the roles.
fn user(session: &UserSession) -> Value {
    json!({
        "sub": session.subject,
        "provider": session.provider,
        "name": session.name,
        "email": session.email,
        "picture": session.picture,
        "roles": session.roles,
    })
}

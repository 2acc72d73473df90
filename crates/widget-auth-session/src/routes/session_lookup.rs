//! Looking up the session of a request.

use axum::http::{Extensions, HeaderMap};
use widget_auth_core::Report;
use widget_auth_store::StoreError;

use super::session::{AuthSession, LoginPath, SessionLookup};
use super::state::AuthState;
use crate::routes::error_response::ErrorResponse;

/// Looks once, however many layers a request goes through.
pub(super) async fn lookup(
    state: &AuthState,
    headers: &HeaderMap,
    extensions: &mut Extensions,
) -> SessionLookup {
    if let Some(looked) = extensions.get::<SessionLookup>() {
        return looked.clone();
    }
    let looked = match find(state, headers).await {
        Ok(Some(session)) => {
            extensions.insert(session.clone());
            SessionLookup::Found(session)
        }
        Ok(None) => SessionLookup::SignedOut,
        Err(error) => SessionLookup::Failed(error.into()),
    };
    extensions.insert(looked.clone());
    extensions.insert(LoginPath(state.login_path().into()));
    looked
}

/// The session that the cookie names.
pub(super) async fn find(
    state: &AuthState,
    headers: &HeaderMap,
) -> Result<Option<AuthSession>, StoreError> {
    let parts = state.parts();
    let Some(id) = parts.cookies.session.read(headers) else { return Ok(None) };
    let key = id.key();
    let user = match parts.sessions.get(&key).await {
        Err(error) if error.is_unreadable() => {
            tracing::warn!(error = %Report::new(&error), "a session cannot be read: its user has to sign in again");
            None
        }
        user => user?,
    };
    // A session of another provider has tokens that these must not see.
    let user = user.filter(|user| parts.providers.find(&user.provider).is_some());
    let Some(mut user) = user else { return Ok(None) };
    // Those who can write to Redis can move the end, and not the beginning.
    user.expires_at = parts.settings.within_max_age(user.created_at, user.expires_at);
    let is_over = user.is_expired_at(parts.clock.now());
    Ok((!is_over).then_some(AuthSession { key, user }))
}

/// The session, or the refusal of who has none.
pub(super) async fn required(
    state: &AuthState,
    headers: &HeaderMap,
) -> Result<AuthSession, ErrorResponse> {
    find(state, headers).await?.ok_or_else(ErrorResponse::login_required)
}

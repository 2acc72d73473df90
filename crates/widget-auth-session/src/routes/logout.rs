//! `POST /auth/logout`: ends the session here and at the provider.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::timeout;
use url::Url;
use widget_auth_core::{IdToken, Report};
use widget_auth_provider::OAuthProvider;

use super::origin;
use super::session::AuthSession;
use super::session_lookup::find;
use super::state::{AuthState, Parts};
use crate::manager::SessionManager;
use crate::routes::error_response::{ErrorResponse, wants_page};

/// Longest wait for the address of the provider's sign-out page, and for the
/// ID token that goes along with it. Both are usually at hand.
const HINT_TIMEOUT: Duration = Duration::from_secs(2);

/// Longest time that removing and revoking the tokens continues after the
/// answer.
const REMOVAL_TIMEOUT: Duration = Duration::from_secs(120);

pub(super) async fn logout(
    State(state): State<AuthState>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let parts = state.parts();
    origin::check(&headers, &parts.settings.origin())?;
    let end_session_url = match find(&state, &headers).await? {
        Some(session) => {
            // First, as everything below may fail: without its session the
            // cookie is worth nothing.
            parts.sessions.delete(session.key()).await?;
            let provider = &**parts.provider_of(&session);
            let id_token = remove_tokens(&state, session);
            let hint =
                async { end_session_url(parts, provider, id_token.await.ok().flatten()).await };
            timeout(HINT_TIMEOUT, hint).await.unwrap_or_else(|_elapsed| {
                let provider = provider.name();
                tracing::warn!(provider, "the sign-out page was not known in time");
                None
            })
        }
        None => None,
    };
    let cookies = parts.cookies.clear(&headers).into_iter().map(|cookie| (SET_COOKIE, cookie));
    let cookies = AppendHeaders(cookies.collect::<Vec<_>>());
    if wants_page(&headers) {
        let settings = &parts.settings;
        let home = settings.post_logout_path.as_ref().unwrap_or(&settings.post_login_path);
        let to = end_session_url.map_or_else(|| settings.url_of(home), String::from);
        return Ok((cookies, Redirect::to(&to)).into_response());
    }
    let end_session_url = end_session_url.as_ref().map(Url::as_str);
    let answer = json!({ "signed_out": true, "end_session_url": end_session_url });
    Ok((cookies, Json(answer)).into_response())
}

/// Removes the tokens of an ended session from the store and revokes them at
/// the provider, in a task of its own: neither a token store that is down nor
/// a slow provider holds the answer. Gives back the ID token once it is read.
fn remove_tokens(state: &AuthState, session: AuthSession) -> oneshot::Receiver<Option<IdToken>> {
    let (sender, receiver) = oneshot::channel();
    let state = state.clone();
    tokio::spawn(async move {
        let provider = &*session.user.provider;
        let removal = async {
            let id_token = id_token(&state.session_manager(&session)).await;
            // Without a receiver the answer has gone out already.
            let _ = sender.send(id_token);
            state.session_manager(&session).logout(true).await
        };
        match timeout(REMOVAL_TIMEOUT, removal).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(provider, error = %Report::new(&error), "the tokens of an ended session could not be removed or revoked");
            }
            Err(_elapsed) => {
                tracing::warn!(
                    provider,
                    "the tokens of an ended session were not removed and revoked in time"
                );
            }
        }
    });
    receiver
}

async fn id_token(session: &SessionManager) -> Option<IdToken> {
    match session.stored_tokens().await {
        Ok(stored) => stored.and_then(|tokens| tokens.id_token),
        Err(error) => {
            tracing::warn!(error = %Report::new(&error), "the id token of an ended session could not be read");
            None
        }
    }
}

/// Returns the URL at which to sign out at the provider as well, if it has such
/// a place.
async fn end_session_url(
    parts: &Parts,
    provider: &dyn OAuthProvider,
    id_token: Option<IdToken>,
) -> Option<Url> {
    let settings = &parts.settings;
    let return_to = settings.post_logout_path.as_ref().map(|path| settings.url_of(path));
    let url = provider.end_session_url(id_token.as_ref(), return_to.as_deref()).await;
    url.unwrap_or_else(|error| {
        let (provider, error) = (provider.name(), Report::new(&error));
        tracing::warn!(provider, %error, "the sign-out page of the provider is not known");
        None
    })
}

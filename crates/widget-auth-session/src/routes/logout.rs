//! `POST /auth/logout`: ends the session here and at the provider.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use serde_json::json;
use url::Url;
use widget_auth_core::IdToken;
use widget_auth_store::StoreError;

use super::fault::{Fault, wants_page};
use super::state::{AuthState, Parts};
use super::{origin, session};

pub(super) async fn logout(
    State(state): State<AuthState>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let parts = state.parts();
    origin::check(&headers, &parts.settings.origin())?;
    let end_session_url = match session::find(&state, &headers).await? {
        Some(session) => {
            let id_token = id_token(parts, session.key()).await?;
            parts.sessions.delete(session.key()).await?;
            if let Err(error) = state.session_manager(&session).logout(true).await {
                // Nobody can use the session any more, and the tokens die with
                // their lifetime.
                tracing::warn!(%error, "the tokens of a session could not be revoked");
            }
            end_session_url(parts, id_token.as_ref()).await
        }
        None => None,
    };
    let cookies = [parts.cookies.session.clear(), parts.cookies.flow.clear()];
    let cookies = cookies.into_iter().flatten().map(|cookie| (SET_COOKIE, cookie));
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

async fn id_token(parts: &Parts, key: &str) -> Result<Option<IdToken>, Fault> {
    match parts.tokens.load(key).await {
        Ok(stored) => Ok(stored.and_then(|stored| stored.tokens.id_token)),
        // What cannot be read can still be signed out of.
        Err(StoreError::Corrupt { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Where the browser has to go to sign out at the provider as well (OpenID
/// Connect RP-Initiated Logout 1.0, section 2), if it has such a place.
async fn end_session_url(parts: &Parts, id_token: Option<&IdToken>) -> Option<Url> {
    let metadata = match parts.provider.metadata().await {
        Ok(metadata) => metadata?,
        Err(error) => {
            tracing::warn!(%error, "nobody knows where to sign out at the provider");
            return None;
        }
    };
    let mut url = metadata.end_session_endpoint()?.clone();
    let mut query = url.query_pairs_mut();
    query.append_pair("client_id", parts.provider.client_id());
    if let Some(id_token) = id_token {
        query.append_pair("id_token_hint", id_token.expose_secret());
    }
    if let Some(path) = &parts.settings.post_logout_path {
        query.append_pair("post_logout_redirect_uri", &parts.settings.url_of(path));
    }
    drop(query);
    Some(url)
}

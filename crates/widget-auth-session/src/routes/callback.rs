//! `GET /auth/callback`: ends a sign-in.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, Uri};
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use widget_auth_core::{AuthError, OAuthTokenSet, Report, UserInfo};
use widget_auth_provider::{AuthorizationResponse, CallbackFault, OAuthProvider, ProviderError};
use widget_auth_store::{Role, SessionId, UserSession};

use super::claims;
use super::path::LocalPath;
use super::pending::{EndedSignIn, PendingSignIn};
use super::session_lookup::find;
use super::sign_in::SignIn;
use super::state::{AuthState, Parts};
use crate::routes::error_response::{ErrorResponse, wants_page};

/// The answer of the first provider.
pub(super) async fn callback(
    State(state): State<AuthState>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let first = state.parts().providers.first();
    end(&state, first, &uri, &headers).await
}

/// The answer of the provider in the path.
pub(super) async fn callback_of(
    State(state): State<AuthState>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let providers = &state.parts().providers;
    // Its own address is the one that the provider knows.
    let others = providers.find(&name).filter(|_| name != providers.first().name());
    let provider = others.ok_or_else(ErrorResponse::not_found)?;
    end(&state, provider, &uri, &headers).await
}

async fn end(
    state: &AuthState,
    provider: &Arc<dyn OAuthProvider>,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Response, ErrorResponse> {
    let query = uri.query().unwrap_or_default();
    match pending(state.parts(), query, headers).await? {
        EndedSignIn::Taken(pending) => {
            let done = sign_in(state.parts(), provider, &pending, query, headers).await;
            done.map_err(|error| error.with_return_to(pending.return_to))
        }
        EndedSignIn::Over(return_to) => over(state, headers, return_to).await,
    }
}

/// From the answer of the provider to a session of this browser.
async fn sign_in(
    parts: &Parts,
    provider: &Arc<dyn OAuthProvider>,
    pending: &PendingSignIn,
    query: &str,
    headers: &HeaderMap,
) -> Result<Response, ErrorResponse> {
    let refused = |error| ErrorResponse::of_auth(&error);
    let tokens = pending.attempt.exchange(provider, query).await.map_err(refused)?;
    let user = provider.identify(&tokens).await.map_err(refused)?;

    let id = begin_session(parts, provider, &user, &tokens).await?;
    end_old_session(parts, headers).await;
    let now = parts.clock.now();
    let lifetime = parts.settings.session_end(now, now).saturating_since(now);
    let cookie = parts.cookies.session.set(&id, lifetime);
    let cookie = cookie.ok_or_else(ErrorResponse::internal)?;
    let kept = parts.cookies.sign_ins.as_ref();
    let used = kept.and_then(|kept| kept.clear(pending.attempt.state()));
    let cookies = [Some(cookie), used].into_iter().flatten().map(|cookie| (SET_COOKIE, cookie));
    let cookies = AppendHeaders(cookies.collect::<Vec<_>>());
    let to = parts.settings.url_of(&pending.return_to);
    Ok((cookies, Redirect::to(&to)).into_response())
}

/// The answer belongs to no sign-in under way: the back button, a tab that was
/// restored, a redirect that came twice. Who is signed in wants the page behind
/// it, and nothing of the answer is used.
async fn over(
    state: &AuthState,
    headers: &HeaderMap,
    return_to: Option<LocalPath>,
) -> Result<Response, ErrorResponse> {
    let settings = &state.parts().settings;
    if wants_page(headers) && find(state, headers).await?.is_some() {
        let to = return_to.as_ref().unwrap_or(&settings.post_login_path);
        return Ok(Redirect::to(&settings.url_of(to)).into_response());
    }
    Err(match return_to {
        Some(return_to) => unknown().with_return_to(return_to),
        None => unknown(),
    })
}

/// The sign-in that this answer belongs to. It is used up.
async fn pending(
    parts: &Parts,
    query: &str,
    headers: &HeaderMap,
) -> Result<EndedSignIn, ErrorResponse> {
    let response = AuthorizationResponse::parse(query).map_err(|error| match error {
        ProviderError::Callback(fault) => not_acceptable(fault),
        _ => ErrorResponse::internal(),
    })?;
    let Some(state) = response.state() else {
        // RFC 6749, section 4.1.2.1, wants the `state` with an error, too.
        let error = response.error().map(ErrorResponse::of_provider);
        return Err(error.unwrap_or_else(|| not_acceptable(CallbackFault::State)));
    };
    // RFC 6749, section 10.12: only the browser that began can go on, or
    // an attacker could sign others in to his account.
    PendingSignIn::end(parts, headers, state).await
}

fn not_acceptable(fault: CallbackFault) -> ErrorResponse {
    ErrorResponse::invalid(format!("the answer of the provider is not acceptable: {fault}"))
}

fn unknown() -> ErrorResponse {
    ErrorResponse::invalid(
        "this sign-in took too long, has ended already, or began in another browser",
    )
}

/// Always under a new id, so that an id cannot be planted (session fixation).
async fn begin_session(
    parts: &Parts,
    provider: &Arc<dyn OAuthProvider>,
    user: &UserInfo,
    tokens: &OAuthTokenSet,
) -> Result<SessionId, ErrorResponse> {
    let settings = &parts.settings;
    let roles = roles(parts, SignIn::new(provider.name(), user.clone())).await?;
    let (id, now) = (SessionId::random()?, parts.clock.now());
    let expires_at = settings.session_end(now, now);
    let session = UserSession::new(provider.name(), user, now, expires_at)
        .with_roles(roles)
        .with_claims(claims::chosen(user, &settings.claims));
    // The tokens first: a session without them could not be refreshed.
    let manager = parts.manager(provider, &id.key());
    let saved = manager.save_tokens_on_demand(tokens.clone()).await;
    saved.map_err(|error| ErrorResponse::of_auth(&error))?;
    if let Err(error) = parts.sessions.create(&id.key(), &session).await {
        // The key is stored nowhere else, so nothing else would remove them.
        parts.managers.remove(&id.key());
        if let Err(error) = manager.logout(false).await {
            let error = Report::new(&error);
            tracing::warn!(%error, "the tokens of a failed sign-in stay in the store");
        }
        return Err(error.into());
    }
    Ok(id)
}

/// The roles of a user, unless the application refuses the sign-in.
async fn roles(parts: &Parts, sign_in: SignIn) -> Result<BTreeSet<Role>, ErrorResponse> {
    let mut roles = parts.settings.roles_of(&sign_in, &parts.providers);
    if let Some(hook) = &parts.settings.on_sign_in {
        let provider = sign_in.provider.clone();
        let more = hook.ask(sign_in).await;
        roles.extend(more.map_err(|refused| refused.into_response(&provider))?);
    }
    Ok(roles)
}

/// A user who was signed in in this browser no longer is. The tokens are not
/// revoked: some providers would revoke those of the new session with them.
async fn end_old_session(parts: &Parts, headers: &HeaderMap) {
    let Some(old) = parts.cookies.session.read(headers).map(|id| id.key()) else { return };
    let ended = async {
        let session = parts.sessions.get(&old).await?;
        let provider = session.and_then(|session| parts.providers.find(&session.provider));
        let provider = provider.unwrap_or_else(|| parts.providers.first());
        // With its session.
        parts.manager(provider, &old).logout(false).await
    };
    let ended: Result<(), AuthError> = ended.await;
    parts.managers.remove(&old);
    if let Err(error) = ended {
        // The browser has lost the old id, so the session can only run out.
        let error = Report::new(&error);
        tracing::warn!(%error, "a session that was replaced could not be ended");
    }
}

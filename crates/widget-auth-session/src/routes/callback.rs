//! `GET /auth/callback`, or `POST` for an answer by a form: ends a sign-in.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use widget_auth_core::{AuthError, OAuthTokenSet, Report, UserInfo};
use widget_auth_provider::{AuthorizationResponse, CallbackFault, OAuthProvider, ProviderError};
use widget_auth_store::{Role, SessionId, UserSession};

use super::pending::{EndedSignIn, PendingSignIn};
use super::sign_in::SignIn;
use super::state::{AuthState, Parts};
use super::{claims, ended, navigation};
use crate::routes::error_response::ErrorResponse;

/// The media type of a form (OAuth 2.0 Form Post Response Mode, section 2).
const FORM: &str = "application/x-www-form-urlencoded";

/// Said to a form that no provider here was asked for.
const NO_FORM: &str = "this provider is asked for an answer by a query: one that answers by a form needs \
     `with_form_post`";

/// A user who may sign in.
struct Admitted {
    user: UserInfo,
    roles: BTreeSet<Role>,
}

/// The answer of the first provider.
pub(super) async fn callback(
    State(state): State<AuthState>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let first = state.parts().providers.first();
    end(&state, first, &Method::GET, uri.query().unwrap_or_default(), &headers).await
}

/// The answer of the provider in the path.
pub(super) async fn callback_of(
    State(state): State<AuthState>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let provider = named(&state, &name)?;
    end(&state, provider, &Method::GET, uri.query().unwrap_or_default(), &headers).await
}

/// The answer of the first provider, as a form.
pub(super) async fn posted(
    State(state): State<AuthState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ErrorResponse> {
    let first = state.parts().providers.first();
    end(&state, first, &Method::POST, &form(first, &headers, body).await?, &headers).await
}

/// The answer of the provider in the path, as a form.
pub(super) async fn posted_of(
    State(state): State<AuthState>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ErrorResponse> {
    let provider = named(&state, &name)?;
    end(&state, provider, &Method::POST, &form(provider, &headers, body).await?, &headers).await
}

fn named<'a>(
    state: &'a AuthState,
    name: &str,
) -> Result<&'a Arc<dyn OAuthProvider>, ErrorResponse> {
    let providers = &state.parts().providers;
    // The address of the first is the one that it knows.
    let others = providers.find(name).filter(|_| name != providers.first().name());
    others.ok_or_else(ErrorResponse::not_found)
}

/// The form in `body`, which has the parameters that a query would have.
async fn form(
    provider: &dyn OAuthProvider,
    headers: &HeaderMap,
    body: Body,
) -> Result<String, ErrorResponse> {
    if !provider.uses_form_post() {
        return Err(ErrorResponse::method(NO_FORM));
    }
    navigation::check(headers)?;
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = media_type.and_then(|value| value.split(';').next()).unwrap_or_default();
    if !essence.trim().eq_ignore_ascii_case(FORM) {
        return Err(ErrorResponse::invalid(format!("the answer has to be {FORM}")));
    }
    let body = to_bytes(body, AuthorizationResponse::MAX_LENGTH).await;
    let body = body.map_err(|_error| not_acceptable(CallbackFault::TooLong))?;
    let text = String::from_utf8(body.into());
    text.map_err(|_error| ErrorResponse::invalid("the answer is not text"))
}

/// Ends the sign-in that `answer` belongs to: a query, or the form of a `POST`.
async fn end(
    state: &AuthState,
    provider: &Arc<dyn OAuthProvider>,
    method: &Method,
    answer: &str,
    headers: &HeaderMap,
) -> Result<Response, ErrorResponse> {
    let parts = state.parts();
    let response = parse(answer)?;
    // RFC 6749, section 10.12: only the browser that began can go on, or
    // an attacker could sign others in to his account.
    let began_here = parts.cookies.flow(provider).is_under_way(headers);
    let given = state_of(&response, began_here)?;
    let ended = PendingSignIn::end(parts, provider, headers, given).await?;
    match ended {
        EndedSignIn::Taken(pending) => {
            let done = async {
                let (tokens, user) = identify(provider, &pending, answer).await?;
                let user = admit(parts, provider, user, &response).await?;
                sign_in(parts, provider, &pending, (tokens, user), headers).await
            };
            done.await.map_err(|error: ErrorResponse| error.with_return_to(pending.return_to))
        }
        EndedSignIn::Over(return_to) if method == Method::POST => {
            ended::answer_to_form(state, headers, return_to).await
        }
        EndedSignIn::Over(return_to) => ended::answer(state, headers, return_to).await,
    }
}

/// The tokens that the answer is good for, and whose they are.
async fn identify(
    provider: &Arc<dyn OAuthProvider>,
    pending: &PendingSignIn,
    answer: &str,
) -> Result<(OAuthTokenSet, UserInfo), ErrorResponse> {
    let refused = |error| ErrorResponse::of_auth(&error);
    let tokens = pending.attempt.exchange(provider, answer).await.map_err(refused)?;
    let user = provider.identify(&tokens).await.map_err(refused)?;
    Ok((tokens, user))
}

/// The user and their roles, unless the application refuses the sign-in. It
/// decides by what the provider vouches for: a name that the browser has posted
/// beside the code is not among the claims then.
async fn admit(
    parts: &Parts,
    provider: &Arc<dyn OAuthProvider>,
    user: UserInfo,
    response: &AuthorizationResponse,
) -> Result<Admitted, ErrorResponse> {
    let mut named = user.clone();
    if provider.uses_form_post() {
        response.complete_name(&mut named);
    }
    let posted_name = named.name.clone().filter(|_| user.name.is_none());
    let sign_in = SignIn { posted_name, ..SignIn::new(provider.name(), user) };
    let roles = roles(parts, sign_in).await?;
    Ok(Admitted { user: named, roles })
}

/// From a user who may sign in to a session of this browser.
async fn sign_in(
    parts: &Parts,
    provider: &Arc<dyn OAuthProvider>,
    pending: &PendingSignIn,
    (tokens, user): (OAuthTokenSet, Admitted),
    headers: &HeaderMap,
) -> Result<Response, ErrorResponse> {
    let id = begin_session(parts, provider, user, &tokens).await?;
    if let Some(old) = pending.session_before(parts, headers) {
        end_old_session(parts, &old).await;
    }
    let now = parts.clock.now();
    let lifetime = parts.settings.session_end(now, now).saturating_since(now);
    let cookie = parts.cookies.session.set(&id, lifetime);
    let cookie = cookie.ok_or_else(ErrorResponse::internal)?;
    let kept = parts.cookies.flow(provider).sign_ins.as_ref();
    let used = kept.and_then(|kept| kept.clear(pending.attempt.state()));
    let cookies = [Some(cookie), used].into_iter().flatten().map(|cookie| (SET_COOKIE, cookie));
    let cookies = AppendHeaders(cookies.collect::<Vec<_>>());
    let to = parts.settings.url_of(&pending.return_to);
    Ok((cookies, Redirect::to(&to)).into_response())
}

fn parse(answer: &str) -> Result<AuthorizationResponse, ErrorResponse> {
    AuthorizationResponse::parse(answer).map_err(|error| match error {
        ProviderError::Callback(fault) => not_acceptable(fault),
        _ => ErrorResponse::internal(),
    })
}

fn state_of(response: &AuthorizationResponse, began_here: bool) -> Result<&str, ErrorResponse> {
    response.state().ok_or_else(|| {
        // RFC 6749, section 4.1.2.1, wants the `state` with an error, too.
        let error = response.error().map(|error| ErrorResponse::of_provider(error, began_here));
        error.unwrap_or_else(|| not_acceptable(CallbackFault::State))
    })
}

fn not_acceptable(fault: CallbackFault) -> ErrorResponse {
    ErrorResponse::invalid(format!("the answer of the provider is not acceptable: {fault}"))
}

/// Always under a new id, so that an id cannot be planted (session fixation).
async fn begin_session(
    parts: &Parts,
    provider: &Arc<dyn OAuthProvider>,
    Admitted { user, roles }: Admitted,
    tokens: &OAuthTokenSet,
) -> Result<SessionId, ErrorResponse> {
    let settings = &parts.settings;
    let (id, now) = (SessionId::random()?, parts.clock.now());
    let expires_at = settings.session_end(now, now);
    let session = UserSession::new(provider.name(), &user, now, expires_at)
        .with_roles(roles)
        .with_claims(claims::chosen(&user, &settings.claims));
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
async fn end_old_session(parts: &Parts, old: &str) {
    let ended = async {
        let session = parts.sessions.get(old).await?;
        let provider = session.and_then(|session| parts.providers.find(&session.provider));
        let provider = provider.unwrap_or_else(|| parts.providers.first());
        // With its session.
        parts.manager(provider, old).logout(false).await
    };
    let ended: Result<(), AuthError> = ended.await;
    parts.managers.remove(old);
    if let Err(error) = ended {
        // The browser has lost the old id, so the session can only run out.
        let error = Report::new(&error);
        tracing::warn!(%error, "a session that was replaced could not be ended");
    }
}

//! `GET /auth/ended`: an answer of a provider to a sign-in that is over.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse as _, Redirect, Response};

use super::login;
use super::path::LocalPath;
use super::session_lookup::find;
use super::state::AuthState;
use crate::routes::error_response::{ErrorResponse, wants_page};

/// The page that [`answer_to_form`] leads to. It changes nothing, so any site
/// may lead here.
pub(super) async fn ended(
    State(state): State<AuthState>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let return_to = login::return_to(state.parts(), uri.query().unwrap_or_default())?;
    answer(&state, &headers, return_to).await
}

/// The answer belongs to no sign-in under way: the back button, a tab that was
/// restored, a redirect that came twice. Who is signed in wants the page behind
/// it, and nothing of the answer is used.
pub(super) async fn answer(
    state: &AuthState,
    headers: &HeaderMap,
    return_to: Option<LocalPath>,
) -> Result<Response, ErrorResponse> {
    let settings = &state.parts().settings;
    if wants_page(headers) && find(state, headers).await?.is_some() {
        let to = return_to.as_ref().unwrap_or(&settings.post_login_path);
        return Ok(Redirect::to(&settings.url_of(to)).into_response());
    }
    let over = ErrorResponse::invalid(
        "this sign-in took too long, has ended already, or began in another browser",
    );
    Err(match return_to {
        Some(return_to) => over.with_return_to(return_to),
        None => over,
    })
}

/// As [`answer`], for a form. The cookie of a session is `SameSite=Lax`, so it
/// does not come with the form of another site; it does with the page that the
/// browser is sent to.
pub(super) async fn answer_to_form(
    state: &AuthState,
    headers: &HeaderMap,
    return_to: Option<LocalPath>,
) -> Result<Response, ErrorResponse> {
    if !wants_page(headers) {
        return answer(state, headers, return_to).await;
    }
    let path = state.ended_path();
    let path = return_to.map_or_else(|| path.clone(), |return_to| return_to.after(&path));
    let to = format!("{}{path}", state.parts().settings.origin());
    Ok(Redirect::to(&to).into_response())
}

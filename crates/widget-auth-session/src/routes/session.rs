//! The session of a request.

use axum::http::{Extensions, HeaderMap};
use widget_auth_store::{StoreError, UserSession};

use super::fault::Fault;
use super::state::AuthState;

/// Who sent a request: in its extensions, put there by
/// [`SessionLayer`](super::SessionLayer) or
/// [`RequireRole`](super::RequireRole) if somebody is signed in.
///
/// # Examples
///
/// ```
/// use axum::extract::Extension;
/// use widget_auth_session::routes::AuthSession;
/// use widget_auth_store::Role;
///
/// async fn page(Extension(session): Extension<AuthSession>) -> &'static str {
///     if session.user().has_role(Role::Editor) { "You may edit." } else { "You may look." }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthSession {
    key: String,
    user: UserSession,
}

impl AuthSession {
    /// Who it is and what they may do.
    #[must_use]
    pub fn user(&self) -> &UserSession {
        &self.user
    }

    /// Under which key the stores know the session. Not secret.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// What is known about the session of a request after one look.
#[derive(Debug, Clone)]
pub(super) enum Looked {
    Found(AuthSession),
    Nobody,
    /// The store failed, so nobody knows.
    Failed(Fault),
}

/// Looks once, however many layers a request goes through.
pub(super) async fn look(
    state: &AuthState,
    headers: &HeaderMap,
    extensions: &mut Extensions,
) -> Looked {
    if let Some(looked) = extensions.get::<Looked>() {
        return looked.clone();
    }
    let looked = match find(state, headers).await {
        Ok(Some(session)) => {
            extensions.insert(session.clone());
            Looked::Found(session)
        }
        Ok(None) => Looked::Nobody,
        Err(error) => Looked::Failed(error.into()),
    };
    extensions.insert(looked.clone());
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
    let user = parts.sessions.get(&key).await?;
    // A session of another provider has tokens that this one must not see.
    let user = user.filter(|user| user.provider == parts.provider.name());
    Ok(user.map(|user| AuthSession { key, user }))
}

/// The session, or the refusal of who has none.
pub(super) async fn required(state: &AuthState, headers: &HeaderMap) -> Result<AuthSession, Fault> {
    find(state, headers).await?.ok_or_else(Fault::login_required)
}

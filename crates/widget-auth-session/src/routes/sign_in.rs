//! A sign-in, for the rules of the application.

use widget_auth_core::UserInfo;

/// The user who signs in, and the provider that vouches for them: for
/// [`on_sign_in`](super::AuthSettings::on_sign_in) and
/// [`with_roles`](super::AuthSettings::with_roles).
///
/// Only both together say who it is: two providers may give the same `sub` to
/// different people (OpenID Connect Core, section 5.7).
///
/// # Examples
///
/// A rule can be tested without a provider:
///
/// ```
/// use widget_auth_core::UserInfo;
/// use widget_auth_session::routes::{Role, SignIn};
///
/// fn roles(sign_in: &SignIn) -> Vec<Role> {
///     match (&*sign_in.provider, &*sign_in.user.sub) {
///         ("github", "583231") => vec![Role::Editor],
///         _ => Vec::new(),
///     }
/// }
///
/// let claims = serde_json::json!({"sub": "583231"}).as_object().unwrap().clone();
/// let user = UserInfo::from_claims(claims).unwrap();
/// assert_eq!(roles(&SignIn::new("github", user.clone())), [Role::Editor]);
/// assert_eq!(roles(&SignIn::new("google", user)), []);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SignIn {
    /// The [name](widget_auth_provider::OAuthProvider::name) of the provider,
    /// as `session.user().provider` has it afterwards.
    pub provider: String,
    /// The user, as the provider describes them.
    pub user: UserInfo,
    /// The name that the browser posted beside the code, as it does at the first
    /// sign-in of a user with Apple, and `None` if the provider named the user.
    /// It is not signed: for display, not for deciding.
    pub posted_name: Option<String>,
}

impl SignIn {
    /// A sign-in of `user` at `provider`.
    #[must_use]
    pub fn new(provider: impl Into<String>, user: UserInfo) -> Self {
        Self { provider: provider.into(), user, posted_name: None }
    }
}

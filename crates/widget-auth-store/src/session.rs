//! The session of a signed-in browser.

mod id;
mod memory;
mod role;
mod store;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use widget_auth_core::{UnixTime, UserInfo};

use crate::error::StoreError;

pub use id::SessionId;
pub use memory::MemorySessionStore;
pub use role::{CustomRole, InvalidRole, Role};
pub use store::SessionStore;

/// Longer texts are not for display; a picture may be a whole `data:` URL.
const MAX_DISPLAY_BYTES: usize = 2 * 1024;
/// The limit for all texts and claims of a session together.
const MAX_TEXT_BYTES: usize = 16 * 1024;

/// The session of a signed-in browser, as kept by the server.
///
/// It holds no token. The serialized form is what stores keep, so it is
/// stable: names and types stay, new fields are optional.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_core::{UnixTime, UserInfo};
/// use widget_auth_store::{Role, UserSession};
///
/// let claims = serde_json::json!({"sub": "248289761001", "name": "Jane Doe"});
/// let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
/// let now = UnixTime::from_secs(1_800_000_000);
/// let session = UserSession::new("google", &user, now, now.saturating_add(Duration::from_secs(3600)))
///     .with_roles([Role::Editor]);
///
/// assert_eq!(session.name.as_deref(), Some("Jane Doe"));
/// assert!(session.has_role(&Role::Viewer) && !session.has_role(&Role::Admin));
/// assert!(!session.is_expired_at(now));
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UserSession {
    /// Identifies the user at the provider, the `sub` claim (OpenID Connect
    /// Core, section 2).
    pub subject: String,
    /// The provider that vouched for the user. Only with it is `subject`
    /// unique.
    pub provider: String,
    /// Full name, for display.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// E-mail address, for display: it may not be verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Address of a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The roles of the user. Without any, nothing that needs a role is allowed.
    #[serde(default)]
    pub roles: BTreeSet<Role>,
    /// Claims of the provider that the application asked for, as they were at
    /// the sign-in.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub claims: Map<String, Value>,
    /// When the user signed in.
    pub created_at: UnixTime,
    /// From when on the session is none.
    pub expires_at: UnixTime,
}

impl UserSession {
    /// A session of `user`, for whom `provider` vouched, without roles and
    /// claims.
    ///
    /// Of name, e-mail address and picture, which are for display, those with
    /// more than 2 KiB are left out.
    #[must_use]
    pub fn new(
        provider: impl Into<String>,
        user: &UserInfo,
        created_at: UnixTime,
        expires_at: UnixTime,
    ) -> Self {
        let short = |text: &Option<String>| {
            text.as_ref().filter(|text| text.len() <= MAX_DISPLAY_BYTES).cloned()
        };
        Self {
            subject: user.sub.clone(),
            provider: provider.into(),
            name: short(&user.name),
            email: short(&user.email),
            picture: short(&user.picture),
            roles: BTreeSet::new(),
            claims: Map::new(),
            created_at,
            expires_at,
        }
    }

    /// Sets what the user may do.
    #[must_use]
    pub fn with_roles(mut self, roles: impl IntoIterator<Item = Role>) -> Self {
        self.roles = roles.into_iter().collect();
        self
    }

    /// Sets the claims that are kept. Names and values count towards the 16 KiB
    /// that a session may have.
    #[must_use]
    pub fn with_claims(mut self, claims: impl IntoIterator<Item = (String, Value)>) -> Self {
        self.claims = claims.into_iter().collect();
        self
    }

    /// True if one of the user's roles [includes](Role::includes) `required`.
    #[must_use]
    pub fn has_role(&self, required: &Role) -> bool {
        self.roles.iter().any(|role| role.includes(required))
    }

    /// Returns whether the session is over at `now`.
    #[must_use]
    pub fn is_expired_at(&self, now: UnixTime) -> bool {
        now >= self.expires_at
    }

    /// Refuses what would fill a store: a provider decides how long its texts
    /// are.
    fn check_size(&self) -> Result<(), StoreError> {
        let optional = [&self.name, &self.email, &self.picture].into_iter().flatten();
        let bytes: usize = [&self.subject, &self.provider]
            .into_iter()
            .chain(optional)
            .map(String::len)
            .chain(self.roles.iter().map(|role| role.name().len()))
            .chain(self.claims.iter().map(|(name, value)| name.len() + value.to_string().len()))
            .sum();
        if bytes > MAX_TEXT_BYTES {
            return Err(StoreError::SessionTooLarge { limit: MAX_TEXT_BYTES });
        }
        Ok(())
    }
}

/// Names the user by `subject` and the claims by their names: what they say is
/// personal, and `Debug` ends in logs.
impl fmt::Debug for UserSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UserSession")
            .field("subject", &self.subject)
            .field("provider", &self.provider)
            .field("roles", &self.roles)
            .field("claims", &self.claims.keys().collect::<Vec<_>>())
            .field("created_at", &self.created_at)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// Checks a session before it is created.
pub(crate) fn check_new(key: &str, session: &UserSession) -> Result<(), StoreError> {
    crate::key::check_key(key)?;
    session.check_size()
}

#[cfg(test)]
mod tests;

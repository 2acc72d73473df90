//! The profile of a signed-in user.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The user who signed in, as the provider's userinfo endpoint or ID token
/// tells it.
///
/// `sub` is always there and never empty: an answer without it is an error,
/// not an unknown user.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use widget_auth_core::UserInfo;
///
/// let claims = json!({"sub": "248289761001", "email": "jane@example.com"});
/// let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
/// assert_eq!(user.sub, "248289761001");
/// assert_eq!(user.email.as_deref(), Some("jane@example.com"));
/// assert!(UserInfo::from_claims(Default::default()).is_none());
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UserInfo {
    /// Identifies the user at this provider, for ever (OpenID Connect Core,
    /// section 5.1). Store this one, not the e-mail address.
    pub sub: String,
    /// Full name, for display.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A short name such as a login. May change and may be reused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preferred_username: Option<String>,
    /// E-mail address. Says nothing about who it belongs to unless
    /// `email_verified` is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// True if the provider has checked the e-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_verified: Option<bool>,
    /// Address of a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Every claim, those above included.
    pub claims: Map<String, Value>,
}

impl UserInfo {
    /// Most characters of `sub` (OpenID Connect Core, section 5.1).
    pub const MAX_SUB_LENGTH: usize = 255;

    /// Reads the standard claims (OpenID Connect Core, section 5.1). `None` if
    /// `sub` is missing, empty, not a string or longer than
    /// [`MAX_SUB_LENGTH`](Self::MAX_SUB_LENGTH). Any other claim that is empty
    /// or of an unexpected type counts as absent, but for `email_verified` as the
    /// text `true` or `false`, in any case, which some providers send.
    #[must_use]
    pub fn from_claims(claims: Map<String, Value>) -> Option<Self> {
        let text = |name: &str| {
            let text = claims.get(name)?.as_str()?;
            (!text.is_empty()).then(|| text.to_owned())
        };
        let sub = text("sub").filter(|sub| is_subject(sub))?;
        Some(Self {
            sub,
            name: text("name"),
            preferred_username: text("preferred_username"),
            email: text("email"),
            email_verified: claims.get("email_verified").and_then(boolean),
            picture: text("picture"),
            claims,
        })
    }
}

/// Names the user by `sub` and the claims by their names: what they say is
/// personal, and `Debug` ends in logs.
impl fmt::Debug for UserInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UserInfo")
            .field("sub", &self.sub)
            .field("claims", &self.claims.keys().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

fn is_subject(sub: &str) -> bool {
    sub.chars().nth(UserInfo::MAX_SUB_LENGTH).is_none()
}

fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::String(text) => text.to_ascii_lowercase().parse().ok(),
        value => value.as_bool(),
    }
}

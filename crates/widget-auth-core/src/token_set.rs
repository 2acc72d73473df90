//! The tokens of a session, and when they expire.

mod origin;
mod raw;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock::{Clock, SystemClock, UnixTime};
use crate::secret::{AccessToken, IdToken, RefreshToken};

pub use origin::{ForeignTokens, TokenOrigin};
pub use raw::RawResponse;

/// The tokens of one successful answer of a token endpoint (RFC 6749,
/// section 5.1).
///
/// The serialized form is what token stores keep, so it is stable: names and
/// meanings of fields do not change, unknown fields are ignored on reading,
/// absent ones stay absent. It contains the tokens in the clear.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_core::{OAuthTokenSet, UnixTime};
///
/// let issued_at = UnixTime::from_secs(1_800_000_000);
/// let mut tokens = OAuthTokenSet::new("access", "Bearer", issued_at);
/// tokens.expires_in = Some(3600);
///
/// let half_an_hour_later = issued_at.saturating_add(Duration::from_secs(1800));
/// assert!(!tokens.is_expired_at(half_an_hour_later));
/// assert!(tokens.expires_within_at(Duration::from_secs(1800), half_an_hour_later));
///
/// let stored = serde_json::to_string(&tokens)?;
/// assert_eq!(serde_json::from_str::<OAuthTokenSet>(&stored)?, tokens);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OAuthTokenSet {
    /// Opens the protected resources.
    pub access_token: AccessToken,
    /// The type of the access token, as the provider wrote it; compared
    /// without case (RFC 6749, section 5.1).
    pub token_type: String,
    /// Gets the next set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<RefreshToken>,
    /// Lifetime of the access token in seconds from `issued_at`; `None` if
    /// the provider did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_in: Option<u64>,
    /// The ID token of OpenID Connect, which names the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id_token: Option<IdToken>,
    /// The granted scopes, separated by spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The answer as it came, without the tokens.
    #[serde(default, skip_serializing_if = "RawResponse::is_empty")]
    pub raw: RawResponse,
    /// When the answer arrived.
    pub issued_at: UnixTime,
    /// The client and server that the tokens belong to; `None` for a set that
    /// nothing has marked yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<TokenOrigin>,
}

impl OAuthTokenSet {
    /// A set with an access token of unknown lifetime and nothing else.
    #[must_use]
    pub fn new(
        access_token: impl Into<AccessToken>,
        token_type: impl Into<String>,
        issued_at: UnixTime,
    ) -> Self {
        Self {
            access_token: access_token.into(),
            token_type: token_type.into(),
            refresh_token: None,
            expires_in: None,
            id_token: None,
            scope: None,
            raw: RawResponse::default(),
            issued_at,
            origin: None,
        }
    }

    /// Checks that the tokens may be used by `expected`. A set without an
    /// origin may be anybody's, and passes.
    ///
    /// # Errors
    ///
    /// [`ForeignTokens`] if client, server or resources are others.
    ///
    /// # Examples
    ///
    /// ```
    /// # use widget_auth_core::{OAuthTokenSet, TokenOrigin, UnixTime};
    /// let google = TokenOrigin::new("https://accounts.google.com", "client-1");
    /// let github = TokenOrigin::new("https://github.com", "client-2");
    /// let mut tokens = OAuthTokenSet::new("access", "Bearer", UnixTime::default());
    /// tokens.origin = Some(google.clone());
    /// assert!(tokens.check_origin(&google).is_ok());
    /// assert!(tokens.check_origin(&github).is_err());
    /// ```
    pub fn check_origin(&self, expected: &TokenOrigin) -> Result<(), ForeignTokens> {
        match &self.origin {
            Some(found) if found != expected => Err(ForeignTokens {
                found: Box::new(found.clone()),
                expected: Box::new(expected.clone()),
            }),
            _ => Ok(()),
        }
    }

    /// When the access token stops working, `None` if that is not known.
    #[must_use]
    pub fn expires_at(&self) -> Option<UnixTime> {
        self.expires_in.map(|seconds| self.issued_at.saturating_add(Duration::from_secs(seconds)))
    }

    /// Returns whether the access token has expired by the system clock.
    ///
    /// A token of unknown lifetime is not taken for expired: the answer of the
    /// resource server (401) is then the only sign.
    #[must_use]
    pub fn is_expired(&self) -> bool {
        self.is_expired_at(SystemClock.now())
    }

    /// Like [`is_expired`](Self::is_expired), at a point in time that the
    /// caller gives.
    #[must_use]
    pub fn is_expired_at(&self, now: UnixTime) -> bool {
        self.expires_within_at(Duration::ZERO, now)
    }

    /// Returns whether the access token expires within `buffer` from now by the system
    /// clock, or has expired already. Fractions of a second do not count.
    #[must_use]
    pub fn expires_within(&self, buffer: Duration) -> bool {
        self.expires_within_at(buffer, SystemClock.now())
    }

    /// Like [`expires_within`](Self::expires_within), at a point in time that
    /// the caller gives.
    #[must_use]
    pub fn expires_within_at(&self, buffer: Duration, now: UnixTime) -> bool {
        self.expires_at().is_some_and(|at| at <= now.saturating_add(buffer))
    }

    /// The granted scopes, one by one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use widget_auth_core::{OAuthTokenSet, UnixTime};
    /// let mut tokens = OAuthTokenSet::new("access", "Bearer", UnixTime::default());
    /// tokens.scope = Some("openid email".into());
    /// assert_eq!(tokens.scopes().collect::<Vec<_>>(), ["openid", "email"]);
    /// ```
    pub fn scopes(&self) -> impl Iterator<Item = &str> {
        self.scope.as_deref().unwrap_or_default().split_whitespace()
    }

    /// Those of the `requested` scopes that were not granted.
    ///
    /// # Examples
    ///
    /// ```
    /// # use widget_auth_core::{OAuthTokenSet, UnixTime};
    /// let mut tokens = OAuthTokenSet::new("access", "Bearer", UnixTime::default());
    /// tokens.scope = Some("openid".into());
    /// assert_eq!(tokens.missing_scopes(["openid", "email"]), ["email"]);
    /// ```
    #[must_use]
    pub fn missing_scopes<'a>(&self, requested: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        requested
            .into_iter()
            .filter(|scope| !self.scopes().any(|granted| granted == *scope))
            .collect()
    }
}

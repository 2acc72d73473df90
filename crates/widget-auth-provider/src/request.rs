//! Requests to a provider.

use std::fmt;
use std::time::Duration;

use widget_auth_core::{AccessToken, RefreshToken};
use widget_auth_pkce::PkceChallenge;

/// The parameters of an authorization URL, besides those the provider knows by
/// itself (client id and scopes).
///
/// [`AuthorizationAttempt`](crate::AuthorizationAttempt) makes one with fresh
/// values.
///
/// # Examples
///
/// ```
/// use widget_auth_pkce::PkceChallenge;
/// use widget_auth_provider::AuthorizeRequest;
///
/// let pkce = PkceChallenge::generate(PkceChallenge::DEFAULT_LENGTH)?;
/// let request = AuthorizeRequest::new("http://127.0.0.1:8765/callback", "a fresh state")
///     .with_pkce(&pkce)
///     .with_nonce("a fresh nonce")
///     .with_extra_params(&[("login_hint", "jane@example.com")]);
/// # Ok::<(), widget_auth_pkce::PkceError>(())
/// ```
#[derive(Clone, Copy)]
pub struct AuthorizeRequest<'a> {
    pub(crate) redirect_uri: &'a str,
    pub(crate) state: &'a str,
    pub(crate) pkce: Option<&'a PkceChallenge>,
    pub(crate) nonce: Option<&'a str>,
    pub(crate) max_age: Option<Duration>,
    pub(crate) extra_params: &'a [(&'a str, &'a str)],
}

impl<'a> AuthorizeRequest<'a> {
    /// A request without PKCE, nonce and further parameters.
    #[must_use]
    pub fn new(redirect_uri: &'a str, state: &'a str) -> Self {
        Self { redirect_uri, state, pkce: None, nonce: None, max_age: None, extra_params: &[] }
    }

    /// Adds a PKCE challenge.
    #[must_use]
    pub fn with_pkce(mut self, pkce: &'a PkceChallenge) -> Self {
        self.pkce = Some(pkce);
        self
    }

    /// Adds a nonce. Only OpenID Connect providers send it.
    #[must_use]
    pub fn with_nonce(mut self, nonce: &'a str) -> Self {
        self.nonce = Some(nonce);
        self
    }

    /// Asks the provider to let the user sign in again if the last time is
    /// longer ago, in whole seconds (OpenID Connect Core, section 3.1.2.1).
    /// Only OpenID Connect providers send it.
    #[must_use]
    pub fn with_max_age(mut self, max_age: Duration) -> Self {
        self.max_age = Some(max_age);
        self
    }

    /// Adds further parameters. One with the name of a preset's own parameter
    /// (`prompt`, `access_type`) replaces it; the parameters of the protocol
    /// itself are refused when the URL is built.
    #[must_use]
    pub fn with_extra_params(mut self, params: &'a [(&'a str, &'a str)]) -> Self {
        self.extra_params = params;
        self
    }
}

impl fmt::Debug for AuthorizeRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthorizeRequest")
            .field("redirect_uri", &self.redirect_uri)
            .field("pkce", &self.pkce)
            .finish_non_exhaustive()
    }
}

/// The parameters of a code exchange.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::CodeExchange;
///
/// let exchange = CodeExchange::new("the code", "http://127.0.0.1:8765/callback")
///     .with_pkce_verifier("the verifier of the same attempt")
///     .with_nonce("the nonce of the same attempt");
/// assert!(!format!("{exchange:?}").contains("the code"));
/// ```
#[derive(Clone, Copy)]
pub struct CodeExchange<'a> {
    pub(crate) code: &'a str,
    pub(crate) redirect_uri: &'a str,
    pub(crate) pkce_verifier: Option<&'a str>,
    pub(crate) nonce: Option<&'a str>,
    pub(crate) max_age: Option<Duration>,
}

impl<'a> CodeExchange<'a> {
    /// The code of the callback, and the redirect URI exactly as it was in
    /// the authorization request (RFC 6749, section 4.1.3).
    #[must_use]
    pub fn new(code: &'a str, redirect_uri: &'a str) -> Self {
        Self { code, redirect_uri, pkce_verifier: None, nonce: None, max_age: None }
    }

    /// Adds the PKCE verifier; needed if the request had a challenge.
    #[must_use]
    pub fn with_pkce_verifier(mut self, verifier: &'a str) -> Self {
        self.pkce_verifier = Some(verifier);
        self
    }

    /// Adds the nonce; needed if the request had one, for otherwise the ID
    /// token is not bound to the request.
    #[must_use]
    pub fn with_nonce(mut self, nonce: &'a str) -> Self {
        self.nonce = Some(nonce);
        self
    }

    /// Adds the `max_age` of the request: the ID token then has to say, by
    /// `auth_time`, that the user signed in since.
    #[must_use]
    pub fn with_max_age(mut self, max_age: Duration) -> Self {
        self.max_age = Some(max_age);
        self
    }
}

impl fmt::Debug for CodeExchange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodeExchange")
            .field("redirect_uri", &self.redirect_uri)
            .finish_non_exhaustive()
    }
}

/// A token to revoke.
///
/// # Examples
///
/// ```
/// use widget_auth_core::RefreshToken;
/// use widget_auth_provider::RevocableToken;
///
/// let token = RefreshToken::new("secret");
/// assert_eq!(RevocableToken::from(&token).type_hint(), "refresh_token");
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum RevocableToken<'a> {
    /// An access token.
    Access(&'a AccessToken),
    /// A refresh token; revoking it usually ends its access tokens too.
    Refresh(&'a RefreshToken),
}

impl<'a> RevocableToken<'a> {
    /// The `token_type_hint` of RFC 7009, section 2.1.
    #[must_use]
    pub fn type_hint(self) -> &'static str {
        match self {
            Self::Access(_) => "access_token",
            Self::Refresh(_) => "refresh_token",
        }
    }

    /// The token itself, for a provider that has to send it.
    #[must_use]
    pub fn expose_secret(self) -> &'a str {
        match self {
            Self::Access(token) => token.expose_secret(),
            Self::Refresh(token) => token.expose_secret(),
        }
    }
}

impl<'a> From<&'a AccessToken> for RevocableToken<'a> {
    fn from(token: &'a AccessToken) -> Self {
        Self::Access(token)
    }
}

impl<'a> From<&'a RefreshToken> for RevocableToken<'a> {
    fn from(token: &'a RefreshToken) -> Self {
        Self::Refresh(token)
    }
}

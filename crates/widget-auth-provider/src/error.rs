//! Errors between client and provider.

mod oauth;
mod reason;
mod remedy;
mod unreadable_key;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use widget_auth_core::{ForeignTokens, Remedy, Report};

pub use oauth::OAuthErrorResponse;
pub use reason::{CallbackFault, Endpoint, IdTokenFault};
pub use unreadable_key::UnreadableKey;

/// An error between client and provider, in detail.
///
/// It is the [`source`](std::error::Error::source) of the
/// [`AuthError`](widget_auth_core::AuthError) that a provider returns:
///
/// ```
/// use std::error::Error as _;
/// use widget_auth_provider::{OAuth2Settings, ProviderError, create_provider_from_settings};
///
/// let mut settings = OAuth2Settings::default();
/// settings.provider = "goggle".into();
/// let error = create_provider_from_settings(&settings).unwrap_err();
/// let detail = error.source().and_then(|s| s.downcast_ref::<ProviderError>());
/// assert!(matches!(detail, Some(ProviderError::Setting { setting: "provider", .. })));
/// ```
///
/// No variant carries a body, a token, a code, a secret or the query of a URL.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ProviderError {
    /// A setting or an argument of the program is wrong.
    #[error("`{setting}` {reason}")]
    Setting {
        /// The name of the setting.
        setting: &'static str,
        /// The problem, and the allowed values.
        reason: String,
    },
    /// Neither the program nor the provider named this endpoint.
    #[error(
        "the {endpoint} endpoint is not known: the provider does not name it, so set {setting}",
        endpoint = .0,
        setting = .0.setting()
    )]
    MissingEndpoint(Endpoint),
    /// No answer: the connection failed or took too long.
    #[error("no answer from the {endpoint} endpoint at {host}")]
    Http {
        /// The endpoint of the request.
        endpoint: Endpoint,
        /// The host of the request, and its port if it is another than usual.
        host: String,
        /// The error of the HTTP client, without the URL.
        #[source]
        source: Arc<reqwest::Error>,
    },
    /// The HTTP client could not be built.
    #[error("the http client could not be built")]
    HttpClient(#[source] Arc<reqwest::Error>),
    /// The answer is a redirect. None is followed: the request may carry a
    /// credential, and a 307 would send it to another host.
    #[error(
        "the {endpoint} endpoint answered with a redirect ({status}), which is not followed: set \
         the address that it leads to as {setting}",
        setting = .endpoint.setting()
    )]
    Redirect {
        /// The endpoint of the request.
        endpoint: Endpoint,
        /// The HTTP status.
        status: u16,
    },
    /// An HTTP error without an OAuth error code.
    #[error(
        "the {endpoint} endpoint answered with http status {status}{hint}",
        hint = status_hint(*endpoint, *status)
    )]
    Status {
        /// The endpoint of the request.
        endpoint: Endpoint,
        /// The HTTP status.
        status: u16,
        /// The delay that the provider asked for.
        retry_after: Option<Duration>,
    },
    /// The answer is larger than allowed.
    #[error(
        "the answer of the {endpoint} endpoint is larger than {limit} bytes: \
         HttpClient::with_max_body allows more"
    )]
    TooLarge {
        /// The endpoint of the request.
        endpoint: Endpoint,
        /// The largest body allowed.
        limit: usize,
    },
    /// The answer is not what the protocol asks for.
    #[error("the answer of the {endpoint} endpoint is not acceptable: {reason}")]
    Malformed {
        /// The endpoint of the request.
        endpoint: Endpoint,
        /// The problem. It quotes a member only where that is no secret.
        reason: Cow<'static, str>,
    },
    /// The answer to a refresh cannot be used, and the next refresh token was in
    /// it: the one that was sent is used up (RFC 6749, section 6).
    #[error(
        "the answer of the token endpoint is not acceptable: {reason}; the next refresh token was \
         in it, so sign in again"
    )]
    LostRefreshToken {
        /// The problem of the answer.
        reason: Cow<'static, str>,
    },
    /// The provider answered with an OAuth error. `Display` shows its
    /// description, and for `invalid_client` the settings to look at.
    #[error("the provider answered {}", .0.explained())]
    OAuth(OAuthErrorResponse),
    /// The metadata belongs to another issuer (OpenID Connect Discovery,
    /// section 4.3).
    #[error(
        "the metadata names the issuer `{found}`, and `{expected}` is configured{}",
        hint(found, expected)
    )]
    MetadataIssuer {
        /// The issuer in the metadata.
        found: String,
        /// The issuer that was configured.
        expected: String,
    },
    /// The ID token was rejected.
    #[error("the id token was rejected: {0}")]
    IdToken(IdTokenFault),
    /// `aud` of the ID token also names a party that is not trusted (OpenID
    /// Connect Core, section 3.1.3.7, rule 3).
    #[error(
        "the id token was rejected: `aud` also names `{audience}`, which is not trusted: if it is yours, name it in trusted_audiences"
    )]
    UntrustedAudience {
        /// The audience that is not trusted.
        audience: String,
    },
    /// No key of the provider fits the ID token, and the one that may cannot be
    /// read.
    #[error("the id token was rejected: no key of the provider fits it, and {0}")]
    UnreadableKey(UnreadableKey),
    /// The signed userinfo answer was rejected (OpenID Connect Core, section
    /// 5.3.2).
    #[error("the signed userinfo answer was rejected: {0}")]
    SignedUserinfo(IdTokenFault),
    /// The callback was rejected.
    #[error("the callback was rejected: {0}")]
    Callback(CallbackFault),
    /// The userinfo answer is about another subject (OpenID Connect Core,
    /// section 5.3.2).
    #[error(
        "`sub` of the userinfo answer is not that of the id token: check userinfo_url, and sign in \
         again"
    )]
    UserinfoSubject,
    /// A refreshed ID token is about another subject, or for another sign-in
    /// (OpenID Connect Core, section 12.2).
    #[error("`{claim}` of the refreshed id token is not that of the first one")]
    RefreshedIdToken {
        /// The claim that differs.
        claim: &'static str,
    },
    /// The provider does not let devices without a browser sign in, or does
    /// not say where (RFC 8628, section 4).
    #[error("the provider has no device authorization endpoint: sign in with a browser")]
    NoDeviceGrant,
    /// The tokens belong to another client, provider or resource.
    #[error(transparent)]
    ForeignTokens(#[from] ForeignTokens),
    /// The token set holds no refresh token.
    #[error(
        "there is no refresh token: sign in again; for many providers the scope `offline_access` asks for one"
    )]
    NoRefreshToken,
    /// The provider gives no tokens to clients themselves (RFC 6749, section
    /// 4.4).
    #[error("the provider has no client credentials grant")]
    NoClientCredentials,
    /// ID tokens exist with OpenID Connect only.
    #[error("the provider does not support openid connect")]
    NotOidc,
    /// A PKCE pair could not be made.
    #[error("a pkce pair could not be made, and without one nothing is sent: try again")]
    Pkce(#[from] widget_auth_pkce::PkceError),
    /// The operating system gave no random bytes.
    #[error("no random bytes from the operating system")]
    Random(#[source] getrandom::Error),
}

impl ProviderError {
    pub(crate) fn setting(setting: &'static str, reason: impl Into<String>) -> Self {
        Self::Setting { setting, reason: reason.into() }
    }

    /// Returns whether the settings of this program are at fault, or do not fit
    /// to how the client is registered at the provider: an operator has to look at
    /// them, and another sign-in fails as well.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{Endpoint, ProviderError};
    ///
    /// assert!(ProviderError::MissingEndpoint(Endpoint::Token).is_misconfiguration());
    /// let (endpoint, status, retry_after) = (Endpoint::Token, 503, None);
    /// assert!(!ProviderError::Status { endpoint, status, retry_after }.is_misconfiguration());
    /// ```
    #[must_use]
    pub fn is_misconfiguration(&self) -> bool {
        match self {
            Self::Setting { .. }
            | Self::MissingEndpoint(_)
            | Self::HttpClient(_)
            | Self::MetadataIssuer { .. }
            | Self::UntrustedAudience { .. }
            | Self::NotOidc
            | Self::NoDeviceGrant
            | Self::NoClientCredentials => true,
            Self::IdToken(fault) => {
                matches!(fault, IdTokenFault::NoIssuer | IdTokenFault::NoNonce)
            }
            Self::OAuth(error) => error.is_about_client(),
            _ => false,
        }
    }

    /// Returns whether the provider was not well at the moment: it did not
    /// answer, or not as the protocol asks. Another attempt may succeed; after
    /// a failed code exchange, that is another sign-in.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{Endpoint, ProviderError};
    ///
    /// let (endpoint, status, retry_after) = (Endpoint::Token, 503, None);
    /// assert!(ProviderError::Status { endpoint, status, retry_after }.is_transient());
    /// assert!(!ProviderError::NotOidc.is_transient());
    /// ```
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self.remedy(), Remedy::Retry { .. })
    }

    pub(crate) fn malformed(endpoint: Endpoint, reason: impl Into<Cow<'static, str>>) -> Self {
        Self::Malformed { endpoint, reason: reason.into() }
    }
}

/// The way out of a status that a wrong setting often has.
fn status_hint(endpoint: Endpoint, status: u16) -> &'static str {
    match (endpoint, status) {
        (Endpoint::Discovery, 400 | 401 | 403 | 404 | 410) => {
            ": check issuer_url, below which the metadata has to be, or set discovery_url"
        }
        (Endpoint::Token, 401) => ": check the settings of the client, or sign in again",
        (Endpoint::Userinfo, 401 | 403) => {
            ": the access token is not for it, check scopes and resource"
        }
        (_, 404 | 405) => ": check its address",
        _ => "",
    }
}

/// The way out if two issuers are nearly the same.
fn hint(found: &str, expected: &str) -> &'static str {
    if found.trim_end_matches('/') == expected.trim_end_matches('/') {
        ": they differ in the slash at the end, which counts"
    } else {
        ": configure the issuer as the metadata writes it, and its address as discovery_url"
    }
}

/// The [`Report`], which a `main` that returns it prints.
impl fmt::Debug for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Report::new(self), f)
    }
}

impl From<IdTokenFault> for ProviderError {
    fn from(fault: IdTokenFault) -> Self {
        Self::IdToken(fault)
    }
}

impl From<CallbackFault> for ProviderError {
    fn from(fault: CallbackFault) -> Self {
        Self::Callback(fault)
    }
}

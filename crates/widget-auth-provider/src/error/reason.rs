//! Problems of an answer. What they quote is no secret.

use std::fmt;

/// Declares an enum whose variants have a fixed text.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident => $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$variant => $text,)*
                })
            }
        }
    };
}

named! {
    /// An endpoint of a provider.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{Endpoint, ProviderError};
    ///
    /// let error = ProviderError::MissingEndpoint(Endpoint::Userinfo);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the userinfo endpoint is not known: the provider does not name it, so set userinfo_url"
    /// );
    /// ```
    Endpoint {
        /// `/.well-known/openid-configuration`.
        Discovery => "discovery",
        /// The key set.
        Jwks => "jwks",
        /// The endpoint to which the browser goes.
        Authorization => "authorization",
        /// The endpoint that exchanges codes and refresh tokens.
        Token => "token",
        /// The endpoint that serves the profile of the user.
        Userinfo => "userinfo",
        /// The endpoint that revokes tokens.
        Revocation => "revocation",
        /// The endpoint that starts a device authorization (RFC 8628).
        DeviceAuthorization => "device authorization",
    }
}

impl Endpoint {
    /// The name of the setting with its address.
    pub(super) fn setting(self) -> &'static str {
        match self {
            Self::Discovery => "discovery_url",
            Self::Jwks => "jwks_url",
            Self::Authorization => "authorize_url",
            Self::Token => "token_url",
            Self::Userinfo => "userinfo_url",
            Self::Revocation => "revocation_url",
            Self::DeviceAuthorization => "device_authorization_url",
        }
    }
}

/// The reason an ID token was rejected. The rules are in OpenID Connect Core,
/// section 3.1.3.7, unless a variant says otherwise.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{IdTokenFault, ProviderError};
///
/// let error = ProviderError::IdToken(IdTokenFault::Signature);
/// assert_eq!(
///     error.to_string(),
///     "the id token was rejected: its signature is wrong: check that jwks_url is that of the issuer"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum IdTokenFault {
    /// `openid` was asked for and no ID token came.
    #[error(
        "there is none although `openid` was requested: a provider without openid connect is `custom`, or leave `openid` out of scopes"
    )]
    Missing,
    /// Longer than any real one.
    #[error("it is too long")]
    TooLong,
    /// Not three base64url parts of JSON.
    #[error("it is not a compact jws with a json header and payload")]
    Malformed,
    /// `none`, a symmetric algorithm, or one that is not allowed.
    #[error(
        "its algorithm is not allowed: RS, PS and ES with 256, 384 and 512, and EdDSA are, unless with_algorithms says otherwise"
    )]
    Algorithm,
    /// RFC 7515, section 4.1.11.
    #[error("it has a critical header that is not understood")]
    Critical,
    /// `typ` says that it is another kind of token (RFC 8725, section 3.11).
    #[error("its `typ` is that of another kind of token")]
    Type,
    /// No key of the provider fits.
    #[error("no key of the provider fits it: check that jwks_url is that of the issuer")]
    UnknownKey,
    /// No known key fits, and the keys were fetched too recently to
    /// fetch them again.
    #[error("no known key fits it, and the keys were fetched too often in the last minutes")]
    KeysTooOften,
    /// There are several keys and no `kid` to choose by.
    #[error("it has no `kid` and too many keys fit")]
    AmbiguousKey,
    /// The signature is wrong.
    #[error("its signature is wrong: check that jwks_url is that of the issuer")]
    Signature,
    /// `iss` is missing or another.
    #[error(
        "`iss` is {found} and not `{expected}`: issuer_url has to be what the provider writes there"
    )]
    Issuer {
        /// `iss` as the token has it, in JSON, or `missing`.
        found: String,
        /// The issuer that was expected.
        expected: String,
    },
    /// `aud` is missing or does not name us.
    #[error("`aud` is {found} and does not name this client, `{expected}`: check client_id")]
    Audience {
        /// `aud` as the token has it, in JSON, or `missing`.
        found: String,
        /// The identifier of this client.
        expected: String,
    },
    /// `azp` is not us.
    #[error("`azp` is {found} and not this client, `{expected}`: it was given to another one")]
    AuthorizedParty {
        /// `azp` as the token has it, in JSON.
        found: String,
        /// The identifier of this client.
        expected: String,
    },
    /// `sub` is missing, not a text or longer than 255 characters.
    #[error("`sub` is missing, not a text or longer than 255 characters")]
    Subject,
    /// `iat` is missing.
    #[error("`iat` is missing or not a time")]
    IssuedAt,
    /// `iat` is in the future.
    #[error("`iat` is in the future: check the clock of this machine")]
    IssuedInFuture,
    /// `exp` is missing.
    #[error("`exp` is missing or not a time")]
    Expiry,
    /// `exp` has passed.
    #[error("it has expired: check the clock of this machine")]
    Expired,
    /// `nbf` is in the future (RFC 7519, section 4.1.5).
    #[error("`nbf` is in the future or not a time: check the clock of this machine")]
    NotYetValid,
    /// `nonce` is missing.
    #[error(
        "it has no `nonce`: for a provider that never sends one there is without_nonce, or use_nonce in the settings"
    )]
    NoNonce,
    /// `nonce` is another.
    #[error("`nonce` is not the one that was sent: it answers another sign-in, so begin a new one")]
    Nonce,
    /// `auth_time` is missing after `max_age`, or longer ago.
    #[error("`auth_time` does not say that the user signed in within `max_age`")]
    AuthTime,
    /// OpenID Connect Core, section 3.1.3.8.
    #[error("`at_hash` is not that of the access token")]
    AccessTokenHash,
    /// Microsoft: `tid` is missing, not a GUID or not allowed.
    #[error("`tid` is {found}, which is not an allowed tenant: see tenant_id and allowed_tenants")]
    Tenant {
        /// `tid` as the token has it, in JSON, or `missing`.
        found: String,
    },
    /// Nothing says which issuer to expect.
    #[error("`issuer_url` is not set, so nothing can be checked")]
    NoIssuer,
}

named! {
    /// The reason a callback was rejected.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{AuthorizationResponse, CallbackFault, ProviderError};
    ///
    /// let error = AuthorizationResponse::parse("code=a&code=b").unwrap_err();
    /// assert!(matches!(error, ProviderError::Callback(CallbackFault::Repeated)));
    /// ```
    CallbackFault {
        /// Longer than any real one.
        TooLong => "it is too long",
        /// A parameter is there twice (RFC 6749, section 3.1).
        Repeated => "a parameter is repeated",
        /// Both `code` and `error`.
        CodeAndError => "it has both a code and an error",
        /// Neither `code` nor `error`.
        Empty => "it has neither a code nor an error",
        /// `state` is missing or another (RFC 6749, section 10.12).
        State => "`state` is not the one that was sent: it answers another sign-in",
        /// The attempt was begun with another provider (RFC 9700, section 4.4).
        OtherProvider => "the attempt was begun with another provider",
        /// `iss` is another, or missing although announced (RFC 9207,
        /// section 2.4).
        Issuer => "`iss` is not the issuer of the provider: it answers a sign-in elsewhere",
    }
}

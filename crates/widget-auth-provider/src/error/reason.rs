//! Problems of an answer, in fixed words that quote nothing.

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

named! {
    /// The reason an ID token was rejected. The rules are in OpenID Connect Core,
    /// section 3.1.3.7, unless a variant says otherwise.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{IdTokenFault, ProviderError};
    ///
    /// let error = ProviderError::IdToken(IdTokenFault::Audience);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the id token was rejected: `aud` does not name this client: check client_id"
    /// );
    /// ```
    IdTokenFault {
        /// `openid` was asked for and no ID token came.
        Missing => "there is none although `openid` was requested: a provider without openid connect is `custom`, or leave `openid` out of scopes",
        /// Longer than any real one.
        TooLong => "it is too long",
        /// Not three base64url parts of JSON.
        Malformed => "it is not a compact jws with a json header and payload",
        /// `none`, a symmetric algorithm, or one that is not allowed.
        Algorithm => "its algorithm is not allowed",
        /// RFC 7515, section 4.1.11.
        Critical => "it has a critical header that is not understood",
        /// `typ` says that it is another kind of token (RFC 8725, section 3.11).
        Type => "its `typ` is that of another kind of token",
        /// No key of the provider fits.
        UnknownKey => "no key of the provider fits it",
        /// No known key fits, and the keys were fetched too recently to
        /// fetch them again.
        KeysTooOften => "no known key fits it, and the keys were fetched too often in the last minutes",
        /// There are several keys and no `kid` to choose by.
        AmbiguousKey => "it has no `kid` and too many keys fit",
        /// The signature is wrong.
        Signature => "its signature is wrong: check that jwks_url is that of the issuer",
        /// `iss` is missing or another.
        Issuer => "`iss` is not the issuer configured: issuer_url has to be what the provider writes there",
        /// `aud` is missing or does not name us.
        Audience => "`aud` does not name this client: check client_id",
        /// `azp` is not us.
        AuthorizedParty => "`azp` is not this client",
        /// `sub` is missing, not a text or longer than 255 characters.
        Subject => "`sub` is missing, not a text or longer than 255 characters",
        /// `iat` is missing.
        IssuedAt => "`iat` is missing or not a time",
        /// `iat` is in the future.
        IssuedInFuture => "`iat` is in the future: check the clock of this machine",
        /// `exp` is missing.
        Expiry => "`exp` is missing or not a time",
        /// `exp` has passed.
        Expired => "it has expired: check the clock of this machine",
        /// `nbf` is in the future (RFC 7519, section 4.1.5).
        NotYetValid => "`nbf` is in the future or not a time: check the clock of this machine",
        /// `nonce` is missing.
        NoNonce => "it has no `nonce`: for a provider that never sends one there is without_nonce, or use_nonce in the settings",
        /// `nonce` is another.
        Nonce => "`nonce` is not the one that was sent: it answers another sign-in, so begin a new one",
        /// `auth_time` is missing after `max_age`, or longer ago.
        AuthTime => "`auth_time` does not say that the user signed in within `max_age`",
        /// OpenID Connect Core, section 3.1.3.8.
        AccessTokenHash => "`at_hash` is not that of the access token",
        /// Microsoft: `tid` is missing, not a GUID or not allowed.
        Tenant => "`tid` is not an allowed tenant: see tenant_id and allowed_tenants",
        /// Nothing says which issuer to expect.
        NoIssuer => "`issuer_url` is not set, so nothing can be checked",
    }
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

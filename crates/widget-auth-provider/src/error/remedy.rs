//! The remedy for an error: another try, or a new sign-in.

use widget_auth_core::{AuthError, ErrorDetails, Remedy};

use super::{Endpoint, IdTokenFault, OAuthErrorResponse, ProviderError};

impl ProviderError {
    /// Returns the remedy for this error.
    ///
    /// The rule for the token endpoint: without an OAuth error code the provider has not
    /// rejected the refresh token, so it is kept and the
    /// call may be repeated.
    pub(crate) fn remedy(&self) -> Remedy {
        match self {
            Self::Http { .. } | Self::Redirect { .. } | Self::TooLarge { .. } => {
                Remedy::Retry { after: None }
            }
            Self::Malformed {
                endpoint: Endpoint::Token | Endpoint::Discovery | Endpoint::Jwks,
                ..
            } => Remedy::Retry { after: None },
            Self::Status { endpoint, status, retry_after }
                if *endpoint == Endpoint::Token || is_passing(*status) =>
            {
                Remedy::Retry { after: *retry_after }
            }
            Self::OAuth(error) => oauth_remedy(error),
            Self::IdToken(IdTokenFault::KeysTooOften) => Remedy::Retry { after: None },
            Self::IdToken(IdTokenFault::NoIssuer) => Remedy::Nothing,
            // An invalid token signs no user in.
            Self::IdToken(_) | Self::UnreadableKey(_) | Self::UntrustedAudience { .. } => {
                Remedy::Login
            }
            Self::NoRefreshToken
            | Self::LostRefreshToken { .. }
            | Self::RefreshedIdToken { .. } => Remedy::Login,
            _ => Remedy::Nothing,
        }
    }

    /// True if a refreshed ID token is that of another user, issuer or client,
    /// and so are the tokens that came with it.
    pub(crate) fn is_of_another_sign_in(&self) -> bool {
        use IdTokenFault::{Audience, AuthorizedParty, Issuer, Subject, Tenant};
        match self {
            Self::IdToken(fault) => matches!(
                fault,
                Issuer { .. } | Subject | Audience { .. } | AuthorizedParty { .. } | Tenant { .. }
            ),
            Self::UntrustedAudience { .. } => true,
            _ => false,
        }
    }

    /// Returns whether the token endpoint refused a request in a way that is
    /// not the protocol's: some providers and gateways say so that a refresh
    /// token is dead, others that a request was not well. Once it may be the
    /// one or the other; a provider that repeats it means the refresh token.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{Endpoint, ProviderError};
    ///
    /// let answered = |status| {
    ///     ProviderError::Status { endpoint: Endpoint::Token, status, retry_after: None }
    /// };
    /// assert!(answered(400).is_unclear_refusal() && !answered(503).is_unclear_refusal());
    /// ```
    #[must_use]
    pub fn is_unclear_refusal(&self) -> bool {
        match self {
            Self::Status { endpoint: Endpoint::Token, status, .. } => matches!(status, 400 | 401),
            Self::OAuth(error) => {
                error.status().is_some_and(|status| status < 500 && status != 429)
                    && matches!(oauth_remedy(error), Remedy::Nothing)
                    && !error.is_about_client()
            }
            _ => false,
        }
    }

    /// Turns into the error of a code exchange, at a point where the provider
    /// may have seen the code. It is good for one request (RFC 6749, section
    /// 4.1.2), so the same call cannot succeed later: a new sign-in may.
    pub(crate) fn into_spent_code(self, provider: &str) -> AuthError {
        let remedy = match self.remedy() {
            Remedy::Retry { .. } => Remedy::Login,
            remedy => remedy,
        };
        self.with_remedy(remedy, AuthError::token, provider)
    }

    /// Turns into the error that callers see, made by `kind`.
    pub(crate) fn into_auth(
        self,
        kind: fn(ErrorDetails) -> AuthError,
        provider: &str,
    ) -> AuthError {
        let remedy = self.remedy();
        self.with_remedy(remedy, kind, provider)
    }

    fn with_remedy(
        self,
        remedy: Remedy,
        kind: fn(ErrorDetails) -> AuthError,
        provider: &str,
    ) -> AuthError {
        let mut details = ErrorDetails::new().with_provider(provider).with_remedy(remedy);
        if let Self::OAuth(error) = &self {
            details = details.with_code(error.code());
        }
        kind(details).with_source(self)
    }
}

fn oauth_remedy(error: &OAuthErrorResponse) -> Remedy {
    match error.code() {
        // RFC 6749, section 5.2, and the names that GitHub gives to it.
        "invalid_grant" | "bad_refresh_token" | "bad_verification_code" => Remedy::Login,
        // OpenID Connect Core, section 3.1.2.6.
        "login_required"
        | "interaction_required"
        | "consent_required"
        | "account_selection_required" => Remedy::Login,
        // RFC 6749, section 4.1.2.1; RFC 8628, section 3.5.
        "temporarily_unavailable" | "server_error" | "slow_down" => {
            Remedy::Retry { after: error.retry_after() }
        }
        _ if error.status().is_some_and(is_passing) => Remedy::Retry { after: error.retry_after() },
        _ => Remedy::Nothing,
    }
}

/// Returns whether an HTTP status says that the provider is not well at the moment.
fn is_passing(status: u16) -> bool {
    matches!(status, 408 | 429 | 500..=599)
}

//! The one error of signing in and of token operations.

mod cause;
mod details;
mod kind;
mod report;

use std::fmt;
use std::time::Duration;

pub use cause::Cause;
pub use details::{BoxError, ErrorDetails, Remedy};
pub use kind::AuthErrorKind;
pub use report::Report;

/// The reason a sign-in or a token operation failed.
///
/// Callers act on three questions: [`is_retryable`](Self::is_retryable),
/// [`needs_login`](Self::needs_login) and [`is`](Self::is). The cause in
/// detail is the [`source`](std::error::Error::source); neither it nor this
/// error carries a token, a code, a secret or the query of a URL. Clones share
/// their cause: everybody who waited for the same thing gets the same error.
/// `Debug` is the [`Report`], which `main` prints.
///
/// # Examples
///
/// The kinds form a tree. A token error *is also* an authentication error, and
/// [`is`](Self::is) says so; a `match` looks at one kind only:
///
/// ```
/// use widget_auth_core::{AuthError, AuthErrorKind, ErrorDetails, Remedy};
///
/// let details = ErrorDetails::new().with_provider("google").with_remedy(Remedy::Login);
/// let error = AuthError::token_refresh(details);
///
/// assert!(error.is(AuthErrorKind::TokenRefresh));
/// assert!(error.is(AuthErrorKind::Token));
/// assert!(error.is(AuthErrorKind::Authentication));
/// assert!(!error.is(AuthErrorKind::FlowTimeout));
/// assert!(error.needs_login() && !error.is_retryable());
/// assert_eq!(error.to_string(), "token refresh at google failed");
/// ```
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AuthError {
    /// No callback came within the time allowed.
    #[error("sign-in{details} was not finished within {} s", .waited.as_secs())]
    FlowTimeout {
        /// The time the flow waited.
        waited: Duration,
        /// Provider and flow.
        details: ErrorDetails,
        /// The underlying error, if any.
        #[source]
        source: Option<Cause>,
    },
    /// The user closed the window, or the program called it off.
    #[error("sign-in{details} was cancelled")]
    FlowCancelled {
        /// Provider and flow.
        details: ErrorDetails,
        /// The underlying error, if any.
        #[source]
        source: Option<Cause>,
    },
    /// The provider refused, its answer cannot be trusted, or the settings
    /// are wrong.
    #[error("authentication{details} failed")]
    Authentication {
        /// Provider and flow.
        details: ErrorDetails,
        /// The underlying error, if any.
        #[source]
        source: Option<Cause>,
    },
    /// The code could not be exchanged or an ID token is not valid.
    #[error("getting valid tokens{details} failed")]
    Token {
        /// Provider and flow.
        details: ErrorDetails,
        /// The underlying error, if any.
        #[source]
        source: Option<Cause>,
    },
    /// The tokens could not be refreshed.
    #[error("token refresh{details} failed")]
    TokenRefresh {
        /// Provider and flow.
        details: ErrorDetails,
        /// The underlying error, if any.
        #[source]
        source: Option<Cause>,
    },
    /// The access token has expired and there is no way to refresh it.
    #[error("the access token{details} has expired and cannot be refreshed")]
    TokenExpired {
        /// Provider and flow.
        details: ErrorDetails,
        /// The underlying error, if any.
        #[source]
        source: Option<Cause>,
    },
}

impl AuthError {
    /// A [`FlowTimeout`](Self::FlowTimeout) after `waited`.
    #[must_use]
    pub fn flow_timeout(waited: Duration, details: ErrorDetails) -> Self {
        Self::FlowTimeout { waited, details, source: None }
    }

    /// A [`FlowCancelled`](Self::FlowCancelled).
    #[must_use]
    pub fn flow_cancelled(details: ErrorDetails) -> Self {
        Self::FlowCancelled { details, source: None }
    }

    /// An [`Authentication`](Self::Authentication) error.
    #[must_use]
    pub fn authentication(details: ErrorDetails) -> Self {
        Self::Authentication { details, source: None }
    }

    /// A [`Token`](Self::Token) error.
    #[must_use]
    pub fn token(details: ErrorDetails) -> Self {
        Self::Token { details, source: None }
    }

    /// A [`TokenRefresh`](Self::TokenRefresh) error.
    #[must_use]
    pub fn token_refresh(details: ErrorDetails) -> Self {
        Self::TokenRefresh { details, source: None }
    }

    /// A [`TokenExpired`](Self::TokenExpired) error. Only a new sign-in helps.
    #[must_use]
    pub fn token_expired(details: ErrorDetails) -> Self {
        Self::TokenExpired { details: details.with_remedy(Remedy::Login), source: None }
    }

    /// Adds the cause.
    #[must_use]
    pub fn with_source(mut self, cause: impl Into<BoxError>) -> Self {
        *self.parts_mut().1 = Some(Cause::new(cause));
        self
    }

    /// Adds the provider, unless it is known already: for errors of a store, which
    /// knows none.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::{AuthError, ErrorDetails};
    ///
    /// let error = AuthError::authentication(ErrorDetails::new()).with_provider("google");
    /// assert_eq!(error.with_provider("github").to_string(), "authentication at google failed");
    /// ```
    #[must_use]
    pub fn with_provider(mut self, provider: impl Into<String>) -> Self {
        let details = self.parts_mut().0;
        if details.provider().is_none() {
            *details = std::mem::take(details).with_provider(provider);
        }
        self
    }

    /// Adds the session whose tokens it is about.
    #[must_use]
    pub fn with_session(mut self, session: impl Into<String>) -> Self {
        let details = self.parts_mut().0;
        *details = std::mem::take(details).with_session(session);
        self
    }

    /// Adds the flow that failed.
    #[must_use]
    pub fn with_flow_id(mut self, flow_id: impl Into<String>) -> Self {
        let details = self.parts_mut().0;
        *details = std::mem::take(details).with_flow_id(flow_id);
        self
    }

    /// The kind of this error.
    #[must_use]
    pub fn kind(&self) -> AuthErrorKind {
        match self {
            Self::FlowTimeout { .. } => AuthErrorKind::FlowTimeout,
            Self::FlowCancelled { .. } => AuthErrorKind::FlowCancelled,
            Self::Authentication { .. } => AuthErrorKind::Authentication,
            Self::Token { .. } => AuthErrorKind::Token,
            Self::TokenRefresh { .. } => AuthErrorKind::TokenRefresh,
            Self::TokenExpired { .. } => AuthErrorKind::TokenExpired,
        }
    }

    /// Returns whether this error is of `kind` or of a kind below it.
    #[must_use]
    pub fn is(&self, kind: AuthErrorKind) -> bool {
        self.kind().is(kind)
    }

    /// Returns whether the same call may succeed later: the network failed, the
    /// provider was overloaded or broken for a while.
    ///
    /// A refresh token survives such an error.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(self.details().remedy(), Remedy::Retry { .. })
    }

    /// Returns whether only a new sign-in by the user helps.
    #[must_use]
    pub fn needs_login(&self) -> bool {
        self.details().remedy() == Remedy::Login
    }

    /// Returns the delay that the provider asked for before the next attempt
    /// (`Retry-After`, RFC 9110, section 10.2.3).
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        match self.details().remedy() {
            Remedy::Retry { after } => after,
            Remedy::Nothing | Remedy::Login => None,
        }
    }

    /// Provider, flow and OAuth error code.
    #[must_use]
    pub fn details(&self) -> &ErrorDetails {
        match self {
            Self::FlowTimeout { details, .. }
            | Self::FlowCancelled { details, .. }
            | Self::Authentication { details, .. }
            | Self::Token { details, .. }
            | Self::TokenRefresh { details, .. }
            | Self::TokenExpired { details, .. } => details,
        }
    }

    fn parts_mut(&mut self) -> (&mut ErrorDetails, &mut Option<Cause>) {
        match self {
            Self::FlowTimeout { details, source, .. }
            | Self::FlowCancelled { details, source }
            | Self::Authentication { details, source }
            | Self::Token { details, source }
            | Self::TokenRefresh { details, source }
            | Self::TokenExpired { details, source } => (details, source),
        }
    }
}

impl fmt::Debug for AuthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Report::new(self), f)
    }
}

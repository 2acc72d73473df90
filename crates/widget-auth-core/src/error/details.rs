//! The details that every error carries besides its kind.

use std::fmt;
use std::time::Duration;

/// A cause of any type.
pub type BoxError = Box<dyn std::error::Error + Send + Sync + 'static>;

/// The remedy for an error.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_core::{AuthError, ErrorDetails, Remedy};
///
/// let after = Some(Duration::from_secs(30));
/// let details = ErrorDetails::new().with_remedy(Remedy::Retry { after });
/// let error = AuthError::token_refresh(details);
/// assert!(error.is_retryable());
/// assert_eq!(error.retry_after(), after);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Remedy {
    /// Nothing that a program can do by itself.
    #[default]
    Nothing,
    /// The same call again, later.
    Retry {
        /// The least time to wait, if the provider named one.
        after: Option<Duration>,
    },
    /// A new sign-in by the user.
    Login,
}

/// The details that every [`AuthError`](crate::AuthError) carries besides its kind and
/// its cause.
///
/// # Examples
///
/// ```
/// use widget_auth_core::ErrorDetails;
///
/// let details = ErrorDetails::new()
///     .with_provider("github")
///     .with_flow_id("7f3a")
///     .with_code("access_denied");
/// assert_eq!(details.provider(), Some("github"));
/// assert_eq!(details.code(), Some("access_denied"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ErrorDetails {
    provider: Option<Box<str>>,
    session: Option<Box<str>>,
    flow_id: Option<Box<str>>,
    code: Option<Box<str>>,
    remedy: Remedy,
}

impl ErrorDetails {
    /// No details.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the name of the provider.
    #[must_use]
    pub fn with_provider(mut self, provider: impl Into<String>) -> Self {
        self.provider = Some(provider.into().into());
        self
    }

    /// Sets the key of the session whose tokens it is about.
    #[must_use]
    pub fn with_session(mut self, session: impl Into<String>) -> Self {
        self.session = Some(session.into().into());
        self
    }

    /// Sets the flow that failed.
    #[must_use]
    pub fn with_flow_id(mut self, flow_id: impl Into<String>) -> Self {
        self.flow_id = Some(flow_id.into().into());
        self
    }

    /// Sets the OAuth error code of the provider (RFC 6749, sections 4.1.2.1
    /// and 5.2).
    #[must_use]
    pub fn with_code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into().into());
        self
    }

    /// Sets what helps.
    #[must_use]
    pub fn with_remedy(mut self, remedy: Remedy) -> Self {
        self.remedy = remedy;
        self
    }

    /// The name of the provider.
    #[must_use]
    pub fn provider(&self) -> Option<&str> {
        self.provider.as_deref()
    }

    /// The key of the session whose tokens it is about, unless that is the default
    /// one.
    #[must_use]
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The flow that failed.
    #[must_use]
    pub fn flow_id(&self) -> Option<&str> {
        self.flow_id.as_deref()
    }

    /// The OAuth error code of the provider, for example `invalid_grant`.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// Returns the remedy.
    #[must_use]
    pub fn remedy(&self) -> Remedy {
        self.remedy
    }
}

/// Completes a sentence: ` at google (session work) (flow 7f3a)`, or nothing.
impl fmt::Display for ErrorDetails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(provider) = &self.provider {
            write!(f, " at {provider}")?;
        }
        if let Some(session) = &self.session {
            write!(f, " (session {session})")?;
        }
        if let Some(flow_id) = &self.flow_id {
            write!(f, " (flow {flow_id})")?;
        }
        Ok(())
    }
}

//! A sign-in from its start to its result.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::token_set::OAuthTokenSet;
use crate::userinfo::UserInfo;

/// The progress of a sign-in.
///
/// `Idle` → `AwaitingCallback` → `ExchangingCode` → `Completed`; from each of
/// them a flow can also end as `Failed`, `TimedOut` or `Cancelled`.
///
/// # Examples
///
/// ```
/// use widget_auth_core::AuthFlowState;
///
/// assert!(!AuthFlowState::AwaitingCallback.is_terminal());
/// assert!(AuthFlowState::Cancelled.is_terminal());
/// assert_eq!(AuthFlowState::TimedOut.to_string(), "timed_out");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AuthFlowState {
    /// Nothing has happened yet.
    #[default]
    Idle,
    /// The user is at the provider.
    AwaitingCallback,
    /// The code has come back and is exchanged for tokens.
    ExchangingCode,
    /// The user is signed in.
    Completed,
    /// The provider refused, or its answer was not acceptable.
    Failed,
    /// No answer came in time.
    TimedOut,
    /// The user or the program gave up.
    Cancelled,
}

impl AuthFlowState {
    /// Returns whether the flow has ended and will not change any more.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::TimedOut | Self::Cancelled)
    }

    /// The name that is also used in the serialized form.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::AwaitingCallback => "awaiting_callback",
            Self::ExchangingCode => "exchanging_code",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::TimedOut => "timed_out",
            Self::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for AuthFlowState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The result of a successful sign-in. A failed one is an
/// [`AuthError`](crate::AuthError).
///
/// # Examples
///
/// ```
/// use widget_auth_core::{AuthFlowResult, OAuthTokenSet, UnixTime};
///
/// let tokens = OAuthTokenSet::new("access", "Bearer", UnixTime::default());
/// let result = AuthFlowResult::new("google", "flow-1", tokens);
/// assert_eq!(result.provider, "google");
/// assert!(result.userinfo.is_none());
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct AuthFlowResult {
    /// The name of the provider.
    pub provider: String,
    /// The flow that ended; errors of the same flow carry the same id.
    pub flow_id: String,
    /// The tokens, validated.
    pub tokens: OAuthTokenSet,
    /// The user, if the provider has a userinfo endpoint or gave an ID token.
    pub userinfo: Option<UserInfo>,
}

impl AuthFlowResult {
    /// A result without userinfo.
    #[must_use]
    pub fn new(
        provider: impl Into<String>,
        flow_id: impl Into<String>,
        tokens: OAuthTokenSet,
    ) -> Self {
        Self { provider: provider.into(), flow_id: flow_id.into(), tokens, userinfo: None }
    }

    /// Adds who signed in.
    #[must_use]
    pub fn with_userinfo(mut self, userinfo: UserInfo) -> Self {
        self.userinfo = Some(userinfo);
        self
    }
}

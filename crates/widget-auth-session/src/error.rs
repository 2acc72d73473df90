//! Errors of a session without a usable token.

use std::error::Error as _;
use std::time::Duration;

use widget_auth_core::{AuthError, ErrorDetails, ForeignTokens, Remedy};

/// The reason a session has no token, as the source of an [`AuthError`].
///
/// # Examples
///
/// ```
/// use std::error::Error as _;
/// use widget_auth_provider::GenericOidcProvider;
/// use widget_auth_session::{SessionError, SessionManager};
/// use widget_auth_store::MemoryTokenStore;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let google = GenericOidcProvider::google("client-id")?;
/// let session = SessionManager::new(google, MemoryTokenStore::new());
/// let error = session.get_access_token().await.unwrap_err();
/// assert!(error.needs_login());
/// let cause = error.source().and_then(|cause| cause.downcast_ref());
/// assert!(matches!(cause, Some(SessionError::NotSignedIn)));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// There are no tokens: no sign-in has happened, or the user signed out.
    #[error("not signed in")]
    NotSignedIn,
    /// The access token has expired, and the provider gave no refresh token.
    #[error(
        "the provider gave no refresh token: sign in again; for many the scope `offline_access` asks for one"
    )]
    NoRefreshToken,
    /// The provider refused the refresh token, and the access token has been
    /// used to its end.
    #[error("the provider refused the refresh token: sign in again")]
    RefreshTokenRefused,
    /// The provider did not answer in time. Whether it has used up the refresh
    /// token is not known.
    #[error("the provider did not answer within {} s", .limit.as_secs())]
    ProviderTimeout {
        /// The limit of one attempt.
        limit: Duration,
    },
    /// A refresh is in progress and continues.
    #[error("the refresh is still under way after {} s", .waited.as_secs())]
    StillRefreshing {
        /// The time this caller waited.
        waited: Duration,
    },
    /// New tokens came, but the store takes none. The next attempt stores them
    /// before it asks the provider.
    #[error("the token store took no new tokens for {} s", .tried_for.as_secs())]
    NotStored {
        /// The time spent trying.
        tried_for: Duration,
    },
    /// The tokens are of another provider, client or resource.
    #[error("{0}: use another session_key, or sign in here")]
    ForeignTokens(ForeignTokens),
    /// The operation ended without a result, because the provider, the store or
    /// the callback panicked, or the runtime shut down.
    #[error(
        "it was broken off by a panic of the provider, the store or a callback, or by the end of the runtime"
    )]
    BrokenOff,
}

impl From<ForeignTokens> for SessionError {
    fn from(foreign: ForeignTokens) -> Self {
        Self::ForeignTokens(foreign)
    }
}

impl SessionError {
    /// The session error among the causes of `error`.
    pub(crate) fn of(error: &AuthError) -> Option<&Self> {
        let causes = std::iter::successors(error.source(), |&cause| cause.source());
        causes.filter_map(|cause| cause.downcast_ref()).next()
    }

    /// The error that callers get: of `kind`, with this as its source.
    pub(crate) fn into_auth(
        self,
        kind: fn(ErrorDetails) -> AuthError,
        provider: &str,
    ) -> AuthError {
        let remedy = match self {
            Self::NotSignedIn | Self::NoRefreshToken | Self::RefreshTokenRefused => Remedy::Login,
            Self::ProviderTimeout { .. }
            | Self::StillRefreshing { .. }
            | Self::NotStored { .. }
            | Self::BrokenOff => Remedy::Retry { after: None },
            Self::ForeignTokens(_) => Remedy::Nothing,
        };
        kind(ErrorDetails::new().with_provider(provider).with_remedy(remedy)).with_source(self)
    }
}

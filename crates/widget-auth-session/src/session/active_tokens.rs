//! The tokens that a session works with, and when they have to be replaced.

use std::time::Duration;

use widget_auth_core::{OAuthTokenSet, UnixTime};
use widget_auth_store::{StoredTokens, Version};

use crate::session::Grant;
use crate::session::refused_token;

/// The last point there is: never.
const NEVER: UnixTime = UnixTime::from_secs(u64::MAX);

/// A stored token set with its times worked out.
#[derive(Debug)]
pub(crate) struct ActiveTokens {
    pub(crate) tokens: OAuthTokenSet,
    pub(crate) version: Version,
    /// From here on a caller refreshes first.
    due_at: UnixTime,
    expires_at: UnixTime,
    can_be_renewed: bool,
    is_refused: bool,
}

impl ActiveTokens {
    pub(crate) fn new(stored: StoredTokens, buffer: Duration, grant: &Grant) -> Self {
        let StoredTokens { mut tokens, version } = stored;
        let is_refused = refused_token::unmark(&mut tokens);
        let expires_at = tokens.expires_at().unwrap_or(NEVER);
        let can_be_renewed = match grant {
            Grant::RefreshToken => tokens.refresh_token.is_some(),
            Grant::ClientCredentials(_) => true,
        };
        let due_at = match (tokens.expires_in, can_be_renewed) {
            (Some(lifetime), true) => {
                // A token that lives shorter than the buffer is good for half
                // of its life, or each call would refresh.
                let early = buffer.as_secs().min(lifetime / 2);
                UnixTime::from_secs(expires_at.as_secs() - early)
            }
            _ => expires_at,
        };
        Self { tokens, version, due_at, expires_at, can_be_renewed, is_refused }
    }

    pub(crate) fn is_due(&self, now: UnixTime) -> bool {
        now >= self.due_at
    }

    pub(crate) fn has_expired(&self, now: UnixTime) -> bool {
        now >= self.expires_at
    }

    pub(crate) fn can_be_renewed(&self) -> bool {
        self.can_be_renewed
    }

    /// True if the provider has refused the refresh token.
    pub(crate) fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// When the background task refreshes it, or ends a session that the
    /// provider has refused to refresh; `None` if it does neither. A token
    /// that lives less than two seconds is refreshed on demand:
    /// anything else would refresh without end.
    pub(crate) fn refresh_at(&self) -> Option<UnixTime> {
        if self.is_refused {
            return Some(self.expires_at);
        }
        let lives_long_enough = self.tokens.expires_in.is_some_and(|seconds| seconds >= 2);
        (self.can_be_renewed && lives_long_enough).then_some(self.due_at)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use widget_auth_core::{OAuthTokenSet, RefreshToken, UnixTime};
    use widget_auth_store::{StoredTokens, Version};

    use super::ActiveTokens;
    use crate::session::Grant;

    const ISSUED: u64 = 1_800_000_000;

    fn current(expires_in: Option<u64>, refresh_token: Option<&str>) -> ActiveTokens {
        let mut tokens = OAuthTokenSet::new("a", "Bearer", UnixTime::from_secs(ISSUED));
        tokens.expires_in = expires_in;
        tokens.refresh_token = refresh_token.map(RefreshToken::new);
        let version = Version::random().unwrap();
        let stored = StoredTokens { tokens, version };
        ActiveTokens::new(stored, Duration::from_secs(60), &Grant::RefreshToken)
    }

    fn after(seconds: u64) -> UnixTime {
        UnixTime::from_secs(ISSUED + seconds)
    }

    #[test]
    fn it_is_due_a_buffer_before_it_expires() {
        let current = current(Some(3600), Some("r"));
        assert!(!current.is_due(after(3539)) && current.is_due(after(3540)));
        assert!(!current.has_expired(after(3599)) && current.has_expired(after(3600)));
        assert_eq!(current.refresh_at(), Some(after(3540)));
    }

    #[test]
    fn rp_50_a_short_token_is_good_for_half_of_its_life() {
        for (lifetime, due) in [(119, 60), (60, 30), (30, 15), (2, 1), (1, 1)] {
            let current = current(Some(lifetime), Some("r"));
            assert!(!current.is_due(after(due - 1)) && current.is_due(after(due)), "{lifetime}");
        }
    }

    #[test]
    fn rp_50_a_token_that_hardly_lives_is_refreshed_for_callers_only() {
        assert_eq!(current(Some(2), Some("r")).refresh_at(), Some(after(1)));
        assert_eq!(current(Some(1), Some("r")).refresh_at(), None);
        assert_eq!(current(Some(0), Some("r")).refresh_at(), None);
    }

    #[test]
    fn without_a_refresh_token_it_is_good_to_the_end() {
        let current = current(Some(3600), None);
        assert!(!current.is_due(after(3599)) && current.is_due(after(3600)));
        assert_eq!(current.refresh_at(), None);
    }

    #[test]
    fn after_a_refusal_it_is_good_to_the_end_at_which_the_session_ends() {
        let current = current(Some(3600), Some(""));
        assert!(current.is_refused() && !current.can_be_renewed());
        assert_eq!(current.tokens.refresh_token, None);
        assert!(!current.is_due(after(3599)) && current.is_due(after(3600)));
        assert_eq!(current.refresh_at(), Some(after(3600)));
    }

    #[test]
    fn an_unknown_lifetime_does_not_end_and_the_longest_is_no_overflow() {
        assert!(!current(None, Some("r")).is_due(UnixTime::from_secs(u64::MAX - 1)));
        assert!(!current(Some(u64::MAX), Some("r")).is_due(after(1_000_000)));
    }
}

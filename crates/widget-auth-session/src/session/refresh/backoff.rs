//! Backoff after failures of a provider.

use std::time::Duration;

use tokio::time::Instant;
use widget_auth_core::AuthError;

const FIRST: Duration = Duration::from_millis(500);
const MAX_PAUSE: Duration = Duration::from_secs(60);
/// A provider that asks for more than this gets this.
const MAX_ASKED_FOR: Duration = Duration::from_secs(60 * 60);

/// Exponential backoff with jitter, at least as long as the provider asked for.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
    last: Option<(Instant, AuthError)>,
}

impl Backoff {
    /// Begins the pause after a failure.
    pub(super) fn failed(&mut self, error: &AuthError) {
        let pause = pause(self.failures, random()).max(asked_for(error));
        self.failures = self.failures.saturating_add(1);
        self.last = Some((Instant::now() + pause, error.clone()));
    }

    /// Returns the rest of the pause, and the error that caused it.
    pub(super) fn pause(&self) -> Option<(Duration, AuthError)> {
        let (until, error) = self.last.as_ref()?;
        let left = until.saturating_duration_since(Instant::now());
        (!left.is_zero()).then(|| (left, error.clone()))
    }
}

fn asked_for(error: &AuthError) -> Duration {
    error.retry_after().unwrap_or_default().min(MAX_ASKED_FOR)
}

/// The pause after so many failures before: between half and the whole of a
/// time that doubles, so that many processes do not come back at once.
fn pause(failures: u32, random: u64) -> Duration {
    let doubled = 2_u32.saturating_pow(failures);
    let whole = FIRST.saturating_mul(doubled).min(MAX_PAUSE);
    #[expect(clippy::cast_precision_loss, reason = "a jitter needs no 64 bits")]
    let part = random as f64 / u64::MAX as f64;
    whole / 2 + (whole / 2).mul_f64(part)
}

/// Without randomness there is no jitter, which does no harm.
fn random() -> u64 {
    getrandom::u64().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use widget_auth_core::{AuthError, ErrorDetails, Remedy};

    use super::{Backoff, pause};

    fn failure(after: Option<u64>) -> AuthError {
        let after = after.map(Duration::from_secs);
        AuthError::token_refresh(ErrorDetails::new().with_remedy(Remedy::Retry { after }))
    }

    #[test]
    fn pauses_double_up_to_a_minute() {
        let longest: Vec<_> =
            (0..10).map(|failures| pause(failures, u64::MAX).as_millis()).collect();
        let expected = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000];
        assert_eq!(longest, expected);
        assert_eq!(pause(u32::MAX, 0), Duration::from_secs(30));
        assert_eq!(pause(0, 0), Duration::from_millis(250));
    }

    #[tokio::test(start_paused = true)]
    async fn rp_48_retry_after_is_kept_to() {
        let mut backoff = Backoff::default();
        assert!(backoff.pause().is_none());
        backoff.failed(&failure(Some(90)));
        assert_eq!(backoff.pause().unwrap().0, Duration::from_secs(90));
        tokio::time::advance(Duration::from_secs(89)).await;
        assert!(backoff.pause().is_some());
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(backoff.pause().is_none());
        // But not for ever.
        backoff.failed(&failure(Some(u64::MAX)));
        assert_eq!(backoff.pause().unwrap().0, Duration::from_secs(3600));
    }
}

#[cfg(feature = "testing")]
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use widget_auth_core::{OAuthTokenSet, RefreshToken, UnixTime, UserInfo};
use widget_auth_store::UserSession;

/// In every token of [`tokens`].
pub(crate) const SECRET: &str = "5ecr3t";

/// A set with a refresh token.
pub(crate) fn tokens(name: &str) -> OAuthTokenSet {
    let issued_at = UnixTime::from_secs(1_800_000_000);
    let mut tokens = OAuthTokenSet::new(format!("{SECRET}-access-{name}"), "Bearer", issued_at);
    tokens.refresh_token = Some(RefreshToken::new(format!("{SECRET}-refresh-{name}")));
    tokens
}

/// A session that began `now` and ends so many seconds later.
pub(crate) fn session(now: UnixTime, seconds: u64) -> UserSession {
    let claims = [("sub".to_owned(), "1".into())].into_iter().collect();
    let user = UserInfo::from_claims(claims).expect("there is a subject");
    UserSession::new("provider", &user, now, now.saturating_add(Duration::from_secs(seconds)))
}

/// The calls of a faulty store that have looked at what is there and go on with what they saw.
#[cfg(feature = "testing")]
#[derive(Debug, Default)]
pub(crate) struct Looks(AtomicUsize);

#[cfg(feature = "testing")]
impl Looks {
    /// Waits, after a call has looked, until another one has looked as well. One that is alone goes
    /// on after a moment. Giving way once is not enough: a worker that was just woken may take
    /// the place of the thread that woke it, and finds nothing else to do.
    pub(crate) async fn let_others_look(&self) {
        let number = self.0.fetch_add(1, Ordering::SeqCst) + 1;
        let others = async {
            while self.0.load(Ordering::SeqCst) == number {
                tokio::task::yield_now().await;
            }
        };
        let _is_alone = tokio::time::timeout(Duration::from_millis(50), others).await;
    }
}

/// All that an error and its causes can show.
#[cfg(any(
    feature = "encrypted",
    feature = "redis",
    all(feature = "file", feature = "testing"),
    all(feature = "keyring", feature = "testing", target_os = "linux")
))]
pub(crate) fn everything(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.map(|error| format!("{error} {error:?}\n")).collect()
}

//! Shared test support: a provider that rotates refresh tokens and can be
//! told to misbehave, a store that can be told to fail, and their clock.

mod logs;
mod provider;
mod store;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use widget_auth_core::{ManualClock, OAuthTokenSet, UnixTime, UserInfo};
use widget_auth_session::SessionManager;
use widget_auth_store::{TokenStore as _, UserSession};

pub(crate) use logs::Logs;
pub(crate) use provider::{Provider, Reply, invalid_grant, unreachable_for};
pub(crate) use store::{Fault, Store, timed_out};

/// When the tests take place.
pub(crate) const NOW: UnixTime = UnixTime::from_secs(1_800_000_000);
/// The lifetime of an access token, unless a test sets another.
pub(crate) const LIFETIME: u64 = 3600;

/// A provider, a store and a clock, and sessions between them.
pub(crate) struct Fixture {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) provider: Arc<Provider>,
    pub(crate) store: Arc<Store>,
    reauths: Arc<AtomicUsize>,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let clock = Arc::new(ManualClock::new(NOW));
        Self {
            provider: Arc::new(Provider::new(clock.clone())),
            store: Arc::new(Store::new(clock.clone())),
            clock,
            reauths: Arc::default(),
        }
    }

    /// Another process, as far as the session can tell.
    pub(crate) fn session(&self) -> SessionManager {
        let reauths = self.reauths.clone();
        self.session_without_callback().on_reauth_required(move || {
            reauths.fetch_add(1, Ordering::SeqCst);
        })
    }

    pub(crate) fn session_without_callback(&self) -> SessionManager {
        SessionManager::new(self.provider.clone(), self.store.clone())
            .with_clock(self.clock.clone())
    }

    /// A session that has just been signed in.
    pub(crate) async fn signed_in(&self) -> SessionManager {
        let session = self.session();
        session.save_tokens(self.provider.sign_in(LIFETIME)).await.unwrap();
        session
    }

    /// Moves the wall clock, and nothing else.
    pub(crate) fn pass(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    pub(crate) async fn stored(&self) -> Option<OAuthTokenSet> {
        self.store.inner.load(&self.key()).await.unwrap().map(|stored| stored.tokens)
    }

    /// The key of the session's tokens in the store.
    pub(crate) fn key(&self) -> String {
        self.session().storage_key().to_owned()
    }

    pub(crate) fn reauths(&self) -> usize {
        self.reauths.load(Ordering::SeqCst)
    }
}

/// The access token that a session gives out.
pub(crate) async fn access(session: &SessionManager) -> String {
    session.get_access_token().await.unwrap().expose_secret().to_owned()
}

/// A user who is signed in for longer than the tests take.
pub(crate) fn user_session() -> UserSession {
    let claims = serde_json::json!({"sub": "user-1"});
    let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
    UserSession::new("test", &user, NOW, NOW.saturating_add(Duration::from_secs(86_400)))
}

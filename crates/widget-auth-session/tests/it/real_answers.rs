//! Answers of a token endpoint, as they come over the wire.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use serde_json::json;
use widget_auth_core::ManualClock;
use widget_auth_provider::testing::{MockProvider, Reply};
use widget_auth_provider::{AuthorizationAttempt, GenericOidcProvider, HttpClient, OAuthClient};
use widget_auth_session::SessionManager;
use widget_auth_store::{MemoryTokenStore, TokenStoreExt as _};

use crate::support::{LIFETIME, Logs, NOW, access};

/// A session at the mock provider.
struct Real {
    mock: MockProvider,
    clock: Arc<ManualClock>,
    store: Arc<MemoryTokenStore>,
    session: SessionManager,
    reauths: Arc<AtomicUsize>,
}

impl Real {
    async fn signed_in() -> Self {
        // Reading the certificates of the system takes longer than a whole test.
        static HTTP: LazyLock<HttpClient> = LazyLock::new(|| HttpClient::new().unwrap());
        let clock = Arc::new(ManualClock::new(NOW));
        let mock = MockProvider::start(clock.clone()).await.unwrap();
        let client =
            OAuthClient::new("client-1").with_clock(clock.clone()).with_http_client(HTTP.clone());
        let provider = GenericOidcProvider::new(client, mock.url()).unwrap();
        let attempt = AuthorizationAttempt::new(&provider, "http://127.0.0.1:1/callback").unwrap();
        let back = mock.authorize(&attempt.authorize_url(&provider, &[]).await.unwrap());
        let tokens = attempt.exchange(&provider, back.query().unwrap()).await.unwrap();

        let (store, reauths) = (Arc::new(MemoryTokenStore::new()), Arc::new(AtomicUsize::new(0)));
        let count = reauths.clone();
        let session = SessionManager::new(provider, store.clone())
            .with_clock(clock.clone())
            .on_reauth_required(move || {
                count.fetch_add(1, Ordering::SeqCst);
            });
        session.save_tokens(tokens).await.unwrap();
        Self { mock, clock, store, session, reauths }
    }

    fn pass(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// The refreshes that were tried, and how often a sign-in was asked for.
    fn counts(&self) -> (usize, usize) {
        (self.mock.count("/token") - 1, self.reauths.load(Ordering::SeqCst))
    }

    async fn is_stored(&self) -> bool {
        self.store.exists(self.session.storage_key()).await.unwrap()
    }
}

/// A refresh token that is dead in the words of `refusal`.
async fn ends_once(refusal: fn() -> Reply, is_tried_again: bool) {
    let real = Real::signed_in().await;
    real.mock.set("/token", move |_| refusal());
    real.pass(LIFETIME);
    let mut error = real.session.get_access_token().await.unwrap_err();
    if !is_tried_again {
        assert!(!error.needs_login() && real.is_stored().await, "{error:?}");
        // After the rest of the pause.
        error = real.session.get_access_token().await.unwrap_err();
    }
    assert!(error.needs_login() && !error.is_retryable(), "{error:?}");
    assert_eq!(real.counts(), (2, 1), "{error:?}");
    assert!(!real.is_stored().await);
    assert!(real.session.get_access_token().await.unwrap_err().needs_login());
    assert_eq!(real.counts(), (2, 1));
}

/// As [`ends_once`], but the first refusal comes while the access token lives.
async fn lets_the_token_live(refusal: fn() -> Reply) {
    let real = Real::signed_in().await;
    real.mock.set("/token", move |_| refusal());
    real.pass(LIFETIME - 30);
    for _ in 0..3 {
        assert_eq!(access(&real.session).await, "access-1");
    }
    assert_eq!(real.counts(), (1, 0));
    real.pass(29);
    assert_eq!(access(&real.session).await, "access-1");
    assert!(real.is_stored().await);
    real.pass(1);
    let error = real.session.get_access_token().await.unwrap_err();
    assert!(error.needs_login(), "{error:?}");
    assert_eq!(real.reauths.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_dead_refresh_token_needs_a_sign_in_whatever_it_is_called() {
    tokio::join!(
        ends_once(|| Reply::error(400, "invalid_request"), false),
        ends_once(|| Reply::error(400, "invalid_token"), false),
        ends_once(|| Reply::error(401, "invalid_token"), false),
        ends_once(|| Reply::empty(400), true),
        ends_once(|| Reply::empty(401), true),
    );
}

#[tokio::test]
async fn a_dead_refresh_token_leaves_the_access_token_to_its_end() {
    tokio::join!(
        lets_the_token_live(|| Reply::error(400, "invalid_request")),
        lets_the_token_live(|| Reply::error(401, "invalid_token")),
        lets_the_token_live(|| Reply::empty(400)),
        lets_the_token_live(|| Reply::empty(401)),
    );
}

/// Without a lifetime the access token would be used for ever.
#[tokio::test]
async fn a_lifetime_that_cannot_be_read_does_not_make_a_token_last() {
    let logs = Logs::capture();
    let real = Real::signed_in().await;
    real.mock.set("/token", |request| {
        let sent = request.form()["refresh_token"].clone();
        let next = sent.strip_prefix("refresh-").unwrap().parse::<u32>().unwrap() + 1;
        Reply::json(&json!({
            "access_token": format!("access-{next}"), "token_type": "Bearer",
            "refresh_token": format!("refresh-{next}"), "expires_in": -1,
        }))
    });
    for next in 2..5 {
        real.pass(LIFETIME);
        assert_eq!(access(&real.session).await, format!("access-{next}"));
    }
    assert_eq!(real.counts(), (3, 0));
    let lines = logs.with("was left out");
    assert_eq!(lines.len(), 3, "{}", logs.text());
    assert!(lines[0].contains("`expires_in` is not a number of seconds: -1"), "{lines:?}");
    assert!(lines[0].contains(real.mock.url()), "{lines:?}");
}

//! A provider or a store that is down, seen from the routes.

use std::time::Duration;

use async_trait::async_trait;
use widget_auth_core::UnixTime;
use widget_auth_session::routes::auth_router;
use widget_auth_store::zeroize::Zeroizing;
use widget_auth_store::{PendingStore, SessionStore, StoreError, TokenStore as _, UserSession};

use crate::logs::Logs;
use crate::mock_provider::Reply;
use crate::site::{Site, tokens_page};

/// `Retry-After` holds for all requests of a session, not for one each.
#[tokio::test]
async fn rp_48_requests_leave_alone_a_provider_that_asked_for_it() {
    let site = Site::new().await;
    let (mut user, mut other) = (site.user().await, site.user().await);
    let sign_ins = site.token_requests();
    site.mock.set("/token", |_| Reply::empty(503).header("retry-after", "300"));
    for _ in 0..3 {
        let answer = user.post("/auth/refresh").await;
        assert_eq!(answer.error(), (503, "temporarily_unavailable".to_owned()));
        assert_eq!(answer.header("retry-after"), Some("300"));
    }
    // Nor do the calls of the program in the user's name ask again.
    site.pass(3601);
    let mut program = user.at(&tokens_page(&site.state));
    for _ in 0..3 {
        assert_eq!(program.fetch("/").await.body, "try again");
    }
    assert_eq!(site.token_requests() - sign_ins, 1);
    // Another session has its own refresh token.
    other.post("/auth/refresh").await;
    assert_eq!(site.token_requests() - sign_ins, 2);
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
}

/// A session store that takes none.
#[derive(Debug)]
struct Full;

#[async_trait]
impl SessionStore for Full {
    async fn create(&self, _: &str, _: &UserSession) -> Result<(), StoreError> {
        Err(StoreError::SessionTooLarge { limit: 0 })
    }

    async fn get(&self, _: &str) -> Result<Option<UserSession>, StoreError> {
        Ok(None)
    }

    async fn touch(&self, _: &str, _: UnixTime) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn delete(&self, _: &str) -> Result<bool, StoreError> {
        Ok(false)
    }
}

#[tokio::test]
async fn a_sign_in_whose_session_cannot_be_kept_leaves_no_tokens() {
    let site = Site::new().await;
    let app = auth_router(site.state.clone().with_session_store(Full));
    let mut visitor = site.visitor().at(&app);
    let visit = visitor.begin().await;
    let answer = visitor.fetch(&visit.callback("user-1")).await;
    assert_eq!(answer.error().0, 500);
    assert_eq!(site.token_requests(), 1);
    assert!(site.tokens.list_keys().await.unwrap().is_empty());
}

/// Sessions and sign-ins of which the key is gone.
#[derive(Debug)]
struct Unreadable;

fn unreadable<T>() -> Result<T, StoreError> {
    Err(StoreError::UnknownEncryptionKey { key_id: "2025".to_owned() })
}

#[async_trait]
impl SessionStore for Unreadable {
    async fn create(&self, _: &str, _: &UserSession) -> Result<(), StoreError> {
        Ok(())
    }

    async fn get(&self, _: &str) -> Result<Option<UserSession>, StoreError> {
        unreadable()
    }

    async fn touch(&self, _: &str, _: UnixTime) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn delete(&self, _: &str) -> Result<bool, StoreError> {
        Ok(true)
    }
}

#[async_trait]
impl PendingStore for Unreadable {
    async fn put(&self, _: &str, _: &str, _: Duration) -> Result<(), StoreError> {
        Ok(())
    }

    async fn take(&self, _: &str) -> Result<Option<Zeroizing<String>>, StoreError> {
        unreadable()
    }
}

/// A key that was withdrawn signs users out; nothing else of the site ends.
#[tokio::test]
async fn what_cannot_be_read_is_a_session_or_sign_in_that_is_over() {
    let site = Site::new().await;
    let state = site.state.clone().with_session_store(Unreadable);
    let app = auth_router(state.with_pending_store(Unreadable));
    let user = site.user().await;
    let logs = Logs::capture();
    assert_eq!(user.at(&app).subject().await, None);
    let mut visitor = site.visitor().at(&app);
    let visit = visitor.begin().await;
    let answer = visitor.fetch(&visit.callback("user-1")).await;
    assert_eq!(answer.error(), (400, "invalid_request".to_owned()));
    for words in ["a session cannot be read", "a sign-in under way cannot be read"] {
        let lines = logs.with(words);
        assert!(!lines.is_empty() && lines[0].contains("`2025`"), "{}", logs.text());
    }
}

#[tokio::test]
async fn a_user_who_cancels_is_no_failure_of_the_provider() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let logs = Logs::capture();
    let callback = format!("/auth/callback?error=access_denied&state={}", visit.state());
    assert_eq!(visitor.fetch(&callback).await.error(), (400, "access_denied".to_owned()));
    let lines = logs.with("the provider ended a sign-in");
    assert!(lines.len() == 1 && lines[0].contains("access_denied"), "{}", logs.text());
    assert!(logs.with("WARN").is_empty(), "{}", logs.text());
}

/// A code is good for one request, so the visitor has to begin again; the
/// answer is still that of a provider that is down for a moment.
#[tokio::test]
async fn a_code_that_cannot_be_exchanged_is_an_outage() {
    let site = Site::new().await;
    site.mock.set("/token", |_| Reply::empty(503));
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let answer = visitor.fetch(&visit.callback("user-1")).await;
    assert_eq!(answer.error(), (503, "temporarily_unavailable".to_owned()));
    assert_eq!(visitor.subject().await, None);
}

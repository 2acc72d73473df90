//! One process of the fleet.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt as _;
use tokio::time::{Instant, interval};
use tokio_util::sync::CancellationToken;
use widget_auth_core::OAuthTokenSet;
use widget_auth_session::SessionManager;
use widget_auth_store::{
    LeaseOwner, PutMode, SaveOutcome, StoreError, StoredTokens, TokenStore, Version,
};

use crate::fixture;

/// Callers in each process.
const CALLERS: usize = 4;

/// The line that says that a sign-in is needed.
pub(crate) const REAUTH: &str = "REAUTH";

/// The observations of the processes.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) answered: u64,
    pub(crate) retryable: u64,
    pub(crate) login: u64,
    pub(crate) reauths: u64,
    /// Token sets that a refresh of this process stored.
    pub(crate) saves: u64,
    pub(crate) slowest: Duration,
}

impl Report {
    pub(crate) fn add(&mut self, other: &Self) {
        self.answered += other.answered;
        self.retryable += other.retryable;
        self.login += other.login;
        self.reauths += other.reauths;
        self.saves += other.saves;
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// Works until its standard input is closed, and then prints its [`Report`].
#[tokio::test]
#[ignore = "a process of the other tests"]
async fn worker() {
    let (issuer, redis) =
        (std::env::var("WORKER_ISSUER").unwrap(), std::env::var("WORKER_REDIS").unwrap());
    let store = Arc::new(Counting { inner: fixture::store(&redis), saves: AtomicU64::new(0) });
    let reauths = Arc::new(AtomicU64::new(0));
    let session = SessionManager::new(fixture::client(&issuer), store.clone())
        .with_refresh_buffer_seconds(1)
        .on_reauth_required({
            let reauths = reauths.clone();
            move || {
                reauths.fetch_add(1, Ordering::SeqCst);
                println!("{REAUTH}");
            }
        });
    assert!(session.initialize().await.unwrap());
    println!("READY");

    let stop = CancellationToken::new();
    let callers: Vec<_> =
        (0..CALLERS).map(|_| tokio::spawn(call(session.clone(), stop.clone()))).collect();
    tokio::io::stdin().read_to_end(&mut Vec::new()).await.unwrap();
    stop.cancel();
    let mut report = Report::default();
    for caller in callers {
        report.add(&caller.await.unwrap());
    }
    // A refresh under way comes to its end: this process has the only copy of
    // what it brings. Then no other begins.
    drop(session.get_access_token().await);
    drop(session);
    report.reauths = reauths.load(Ordering::SeqCst);
    report.saves = store.saves.load(Ordering::SeqCst);
    println!("{}", serde_json::to_string(&report).unwrap());
}

/// Wants a token all the time.
async fn call(session: SessionManager, stop: CancellationToken) -> Report {
    let mut report = Report::default();
    let mut pace = interval(Duration::from_millis(5));
    while !stop.is_cancelled() {
        pace.tick().await;
        let began = Instant::now();
        match session.get_access_token().await {
            Ok(_) => report.answered += 1,
            Err(error) if error.is_retryable() => report.retryable += 1,
            Err(error) if error.needs_login() => report.login += 1,
            Err(error) => panic!("{error:?}"),
        }
        report.slowest = report.slowest.max(began.elapsed());
    }
    report
}

/// Counts what refreshes stored.
#[derive(Debug)]
struct Counting<S> {
    inner: S,
    saves: AtomicU64,
}

#[async_trait]
impl<S: TokenStore> TokenStore for Counting<S> {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        self.inner.load(key).await
    }

    async fn put(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        mode: PutMode,
    ) -> Result<SaveOutcome, StoreError> {
        let outcome = self.inner.put(key, tokens, mode).await?;
        let is_refresh = mode != PutMode::Overwrite && outcome != SaveOutcome::Changed;
        self.saves.fetch_add(u64::from(is_refresh), Ordering::SeqCst);
        Ok(outcome)
    }

    async fn remove(&self, key: &str, expected: Option<Version>) -> Result<bool, StoreError> {
        self.inner.remove(key, expected).await
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        self.inner.list_keys().await
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        self.inner.acquire_lease(key, owner, ttl).await
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        self.inner.release_lease(key, owner).await
    }
}

//! A suite that no store fails would prove nothing.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

mod files;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use widget_auth_core::{ManualClock, OAuthTokenSet, UnixTime};
use widget_auth_store::testing::{LeaseTime, conformance};
use widget_auth_store::{
    LeaseOwner, MemoryTokenStore, PutMode, SaveOutcome, StoreError, StoredTokens, TokenStore,
    TokenStoreExt as _, Version,
};

use crate::support::Looks;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// `put` asks nothing.
    Overwrites,
    /// `put` refuses to overwrite.
    NeverOverwrites,
    /// `put` looks, lets others go on, and then writes.
    LooksThenWrites,
    /// `put` takes a deleted set for unchanged.
    BringsBack,
    /// `remove` asks nothing.
    DeletesAnything,
    /// `remove` looks, lets others go on, and then deletes.
    LooksThenDeletes,
    /// `remove` says it did and did not.
    DeletesInWordsOnly,
    LosesTheRefreshToken,
    CutsKeys,
    ListsNothing,
    ListsUnsorted,
    TakesEveryKey,
    DeletesLikeAWish,
    LeasesToAll,
    LeasesForEver,
    ReleasesForAnybody,
    DeleteEndsLease,
    /// `Debug` shows what was saved last.
    ShowsTokens,
}

const FAULTS: [Fault; 18] = [
    Fault::Overwrites,
    Fault::NeverOverwrites,
    Fault::LooksThenWrites,
    Fault::BringsBack,
    Fault::DeletesAnything,
    Fault::LooksThenDeletes,
    Fault::DeletesInWordsOnly,
    Fault::LosesTheRefreshToken,
    Fault::CutsKeys,
    Fault::ListsNothing,
    Fault::ListsUnsorted,
    Fault::TakesEveryKey,
    Fault::DeletesLikeAWish,
    Fault::LeasesToAll,
    Fault::LeasesForEver,
    Fault::ReleasesForAnybody,
    Fault::DeleteEndsLease,
    Fault::ShowsTokens,
];

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_is_found() {
    run(Fault::None).await.unwrap();
    for fault in FAULTS {
        let Err(panic) = run(fault).await else { panic!("{fault:?} passed") };
        let text = panic_text(panic);
        assert!(text.contains("the check `"), "{fault:?} has no name: {text}");
    }
}

async fn run(fault: Fault) -> Result<(), tokio::task::JoinError> {
    let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
    let inner = MemoryTokenStore::new();
    // Without the clock of the suite, no lease ends.
    let inner = if fault == Fault::LeasesForEver { inner } else { inner.with_clock(clock.clone()) };
    let last_owner = std::sync::Mutex::new(None);
    let (looks, shown) = (Looks::default(), std::sync::Mutex::default());
    let store = Arc::new(Faulty { inner, fault, last_owner, looks, shown });
    tokio::spawn(async move {
        conformance(store.clone(), store, LeaseTime::Manual(clock)).await.unwrap();
    })
    .await
}

/// The text of a panic.
fn panic_text(error: tokio::task::JoinError) -> String {
    let panic = error.try_into_panic().expect("no task is aborted");
    panic.downcast_ref::<String>().expect("a panic with a name").clone()
}

#[derive(Debug)]
struct Faulty {
    inner: MemoryTokenStore,
    fault: Fault,
    last_owner: std::sync::Mutex<Option<LeaseOwner>>,
    /// The calls that have looked before they write.
    looks: Looks,
    /// For `Debug`.
    shown: std::sync::Mutex<String>,
}

impl Faulty {
    fn key(&self, key: &str) -> String {
        match self.fault {
            Fault::CutsKeys => key.chars().take(60).collect(),
            Fault::TakesEveryKey if key.is_empty() => "empty".to_owned(),
            _ => key.to_owned(),
        }
    }
}

#[async_trait]
impl TokenStore for Faulty {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        self.inner.load(&self.key(key)).await
    }

    async fn put(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        mode: PutMode,
    ) -> Result<SaveOutcome, StoreError> {
        let (key, mut tokens) = (&self.key(key), tokens.clone());
        if self.fault == Fault::LosesTheRefreshToken && tokens.expires_in == Some(1) {
            tokens.refresh_token = None;
        }
        if self.fault == Fault::ShowsTokens {
            *self.shown.lock().unwrap() = tokens.access_token.expose_secret().to_owned();
        }
        let have = self.inner.load(key).await?.map(|stored| stored.version);
        let overwrites = mode == PutMode::Overwrite;
        let mode = match self.fault {
            Fault::Overwrites => PutMode::Overwrite,
            Fault::NeverOverwrites if overwrites => PutMode::Create,
            Fault::BringsBack if have.is_none() => PutMode::Overwrite,
            Fault::LooksThenWrites if !overwrites => {
                self.looks.let_others_look().await;
                if mode.allows(have) { PutMode::Overwrite } else { mode }
            }
            _ => mode,
        };
        self.inner.put(key, &tokens, mode).await
    }

    async fn remove(&self, key: &str, expected: Option<Version>) -> Result<bool, StoreError> {
        let owner = *self.last_owner.lock().unwrap();
        if let (Fault::DeleteEndsLease, Some(owner), None) = (self.fault, owner, expected) {
            self.inner.release_lease(key, owner).await?;
        }
        let key = &self.key(key);
        let have = self.inner.load(key).await?.map(|stored| stored.version);
        let is_met = expected.is_some() && have == expected;
        match self.fault {
            Fault::DeletesLikeAWish if expected.is_none() => {
                self.inner.delete(key).await.map(|_| true)
            }
            Fault::DeletesAnything => self.inner.delete(key).await,
            Fault::DeletesInWordsOnly if expected.is_some() => Ok(is_met),
            Fault::LooksThenDeletes if is_met => {
                self.looks.let_others_look().await;
                self.inner.delete(key).await?;
                Ok(true)
            }
            _ => self.inner.remove(key, expected).await,
        }
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        let mut keys = self.inner.list_keys().await?;
        match self.fault {
            Fault::ListsNothing => keys.clear(),
            Fault::ListsUnsorted => keys.reverse(),
            _ => {}
        }
        Ok(keys)
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        let granted = self.inner.acquire_lease(&self.key(key), owner, ttl).await?;
        if granted {
            *self.last_owner.lock().unwrap() = Some(owner);
        }
        Ok(granted || self.fault == Fault::LeasesToAll)
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        let holder = *self.last_owner.lock().unwrap();
        match (self.fault, holder) {
            (Fault::ReleasesForAnybody, Some(holder)) => {
                self.inner.release_lease(&self.key(key), holder).await
            }
            _ => self.inner.release_lease(&self.key(key), owner).await,
        }
    }
}

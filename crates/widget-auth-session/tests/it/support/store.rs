use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::{Semaphore, watch};
use widget_auth_core::{ManualClock, OAuthTokenSet};
use widget_auth_store::{
    LeaseOwner, MemoryTokenStore, PutMode, SaveOutcome, StoreError, StoredTokens, TokenStore,
    Version,
};

/// The kind of failure of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// Nothing happened.
    Before,
    /// It happened, and the answer was lost.
    After,
    /// Nothing happened, and nothing will.
    Refused,
}

/// A store in memory that fails as it is told.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) inner: MemoryTokenStore,
    /// The faults of the next conditional saves.
    saves: Mutex<VecDeque<Fault>>,
    /// The errors of the next reads.
    loads: Mutex<VecDeque<StoreError>>,
    /// True if every call fails.
    down: Mutex<bool>,
    /// Holds back what was read, and the answer to a save, until a permit, unless
    /// there are plenty.
    pub(crate) gate: Semaphore,
    reading: watch::Sender<usize>,
}

impl Store {
    pub(crate) fn new(clock: Arc<ManualClock>) -> Self {
        let inner = MemoryTokenStore::new().with_clock(clock);
        Self {
            inner,
            saves: Mutex::default(),
            loads: Mutex::default(),
            down: Mutex::new(false),
            gate: Semaphore::new(Semaphore::MAX_PERMITS / 2),
            reading: watch::channel(0).0,
        }
    }

    /// Holds back what is read until permits are added.
    pub(crate) fn close_gate(&self) {
        self.gate.forget_permits(Semaphore::MAX_PERMITS);
        self.reading.send_replace(0);
    }

    /// Until so many have read since the gate was closed.
    pub(crate) async fn wait_for_readers(&self, count: usize) {
        self.reading.subscribe().wait_for(|reading| *reading >= count).await.unwrap();
    }

    pub(crate) fn fail_saves(&self, faults: impl IntoIterator<Item = Fault>) {
        self.saves.lock().unwrap().extend(faults);
    }

    pub(crate) fn fail_loads(&self, errors: impl IntoIterator<Item = StoreError>) {
        self.loads.lock().unwrap().extend(errors);
    }

    pub(crate) fn set_down(&self, down: bool) {
        *self.down.lock().unwrap() = down;
    }

    fn up(&self) -> Result<(), StoreError> {
        if *self.down.lock().unwrap() { Err(timed_out()) } else { Ok(()) }
    }
}

pub(crate) fn timed_out() -> StoreError {
    StoreError::Timeout { backend: "test", limit: Duration::from_secs(1) }
}

#[async_trait]
impl TokenStore for Store {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        self.up()?;
        if let Some(error) = self.loads.lock().unwrap().pop_front() {
            return Err(error);
        }
        let stored = self.inner.load(key).await;
        self.reading.send_modify(|reading| *reading += 1);
        self.gate.acquire().await.unwrap().forget();
        stored
    }

    async fn put(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        mode: PutMode,
    ) -> Result<SaveOutcome, StoreError> {
        self.up()?;
        if mode == PutMode::Overwrite {
            let outcome = self.inner.put(key, tokens, mode).await;
            self.gate.acquire().await.unwrap().forget();
            return outcome;
        }
        let fault = self.saves.lock().unwrap().pop_front();
        match fault {
            Some(Fault::Before) => return Err(timed_out()),
            Some(Fault::Refused) => {
                return Err(StoreError::Refused { backend: "test", source: "read only".into() });
            }
            Some(Fault::After) | None => {}
        }
        let outcome = self.inner.put(key, tokens, mode).await?;
        if matches!(fault, Some(Fault::After)) { Err(timed_out()) } else { Ok(outcome) }
    }

    async fn remove(&self, key: &str, expected: Option<Version>) -> Result<bool, StoreError> {
        self.up()?;
        self.inner.remove(key, expected).await
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        self.up()?;
        self.inner.list_keys().await
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        self.up()?;
        self.inner.acquire_lease(key, owner, ttl).await
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        self.up()?;
        self.inner.release_lease(key, owner).await
    }
}

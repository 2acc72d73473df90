//! Pending sign-ins and rate limits in memory, and what the suites find.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use widget_auth_core::{ManualClock, UnixTime};
use widget_auth_store::testing::{LeaseTime, pending_conformance, rate_limit_conformance};
use widget_auth_store::{
    Hits, MemoryPendingStore, MemoryRateLimitStore, PendingStore, RateLimitStore, StoreError,
};
use zeroize::Zeroizing;

use crate::support::Looks;

const ROOM: usize = 10;

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)))
}

fn store(clock: &Arc<ManualClock>) -> MemoryPendingStore {
    MemoryPendingStore::new().with_clock(clock.clone()).with_max_pending(ROOM)
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_keeps_the_contracts_also_behind_a_box() {
    let clock = clock();
    let boxed: Box<dyn PendingStore> = Box::new(store(&clock));
    let pending = Arc::new(boxed);
    let time = || LeaseTime::Manual(clock.clone());
    pending_conformance(pending.clone(), pending, time(), ROOM).await.unwrap();

    let rates = MemoryRateLimitStore::new().with_clock(clock.clone());
    let boxed: Box<dyn RateLimitStore> = Box::new(rates);
    let rates = Arc::new(boxed);
    rate_limit_conformance(rates.clone(), rates, time()).await.unwrap();
}

#[tokio::test]
async fn nothing_shows_a_record() {
    let store = store(&clock());
    store.put("key", "5ecr3t", Duration::from_secs(60)).await.unwrap();
    assert_eq!(format!("{store:?}"), "MemoryPendingStore { records: 1, .. }");
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// `take` leaves the record there.
    Keeps,
    /// `take` reads, lets others go on, and then removes.
    ReadsThenRemoves,
    /// Nothing expires.
    ForEver,
    /// There is no limit.
    Unbounded,
    /// `put` loses the first character.
    Cuts,
    /// The first record under a key stays.
    DoesNotReplace,
    /// Every key is as good as another.
    TakesEveryKey,
}

#[derive(Debug)]
struct Faulty {
    inner: MemoryPendingStore,
    fault: Fault,
    looks: Looks,
}

#[async_trait]
impl PendingStore for Faulty {
    async fn put(&self, key: &str, record: &str, ttl: Duration) -> Result<(), StoreError> {
        if self.fault == Fault::DoesNotReplace
            && let Some(old) = self.inner.take(key).await?
        {
            return self.inner.put(key, &old, ttl).await;
        }
        let record = if self.fault == Fault::Cuts { record.get(1..).unwrap_or("") } else { record };
        match self.inner.put(key, record, ttl).await {
            Err(StoreError::InvalidKey { .. }) if self.fault == Fault::TakesEveryKey => Ok(()),
            put => put,
        }
    }

    async fn take(&self, key: &str) -> Result<Option<Zeroizing<String>>, StoreError> {
        let taken = self.inner.take(key).await?;
        if let Some(record) = &taken
            && matches!(self.fault, Fault::Keeps | Fault::ReadsThenRemoves)
        {
            self.inner.put(key, record, Duration::from_secs(600)).await?;
            if self.fault == Fault::ReadsThenRemoves {
                self.looks.let_others_look().await;
                self.inner.take(key).await?;
            }
        }
        Ok(taken)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_a_pending_store_is_found() {
    let faults = [
        Fault::Keeps,
        Fault::ReadsThenRemoves,
        Fault::ForEver,
        Fault::Unbounded,
        Fault::Cuts,
        Fault::DoesNotReplace,
        Fault::TakesEveryKey,
    ];
    run(Fault::None).await.unwrap();
    for fault in faults {
        assert!(run(fault).await.is_err_and(|error| error.is_panic()), "{fault:?} passed");
    }
}

async fn run(fault: Fault) -> Result<(), tokio::task::JoinError> {
    let clock = clock();
    let inner = match fault {
        Fault::ForEver => MemoryPendingStore::new().with_max_pending(ROOM),
        Fault::Unbounded => store(&clock).with_max_pending(1000),
        _ => store(&clock),
    };
    let store = Arc::new(Faulty { inner, fault, looks: Looks::default() });
    tokio::spawn(async move {
        let time = LeaseTime::Manual(clock);
        pending_conformance(store.clone(), store, time, ROOM).await.unwrap();
    })
    .await
}

/// Counts every other hit only.
#[derive(Debug)]
struct Forgetful {
    inner: MemoryRateLimitStore,
    counts: AtomicBool,
}

#[async_trait]
impl RateLimitStore for Forgetful {
    async fn hit(&self, key: &str, window: Duration) -> Result<Hits, StoreError> {
        if self.counts.fetch_not(Ordering::SeqCst) {
            return self.inner.hit(key, window).await;
        }
        Ok(Hits { count: 1, resets_in: window })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rate_limit_that_does_not_count_or_never_ends_is_found() {
    let clock = clock();
    let forgetful = Forgetful {
        inner: MemoryRateLimitStore::new().with_clock(clock.clone()),
        counts: AtomicBool::new(true),
    };
    // Without the clock of the suite, no window ends.
    let endless = MemoryRateLimitStore::new();
    for store in [Arc::new(forgetful) as Arc<dyn RateLimitStore>, Arc::new(endless)] {
        let time = LeaseTime::Manual(clock.clone());
        let run = tokio::spawn(async move {
            rate_limit_conformance(store.clone(), store, time).await.unwrap();
        });
        assert!(run.await.is_err_and(|error| error.is_panic()));
    }
}

use std::sync::Arc;
use std::time::Duration;

use widget_auth_core::{ManualClock, UnixTime};
use widget_auth_store::{LeaseOwner, MemoryTokenStore, TokenStore};

use crate::support::{SECRET, tokens};

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)))
}

#[cfg(feature = "testing")]
#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract() {
    use widget_auth_store::testing::{LeaseTime, conformance};

    let clock = clock();
    let store = Arc::new(MemoryTokenStore::new().with_clock(clock.clone()));
    conformance(store.clone(), store, LeaseTime::Manual(clock)).await.unwrap();
}

#[cfg(feature = "testing")]
#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract_behind_a_box_and_an_arc() {
    use widget_auth_store::testing::{LeaseTime, conformance};

    let clock = clock();
    let boxed: Box<dyn TokenStore> = Box::new(MemoryTokenStore::new().with_clock(clock.clone()));
    let store = Arc::new(Arc::new(boxed));
    conformance(store.clone(), store, LeaseTime::Manual(clock)).await.unwrap();
}

#[tokio::test]
async fn a_clock_that_is_put_back_does_not_prolong_a_lease() {
    let clock = clock();
    let store = MemoryTokenStore::new().with_clock(clock.clone());
    let (one, two) = (LeaseOwner::random().unwrap(), LeaseOwner::random().unwrap());
    let ttl = Duration::from_secs(30);
    assert!(store.acquire_lease("default", one, ttl).await.unwrap());
    clock.set(UnixTime::from_secs(1_700_000_000));
    assert!(store.acquire_lease("default", two, ttl).await.unwrap());
}

#[tokio::test]
async fn a_lease_without_end_is_no_overflow() {
    let store = MemoryTokenStore::new().with_clock(clock());
    let (one, two) = (LeaseOwner::random().unwrap(), LeaseOwner::random().unwrap());
    assert!(store.acquire_lease("default", one, Duration::MAX).await.unwrap());
    assert!(!store.acquire_lease("default", two, Duration::MAX).await.unwrap());
}

#[tokio::test]
async fn debug_shows_no_token() {
    let store = MemoryTokenStore::new();
    store.save("default", &tokens("a")).await.unwrap();
    let stored = store.load("default").await.unwrap();
    assert!(!format!("{store:?} {stored:?}").contains(SECRET));
}

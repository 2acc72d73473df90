use std::sync::Arc;
use std::time::Duration;

use widget_auth_core::{ManualClock, UnixTime};
use widget_auth_store::{LeaseOwner, MemoryTokenStore, TokenStore, TokenStoreExt};

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
async fn idle_sets_are_evicted() {
    let store = MemoryTokenStore::new().with_max_sets(3).with_clock(clock());
    store.save("used", &tokens("used")).await.unwrap();
    for other in 0..100 {
        store.save(&format!("other-{other}"), &tokens("other")).await.unwrap();
        assert!(store.load("used").await.unwrap().is_some(), "{other}");
        assert!(store.list_keys().await.unwrap().len() <= 3);
    }
    assert_eq!(store.list_keys().await.unwrap(), ["other-98", "other-99", "used"]);
}

#[tokio::test]
async fn idle_sets_are_dropped() {
    let clock = clock();
    let hour = Duration::from_secs(3600);
    let store = MemoryTokenStore::new().with_max_idle(hour).with_clock(clock.clone());
    store.save("idle", &tokens("idle")).await.unwrap();
    let version = store.save("used", &tokens("used")).await.unwrap();
    for _ in 0..3 {
        clock.advance(hour - Duration::from_secs(1));
        assert_eq!(store.load("used").await.unwrap().unwrap().version, version);
    }
    assert_eq!(store.list_keys().await.unwrap(), ["used"]);
    assert!(store.load("idle").await.unwrap().is_none());
    assert!(!store.exists("idle").await.unwrap());
    clock.advance(hour);
    assert!(!store.delete_if("used", version).await.unwrap());
    assert!(store.load("used").await.unwrap().is_none());
}

#[tokio::test]
async fn debug_shows_no_token() {
    let store = MemoryTokenStore::new();
    store.save("default", &tokens("a")).await.unwrap();
    let stored = store.load("default").await.unwrap();
    assert!(!format!("{store:?} {stored:?}").contains(SECRET));
}

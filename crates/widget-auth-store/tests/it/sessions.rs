//! The session store in memory.

use std::sync::Arc;
use std::time::Duration;

use widget_auth_core::{ManualClock, UnixTime};
use widget_auth_store::{MemorySessionStore, SessionStore};

use crate::support::session;

const NOW: UnixTime = UnixTime::from_secs(1_800_000_000);

#[cfg(feature = "testing")]
#[tokio::test(flavor = "multi_thread")]
async fn memory_keeps_the_contract_also_behind_a_box_and_an_arc() {
    use widget_auth_store::testing::{LeaseTime, session_conformance};

    let clock = Arc::new(ManualClock::new(NOW));
    let store = || MemorySessionStore::new().with_clock(clock.clone());
    let plain = Arc::new(store());
    session_conformance(plain.clone(), plain, LeaseTime::Manual(clock.clone())).await.unwrap();
    let boxed: Box<dyn SessionStore> = Box::new(store());
    let wrapped = Arc::new(Arc::new(boxed));
    session_conformance(wrapped.clone(), wrapped, LeaseTime::Manual(clock.clone())).await.unwrap();
}

#[tokio::test]
async fn a_full_store_forgets_the_one_that_would_expire_first() {
    let clock = Arc::new(ManualClock::new(NOW));
    let store = MemorySessionStore::new().with_clock(clock).with_max_sessions(3);
    for (key, seconds) in [("a", 300), ("b", 100), ("c", 200)] {
        store.create(key, &session(NOW, seconds)).await.unwrap();
    }
    // The end counts that a touch has set.
    assert!(store.touch("b", session(NOW, 250).expires_at).await.unwrap());
    store.create("d", &session(NOW, 1)).await.unwrap();
    let mut kept = Vec::new();
    for key in ["a", "b", "c", "d"] {
        kept.extend(store.get(key).await.unwrap().map(|_| key));
    }
    assert_eq!(kept, ["a", "b", "d"]);
}

#[tokio::test]
async fn the_expired_make_room_before_the_living() {
    let clock = Arc::new(ManualClock::new(NOW));
    let store = MemorySessionStore::new().with_clock(clock.clone()).with_max_sessions(2);
    for round in 0..100_u64 {
        let key = round.to_string();
        store.create(&key, &session(NOW, 10 * round + 5)).await.unwrap();
        store.create("living", &session(NOW, 10 * round + 9)).await.unwrap();
        assert!(store.get(&key).await.unwrap().is_some());
        clock.advance(Duration::from_secs(10));
        assert!(store.get("living").await.unwrap().is_none());
    }
    store.create("last", &session(NOW, 10_000)).await.unwrap();
    assert!(format!("{store:?}").contains("sessions: 1"), "{store:?}");
}

//! The session store in Redis.

use std::sync::Arc;
use std::time::Duration;

use widget_auth_core::{Clock as _, ManualClock, SystemClock, UnixTime};
use widget_auth_store::testing::{LeaseTime, session_conformance};
use widget_auth_store::{RedisOptions, RedisSessionStore, SessionId, SessionStore, StoreError};

use super::server::Server;
use crate::support::session;

fn store(server: &Server) -> RedisSessionStore {
    RedisSessionStore::new(RedisOptions::new().with_url(server.url())).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract_by_either_clock() {
    let server = Server::start().await;
    let (first, second) = (store(&server), store(&server));
    session_conformance(Arc::new(first), Arc::new(second), LeaseTime::Backend).await.unwrap();

    let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
    let store = || Arc::new(store(&server).with_clock(clock.clone()));
    session_conformance(store(), store(), LeaseTime::Manual(clock.clone())).await.unwrap();
    // What only the manual clock ended may still be there; nothing else.
    for name in server.cli(&["KEYS", "*"]).lines() {
        assert_ne!(server.cli(&["PTTL", name]), "-1", "{name} never expires");
    }
}

#[tokio::test]
async fn redis_forgets_a_session_when_it_ends() {
    let server = Server::start().await;
    let (store, now) = (store(&server), SystemClock.now());
    let ttl = || -> i64 { server.cli(&["TTL", "widget-kit:session:key"]).parse().unwrap() };
    store.create("key", &session(now, 3600)).await.unwrap();
    assert!((3590..=3600).contains(&ttl()), "{}", ttl());
    let later = now.saturating_add(Duration::from_secs(7200));
    assert!(store.touch("key", later).await.unwrap());
    assert!((7190..=7200).contains(&ttl()), "{}", ttl());
    assert!(store.touch("key", now).await.unwrap());
    assert_eq!(server.cli(&["EXISTS", "widget-kit:session:key"]), "0");
    store.create("expired", &session(now, 0)).await.unwrap();
    assert_eq!(server.cli(&["DBSIZE"]), "0");
    // Beyond what Redis can add to its clock.
    store.create("key", &session(now, u64::MAX)).await.unwrap();
    assert!(store.get("key").await.unwrap().is_some());
}

#[tokio::test]
async fn nothing_in_redis_tells_the_id() {
    let server = Server::start().await;
    let (store, id) = (store(&server), SessionId::random().unwrap());
    store.create(&id.key(), &session(SystemClock.now(), 3600)).await.unwrap();
    let name = server.cli(&["KEYS", "*"]);
    assert_eq!(name, format!("widget-kit:session:{}", id.key()));
    let all = format!("{name} {}", server.cli(&["HGETALL", &name]));
    assert!(!all.contains(id.expose_secret()), "{all}");
}

#[tokio::test]
async fn something_else_under_the_name_is_no_session_and_can_be_deleted() {
    let server = Server::start().await;
    let (store, now) = (store(&server), SystemClock.now());
    let name = "widget-kit:session:key";
    for hash in [
        ["session", "{}", "expires", "9999999999"],
        ["session", "[", "expires", "9999999999"],
        ["session", "{\"subject\": 5}", "other", "1"],
        ["expires", "9999999999", "other", "1"],
    ] {
        server.cli(&[&["HSET", name], &hash[..]].concat());
        let error = store.get("key").await.unwrap_err();
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
        store.delete("key").await.unwrap();
        assert_eq!(store.get("key").await.unwrap(), None);
    }
    // An invalid end counts as reached: it blocks no caller.
    let json = serde_json::to_string(&session(now, 3600)).unwrap();
    server.cli(&["HSET", name, "session", &json, "expires", "soon"]);
    assert!(matches!(store.get("key").await.unwrap_err(), StoreError::Corrupt { .. }));
    assert!(!store.touch("key", now.saturating_add(Duration::from_secs(9))).await.unwrap());
    store.create("key", &session(now, 3600)).await.unwrap();
    assert!(store.get("key").await.unwrap().is_some());
}

#[tokio::test]
async fn an_outage_is_reported_and_survived() {
    let mut server = Server::start().await;
    let (store, now) = (store(&server), SystemClock.now());
    store.create("key", &session(now, 3600)).await.unwrap();
    server.kill();
    let errors = [
        store.get("key").await.err(),
        store.create("another", &session(now, 3600)).await.err(),
        store.touch("key", now).await.err(),
        store.delete("key").await.err(),
    ];
    for error in errors {
        assert!(error.is_some_and(|error| error.is_retryable()));
    }
    // The server forgot the scripts as well.
    server.restart().await;
    assert_eq!(store.get("key").await.unwrap(), None);
    store.create("key", &session(now, 3600)).await.unwrap();
    assert!(store.delete("key").await.unwrap());
}

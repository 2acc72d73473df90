//! Pending sign-ins and rate limits in Redis.

use std::sync::Arc;
use std::time::Duration;

use widget_auth_store::testing::{LeaseTime, pending_conformance, rate_limit_conformance};
use widget_auth_store::{
    PendingStore, RateLimitStore, RedisOptions, RedisPendingStore, RedisRateLimitStore, StoreError,
};

use super::server::Server;

fn pending(server: &Server) -> RedisPendingStore {
    RedisPendingStore::new(RedisOptions::new().with_url(server.url())).unwrap()
}

fn rates(server: &Server) -> RedisRateLimitStore {
    RedisRateLimitStore::new(RedisOptions::new().with_url(server.url())).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_sign_ins_keep_the_contract_and_leave_nothing() {
    let server = Server::start().await;
    let store = || Arc::new(pending(&server).with_max_pending(20));
    pending_conformance(store(), store(), LeaseTime::Backend, 20).await.unwrap();
    assert_eq!(server.cli(&["DBSIZE"]), "0", "{}", server.cli(&["KEYS", "*"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limits_keep_the_contract_and_end() {
    let server = Server::start().await;
    rate_limit_conformance(Arc::new(rates(&server)), Arc::new(rates(&server)), LeaseTime::Backend)
        .await
        .unwrap();
    for name in server.cli(&["KEYS", "*"]).lines() {
        assert!(name.starts_with("widget-kit:rate:"), "{name}");
        assert_ne!(server.cli(&["PTTL", name]), "-1", "{name} never expires");
    }
}

#[tokio::test]
async fn redis_expires_unfinished_sign_ins() {
    let server = Server::start().await;
    let store = pending(&server);
    store.put("long", "record", Duration::from_secs(600)).await.unwrap();
    for number in 0..10 {
        store.put(&number.to_string(), "record", Duration::from_millis(1)).await.unwrap();
    }
    let names = ["widget-kit:{pending}", "widget-kit:{pending}-order"];
    for name in names {
        let ttl: i64 = server.cli(&["TTL", name]).parse().unwrap();
        assert!((590..=600).contains(&ttl), "{name} stays for {ttl} s");
    }
    // The next one clears away what has expired.
    loop {
        store.put("next", "record", Duration::from_secs(600)).await.unwrap();
        if server.cli(&["HLEN", names[0]]) == "2" {
            break;
        }
    }
    assert_eq!(server.cli(&["ZCARD", names[1]]), "2");
}

#[tokio::test]
async fn a_redis_that_is_gone_is_an_error_that_passes() {
    let mut server = Server::start().await;
    let (pending, rates) = (pending(&server), rates(&server));
    server.kill();
    let ttl = Duration::from_secs(1);
    let is_outage = |error: &StoreError| error.is_retryable();
    assert!(pending.put("key", "5ecr3t", ttl).await.is_err_and(|error| is_outage(&error)));
    assert!(pending.take("key").await.is_err_and(|error| is_outage(&error)));
    assert!(rates.hit("key", ttl).await.is_err_and(|error| is_outage(&error)));
    server.restart().await;
    pending.put("key", "record", ttl * 600).await.unwrap();
    assert_eq!(rates.hit("key", ttl).await.unwrap().count, 1);
    let shown = format!("{pending:?} {rates:?}");
    assert!(shown.contains("[redacted]") && !shown.contains("record\""), "{shown}");
}

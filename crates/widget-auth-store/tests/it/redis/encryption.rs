//! Encryption of all that Redis keeps.

use std::sync::Arc;
use std::time::Duration;

use widget_auth_core::{Clock as _, SystemClock};
use widget_auth_store::testing::{
    LeaseTime, conformance, pending_conformance, session_conformance,
};
use widget_auth_store::{
    EncryptionKey, EncryptionKeys, PendingStore, RedisOptions, RedisStores, SessionStore,
    StoreError, TokenStore, TokenStoreExt, UserSession,
};

use super::server::Server;
use crate::support::{SECRET, everything, session, tokens};

const TTL: Duration = Duration::from_secs(600);
const NAME: &str = "Jane 5ecr3t";

fn key(id: &str, byte: u8) -> EncryptionKey {
    EncryptionKey::new(id, [byte; 32]).unwrap()
}

fn stores(server: &Server, keys: impl Into<EncryptionKeys>) -> RedisStores {
    RedisStores::new(RedisOptions::new().with_url(server.url()).with_encryption(keys)).unwrap()
}

fn jane() -> UserSession {
    let mut jane = session(SystemClock.now(), 3600);
    jane.name = Some(NAME.to_owned());
    jane
}

/// A token set, a session and a pending sign-in, each under `name`.
async fn fill(stores: &RedisStores, name: &str) {
    stores.tokens().save(name, &tokens(name)).await.unwrap();
    stores.sessions().create(name, &jane()).await.unwrap();
    stores.pending().put(name, &format!("verifier {SECRET} {name}"), TTL).await.unwrap();
}

/// The errors of all that is under `name`, which is there.
async fn errors(stores: &RedisStores, name: &str) -> [StoreError; 3] {
    [
        stores.tokens().load(name).await.unwrap_err(),
        stores.sessions().get(name).await.unwrap_err(),
        stores.pending().take(name).await.unwrap_err(),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn encrypted_stores_keep_the_contracts() {
    let server = Server::start().await;
    let stores = stores(&server, key("k1", 1));
    let tokens = || Arc::new(stores.tokens());
    conformance(tokens(), tokens(), LeaseTime::Backend).await.unwrap();
    let sessions = || Arc::new(stores.sessions());
    session_conformance(sessions(), sessions(), LeaseTime::Backend).await.unwrap();
    let pending = || Arc::new(stores.pending().with_max_pending(20));
    pending_conformance(pending(), pending(), LeaseTime::Backend, 20).await.unwrap();
}

#[tokio::test]
async fn redis_holds_neither_a_token_nor_a_name_nor_a_verifier() {
    let server = Server::start().await;
    let stores = stores(&server, key("k1", 1));
    fill(&stores, "a").await;
    let names = server.cli(&["KEYS", "*"]);
    let hashes = names.lines().filter(|name| server.cli(&["TYPE", name]) == "hash");
    let dump: Vec<_> = hashes.map(|name| server.cli(&["HGETALL", name])).collect();
    assert_eq!(dump.len(), 3, "{names}");
    for hash in dump {
        assert!(hash.contains("v1.k1."), "{hash}");
        for clear in [SECRET, NAME, "verifier", "Bearer", "provider", "{"] {
            assert!(!hash.contains(clear), "{clear:?} in {hash}");
        }
    }
    assert!(!format!("{stores:?}").contains("[1, 1"));
    assert_eq!(stores.tokens().load("a").await.unwrap().unwrap().tokens, tokens("a"));
    assert_eq!(stores.sessions().get("a").await.unwrap().unwrap().name.as_deref(), Some(NAME));
    let record = stores.pending().take("a").await.unwrap().unwrap();
    assert_eq!(*record, format!("verifier {SECRET} a"));
}

#[tokio::test]
async fn a_record_opens_at_its_own_place_only() {
    let server = Server::start().await;
    let stores = stores(&server, key("k1", 1));
    let (tokens, sessions, pending) =
        ("widget-kit:tokens:", "widget-kit:session:", "widget-kit:{pending}");
    let places = |name: &str| {
        [
            (format!("{tokens}{name}"), "tokens".to_owned()),
            (format!("{sessions}{name}"), "session".to_owned()),
            (pending.to_owned(), name.to_owned()),
        ]
    };
    for name in ["a", "b"] {
        fill(&stores, name).await;
    }
    let records = places("b").map(|(hash, field)| server.cli(&["HGET", &hash, &field]));
    let plain = serde_json::to_string(&jane()).unwrap();
    // From another key, from a record of another kind, and from no store that encrypts.
    for number in 0..3 {
        for (place, (hash, field)) in places("a").iter().enumerate() {
            let record = &records[(place + number) % 3];
            server.cli(&["HSET", hash, field, record]);
        }
        for error in errors(&stores, "a").await {
            assert!(matches!(error, StoreError::NotAuthentic), "{error:?}");
        }
        stores.pending().put("a", "again", TTL).await.unwrap();
    }
    for (hash, field) in places("a") {
        server.cli(&["HSET", &hash, &field, &plain]);
    }
    for error in errors(&stores, "a").await {
        assert!(matches!(error, StoreError::NotAuthentic) && error.is_unreadable(), "{error:?}");
        assert!(!everything(&error).contains(SECRET), "{error:?}");
    }
    // They are in the way of nothing.
    assert!(stores.tokens().delete("a").await.unwrap());
    assert!(stores.sessions().delete("a").await.unwrap());
    fill(&stores, "a").await;
    assert!(stores.sessions().get("b").await.unwrap().is_some());
}

#[tokio::test]
async fn an_old_key_reads_and_the_new_one_writes() {
    let server = Server::start().await;
    fill(&stores(&server, key("k1", 1)), "old").await;
    fill(&stores(&server, key("k1", 1)), "older").await;
    let both = stores(&server, EncryptionKeys::new(key("k2", 2)).with_old_key(key("k1", 1)));
    assert!(both.tokens().load("old").await.unwrap().is_some());
    assert!(both.sessions().get("old").await.unwrap().is_some());
    assert!(both.pending().take("old").await.unwrap().is_some());
    fill(&both, "new").await;

    let new = stores(&server, key("k2", 2));
    assert!(new.tokens().load("new").await.unwrap().is_some());
    assert!(new.sessions().get("new").await.unwrap().is_some());
    assert!(new.pending().take("new").await.unwrap().is_some());
    for error in errors(&new, "older").await {
        assert!(error.to_string().contains("`k1`") && error.is_unreadable(), "{error:?}");
    }
}

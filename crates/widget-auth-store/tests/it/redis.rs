#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

#[cfg(feature = "encrypted")]
mod encryption;
mod pending;
mod server;
mod sessions;
mod topologies;

use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use widget_auth_core::{IdToken, ManualClock, OAuthTokenSet, UnixTime};
use widget_auth_store::testing::{LeaseTime, conformance};
use widget_auth_store::{
    LeaseOwner, RedisOptions, RedisTokenStore, StoreError, TokenStore, TokenStoreExt,
};

use crate::support::{SECRET, everything, tokens};
use server::Server;

#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract() {
    let server = Server::start().await;
    let idle = RedisOptions::new().with_max_idle(Duration::from_secs(600));
    for options in [RedisOptions::new(), idle] {
        let (first, second) = (server.store(options.clone()), server.store(options));
        conformance(Arc::new(first), Arc::new(second), LeaseTime::Backend).await.unwrap();
    }
}

#[cfg(feature = "encrypted")]
#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract_encrypted_and_holds_no_token() {
    use widget_auth_store::{EncryptedTokenStore, EncryptionKey};

    let server = Server::start().await;
    let store = || {
        let key = EncryptionKey::new("k1", [1; 32]).unwrap();
        Arc::new(EncryptedTokenStore::new(server.store(RedisOptions::new()), key))
    };
    conformance(store(), store(), LeaseTime::Backend).await.unwrap();

    store().save("default", &tokens("a")).await.unwrap();
    let hash = server.cli(&["HGETALL", "widget-kit:tokens:default"]);
    assert!(hash.contains("widget-kit-sealed") && !hash.contains(SECRET), "{hash}");
}

#[tokio::test]
async fn a_set_is_kept_for_as_long_as_it_can_be_used() {
    let server = Server::start().await;
    let now = UnixTime::from_secs(1_800_000_000);
    let clock = Arc::new(ManualClock::new(now.saturating_add(Duration::from_secs(100))));
    let store = server.store(RedisOptions::new()).with_clock(clock);
    let ttl = || -> i64 { server.cli(&["TTL", "widget-kit:tokens:default"]).parse().unwrap() };

    // Issued 100 seconds ago, for an hour, without a refresh token.
    let mut short = OAuthTokenSet::new("access", "Bearer", now);
    short.expires_in = Some(3600);
    store.save("default", &short).await.unwrap();
    assert!((3400..=3500).contains(&ttl()), "{}", ttl());

    // Neither a refresh token nor an unknown lifetime lets it expire, and the
    // expiry of the set before does not stay.
    let mut long = tokens("a");
    long.expires_in = Some(3600);
    let unknown = OAuthTokenSet::new("access", "Bearer", now);
    for set in [&long, &short, &unknown] {
        store.save("default", set).await.unwrap();
        assert_eq!(ttl() == -1, set != &short);
    }

    // An ID token is the hint of a sign-out that comes later.
    let mut hint = short.clone();
    hint.id_token = Some(IdToken::new("id"));
    store.save("default", &hint).await.unwrap();
    assert_eq!(ttl(), -1);

    // With a longest idle time, each load restarts it.
    let idle = server.store(RedisOptions::new().with_max_idle(Duration::from_secs(1000)));
    for set in [&long, &hint] {
        idle.save("default", set).await.unwrap();
        server.cli(&["EXPIRE", "widget-kit:tokens:default", "10"]);
        assert!(idle.load("default").await.unwrap().is_some());
        assert!(ttl() > 900, "{}", ttl());
    }
    // Reading does not keep an access token alive.
    let mut short = short.clone();
    short.issued_at = widget_auth_core::Clock::now(&widget_auth_core::SystemClock);
    idle.save("default", &short).await.unwrap();
    server.cli(&["EXPIRE", "widget-kit:tokens:default", "10"]);
    assert!(idle.load("default").await.unwrap().is_some());
    assert!(ttl() <= 10, "{}", ttl());
}

#[tokio::test]
async fn an_outage_is_reported_and_survived() {
    let mut server = Server::start().await;
    let store = server.store(RedisOptions::new());
    let old = store.save("default", &tokens("a")).await.unwrap();
    server.kill();

    let owner = LeaseOwner::random().unwrap();
    let errors = [
        store.load("default").await.err(),
        store.save("default", &tokens("b")).await.err(),
        store.save_if("default", &tokens("b"), Some(old)).await.err(),
        store.list_keys().await.err(),
        store.acquire_lease("default", owner, Duration::from_secs(1)).await.err(),
    ];
    for error in errors {
        let error = error.expect("nobody is there");
        assert!(error.is_retryable(), "{error:?}");
        assert!(everything(&error).contains("os error"), "{error:?}");
        assert!(!everything(&error).contains(SECRET));
    }

    // The server forgot the scripts as well.
    server.restart().await;
    assert_eq!(store.load("default").await.unwrap(), None);
    store.save("default", &tokens("c")).await.unwrap();
    assert_eq!(store.load("default").await.unwrap().unwrap().tokens, tokens("c"));
    assert!(store.acquire_lease("default", owner, Duration::from_secs(1)).await.unwrap());
}

/// Each of the connections is broken, and none of it may come to light as an
/// error once the server is back.
#[tokio::test]
async fn after_one_failure_no_broken_connection_is_used() {
    let mut server = Server::start().await;
    let options = RedisOptions::new().with_pool_size(5);
    let store = server.store(options);
    five_at_once(&store).await;
    wait_for_connections(&server, 5).await;
    server.kill();
    assert!(store.load("default").await.unwrap_err().is_retryable());
    server.restart().await;
    for _ in 0..10 {
        assert_eq!(store.load("default").await.unwrap(), None);
    }
    five_at_once(&store).await;
    wait_for_connections(&server, 5).await;
}

async fn five_at_once(store: &RedisTokenStore) {
    for loaded in join_all((0..5).map(|_| store.load("default"))).await {
        assert_eq!(loaded.unwrap(), None);
    }
}

/// The store of a program may outlive the runtime that used it first.
#[test]
fn a_runtime_that_ends_breaks_no_later_call() {
    let runtime = || tokio::runtime::Runtime::new().unwrap();
    let server = runtime().block_on(Server::start());
    let store = server.store(RedisOptions::new().with_pool_size(1));
    for round in ["a", "b", "c"] {
        let tokens = tokens(round);
        runtime().block_on(store.save("default", &tokens)).unwrap();
        let stored = runtime().block_on(store.load("default")).unwrap().unwrap();
        assert_eq!(stored.tokens, tokens);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn more_calls_than_connections_wait_for_one() {
    let server = Server::start().await;
    let store = Arc::new(server.store(RedisOptions::new().with_pool_size(1)));
    let round_trip = |number: usize| {
        let store = Arc::clone(&store);
        async move {
            let (key, tokens) = (number.to_string(), tokens(&number.to_string()));
            store.save(&key, &tokens).await.unwrap();
            assert_eq!(store.load(&key).await.unwrap().unwrap().tokens, tokens);
        }
    };
    let tasks: Vec<_> = (0..200).map(|number| tokio::spawn(round_trip(number))).collect();
    for task in tasks {
        task.await.unwrap();
    }
    wait_for_connections(&server, 1).await;
}

#[tokio::test]
async fn a_call_that_is_dropped_leaves_the_connection_to_others() {
    use std::future::poll_fn;
    use std::task::Poll;

    let server = Server::start().await;
    let store = server.store(RedisOptions::new().with_pool_size(1));
    let version = store.save("default", &tokens("a")).await.unwrap();
    for _ in 0..50 {
        let mut load = store.load("another");
        // Far enough to have sent the command, not to have the answer.
        let waits = poll_fn(|context| Poll::Ready(load.as_mut().poll(context).is_pending())).await;
        assert!(waits);
        drop(load);
        assert_eq!(store.load("default").await.unwrap().unwrap().version, version);
    }
}

/// Waits until the server has so many clients besides the one that asks, since
/// it learns late of those that left.
async fn wait_for_connections(server: &Server, count: usize) {
    let began = Instant::now();
    loop {
        let clients = server.cli(&["CLIENT", "LIST"]);
        if clients.lines().filter(|line| !line.contains("cmd=client")).count() == count {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "{clients}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_server_that_hangs_costs_the_timeout_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("redis.sock");
    let _listener = UnixListener::bind(&socket).unwrap();
    let options = RedisOptions::new()
        .with_url(format!("redis+unix://{}", socket.display()))
        .with_timeout(Duration::from_millis(100));
    let store = Arc::new(RedisTokenStore::new(options).unwrap());
    let began = Instant::now();
    // No caller waits for all callers before it.
    let load = |_| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.load("default").await })
    };
    let calls: Vec<_> = (0..500).map(load).collect();
    for call in calls {
        let error = call.await.unwrap().unwrap_err();
        assert!(matches!(error, StoreError::Timeout { .. }), "{error:?}");
    }
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
}

#[tokio::test]
async fn no_error_shows_a_password_or_a_token() {
    let server = Server::start_with(&["--requirepass", "right-pa55word"]).await;
    let (_, path) =
        server.url().split_once("://").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    for url in [format!("redis+unix://{path}?pass=wrong-pa55word"), server.url()] {
        let store = RedisTokenStore::new(RedisOptions::new().with_url(url)).unwrap();
        let error = store.save("default", &tokens("a")).await.unwrap_err();
        assert!(!error.is_retryable(), "{error:?}");
        let text = format!("{} {store:?}", everything(&error));
        assert!(!text.contains("pa55word") && !text.contains(SECRET), "{text}");
    }

    // Redis quotes the arguments of a command that it does not know.
    let commands = ["EVALSHA", "EVAL", "SCRIPT"];
    let renamed: Vec<_> =
        commands.iter().flat_map(|command| ["--rename-command", command, ""]).collect();
    let server = Server::start_with(&renamed).await;
    let store = server.store(RedisOptions::new());
    let error = store.save("default", &tokens("a")).await.unwrap_err();
    assert!(matches!(error, StoreError::Refused { .. }), "{error:?}");
    assert!(!everything(&error).contains(SECRET), "{}", everything(&error));
}

#[tokio::test]
async fn something_else_under_the_name_is_no_token_set() {
    let server = Server::start().await;
    let store = server.store(RedisOptions::new());
    let name = "widget-kit:tokens:default";
    let version = "00000000000000000000000000000000";
    for hash in [
        ["version", "1", "tokens", "{}"],
        ["version", version, "tokens", "{}"],
        ["version", version, "other", "{}"],
        ["tokens", "{}", "other", "{}"],
        ["version", version, "tokens", "{\"access_token\": 5, \"token_type\": \"5ecr3t\"}"],
    ] {
        server.cli(&["DEL", name]);
        server.cli(&[&["HSET", name], &hash[..]].concat());
        let error = store.load("default").await.unwrap_err();
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
        assert!(!everything(&error).contains(SECRET), "{error:?}");
        store.save("default", &tokens("a")).await.unwrap();
        assert!(store.load("default").await.unwrap().is_some());
    }
    server.cli(&["SET", name, "text"]);
    let error = store.load("default").await.unwrap_err();
    assert!(everything(&error).contains("WRONGTYPE"), "{error:?}");
    store.save("default", &tokens("a")).await.unwrap();
    assert!(store.load("default").await.unwrap().is_some());
}

#[tokio::test]
async fn many_keys_are_listed_and_those_of_other_prefixes_are_not() {
    let server = Server::start().await;
    let store = |prefix| server.store(RedisOptions::new().with_prefix(prefix));
    for prefix in ["app2", "app:tokens", "ap*", "xapp"] {
        store(prefix).save("foreign", &tokens("a")).await.unwrap();
    }
    let app = store("app");
    let keys: Vec<_> = (0..2_000).map(|number| format!("user {number:04}")).collect();
    for key in &keys {
        app.save(key, &tokens("a")).await.unwrap();
    }
    assert_eq!(app.list_keys().await.unwrap(), keys);
    assert_eq!(store("ap*").list_keys().await.unwrap(), ["foreign"]);
}

/// Without a choice of cryptography the client would panic.
#[tokio::test]
async fn a_tls_url_speaks_tls() {
    use tokio::io::AsyncReadExt as _;

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let options = RedisOptions::new().with_url(format!("rediss://:{SECRET}@{address}/0"));
    let store = RedisTokenStore::new(options).unwrap();
    let server = tokio::spawn(async move {
        let (mut client, _) = listener.accept().await.unwrap();
        let mut hello = [0; 2];
        client.read_exact(&mut hello).await.unwrap();
        hello
    });
    let error = store.load("default").await.unwrap_err();
    assert!(!everything(&error).contains(SECRET));
    // A TLS handshake record (RFC 8446, section 5.1).
    assert_eq!(server.await.unwrap(), [0x16, 0x03]);
}

//! Two workers behind a load balancer, on one real Redis.

use std::time::Duration;

use axum::Router;
#[cfg(feature = "encrypted")]
use widget_auth_provider::OAuth2Settings;
use widget_auth_session::routes::{AuthState, auth_router};
use widget_auth_store::{
    RedisOptions, RedisPendingStore, RedisRateLimitStore, RedisSessionStore, RedisTokenStore,
};

use crate::redis::Server;
use crate::site::{Site, Visit, Visitor, provider, settings};

#[cfg(feature = "encrypted")]
const KEYS: &str = "2026:AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=";

/// A worker that has nothing of its own.
fn worker(site: &Site, redis: &Server) -> Router {
    limited_worker(site, redis, 1_000)
}

fn limited_worker(site: &Site, redis: &Server, logins: u64) -> Router {
    let options = || {
        let options = RedisOptions::new().with_url(redis.url()).with_pool_size(2);
        options.with_timeout(Duration::from_secs(10))
    };
    let clock = site.clock.clone();
    let settings = settings().with_logins_per_minute(logins);
    let state = AuthState::new(provider(&site.mock, &clock, "oidc"), settings)
        .with_clock(clock.clone())
        .with_token_store(RedisTokenStore::new(options()).unwrap().with_clock(clock.clone()))
        .with_session_store(RedisSessionStore::new(options()).unwrap().with_clock(clock))
        .with_pending_store(RedisPendingStore::new(options()).unwrap())
        .with_rate_limit_store(RedisRateLimitStore::new(options()).unwrap());
    auth_router(state)
}

#[tokio::test]
async fn what_one_worker_begins_another_one_ends() {
    let (site, redis) = (Site::new().await, Server::start().await);
    let (a, b) = (worker(&site, &redis), worker(&site, &redis));
    let mut at_a = Visitor::new(a.clone());
    let visit = at_a.begin().await;
    let mut at_b = at_a.at(&b);
    assert_eq!(at_b.open(&visit.callback("user-1")).await.status.as_u16(), 303);

    let mut at_a = at_b.at(&a);
    assert_eq!(at_a.fetch(&visit.callback("user-1")).await.error().0, 400, "replayed elsewhere");
    assert_eq!(at_a.subject().await.as_deref(), Some("user-1"));
    assert_eq!(at_a.post("/auth/refresh").await.status.as_u16(), 200);
    let stolen = at_a.clone();
    assert_eq!(at_a.at(&b).post("/auth/logout").await.status.as_u16(), 200);
    assert_eq!(stolen.at(&a).subject().await, None);

    // The hash of the id is all that Redis ever had of it.
    let cookie = stolen.session_cookie();
    let id = &cookie[cookie.len() - 43..];
    let dump = redis.cli(&["--scan"]);
    assert!(!dump.contains(id), "{dump}");
}

/// The four stores of a site share their connections.
#[tokio::test]
async fn a_site_on_redis_has_one_pool() {
    let (site, redis) = (Site::new().await, Server::start().await);
    let options = RedisOptions::new().with_url(redis.url()).with_pool_size(1);
    let state = AuthState::new(provider(&site.mock, &site.clock, "oidc"), settings())
        .with_clock(site.clock.clone())
        .with_redis(options)
        .unwrap();
    let mut visitor = Visitor::new(auth_router(state));
    let visit = visitor.begin().await;
    assert_eq!(visitor.open(&visit.callback("user-1")).await.status.as_u16(), 303);
    let keys = redis.cli(&["--scan"]);
    for kind in ["tokens", "session", "rate"] {
        assert!(keys.contains(&format!("widget-kit:{kind}:")), "{keys}");
    }
    // One, and that of the question.
    let clients = redis.cli(&["client", "list"]);
    assert_eq!(clients.lines().count(), 2, "{clients}");
}

/// The keys of the settings encrypt what the site keeps in Redis.
#[cfg(feature = "encrypted")]
#[tokio::test]
async fn a_site_of_settings_encrypts_with_their_keys() {
    let (site, redis) = (Site::new().await, Server::start().await);
    let mut oauth = OAuth2Settings::default();
    oauth.provider = "oidc".to_owned();
    oauth.client_id = "client-1".to_owned();
    oauth.issuer_url = site.mock.url().to_owned();
    oauth.token_store_backend = "redis".to_owned();
    oauth.redis_url = redis.url().into();
    for (keys, is_encrypted) in [("", false), (KEYS, true)] {
        oauth.encryption_keys = keys.into();
        let state = AuthState::from_settings(&oauth, settings()).unwrap();
        Visitor::new(auth_router(state)).begin().await;
        let records = redis.cli(&["HVALS", "widget-kit:{pending}"]);
        assert_eq!(records.starts_with("v1.2026."), is_encrypted, "{records}");
        redis.cli(&["FLUSHALL"]);
    }
    oauth.encryption_keys = "2026:5ecr3t".into();
    let error = format!("{:?}", AuthState::from_settings(&oauth, settings()).unwrap_err());
    assert!(error.contains("the option `encryption_keys` has in key 1"), "{error}");
    assert!(!error.contains("5ecr3t"), "{error}");
}

#[tokio::test]
async fn a_callback_that_comes_to_two_workers_is_taken_once() {
    let (site, redis) = (Site::new().await, Server::start().await);
    let (a, b) = (worker(&site, &redis), worker(&site, &redis));
    let mut visitor = Visitor::new(a.clone());
    let visit = visitor.begin().await;
    let (mut at_a, mut at_b) = (visitor.at(&a), visitor.at(&b));
    let callback = visit.callback("user-1");
    let (one, two) = tokio::join!(at_a.open(&callback), at_b.open(&callback));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!((statuses, site.token_requests()), ([303, 400], 1));
}

#[tokio::test]
async fn the_rate_limit_is_that_of_all_workers() {
    let (site, redis) = (Site::new().await, Server::start().await);
    let (a, b) = (limited_worker(&site, &redis, 3), limited_worker(&site, &redis, 3));
    let mut visitor = Visitor::new(a.clone());
    visitor.begin().await;
    visitor.begin().await;
    let mut visitor = visitor.at(&b);
    visitor.begin().await;
    let answer = visitor.fetch("/auth/login").await;
    assert_eq!(answer.error().0, 429);
    let after: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&after), "{after}");
    assert_eq!(visitor.at(&a).fetch("/auth/login").await.error().0, 429);
}

#[tokio::test]
async fn without_redis_no_user_is_signed_in_or_out() {
    let (site, mut redis) = (Site::new().await, Server::start().await);
    let app = worker(&site, &redis);
    let mut user = Visitor::new(app.clone());
    user.sign_in("user-1").await;
    let cookies = user.cookies.clone();
    redis.kill();
    for path in ["/auth/status", "/auth/userinfo", "/auth/login"] {
        let answer = user.fetch(path).await;
        assert_eq!(answer.error(), (503, "temporarily_unavailable".to_owned()), "{path}");
        assert!(!answer.body.contains("redis"), "{}", answer.body);
    }
    assert_eq!(user.post("/auth/logout").await.error().0, 503);
    assert_eq!(user.cookies, cookies);
    redis.restart().await;
    // That Redis forgets; the worker does not have to be restarted.
    while !signs_in(&mut user).await {}
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
}

/// Returns whether each store has noticed that it needs a new connection.
async fn signs_in(user: &mut Visitor) -> bool {
    let login = user.open("/auth/login").await;
    if login.status.as_u16() == 503 {
        return false;
    }
    let visit = Visit::new(login.location());
    user.open(&visit.callback("user-1")).await.status.as_u16() == 303
}

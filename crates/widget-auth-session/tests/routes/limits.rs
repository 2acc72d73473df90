//! Bounds on the cost of unauthenticated requests.

use widget_auth_session::routes::{AuthState, auth_router};
use widget_auth_store::MemoryPendingStore;

use crate::site::{Site, Visitor, provider, settings};

#[tokio::test]
async fn an_address_can_begin_so_many_sign_ins_a_minute() {
    let site = Site::with(settings().with_logins_per_minute(3)).await;
    let mut visitor = site.visitor();
    for _ in 0..3 {
        visitor.begin().await;
    }
    site.pass(20);
    let answer = visitor.fetch("/auth/login").await;
    assert_eq!(answer.error(), (429, "too_many_requests".to_owned()));
    assert_eq!(answer.header("retry-after"), Some("40"));
    // Other requests and other addresses are not concerned.
    assert_eq!(visitor.fetch("/auth/status").await.status.as_u16(), 200);
    let mut other = site.visitor();
    other.peer = "192.0.2.2:4711".parse().unwrap();
    other.begin().await;
    site.pass(40);
    visitor.begin().await;
}

#[tokio::test]
async fn the_networks_of_one_site_with_ipv6_have_a_limit_together() {
    let site = Site::with(settings().with_logins_per_minute(2)).await;
    let status = async |network: usize, prefix: &str| {
        let mut visitor = site.visitor();
        visitor.peer = format!("[{prefix}:{network:x}::1]:9").parse().unwrap();
        visitor.open("/auth/login").await.status.as_u16()
    };
    for begun in 0..20 {
        let expected = if begun < 16 { 303 } else { 429 };
        assert_eq!(status(begun, "2001:db8:1").await, expected, "sign-in {begun}");
    }
    assert_eq!(status(0, "2001:db8:2").await, 303);
}

#[tokio::test]
async fn a_spoofed_address_does_not_help() {
    let limited = settings().with_logins_per_minute(1);
    let site = Site::with(limited.with_trusted_proxies(["10.0.0.0/8"]).unwrap()).await;
    let status = async |peer: &str, forwarded: String| {
        let mut visitor = site.visitor();
        visitor.peer = peer.parse().unwrap();
        visitor.proxy = vec![("x-forwarded-for", forwarded)];
        visitor.open("/auth/login").await.status.as_u16()
    };
    // A stranger claims another address each time.
    assert_eq!(status("192.0.2.1:9", "198.51.100.1".to_owned()).await, 303);
    assert_eq!(status("192.0.2.1:9", "198.51.100.2".to_owned()).await, 429);
    // Also behind the proxy, which adds the true address at the end.
    for number in 0..3 {
        let expected = if number == 0 { 303 } else { 429 };
        let forwarded = format!("198.51.100.{number}, 203.0.113.7");
        assert_eq!(status("10.0.0.1:9", forwarded).await, expected);
    }
    // Other clients are not affected.
    assert_eq!(status("10.0.0.1:9", "203.0.113.8".to_owned()).await, 303);
    assert_eq!(status("10.0.0.1:9", "198.51.100.1".to_owned()).await, 303);
}

#[tokio::test]
async fn without_addresses_everybody_counts_as_one() {
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt as _;

    let site = Site::with(settings().with_logins_per_minute(1)).await;
    for expected in [303, 429] {
        let request = Request::get("/auth/login").body(Body::empty()).unwrap();
        let answer = site.app.clone().oneshot(request).await.unwrap();
        assert_eq!(answer.status().as_u16(), expected);
    }
}

/// Sign-ins that are never finished do not fill the memory: the oldest go.
#[tokio::test]
async fn of_ten_thousand_pending_sign_ins_the_oldest_go() {
    let site = Site::new().await;
    let pending = std::sync::Arc::new(MemoryPendingStore::new().with_clock(site.clock.clone()));
    let state = AuthState::new(provider(&site.mock, &site.clock, "oidc"), settings());
    let state = state.with_clock(site.clock.clone()).with_pending_store(pending.clone());
    let mut visitor = Visitor::new(auth_router(state));
    let first = visitor.begin().await;
    let second = visitor.begin().await;
    let mut last = second.clone();
    for _ in 0..9_999 {
        last = visitor.begin().await;
    }
    assert!(format!("{pending:?}").contains("records: 10000"), "{pending:?}");
    assert_eq!(visitor.fetch(&first.callback("user-1")).await.error().0, 400);
    for kept in [second, last] {
        assert_eq!(visitor.open(&kept.callback("user-1")).await.status.as_u16(), 303);
    }
    // No browser comes back; the next sign-in finds an empty place.
    site.pass(600);
    visitor.begin().await;
    assert!(format!("{pending:?}").contains("records: 1,"), "{pending:?}");
}

//! The cookies: their flags, their signatures, and what they are worth.

use widget_auth_session::routes::{AuthSettings, AuthState, CookieSecret, auth_router};
use widget_auth_store::{MemorySessionStore, SessionId, TokenStore as _};

use crate::site::{Site, Visitor, provider, secret, settings};

const LOOPBACK: &str = "http://127.0.0.1:8080/auth/callback";

/// Both cookies of a sign-in, as the browser gets them.
async fn cookies_of(settings: AuthSettings) -> [String; 2] {
    let site = Site::with(settings).await;
    let mut visitor = site.visitor();
    let login = visitor.open("/auth/login").await;
    let url = url::Url::parse(login.location()).unwrap();
    let value = |name: &str| url.query_pairs().find(|(n, _)| n == name).unwrap().1.into_owned();
    let callback =
        format!("/auth/callback?code=user-1.{}&state={}", value("nonce"), value("state"));
    let callback = visitor.open(&callback).await;
    [&login, &callback].map(|answer| {
        let [cookie] = answer.set_cookies()[..] else { panic!("{answer:?}") };
        cookie.to_owned()
    })
}

fn flags(cookie: &str) -> Vec<&str> {
    let mut flags: Vec<_> = cookie.split("; ").skip(1).collect();
    flags.sort_unstable();
    flags
}

#[tokio::test]
async fn by_https_cookies_are_secure_and_bound_to_the_host() {
    let [flow, session] = cookies_of(settings()).await;
    assert!(flow.starts_with("__Host-widget_session_flow_"), "{flow}");
    assert_eq!(flags(&flow), ["HttpOnly", "Max-Age=600", "Path=/", "SameSite=Lax", "Secure"]);
    assert!(session.starts_with("__Host-widget_session="), "{session}");
    assert_eq!(flags(&session), ["HttpOnly", "Max-Age=86400", "Path=/", "SameSite=Lax", "Secure"]);
}

#[tokio::test]
async fn by_http_on_loopback_cookies_are_such_that_browsers_take_them() {
    let settings = AuthSettings::new(LOOPBACK, secret(1)).unwrap();
    let settings = settings.with_auth_session_cookie("my-app").unwrap();
    let settings = settings.with_session_ttl(std::time::Duration::from_secs(60));
    let [flow, session] = cookies_of(settings).await;
    assert!(flow.starts_with("my-app_flow_"), "{flow}");
    assert_eq!(flags(&flow), ["HttpOnly", "Max-Age=600", "Path=/", "SameSite=Lax"]);
    assert!(session.starts_with("my-app="), "{session}");
    assert_eq!(flags(&session), ["HttpOnly", "Max-Age=60", "Path=/", "SameSite=Lax"]);
}

/// Behind a proxy that speaks https for us, the settings say how the site looks
/// from outside; what a request claims changes nothing.
#[tokio::test]
async fn behind_a_proxy_cookies_are_those_of_the_outside() {
    let site = Site::with(settings().with_trusted_proxies(["10.0.0.0/8"]).unwrap()).await;
    for (peer, proto) in [("10.0.0.1:9", "https"), ("10.0.0.1:9", "http"), ("192.0.2.1:9", "http")]
    {
        let mut visitor = site.visitor();
        visitor.peer = peer.parse().unwrap();
        visitor.proxy = vec![("x-forwarded-proto", proto.to_owned())];
        let login = visitor.open("/auth/login").await;
        assert!(login.set_cookies()[0].starts_with("__Host-"));
        assert!(login.set_cookies()[0].contains("; Secure"));
    }
}

#[tokio::test]
async fn signing_out_takes_both_cookies_out() {
    let site = Site::new().await;
    let mut user = site.user().await;
    assert_eq!(user.cookies.len(), 2);
    let answer = user.post("/auth/logout").await;
    for cookie in answer.set_cookies() {
        assert!(cookie.contains("=; ") && cookie.contains("; Path=/"), "{cookie}");
        assert!(cookie.contains("Max-Age=0") && cookie.contains("; Secure"), "{cookie}");
    }
    assert!(user.cookies.is_empty());
}

/// Session fixation: an id from before the sign-in is worth nothing
/// afterwards.
#[tokio::test]
async fn every_sign_in_makes_a_new_session_and_ends_the_old_one() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let id = SessionId::random().unwrap();
    let planted = visitor.cookies.insert(
        "__Host-widget_session".to_owned(),
        format!("{}{}", "A".repeat(44), id.expose_secret()),
    );
    assert!(planted.is_none());
    visitor.sign_in("user-1").await;
    assert!(!visitor.session_cookie().contains(id.expose_secret()));

    let mut old = visitor.clone();
    visitor.sign_in("user-2").await;
    assert_ne!(old.session_cookie(), visitor.session_cookie());
    assert_eq!(visitor.subject().await.as_deref(), Some("user-2"));
    assert_eq!(old.subject().await, None);
    assert_eq!(site.tokens.list_keys().await.unwrap().len(), 1, "the old tokens are still there");
}

#[tokio::test]
async fn the_id_is_in_the_cookie_and_nowhere_else() {
    let site = Site::new().await;
    let user = site.user().await;
    let cookie = user.session_cookie();
    let id: SessionId = cookie[cookie.len() - 43..].parse().unwrap();
    let [key] = &site.tokens.list_keys().await.unwrap()[..] else { panic!() };
    assert!(key.starts_with(&format!("{}@", id.key())));
    assert!(!format!("{:?}", site.state).contains(id.expose_secret()));
    for request in ["/token", "/userinfo"].iter().flat_map(|path| site.mock.requests(path)) {
        assert!(!format!("{request:?}").contains(id.expose_secret()));
    }
}

#[tokio::test]
async fn a_tampered_cookie_is_none() {
    let site = Site::new().await;
    let user = site.user().await;
    let genuine = user.session_cookie().to_owned();
    let (_, flow) = user.cookies.iter().find(|(name, _)| name.contains("_flow_")).unwrap();
    let (signature, id) = genuine.split_at(genuine.len() - 43);
    let other = SessionId::random().unwrap();
    let tampered = [
        id.to_owned(),
        format!("{signature}{}", other.expose_secret()),
        format!("{}{id}", "A".repeat(44)),
        format!("{genuine}A"),
        genuine.to_lowercase(),
        genuine[1..].to_owned(),
        // Signed by us, but for something else.
        flow.clone(),
        String::new(),
        "=".to_owned(),
        "é".to_owned(),
    ];
    for cookie in tampered {
        let mut forger = user.clone();
        forger.cookies.insert("__Host-widget_session".to_owned(), cookie.clone());
        assert_eq!(forger.subject().await, None, "{cookie}");
        assert_eq!(forger.fetch("/auth/userinfo").await.error().0, 401);
    }
    // A cookie of the same name from elsewhere does not hide the genuine one.
    let mut shadowed = user.clone();
    shadowed.cookies.insert("__Host-widget_sessio".to_owned(), "x".to_owned());
    let both = [("cookie", "__Host-widget_session=planted")];
    let answer = shadowed.send(axum::http::Method::GET, "/auth/status", &both).await;
    assert_eq!(answer.json()["authenticated"], true);
}

/// A secret that is made at the start signs cookies for this run only.
#[tokio::test]
async fn a_random_secret_is_another_one_each_time() {
    let random = || {
        let secret = CookieSecret::random().unwrap();
        AuthSettings::new(crate::site::CALLBACK, secret).unwrap()
    };
    let site = Site::new().await;
    // The same site after a restart, with the sessions of before.
    let sessions = std::sync::Arc::new(MemorySessionStore::new().with_clock(site.clock.clone()));
    let start = || {
        let state = AuthState::new(provider(&site.mock, &site.clock, "oidc"), random());
        auth_router(state.with_clock(site.clock.clone()).with_session_store(sessions.clone()))
    };
    let mut user = Visitor::new(start());
    user.sign_in("user-1").await;
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
    assert_eq!(user.at(&start()).subject().await, None);
}

#[tokio::test]
async fn a_secret_can_be_replaced_without_signing_anybody_out() {
    let site = Site::new().await;
    let (tokens, clock) = (site.tokens.clone(), site.clock.clone());
    let sessions = std::sync::Arc::new(MemorySessionStore::new().with_clock(clock.clone()));
    let with = |settings| {
        let state = AuthState::new(provider(&site.mock, &clock, "oidc"), settings);
        let state = state.with_clock(clock.clone()).with_token_store(tokens.clone());
        auth_router(state.with_session_store(sessions.clone()))
    };
    let signed_by = |byte| AuthSettings::new(crate::site::CALLBACK, secret(byte)).unwrap();
    let mut user = Visitor::new(with(signed_by(1)));
    user.sign_in("user-1").await;

    let rotated = with(signed_by(2).with_old_cookie_secret(secret(1)));
    let mut user = user.at(&rotated);
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
    let before = user.session_cookie().to_owned();
    assert_eq!(user.post("/auth/refresh").await.status.as_u16(), 200);
    assert_ne!(user.session_cookie(), before, "a new cookie has the new signature");

    let done = with(signed_by(2));
    assert_eq!(user.at(&done).subject().await.as_deref(), Some("user-1"));
    user.cookies.insert("__Host-widget_session".to_owned(), before);
    assert_eq!(user.at(&done).subject().await, None, "the old secret still counts");
    assert_eq!(user.at(&with(signed_by(3))).subject().await, None);
}

//! After the sign-in: the routes agree with each other.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use widget_auth_core::UnixTime;
use widget_auth_session::routes::auth_router;
use widget_auth_store::{MemorySessionStore, SessionId, SessionStore as _, TokenStore as _};

use crate::mock_provider::{NOW, Reply};
use crate::site::{Site, id_token, settings, tokens, tokens_page};

const DAY: u64 = 24 * 60 * 60;

#[tokio::test]
async fn status_and_userinfo_know_the_session() {
    let site = Site::with(settings().with_admin_users(["user-1"])).await;
    let mut visitor = site.visitor();
    let nobody = json!({"authenticated": false, "login_url": "/auth/login"});
    assert_eq!(visitor.fetch("/auth/status").await.json(), nobody);
    assert_eq!(visitor.fetch("/auth/userinfo").await.error(), (401, "login_required".to_owned()));

    visitor.sign_in("user-1").await;
    let user = json!({
        "sub": "user-1", "provider": "oidc", "name": "Jane", "email": null, "picture": null,
        "roles": ["viewer", "admin"],
    });
    let status = visitor.fetch("/auth/status").await.json();
    assert_eq!(status, json!({"authenticated": true, "expires_at": NOW + DAY, "user": user}));
    assert_eq!(visitor.fetch("/auth/userinfo").await.json(), user);
}

#[tokio::test]
async fn two_browsers_are_two_sessions() {
    let site = Site::new().await;
    let (mut one, mut two) = (site.visitor(), site.visitor());
    let (visit_one, visit_two) = (one.begin().await, two.begin().await);
    let (callback_one, callback_two) = (visit_one.callback("user-1"), visit_two.callback("user-2"));
    let (answer_one, answer_two) = tokio::join!(one.open(&callback_one), two.open(&callback_two));
    assert_eq!((answer_one.status.as_u16(), answer_two.status.as_u16()), (303, 303));
    assert_eq!(one.subject().await.as_deref(), Some("user-1"));
    assert_eq!(two.subject().await.as_deref(), Some("user-2"));
    one.post("/auth/logout").await;
    assert_eq!((one.subject().await, two.subject().await.as_deref()), (None, Some("user-2")));
}

#[tokio::test]
async fn refresh_gets_new_tokens_and_restarts_the_session() {
    let site = Site::new().await;
    let mut user = site.user().await;
    site.pass(1000);
    let answer = user.post("/auth/refresh").await;
    let expected = json!({"expires_at": NOW + 1000 + DAY, "token_expires_at": NOW + 1000 + 3600});
    assert_eq!((answer.status.as_u16(), answer.json()), (200, expected));
    assert!(answer.set_cookies()[0].contains("Max-Age=86400"));
    let form = site.mock.requests("/token")[1].form();
    assert_eq!(form["refresh_token"], "refresh-1");
    site.pass(DAY - 1);
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
    let [key] = &site.tokens.list_keys().await.unwrap()[..] else { panic!() };
    let stored = site.tokens.load(key).await.unwrap().unwrap().tokens;
    assert_eq!(stored.access_token.expose_secret(), "access-2");
    assert!(!answer.body.contains("access-2"), "a token went to the browser");

    let answer = user.submit("/auth/refresh").await;
    assert_eq!((answer.status.as_u16(), answer.location()), (303, "https://site.example/"));
    let mut stranger = site.visitor();
    assert_eq!(stranger.post("/auth/refresh").await.error().0, 401);
}

#[tokio::test]
async fn a_session_has_an_end_that_no_refresh_moves() {
    let age = Duration::from_secs(DAY + 1000);
    let site = Site::with(settings().with_max_session_age(age)).await;
    let mut user = site.user().await;
    site.pass(2000);
    let answer = user.post("/auth/refresh").await;
    assert_eq!(answer.json()["expires_at"], NOW + DAY + 1000);
    assert!(answer.set_cookies()[0].contains(&format!("Max-Age={}", DAY - 1000)));
    site.pass(DAY - 1001);
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
    site.pass(1);
    assert_eq!(user.subject().await, None);
    assert_eq!(user.post("/auth/refresh").await.error().0, 401);
}

/// Those who can write to the store can move the end.
#[tokio::test]
async fn an_end_that_was_moved_in_the_store_is_still_within_the_age() {
    let age = Duration::from_secs(DAY);
    let mut site = Site::with(settings().with_max_session_age(age)).await;
    let sessions = Arc::new(MemorySessionStore::new().with_clock(site.clock.clone()));
    site.app = auth_router(site.state.clone().with_session_store(sessions.clone()));
    let mut user = site.user().await;
    // Below the signature.
    let id: SessionId = user.session_cookie()[44..].parse().unwrap();
    assert!(sessions.touch(&id.key(), UnixTime::from_secs(NOW + 10 * DAY)).await.unwrap());
    assert_eq!(user.fetch("/auth/status").await.json()["expires_at"], NOW + DAY);
    site.pass(DAY - 1);
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
    site.pass(1);
    assert_eq!(user.subject().await, None);
    assert_eq!(user.post("/auth/refresh").await.error().0, 401);
}

/// However many tabs want it: the provider is asked once at a time, and never
/// with a refresh token that is used up.
#[tokio::test(flavor = "multi_thread")]
async fn many_refreshes_at_once_use_no_token_twice() {
    let site = Site::new().await;
    let user = site.user().await;
    let generation = Arc::new(AtomicUsize::new(1));
    site.mock.set("/token", move |request| {
        let current = generation.fetch_add(1, Ordering::SeqCst);
        if request.form()["refresh_token"] != format!("refresh-{current}") {
            return Reply::error(400, "invalid_grant");
        }
        let mut tokens = tokens("access-2");
        tokens["refresh_token"] = format!("refresh-{}", current + 1).into();
        Reply::json(&tokens)
    });
    let refreshes: Vec<_> = (0..16)
        .map(|_| {
            let mut user = user.clone();
            tokio::spawn(async move { user.post("/auth/refresh").await.status.as_u16() })
        })
        .collect();
    for refresh in refreshes {
        assert_eq!(refresh.await.unwrap(), 200);
    }
}

#[tokio::test]
async fn a_session_whose_refresh_token_is_dead_is_over() {
    let site = Site::new().await;
    let mut user = site.user().await;
    site.mock.set("/token", |_| Reply::error(400, "invalid_grant"));
    let answer = user.post("/auth/refresh").await;
    assert_eq!(answer.error(), (401, "login_required".to_owned()));
    assert!(!user.cookies.contains_key("__Host-widget_session"));
    assert!(site.tokens.list_keys().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_session_survives_that_the_provider_is_down() {
    let site = Site::new().await;
    let mut user = site.user().await;
    site.mock.set("/token", |_| Reply::empty(503).header("retry-after", "9"));
    let answer = user.post("/auth/refresh").await;
    assert_eq!(answer.error(), (503, "temporarily_unavailable".to_owned()));
    assert_eq!(answer.header("retry-after"), Some("9"));
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
}

#[tokio::test]
async fn a_session_without_a_refresh_token_lasts_until_its_end() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let (provider, clock) = (site.mock.clone(), site.clock.clone());
    let nonce = visit.params["nonce"].clone();
    site.mock.set("/token", move |_| {
        let mut tokens = tokens("access-of-user-1");
        tokens["id_token"] = id_token(&provider, &clock, "user-1", &nonce).into();
        Reply::json(&tokens)
    });
    visitor.open(&visit.callback("user-1")).await;
    let answer = visitor.post("/auth/refresh").await;
    assert_eq!(answer.error(), (409, "no_refresh_token".to_owned()));
    // The access token expires; at the second request it is gone as well.
    site.pass(3601);
    let mut program = visitor.at(&tokens_page(&site.state));
    for _ in 0..2 {
        let answer = visitor.post("/auth/refresh").await;
        assert_eq!(answer.error(), (409, "no_refresh_token".to_owned()));
        assert_eq!(program.fetch("/").await.body, "a sign-in is needed");
        assert_eq!(visitor.subject().await.as_deref(), Some("user-1"));
    }
    site.pass(DAY - 3602);
    assert_eq!(visitor.subject().await.as_deref(), Some("user-1"));
    site.pass(1);
    assert_eq!(visitor.subject().await, None);
}

#[tokio::test]
async fn the_program_uses_the_tokens_of_a_user() {
    let site = Site::new().await;
    let user = site.user().await;
    let mut user = user.at(&tokens_page(&site.state));
    assert_eq!(user.fetch("/").await.body, "access-of-user-1");
    site.pass(3600 - 60);
    assert_eq!(user.fetch("/").await.body, "access-2", "it was due");
    assert_eq!(user.fetch("/").await.body, "access-2");
    assert_eq!(site.token_requests(), 2);
}

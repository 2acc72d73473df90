//! The way back: what ends a sign-in, and what does not.

use axum::http::Method;
use serde_json::json;
use widget_auth_session::routes::{AuthState, auth_router};
use widget_auth_store::MemoryPendingStore;

use crate::logs::Logs;
use crate::mock_provider::{MockProvider, Reply, html};
use crate::site::{Answer, Site, Visitor, answer_codes, provider, settings};

/// The sign-in was refused, and the provider was shown no code.
fn refused(site: &Site, answer: &Answer) {
    refused_as(site, answer, "invalid_request");
}

fn refused_as(site: &Site, answer: &Answer, error: &str) {
    assert_eq!(answer.error(), (400, error.to_owned()));
    assert!(answer.set_cookies().is_empty(), "a cookie was set");
    assert_eq!(site.token_requests(), 0, "the provider was shown a code");
}

#[tokio::test]
async fn rp_12_a_missing_or_wrong_state_is_refused() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let state = visit.state();
    let shorter = &state[..42];
    for wrong in ["", shorter, "A", &format!("{state}A"), &state.to_lowercase(), &"s".repeat(9999)]
    {
        let query = format!("code={}&state={wrong}", visit.code("user-1"));
        refused(&site, &visitor.fetch(&format!("/auth/callback?{query}")).await);
    }
    let query = format!("code={}", visit.code("user-1"));
    refused(&site, &visitor.fetch(&format!("/auth/callback?{query}")).await);
    refused(&site, &visitor.fetch("/auth/callback").await);
    // None of them has used the sign-in up.
    assert_eq!(visitor.open(&visit.callback("user-1")).await.status.as_u16(), 303);
}

#[tokio::test]
async fn rp_13_a_replayed_state_is_refused() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    assert_eq!(visitor.open(&visit.callback("user-1")).await.status.as_u16(), 303);
    let answer = visitor.fetch(&visit.callback("user-2")).await;
    assert_eq!((answer.error().0, site.token_requests()), (400, 1));
    assert_eq!(visitor.subject().await.as_deref(), Some("user-1"), "the session is as it was");
}

#[tokio::test]
async fn rp_13_a_state_is_good_for_ten_minutes() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let (in_time, too_late) = (visitor.begin().await, visitor.begin().await);
    site.pass(599);
    assert_eq!(visitor.open(&in_time.callback("user-1")).await.status.as_u16(), 303);
    site.pass(1);
    let answer = visitor.fetch(&too_late.callback("user-1")).await;
    assert_eq!((answer.error().0, site.token_requests()), (400, 1));
}

#[tokio::test]
async fn rp_13_of_many_callbacks_at_once_one_is_taken() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let callbacks: Vec<_> = (0..16)
        .map(|_| {
            let (mut visitor, url) = (visitor.clone(), visit.callback("user-1"));
            tokio::spawn(async move { visitor.open(&url).await.status.as_u16() })
        })
        .collect();
    let mut statuses = Vec::new();
    for callback in callbacks {
        statuses.push(callback.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (303, &[400; 15][..]));
    assert_eq!(site.token_requests(), 1);
}

#[tokio::test]
async fn rp_14_a_state_of_another_provider_is_refused() {
    let mine = Site::new().await;
    let evil = MockProvider::start(mine.clock.clone()).await.unwrap();
    answer_codes(&evil, &mine.clock);
    // Two sites with one secret and one place for pending sign-ins.
    let pending = std::sync::Arc::new(MemoryPendingStore::new().with_clock(mine.clock.clone()));
    let with = |mock: &MockProvider, name: &str| {
        let state = AuthState::new(provider(mock, &mine.clock, name), settings());
        auth_router(state.with_clock(mine.clock.clone()).with_pending_store(pending.clone()))
    };
    let (honest, other) = (with(&mine.mock, "honest"), with(&evil, "evil"));
    let mut visitor = Visitor::new(other);
    let visit = visitor.begin().await;
    let mut visitor = visitor.at(&honest);
    let answer = visitor.fetch(&visit.callback("user-1")).await;
    refused(&mine, &answer);
    assert_eq!(evil.count("/token"), 0);
    assert_eq!(visitor.subject().await, None);
}

#[tokio::test]
async fn rp_14_a_session_of_another_provider_is_none() {
    let site = Site::new().await;
    let evil = MockProvider::start(site.clock.clone()).await.unwrap();
    let sessions = std::sync::Arc::new(
        widget_auth_store::MemorySessionStore::new().with_clock(site.clock.clone()),
    );
    let with = |mock: &MockProvider, name: &str| {
        let state = AuthState::new(provider(mock, &site.clock, name), settings());
        auth_router(state.with_clock(site.clock.clone()).with_session_store(sessions.clone()))
    };
    let mut visitor = Visitor::new(with(&site.mock, "honest"));
    visitor.sign_in("user-1").await;
    assert_eq!(visitor.subject().await.as_deref(), Some("user-1"));
    let mut elsewhere = visitor.at(&with(&evil, "evil"));
    assert_eq!(elsewhere.subject().await, None);
    assert_eq!(elsewhere.post("/auth/refresh").await.error().0, 401);
    assert_eq!(evil.count("/token"), 0, "the refresh token went to another provider");
}

/// Login CSRF: the attacker begins, and gets the victim to end it, who then
/// works in the attacker's account.
#[tokio::test]
async fn rp_15_a_sign_in_ends_in_the_browser_where_it_began() {
    let site = Site::new().await;
    let (mut attacker, mut victim) = (site.visitor(), site.visitor());
    let visit = attacker.begin().await;
    refused(&site, &victim.fetch(&visit.callback("attacker")).await);
    // Also a victim who is signing in at the same time.
    let own = victim.begin().await;
    refused(&site, &victim.fetch(&visit.callback("attacker")).await);
    assert_eq!(victim.subject().await, None);
    // Neither sign-in is used up by that.
    victim.open(&own.callback("victim")).await;
    attacker.open(&visit.callback("attacker")).await;
    assert_eq!(victim.subject().await.as_deref(), Some("victim"));
    assert_eq!(attacker.subject().await.as_deref(), Some("attacker"));
}

#[tokio::test]
async fn rp_15_a_forged_flow_cookie_is_none() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let (name, genuine) = visitor.cookies.pop_first().unwrap();
    let id = &genuine[genuine.len() - 43..];
    let mut flipped = genuine.clone();
    flipped.replace_range(..1, if genuine.starts_with('A') { "B" } else { "A" });
    for forged in ["", id, &flipped, &genuine[1..], "%00", &"A".repeat(100_000)] {
        visitor.cookies.insert(name.clone(), forged.to_owned());
        refused(&site, &visitor.fetch(&visit.callback("user-1")).await);
    }
    visitor.cookies.insert(name, genuine);
    assert_eq!(visitor.open(&visit.callback("user-1")).await.status.as_u16(), 303);
}

#[tokio::test]
async fn rp_16_another_issuer_is_refused_with_a_code_and_with_an_error() {
    let site = Site::new().await;
    for more in ["&iss=https%3A%2F%2Fevil.example", "&iss=", "&iss=x"] {
        let mut visitor = site.visitor();
        let visit = visitor.begin().await;
        refused(&site, &visitor.fetch(&format!("{}{more}", visit.callback("user-1"))).await);
        let visit = visitor.begin().await;
        let error = format!("/auth/callback?error=access_denied&state={}{more}", visit.state());
        refused(&site, &visitor.fetch(&error).await);
    }
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let right = format!("{}&iss={}", visit.callback("user-1"), site.mock.url());
    assert_eq!(visitor.open(&right).await.status.as_u16(), 303);
}

#[tokio::test]
async fn rp_16_an_issuer_that_was_announced_has_to_be_there() {
    let site = Site::new().await;
    site.mock.set_metadata(|metadata| {
        metadata["authorization_response_iss_parameter_supported"] = json!(true);
    });
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    refused(&site, &visitor.fetch(&visit.callback("user-1")).await);
}

#[tokio::test]
async fn rp_17_an_error_of_the_provider_is_told_and_harmless() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let error = |state: &str| {
        let text = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%26%22%27";
        format!("/auth/callback?error=access_denied&error_description={text}&state={state}")
    };
    let visit = visitor.begin().await;
    let answer = visitor.fetch(&error(visit.state())).await;
    assert_eq!(answer.error(), (400, "access_denied".to_owned()));
    assert_eq!(answer.json()["error_description"], "<script>alert(1)</script>&\"'");
    assert_eq!(answer.header("content-type"), Some("application/json"));

    let visit = visitor.begin().await;
    let page = visitor.open(&error(visit.state())).await;
    assert_eq!(page.status.as_u16(), 400);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#x27;";
    assert!(page.body.contains(escaped) && !page.body.contains("<script"), "{}", page.body);
    assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
    assert_eq!(site.token_requests(), 0);
    assert_eq!(visitor.subject().await, None);
}

#[tokio::test]
async fn rp_17_an_error_without_a_state_is_told_and_ends_nothing() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let long = "x".repeat(5000);
    let said = format!("%3Cb%3Eno%3C%2Fb%3E{long}");
    let error = format!("/auth/callback?error=access_denied&error_description={said}");
    let answer = visitor.fetch(&error).await;
    refused_as(&site, &answer, "access_denied");
    let description = answer.json()["error_description"].as_str().unwrap().to_owned();
    assert!(
        description.starts_with("an answer that names no sign-in says: <b>no</b>xx"),
        "{description}"
    );
    assert!(description.len() < 600, "{description}");
    // Any page can have sent a browser that began nothing.
    let answer = site.visitor().fetch(&error).await;
    refused_as(&site, &answer, "access_denied");
    assert_eq!(answer.json()["error_description"], "the provider refused");

    let page = visitor.open(&error).await;
    assert_eq!(page.status.as_u16(), 400);
    assert!(page.body.contains("&lt;b&gt;no&lt;/b&gt;") && !page.body.contains("<b>"));
    assert!(page.body.contains(r#"<a href="/auth/login">"#), "{}", page.body);
    let answer = visitor.fetch("/auth/callback?error=server_error").await;
    refused_as(&site, &answer, "server_error");
    assert_eq!(visitor.open(&visit.callback("user-1")).await.status.as_u16(), 303);
}

#[tokio::test]
async fn a_callback_that_is_opened_again_leads_who_is_signed_in_to_the_page() {
    let settings = settings().with_post_login_path("/home").unwrap();
    let site = Site::with(settings).await;
    let mut user = site.visitor();
    let visit = user.begin_at("/auth/login?return_to=/page").await;
    assert_eq!(user.open(&visit.callback("user-1")).await.status.as_u16(), 303);
    let session = user.session_cookie().to_owned();
    for again in [visit.callback("user-1"), visit.callback("user-2")] {
        let answer = user.open(&again).await;
        assert_eq!((answer.status.as_u16(), answer.location()), (303, "https://site.example/page"));
        assert!(answer.set_cookies().is_empty());
    }
    // Of another browser: nothing in it is used.
    let planted = site.visitor().begin_at("/auth/login?return_to=/page").await;
    let answer = user.open(&planted.callback("attacker")).await;
    assert_eq!((answer.status.as_u16(), answer.location()), (303, "https://site.example/home"));
    assert_eq!((user.session_cookie(), site.token_requests()), (&*session, 1));
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
    // A sign-in under way is one also for who is signed in.
    let visit = user.begin().await;
    assert_eq!(user.open(&visit.callback("user-2")).await.status.as_u16(), 303);
    assert_eq!(user.subject().await.as_deref(), Some("user-2"));
}

#[tokio::test]
async fn a_callback_that_is_opened_again_without_a_session_leads_to_the_sign_in() {
    let site = Site::new().await;
    let mut user = site.visitor();
    let visit = user.begin_at("/auth/login?return_to=/page").await;
    assert_eq!(user.open(&visit.callback("user-1")).await.status.as_u16(), 303);
    user.cookies.remove("__Host-widget_session");
    for _ in 0..2 {
        let page = user.open(&visit.callback("user-1")).await;
        assert_eq!(page.status.as_u16(), 400);
        assert!(page.body.contains("has ended already"), "{}", page.body);
        assert!(page.body.contains(r#"<a href="/auth/login?return_to=%2Fpage">"#), "{}", page.body);
    }
    // A sign-out takes all cookies, so the page is not known.
    let mut user = site.user().await;
    user.post("/auth/logout").await;
    let page = user.open(&visit.callback("user-1")).await;
    assert!(page.body.contains(r#"<a href="/auth/login">"#), "{}", page.body);
    assert_eq!(site.token_requests(), 2);
}

#[tokio::test]
async fn a_sign_in_that_failed_can_be_begun_again_with_its_page() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let login = "/auth/login?return_to=%2Fpage%3Fx%3D1";
    let link = format!(r#"<a href="{login}">"#);
    let visit = visitor.begin_at(login).await;
    let denied = format!("/auth/callback?error=access_denied&state={}", visit.state());
    let page = visitor.open(&denied).await;
    assert!(page.status.as_u16() == 400 && page.body.contains(&link), "{}", page.body);
    site.mock.set("/token", |_| Reply::empty(503));
    let visit = visitor.begin_at(login).await;
    let page = visitor.open(&visit.callback("user-1")).await;
    assert!(page.status.as_u16() == 503 && page.body.contains(&link), "{}", page.body);
}

#[tokio::test]
async fn rp_17_the_provider_is_not_quoted_when_it_refuses_the_code() {
    let site = Site::new().await;
    site.mock.set("/token", |_| {
        let body = json!({"error": "invalid_grant", "error_description": "inner-detail"});
        Reply::json(&body).status(400)
    });
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let answer = visitor.fetch(&visit.callback("user-1")).await;
    assert_eq!(answer.error(), (502, "server_error".to_owned()));
    assert!(!answer.body.contains("inner-detail") && !answer.body.contains("invalid_grant"));
    assert!(answer.body.contains("the answer of the provider `oidc`"), "{}", answer.body);
}

/// The operator has to look at the settings; the provider does as it should.
#[tokio::test]
async fn a_client_that_the_provider_does_not_know_is_a_fault_of_the_site() {
    let site = Site::new().await;
    site.mock.set("/token", |_| Reply::json(&json!({"error": "invalid_client"})).status(401));
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let logs = Logs::capture();
    let answer = visitor.fetch(&visit.callback("user-1")).await;
    assert_eq!(answer.error(), (500, "server_error".to_owned()));
    assert!(!answer.body.contains("invalid_client"), "{}", answer.body);
    assert_eq!(logs.with("check client_id").len(), 1, "{}", logs.text());
}

#[tokio::test]
async fn rp_18_a_repeated_parameter_or_code_with_error_is_refused() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    for more in ["&code=x", "&state=x", "&error=access_denied", "&iss=a&iss=b", "&x=1&x=2"] {
        refused(&site, &visitor.fetch(&format!("{}{more}", visit.callback("user-1"))).await);
    }
}

#[tokio::test]
async fn rp_19_every_answer_is_private() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let mut answers = vec![
        visitor.open("/auth/callback?code=c&state=s").await,
        visitor.fetch("/auth/callback?code=c&state=s").await,
        visitor.open(&visit.callback("user-1")).await,
    ];
    for path in ["/auth/login", "/auth/status", "/auth/userinfo"] {
        answers.push(visitor.fetch(path).await);
    }
    for path in ["/auth/refresh", "/auth/logout", "/auth/refresh"] {
        answers.push(visitor.post(path).await);
    }
    for answer in answers {
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{answer:?}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(!answer.header("location").is_some_and(|location| location.contains("code=c")));
    }
}

#[tokio::test]
async fn rp_43_no_user_is_signed_in_without_userinfo() {
    let site = Site::new().await;
    for reply in [
        || Reply::empty(500),
        || Reply::json(&json!({})),
        || Reply::json(&json!({"sub": "somebody-else"})),
        html,
    ] {
        site.mock.set("/userinfo", move |_| reply());
        let mut visitor = site.visitor();
        let visit = visitor.begin().await;
        let answer = visitor.fetch(&visit.callback("user-1")).await;
        assert!(answer.status.is_server_error(), "{answer:?}");
        assert!(answer.set_cookies().is_empty());
        assert_eq!(visitor.subject().await, None);
    }
}

/// Apple has no userinfo endpoint; that of Entra refuses a token for another
/// API.
#[tokio::test]
async fn the_id_token_says_who_signed_in_where_userinfo_does_not() {
    for status in [None, Some(401), Some(403)] {
        let site = Site::new().await;
        match status {
            Some(status) => site.mock.set("/userinfo", move |_| Reply::empty(status)),
            None => site.mock.set_metadata(|metadata| {
                metadata.as_object_mut().unwrap().remove("userinfo_endpoint");
            }),
        }
        let mut visitor = site.visitor();
        visitor.sign_in("user-7").await;
        assert_eq!(visitor.subject().await.as_deref(), Some("user-7"), "{status:?}");
    }
}

#[tokio::test]
async fn looking_at_the_head_of_the_callback_uses_nothing_up() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let answer = visitor.send(Method::HEAD, &visit.callback("user-1"), &[]).await;
    assert_eq!((answer.status.as_u16(), site.token_requests()), (405, 0));
    assert_eq!(visitor.open(&visit.callback("user-1")).await.status.as_u16(), 303);
}

#[tokio::test]
async fn two_tabs_of_one_browser_can_sign_in_at_once() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let (one, two) = (visitor.begin().await, visitor.begin().await);
    assert_eq!(visitor.open(&two.callback("user-2")).await.status.as_u16(), 303);
    assert_eq!(visitor.open(&one.callback("user-1")).await.status.as_u16(), 303);
    assert_eq!(visitor.subject().await.as_deref(), Some("user-1"));
}

/// A browser that opens the tabs of yesterday again sends their requests at the same moment.
#[tokio::test]
async fn tabs_whose_first_sign_ins_begin_at_the_same_moment_all_end_well() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let mut visits = Vec::new();
    for tab in 0..3 {
        let mut without_cookies = site.visitor();
        visits.push(without_cookies.begin_at(&format!("/auth/login?return_to=/{tab}")).await);
        browser.cookies.append(&mut without_cookies.cookies);
    }
    for (tab, visit) in visits.iter().enumerate() {
        let answer = browser.open(&visit.callback("user-1")).await;
        let page = format!("https://site.example/{tab}");
        assert_eq!((answer.status.as_u16(), answer.location()), (303, &*page));
    }
    // Of another browser there is none.
    let mut other = site.visitor();
    let visit = site.visitor().begin().await;
    other.begin().await;
    assert_eq!(other.open(&visit.callback("user-2")).await.status.as_u16(), 400);
    // A sign-out forgets all of them.
    browser.post("/auth/logout").await;
    assert!(browser.cookies.is_empty(), "{:?}", browser.cookies);
}

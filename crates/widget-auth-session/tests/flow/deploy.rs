//! The sign-in of a website, and the choice between the two.

use std::sync::atomic::Ordering;

use widget_auth_core::AuthFlowState;
use widget_auth_session::{AuthMode, AuthOutcome, FlowError};

use crate::fixture::Fixture;

#[tokio::test]
async fn the_login_page_is_below_the_website() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.flow.run_deploy(), "/auth/login");
    for login in [
        "/account/login",
        "https://app.example.com/auth/login",
        "https://app.example.com:8443/a/b/auth/login",
        "http://localhost:3000/auth/login",
        "http://127.0.0.1:3000/auth/login",
        "http://[::1]:3000/auth/login",
    ] {
        assert_eq!(fixture.flow.clone().with_login_url(login).unwrap().run_deploy(), login);
    }
}

#[tokio::test]
async fn an_address_that_cannot_be_a_website_is_refused() {
    let fixture = Fixture::new().await;
    for login in [
        "",
        "app.example.com",
        "//app.example.com/auth/login",
        "/\\app.example.com/auth/login",
        "/auth/login?next=1",
        "http://app.example.com",
        "http://localhost.example.com",
        "ftp://app.example.com",
        "javascript:alert(1)",
        "https://user:hunter2@app.example.com",
        "https://app.example.com/?next=1",
        "https://app.example.com/#top",
    ] {
        let error = fixture.flow.clone().with_login_url(login).unwrap_err();
        assert!(matches!(error, FlowError::LoginUrl { .. }), "{login}");
        assert!(!format!("{error:?}").contains("hunter2"));
    }
}

#[tokio::test]
async fn a_website_opens_no_window() {
    let fixture = Fixture::with(|flow| flow.with_mode(AuthMode::Deploy)).await;
    let outcome = fixture.flow.authenticate(&*fixture.window).await.unwrap();
    assert_eq!(outcome, AuthOutcome::Navigate("/auth/login".to_owned()));
    assert!(fixture.window.config.lock().unwrap().is_none());
    assert_eq!(fixture.flow.watch().state(), AuthFlowState::Idle);
}

#[tokio::test]
async fn without_a_display_it_is_a_website() {
    let fixture = Fixture::new().await;
    fixture.window.headless.store(true, Ordering::SeqCst);
    let flow = fixture.flow.clone().with_login_url("https://app.example.com/auth/login").unwrap();
    let outcome = flow.authenticate(&*fixture.window).await.unwrap();
    assert_eq!(outcome, AuthOutcome::Navigate("https://app.example.com/auth/login".to_owned()));
    assert!(fixture.window.config.lock().unwrap().is_none());
}

async fn signs_in(fixture: &Fixture) {
    let (outcome, ()) = tokio::join!(fixture.flow.authenticate(&*fixture.window), async {
        fixture.opened().await.come_back().await;
    });
    let AuthOutcome::SignedIn(result) = outcome.unwrap() else {
        panic!("signed in");
    };
    assert_eq!(result.userinfo.unwrap().sub, "user-1");
}

#[tokio::test]
async fn with_a_display_it_signs_in_through_the_window() {
    signs_in(&Fixture::new().await).await;
}

#[tokio::test]
async fn a_program_that_says_native_needs_no_display() {
    let fixture = Fixture::with(|flow| flow.with_mode(AuthMode::Native)).await;
    fixture.window.headless.store(true, Ordering::SeqCst);
    signs_in(&fixture).await;
}

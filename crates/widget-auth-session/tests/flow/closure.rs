//! Sign-ins whose browser a closure opens.

use std::error::Error as _;

use widget_auth_core::{AuthErrorKind, AuthFlowState};
use widget_auth_session::{
    AuthFlowManager, AuthWindow as _, FlowError, SessionManager, WindowConfig,
};
use widget_auth_store::MemoryTokenStore;

use crate::fixture::{Fixture, provider};
use crate::mock_provider::{all_text, clock};

#[tokio::test]
async fn a_closure_opens_the_page_and_the_user_signs_in() {
    let fixture = Fixture::new().await;
    let (flow, window) = (fixture.flow.clone(), fixture.window.clone());
    let open = async move |url: &str| window.open(url, &WindowConfig::new("")).await;
    // Any runtime can move it between threads.
    let running = tokio::spawn(async move { flow.run_native_with(open).await });
    let visit = fixture.opened().await;
    assert_eq!(visit.come_back().await.title(), "You are signed in");
    assert_eq!(running.await.unwrap().unwrap().userinfo.unwrap().sub, "user-1");
    assert!(visit.is_closed().await);
    assert_eq!(fixture.flow.watch().state(), AuthFlowState::Completed);
}

#[tokio::test]
async fn a_closure_that_fails_ends_the_sign_in_at_once() {
    let fixture = Fixture::new().await;
    let open = async |url: &str| {
        fixture.window.open(url, &WindowConfig::new("")).await?;
        Err("there is no browser".into())
    };
    let error = fixture.flow.run_native_with(open).await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    let cause = error.source().unwrap().downcast_ref();
    assert!(matches!(cause, Some(FlowError::NotOpened(_))), "{error:?}");
    assert!(all_text(&error).contains("there is no browser"), "{error:?}");
    assert_eq!(fixture.flow.watch().state(), AuthFlowState::Failed);

    let visit = fixture.opened().await;
    assert!(visit.is_closed().await);
    // There is room for the next.
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_flow_for_a_session_signs_in_at_its_provider() {
    let mut fixture = Fixture::new().await;
    let session =
        SessionManager::new(provider(&fixture.mock), MemoryTokenStore::new()).with_clock(clock());
    fixture.flow = AuthFlowManager::for_session(session.clone());
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    running.await.unwrap().unwrap();
    assert_eq!(session.get_access_token().await.unwrap().expose_secret(), "access-1");
    assert_eq!(session.userinfo().await.unwrap().sub, "user-1");
}

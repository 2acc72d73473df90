//! Sign-ins whose user does not come back.

use std::error::Error as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use widget_auth_core::{AuthError, AuthErrorKind, AuthFlowState, BoxError};
use widget_auth_session::{AuthWindow, FlowError, WindowConfig};
use widget_e2e::in_time;

use crate::fixture::{Fixture, TestWindow};
use crate::mock_provider::Reply;

/// Far less than the timeout of a sign-in.
const AT_ONCE: Duration = Duration::from_secs(5);

fn flow_error(error: &AuthError) -> Option<&FlowError> {
    error.source()?.downcast_ref()
}

#[tokio::test]
async fn rp_57_a_timeout_ends_it() {
    let fixture = Fixture::with(|flow| flow.with_auth_timeout(Duration::from_millis(50))).await;
    let (running, visit) = fixture.under_way().await;
    let start = Instant::now();
    let error = running.await.unwrap().unwrap_err();
    assert!(start.elapsed() < AT_ONCE);
    assert_eq!(error.kind(), AuthErrorKind::FlowTimeout);
    assert!(matches!(error, AuthError::FlowTimeout { waited, .. } if waited.as_millis() == 50));
    assert_eq!(error.details().provider(), Some("oidc"));
    assert_eq!(error.details().flow_id().map(str::len), Some(16));
    assert_eq!(fixture.flow.watch().state(), AuthFlowState::TimedOut);
    assert!(visit.is_closed().await);
    assert_eq!(fixture.window.closes(), 1);
}

#[tokio::test]
async fn rp_57_the_time_of_the_exchange_does_not_count() {
    let fixture = Fixture::with(|flow| flow.with_auth_timeout(Duration::from_millis(300))).await;
    let (running, visit) = fixture.under_way().await;
    fixture.mock.set("/token", |_| Reply::never());
    let mut watch = fixture.flow.watch();
    let back = tokio::spawn(async move { visit.come_back().await });
    while watch.state() != AuthFlowState::ExchangingCode {
        watch.changed().await.unwrap();
    }
    tokio::time::timeout(Duration::from_millis(500), watch.changed()).await.unwrap_err();
    assert!(!running.is_finished());
    fixture.flow.cancel();
    running.await.unwrap().unwrap_err();
    back.await.unwrap();
}

#[tokio::test]
async fn rp_57_cancel_ends_it_at_once() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let start = Instant::now();
    fixture.flow.cancel();
    let error = running.await.unwrap().unwrap_err();
    assert!(start.elapsed() < AT_ONCE);
    assert_eq!(error.kind(), AuthErrorKind::FlowCancelled);
    assert!(flow_error(&error).is_none());
    assert_eq!(fixture.flow.watch().state(), AuthFlowState::Cancelled);
    assert!(visit.is_closed().await);
    assert_eq!(fixture.window.closes(), 1);
}

#[tokio::test]
async fn rp_57_cancel_ends_it_while_the_provider_is_silent() {
    let fixture = Fixture::new().await;
    fixture.mock.set("/.well-known/openid-configuration", |_| Reply::never());
    let running = fixture.begin();
    fixture.asked("/.well-known/openid-configuration").await;
    fixture.flow.cancel();
    let error = running.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::FlowCancelled);
    assert!(fixture.window.config.lock().unwrap().is_none(), "no window was opened");
}

#[tokio::test]
async fn rp_57_a_closed_window_ends_it_at_once() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let start = Instant::now();
    fixture.window.user_closes();
    let error = running.await.unwrap().unwrap_err();
    assert!(start.elapsed() < AT_ONCE);
    assert_eq!(error.kind(), AuthErrorKind::FlowCancelled);
    assert!(matches!(flow_error(&error), Some(FlowError::WindowClosed)));
    assert!(visit.is_closed().await);
}

#[tokio::test]
async fn a_window_that_is_closed_after_the_callback_ends_nothing() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let mut watch = fixture.flow.watch();
    fixture.mock.set("/userinfo", |_| Reply::never());
    let back = tokio::spawn(async move { visit.come_back().await });
    while watch.state() != AuthFlowState::ExchangingCode {
        watch.changed().await.unwrap();
    }
    fixture.window.user_closes();
    fixture.asked("/userinfo").await;
    assert!(!running.is_finished());
    fixture.flow.cancel();
    running.await.unwrap().unwrap_err();
    back.await.unwrap();
}

#[tokio::test]
async fn a_dropped_sign_in_closes_port_and_window() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    running.abort();
    assert!(running.await.unwrap_err().is_cancelled());
    assert!(visit.is_closed().await);
    assert_eq!(fixture.window.closes(), 1);
    assert_eq!(fixture.flow.watch().state(), AuthFlowState::Cancelled);
    // There is room for the next.
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_second_sign_in_is_refused_and_the_first_continues() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let refused = in_time("three refusals", async {
        [
            fixture.flow.run_native(&*fixture.window).await.unwrap_err(),
            fixture.flow.clone().run_native(&*fixture.window).await.unwrap_err(),
            fixture.flow.run_device(|_| panic!("no code is shown")).await.unwrap_err(),
        ]
    })
    .await;
    for error in refused {
        assert_eq!(error.kind(), AuthErrorKind::Authentication);
        assert!(matches!(flow_error(&error), Some(FlowError::AlreadyRunning)));
    }
    assert_eq!(fixture.flow.watch().state(), AuthFlowState::AwaitingCallback);
    visit.come_back().await;
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn cancel_without_a_sign_in_does_not_reach_the_next() {
    let fixture = Fixture::new().await;
    fixture.flow.cancel();
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    running.await.unwrap().unwrap();
    fixture.flow.cancel();
    assert_eq!(fixture.flow.watch().state(), AuthFlowState::Completed);
}

#[tokio::test]
async fn a_caller_that_sees_the_end_can_begin_the_next() {
    let fixture = Fixture::new().await;
    for _ in 0..50 {
        let mut watch = fixture.flow.watch();
        let (running, _visit) = fixture.under_way().await;
        fixture.flow.cancel();
        while !watch.state().is_terminal() || watch.state() != AuthFlowState::Cancelled {
            watch.changed().await.unwrap();
        }
        drop(running);
    }
}

/// A machine without a browser.
#[derive(Debug)]
struct Nothing<'a>(&'a TestWindow);

#[async_trait]
impl AuthWindow for Nothing<'_> {
    async fn open(&self, url: &str, config: &WindowConfig) -> Result<(), BoxError> {
        self.0.open(url, config).await?;
        Err("there is no browser".into())
    }

    async fn closed(&self) {
        panic!("what was never open cannot be closed");
    }

    fn close(&self) {
        panic!("what was never open cannot be taken away");
    }
}

#[tokio::test]
async fn rp_56_without_a_browser_it_waits_for_one() {
    let fixture = Fixture::new().await;
    let window = Nothing(&fixture.window);
    let (result, ()) = tokio::join!(fixture.flow.run_native(&window), async {
        // The user copies the address from the terminal.
        let visit = fixture.opened().await;
        assert_eq!(visit.come_back().await.status, 200);
    });
    result.unwrap();
}

#[tokio::test]
async fn rp_56_without_a_browser_the_timeout_counts() {
    let fixture = Fixture::with(|flow| flow.with_auth_timeout(Duration::from_millis(50))).await;
    let error = fixture.flow.run_native(&Nothing(&fixture.window)).await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::FlowTimeout);
}

/// A text browser that holds the terminal.
#[derive(Debug, Default)]
struct Stuck {
    closes: AtomicUsize,
}

#[async_trait]
impl AuthWindow for Stuck {
    async fn open(&self, _url: &str, _config: &WindowConfig) -> Result<(), BoxError> {
        std::future::pending().await
    }

    fn close(&self) {
        self.closes.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn rp_57_a_window_that_hangs_while_it_opens_does_not_hold_the_timeout() {
    let fixture = Fixture::with(|flow| flow.with_auth_timeout(Duration::from_millis(50))).await;
    let window = Stuck::default();
    let error = fixture.flow.run_native(&window).await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::FlowTimeout);
    // It may come up yet, so it is taken away.
    assert_eq!(window.closes.load(Ordering::SeqCst), 1);
}

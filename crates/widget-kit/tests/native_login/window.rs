//! Signing in through a window of the program's own.

use std::sync::Arc;
use std::time::Duration;

use widget_desktop::{Desktop, until};
use widget_e2e::in_time;
use widget_kit::auth::NativeWindow;
use widget_kit::auth::core::AuthErrorKind;
use widget_kit::auth::session::{AuthWindow as _, WindowConfig};
use widget_kit::window::{Backend, CloseReason, HelperCommand, WindowEvent, WindowManager};

use crate::fixture::{Fixture, begin, chromium};
use crate::person::{SIGN_IN, sees_no_window, sign_in};
use crate::server::RealProvider;
use crate::terminal::Terminal;

/// The example with the window that is best for its build.
#[tokio::test]
async fn the_example_signs_in_through_its_window() {
    let (provider, desktop) = (RealProvider::start().await, Desktop::start());
    let mut terminal = Terminal::start_with("window_login", &provider, variables(&desktop));
    sign_in(&desktop).await;
    assert_eq!(terminal.line().await, "signed in as Jane");
    assert_eq!(terminal.ends().await, (true, String::new()));
    assert!(sees_no_window(&desktop));
}

#[tokio::test]
async fn ctrl_c_takes_the_window_of_the_example_away() {
    let (provider, desktop) = (RealProvider::start().await, Desktop::start());
    let terminal = Terminal::start_with("window_login", &provider, variables(&desktop));
    desktop.window(SIGN_IN).await;
    terminal.interrupt().await;
    let (worked, last) = terminal.ends().await;
    assert!(!worked && last.contains("was cancelled"), "{last}");
    until("the window is gone", || sees_no_window(&desktop)).await;
}

#[tokio::test]
async fn without_a_display_the_example_says_so() {
    let provider = RealProvider::start().await;
    let (worked, last) = Terminal::start("window_login", &provider).ends().await;
    let said = "no window can be shown: neither DISPLAY nor WAYLAND_DISPLAY is set";
    assert!(!worked && last.contains(said), "{last}");
}

/// The variables of the desktop, and what a browser needs to start at all.
fn variables(desktop: &Desktop) -> Vec<(String, String)> {
    let path = std::env::var("PATH").unwrap();
    let more = [("PATH", path), ("WIDGET_MCP_BROWSER_ARGS", "--no-sandbox".to_owned())];
    let more = more.map(|(name, value)| (name.to_owned(), value));
    desktop.env().into_iter().chain(more).collect()
}

#[tokio::test]
async fn a_person_signs_in_twice_through_a_browser_window() {
    let fixture = Fixture::new(chromium()).await;
    for _ in 0..2 {
        // Each window has a profile of its own, so nothing is remembered.
        let running = fixture.begin();
        sign_in(&fixture.desktop).await;
        running.ends_signed_in().await;
        until("the window is gone", || sees_no_window(&fixture.desktop)).await;
    }
    fixture.windows.shut_down().await;
}

#[tokio::test]
async fn rp_57_closing_a_browser_window_ends_the_sign_in_at_once() {
    closing_ends_it(chromium()).await;
}

/// Then there is room for the next, which the program cancels.
pub(crate) async fn closing_ends_it(backend: Backend) {
    let fixture = Fixture::new(backend).await;
    let running = fixture.begin();
    fixture.desktop.press_close(&fixture.desktop.window(SIGN_IN).await);
    running.ends_closed_by_the_person().await;
    until("the window is gone", || sees_no_window(&fixture.desktop)).await;

    let running = fixture.begin();
    fixture.desktop.window(SIGN_IN).await;
    fixture.flow.cancel();
    running.ends_cancelled_by_the_program().await;
    until("the window is gone", || sees_no_window(&fixture.desktop)).await;
}

/// The flow may or may not have heard that the window is there.
#[tokio::test]
async fn a_window_that_opens_while_the_sign_in_is_cancelled_goes_away() {
    let fixture = Fixture::new(chromium()).await;
    let mut events = fixture.windows.events();
    let flow = fixture.flow.clone();
    let cancelling = tokio::spawn(async move {
        let opened = events.next().await.unwrap();
        flow.cancel();
        (opened, events)
    });
    fixture.begin().ends_cancelled_by_the_program().await;
    let (opened, mut events) = cancelling.await.unwrap();
    let WindowEvent::Opened(window) = opened else { panic!("{opened:?}") };
    let closed = WindowEvent::Closed { window, reason: CloseReason::Program };
    assert_eq!(in_time("its end", events.next()).await, Some(closed));
    until("the window is gone", || sees_no_window(&fixture.desktop)).await;
}

#[tokio::test]
async fn two_programs_sign_in_at_once_and_the_person_closes_one() {
    let fixture = Fixture::new(chromium()).await;
    let (second_flow, second_window) =
        (fixture.another_flow(), Arc::new(NativeWindow::new(fixture.windows.clone())));
    let first = fixture.begin();
    let window = fixture.desktop.window(SIGN_IN).await;
    let second = begin(&second_flow, &second_window);
    until("there are two", || fixture.desktop.titled(SIGN_IN).len() == 2).await;
    fixture.desktop.press_close(&window);
    first.ends_closed_by_the_person().await;
    sign_in(&fixture.desktop).await;
    second.ends_signed_in().await;
}

#[tokio::test]
async fn a_window_shows_one_sign_in_at_a_time() {
    let fixture = Fixture::new(chromium()).await;
    let first = fixture.begin();
    fixture.desktop.window(SIGN_IN).await;
    let refused = fixture.window.open("http://127.0.0.1:1/", &WindowConfig::new("Other")).await;
    let message = "the window shows another sign-in: \
                   give each flow manager a `NativeWindow` of its own";
    assert_eq!(refused.unwrap_err().to_string(), message);

    // Another flow that is refused and ends leaves it alone. It has tried before it
    // looks at the clock.
    let second = begin(&fixture.another_flow().with_auth_timeout(Duration::ZERO), &fixture.window);
    assert_eq!(second.ends().await.unwrap_err().kind(), AuthErrorKind::FlowTimeout);
    sign_in(&fixture.desktop).await;
    first.ends_signed_in().await;
}

#[tokio::test]
async fn a_window_that_cannot_open_leaves_room_for_the_next() {
    let windows = WindowManager::new(HelperCommand::new("/nonexistent", [""; 0]), chromium());
    let window = NativeWindow::new(windows);
    for (config, message) in [
        (WindowConfig::new("").with_size(0, 1), "`width` is 0, only 1 to 16384"),
        (WindowConfig::new("\0"), "`title` holds a NUL character"),
        (WindowConfig::new("Sign in"), "the window helper could not be started"),
    ] {
        let error = window.open("http://127.0.0.1:1/", &config).await.unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

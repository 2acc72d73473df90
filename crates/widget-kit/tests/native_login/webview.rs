//! Tests that apply when the window is a webview.

use widget_desktop::until;
use widget_kit::window::Backend;

use crate::fixture::{Fixture, begin};
use crate::person::{SIGN_IN, allow, sees_no_window, sign_in};
use crate::window::closing_ends_it;

#[tokio::test]
async fn a_person_signs_in_twice_through_a_webview() {
    let fixture = Fixture::new(Backend::Webview).await;
    let running = fixture.begin();
    sign_in(&fixture.desktop).await;
    running.ends_signed_in().await;
    until("the window is gone", || sees_no_window(&fixture.desktop)).await;

    // The second window has the cookies of the first: the provider only asks a
    // native program again what it may do.
    let running = fixture.begin();
    allow(&fixture.desktop).await;
    running.ends_signed_in().await;
    until("the window is gone", || sees_no_window(&fixture.desktop)).await;
}

#[tokio::test]
async fn rp_57_closing_a_webview_ends_the_sign_in_at_once() {
    closing_ends_it(Backend::Webview).await;
}

#[tokio::test]
async fn a_display_that_goes_away_ends_the_sign_in() {
    let Fixture { desktop, flow, window, provider, .. } = Fixture::new(Backend::Webview).await;
    let running = begin(&flow, &window);
    desktop.window(SIGN_IN).await;
    drop(desktop);
    running.ends_closed_by_the_person().await;
    drop(provider);
}

//! A person in front of the screen, with a keyboard and a mouse.

use std::time::{Duration, Instant};

use widget_desktop::{Desktop, eventually};

/// The pages of the provider, by their titles.
pub(crate) const SIGN_IN: &str = "Sign in";
const TYPED: &str = "Sign in as user-7";
const CONSENT: &str = "Allow access\\?";

/// After so long a person would click again.
const AGAIN: Duration = Duration::from_secs(3);

/// Signs in as user-7 and allows what is asked for.
pub(crate) async fn sign_in(desktop: &Desktop) {
    enter_account(desktop).await;
    allow(desktop).await;
}

async fn enter_account(desktop: &Desktop) {
    let window = &*desktop.window(SIGN_IN).await;
    // Until the toolkit has noticed the focus, keys are lost.
    eventually("the account is typed", || {
        desktop.type_over(window, "user-7");
        (desktop.titled(TYPED) == [window]).then_some(())
    })
    .await;
    desktop.xdotool(&["key", "Return"]);
}

/// Allows what is asked for: clicks on the first button, until the page is ready
/// to take it. Above the page, a browser may have a title bar and a warning.
pub(crate) async fn allow(desktop: &Desktop) {
    let window = &*desktop.window(CONSENT).await;
    let mut clicked: Option<Instant> = None;
    eventually("the click arrives", || {
        if desktop.titled(CONSENT).is_empty() {
            return Some(());
        }
        // A further click would begin again what the first has begun.
        if clicked.is_some_and(|at| at.elapsed() < AGAIN) {
            return None;
        }
        clicked = Some(Instant::now());
        // None: the window has gone just now.
        let click = ["mousemove", "--window", window, "300", "180", "click", "1"];
        desktop.try_xdotool(&click)?;
        None
    })
    .await;
}

/// Returns whether nothing of a sign-in is on the screen, on whichever page it is.
pub(crate) fn sees_no_window(desktop: &Desktop) -> bool {
    desktop.titled(".*(Sign in|Allow|igned in).*").is_empty()
}

//! Whether widgets can be opened in a browser.

use webbrowser::Browser;

use super::{Finding, Situation};

const TOPIC: &str = "browser";

pub(super) fn check(situation: &Situation) -> Vec<Finding> {
    let finding = if situation.is_headless {
        Finding::right(TOPIC, "none is opened, since the server is headless")
    } else if situation.no_display.is_some() {
        Finding::note(TOPIC, "not looked for, since there is no display")
    } else if Browser::is_available() {
        Finding::right(TOPIC, "the default browser can be opened")
    } else {
        Finding::wrong(
            TOPIC,
            "no default browser was found",
            "install one, name it in the variable BROWSER, or use --headless",
        )
    };
    vec![finding]
}

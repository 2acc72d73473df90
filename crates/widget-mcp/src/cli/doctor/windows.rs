//! Checks the windows that widgets open in.

use widget_window::Backend;

use crate::cli::doctor::{Finding, Situation};

const TOPIC: &str = "windows";

pub(super) fn check(situation: &Situation) -> Vec<Finding> {
    let choice = &situation.choice;
    let finding = match &choice.backend {
        _ if situation.is_headless => {
            Finding::ok(TOPIC, "none are opened, since the server is headless")
        }
        _ if situation.no_display.is_some() => {
            Finding::note(TOPIC, "none are opened, since there is no display")
        }
        None => Finding::error(
            TOPIC,
            format!("widgets can be opened in {choice}"),
            "install a browser of the Chromium family, name one in the variable \
             WIDGET_MCP_BROWSER, or use --headless",
        ),
        Some(Backend::Tab) => Finding::note(TOPIC, format!("a widget opens in a {choice}")),
        Some(_) => Finding::ok(TOPIC, format!("a widget opens in: {choice}")),
    };
    vec![finding]
}

//! The choice of a window backend, with its reason.

use std::fmt;

use crate::browser::Browser;
use crate::environment::Environment;

/// The program that draws the windows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// The webview of the system: WebKitGTK (cargo feature `webkit`), WebKit on
    /// macOS, WebView2 on Windows. Nothing of the person's browser is shared.
    Webview,
    /// A browser without its toolbars and with a profile of its own, which is
    /// removed with the window.
    App(Browser),
    /// A tab of the default browser. It cannot be changed or closed, nor be seen
    /// closing: [`Window::closed`](crate::Window::closed) does not return for it
    /// until the program closes it, which leaves the tab where it is.
    Tab,
}

impl Backend {
    /// A name for messages.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Webview => "a webview window",
            Self::App(_) => "a browser window",
            Self::Tab => "a browser tab",
        }
    }

    /// Returns whether the person closing the window is noticed.
    #[must_use]
    pub fn notices_close(&self) -> bool {
        !matches!(self, Self::Tab)
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Webview => f.write_str("webview"),
            Self::App(browser) => write!(f, "app window of {}", browser.program.display()),
            Self::Tab => f.write_str("tab of the default browser"),
        }
    }
}

/// The backend for windows on this machine, with the reason for it.
///
/// # Examples
///
/// ```
/// let choice = widget_window::BackendChoice::detect();
/// println!("{choice}"); // none: neither DISPLAY nor WAYLAND_DISPLAY is set
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BackendChoice {
    /// None: no window can be shown here.
    pub backend: Option<Backend>,
    /// The reason for this one, or against a better one. Empty if there is nothing to say.
    pub reason: String,
}

impl BackendChoice {
    /// Looks at the display, the webview and the browsers of this machine.
    #[must_use]
    pub fn detect() -> Self {
        Self::of(&Environment::real())
    }

    fn of(around: &Environment) -> Self {
        if let Some(reason) = around.no_display() {
            return match around.forwards_links() {
                true => Self {
                    backend: Some(Backend::Tab),
                    reason: format!("{reason}, but BROWSER names a program that opens addresses"),
                },
                false => Self { backend: None, reason },
            };
        }
        let no_webview = match (around.webview)() {
            Ok(()) => return Self { backend: Some(Backend::Webview), reason: String::new() },
            Err(reason) => reason,
        };
        let no_browser = match Browser::find(around) {
            Ok(browser) => {
                return Self { backend: Some(Backend::App(browser)), reason: no_webview };
            }
            Err(reason) => reason,
        };
        let reason = format!("{no_webview}; {no_browser}");
        if (around.opens_links)() {
            return Self { backend: Some(Backend::Tab), reason };
        }
        Self { backend: None, reason: format!("{reason}; there is no default browser") }
    }
}

impl fmt::Display for BackendChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.backend, &*self.reason) {
            (Some(backend), "") => write!(f, "{backend}"),
            (Some(backend), reason) => write!(f, "{backend}, since {reason}"),
            (None, reason) => write!(f, "none: {reason}"),
        }
    }
}

#[cfg(test)]
mod tests;

//! Options of a window.

use serde::{Deserialize, Serialize};
use url::Url;

use crate::error::WindowError;
use crate::icon::Icon;

/// The page of a window, and its appearance.
///
/// # Examples
///
/// ```
/// use widget_window::{Navigation, WindowOptions};
///
/// let options = WindowOptions::new("https://login.example.com/", "Sign in")
///     .with_size(600, 700)
///     .with_navigation(Navigation::Web);
/// assert_eq!(options.width, 600);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WindowOptions {
    /// The page, an http or https address.
    pub url: String,
    /// Shown until the page has a title of its own.
    pub title: String,
    /// Of the page, in logical pixels: 1 to 16,384.
    pub width: u32,
    /// Of the page, in logical pixels: 1 to 16,384.
    pub height: u32,
    /// From the upper left of the screen, in logical pixels; none: the system
    /// decides. Wayland decides always.
    pub position: Option<(i32, i32)>,
    /// The icon, where the desktop shows one.
    pub icon: Option<Icon>,
    /// The rule for links inside the window.
    pub navigation: Navigation,
}

/// The rule for links inside a window. Addresses that are not http or https
/// are refused always. Only a webview keeps to this; a browser window goes anywhere.
/// A page that opens a second one opens it in the default browser, from either.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Navigation {
    /// To the origin of the first page. Other links open in the default browser.
    #[default]
    SameOrigin,
    /// Anywhere on the web, as a sign-in at a provider needs it.
    Web,
}

const MAX_URL_BYTES: usize = 16 * 1024;
const MAX_TITLE_BYTES: usize = 4096;
const MAX_SIDE: u32 = 16_384;

impl WindowOptions {
    /// A window of 800 by 600 logical pixels.
    #[must_use]
    pub fn new(url: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            title: title.into(),
            width: 800,
            height: 600,
            position: None,
            icon: None,
            navigation: Navigation::default(),
        }
    }

    /// Sets the size of the page, in logical pixels.
    #[must_use]
    pub fn with_size(mut self, width: u32, height: u32) -> Self {
        (self.width, self.height) = (width, height);
        self
    }

    /// Sets where the window opens, in logical pixels from the upper left.
    #[must_use]
    pub fn with_position(mut self, x: i32, y: i32) -> Self {
        self.position = Some((x, y));
        self
    }

    /// Sets the icon.
    #[must_use]
    pub fn with_icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// Sets where links may lead inside the window.
    #[must_use]
    pub fn with_navigation(mut self, navigation: Navigation) -> Self {
        self.navigation = navigation;
        self
    }

    /// The options with the address as a browser writes it.
    pub(crate) fn checked(mut self) -> Result<Self, WindowError> {
        self.url = check_url(&self.url)?;
        check_title(&self.title)?;
        check_size(self.width, self.height)?;
        Ok(self)
    }
}

/// The address, written as browsers do: without spaces and control characters,
/// so that no part of it can be read as another argument.
fn check_url(url: &str) -> Result<String, WindowError> {
    let refuse = |problem: String| Err(WindowError::argument("url", problem));
    if url.len() > MAX_URL_BYTES {
        return refuse(format!("has {} bytes, at most {MAX_URL_BYTES}", url.len()));
    }
    match Url::parse(url) {
        Ok(parsed) if matches!(parsed.scheme(), "http" | "https") => Ok(parsed.into()),
        Ok(parsed) => refuse(format!("is a {}: address, only http: and https:", parsed.scheme())),
        Err(error) => refuse(format!("is not an address: {error}")),
    }
}

pub(crate) fn check_title(title: &str) -> Result<(), WindowError> {
    if title.len() > MAX_TITLE_BYTES {
        let problem = format!("has {} bytes, at most {MAX_TITLE_BYTES}", title.len());
        return Err(WindowError::argument("title", problem));
    }
    if title.contains('\0') {
        return Err(WindowError::argument("title", "holds a NUL character"));
    }
    Ok(())
}

pub(crate) fn check_size(width: u32, height: u32) -> Result<(), WindowError> {
    for (argument, side) in [("width", width), ("height", height)] {
        if !(1..=MAX_SIDE).contains(&side) {
            let problem = format!("is {side}, only 1 to {MAX_SIDE}");
            return Err(WindowError::argument(argument, problem));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(options: WindowOptions) -> String {
        options.checked().unwrap_err().to_string()
    }

    #[test]
    fn only_web_addresses_open() {
        for (url, problem) in [
            ("file:///etc/passwd", "`url` is a file: address, only http: and https:"),
            ("javascript:alert(1)", "`url` is a javascript: address, only http: and https:"),
            ("--headless", "`url` is not an address: relative URL without a base"),
            ("", "`url` is not an address: relative URL without a base"),
        ] {
            assert_eq!(refused(WindowOptions::new(url, "")), problem);
        }
        let long = format!("http://a/{}", "x".repeat(MAX_URL_BYTES));
        assert_eq!(refused(WindowOptions::new(long, "")), "`url` has 16393 bytes, at most 16384");
        let odd = WindowOptions::new(" HTTP://A/b c\n", "").checked().unwrap();
        assert_eq!(odd.url, "http://a/b%20c");
    }

    #[test]
    fn title_and_size_have_bounds() {
        let page = |title: &str| WindowOptions::new("http://a/", title);
        assert_eq!(refused(page(&"x".repeat(4097))), "`title` has 4097 bytes, at most 4096");
        assert_eq!(refused(page("a\0b")), "`title` holds a NUL character");
        assert_eq!(refused(page("").with_size(0, 1)), "`width` is 0, only 1 to 16384");
        assert_eq!(refused(page("").with_size(1, 16_385)), "`height` is 16385, only 1 to 16384");
        assert!(page(&"ü".repeat(2048)).with_size(16_384, 1).checked().is_ok());
    }
}

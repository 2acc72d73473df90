//! Links and pages that open outside the window. A window has one page.

use std::io::{self, Write as _};
use std::thread;

use url::Url;

/// Opens a page of the web in the default browser; any other address goes nowhere.
pub(super) fn open_external(url: String) {
    if !is_web(&url) {
        return;
    }
    // Starting a program blocks.
    thread::spawn(move || {
        if let Err(error) = webbrowser::open(&url) {
            let _ = writeln!(io::stderr(), "a link could not be opened: {error}");
        }
    });
}

fn is_web(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_web_opens() {
        for url in ["https://example.com/", "http://127.0.0.1:8001/widget/1"] {
            assert!(is_web(url), "{url}");
        }
        for url in ["", "about:blank", "javascript:1", "file:///etc/passwd", "data:text/html,x"] {
            assert!(!is_web(url), "{url}");
        }
    }
}

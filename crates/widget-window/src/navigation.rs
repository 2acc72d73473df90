//! Rules for links.

use url::{Origin, Url};

use crate::options::Navigation;

/// The decision on a link, which a webview asks for.
#[cfg(any(test, all(target_os = "linux", feature = "webkit"), target_os = "macos", windows))]
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The window goes there.
    Inside,
    /// The default browser goes there.
    Outside,
    /// It is never opened.
    Nowhere,
}

/// The rule of one window.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    origin: Origin,
    navigation: Navigation,
}

impl Rule {
    /// The rule of a window that opened with `url`.
    pub(crate) fn new(url: &str, navigation: Navigation) -> Self {
        let origin = Url::parse(url).map_or_else(|_| Origin::new_opaque(), |url| url.origin());
        Self { origin, navigation }
    }

    /// Returns whether a page of this window may open `url` in a second one: a page of its own
    /// server, where no other may come in.
    pub(crate) fn may_open(&self, url: &str) -> bool {
        let is_own = Url::parse(url).is_ok_and(|url| url.origin() == self.origin);
        is_own && self.navigation == Navigation::SameOrigin
    }

    /// Decides on a link or redirect to `url` in the window.
    #[cfg(any(test, all(target_os = "linux", feature = "webkit"), target_os = "macos", windows))]
    pub(crate) fn navigate(&self, url: &str) -> Verdict {
        let Ok(url) = Url::parse(url) else { return Verdict::Nowhere };
        let is_own = url.origin() == self.origin;
        match url.scheme() {
            "http" | "https" if is_own || self.navigation == Navigation::Web => Verdict::Inside,
            "http" | "https" => Verdict::Outside,
            // What the page itself has made, for a download.
            "blob" if is_own => Verdict::Inside,
            // The empty page that every frame begins with.
            "about" if matches!(url.path(), "blank" | "srcdoc") => Verdict::Inside,
            _ => Verdict::Nowhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Inside, Nowhere, Outside};
    use super::*;

    const PAGE: &str = "http://127.0.0.1:8001/widget/1";

    #[test]
    fn a_widget_stays_with_its_origin() {
        let rule = Rule::new(PAGE, Navigation::SameOrigin);
        for (url, verdict) in [
            ("http://127.0.0.1:8001/widget/2", Inside),
            ("http://127.0.0.1:8001/", Inside),
            ("about:blank", Inside),
            ("about:srcdoc", Inside),
            ("blob:http://127.0.0.1:8001/1-2-3", Inside),
            ("blob:https://example.com/1-2-3", Nowhere),
            ("blob:null/1-2-3", Nowhere),
            ("http://127.0.0.1:8002/", Outside),
            ("https://127.0.0.1:8001/", Outside),
            ("http://127.0.0.1:8001@example.com/", Outside),
            ("https://example.com/?q=1", Outside),
            ("about:config", Nowhere),
            ("data:text/html,<script>1</script>", Nowhere),
            ("javascript:alert(1)", Nowhere),
            ("file:///etc/passwd", Nowhere),
            ("mailto:a@example.com", Nowhere),
            ("ms-settings:privacy", Nowhere),
            ("webkit://gpu", Nowhere),
            ("not an address", Nowhere),
            ("", Nowhere),
        ] {
            assert_eq!(rule.navigate(url), verdict, "{url}");
        }
    }

    #[test]
    fn a_second_window_shows_a_page_of_the_same_server() {
        let rule = Rule::new(PAGE, Navigation::SameOrigin);
        assert!(rule.may_open("http://127.0.0.1:8001/widget/1/secret/token#x"));
        for url in ["http://127.0.0.1:8002/", "https://example.com/", "about:blank", "data:,", ""] {
            assert!(!rule.may_open(url), "{url}");
        }
        assert!(!Rule::new(PAGE, Navigation::Web).may_open(PAGE));
    }

    #[test]
    fn a_sign_in_goes_anywhere_on_the_web_but_not_off_it() {
        let rule = Rule::new(PAGE, Navigation::Web);
        assert_eq!(rule.navigate("https://login.example.com/"), Inside);
        assert_eq!(rule.navigate("file:///etc/passwd"), Nowhere);
        assert_eq!(rule.navigate("javascript:alert(1)"), Nowhere);
    }
}

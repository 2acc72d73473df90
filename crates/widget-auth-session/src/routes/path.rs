//! Redirect targets: paths of this site.

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use url::{Position, Url, form_urlencoded};

const MAX_BYTES: usize = 2048;

/// Only there to resolve paths against.
const ANY_SITE: &str = "https://site.invalid";

/// A path of this site, with its query and fragment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct LocalPath(String);

impl LocalPath {
    /// Reads a path that a stranger may have written. What lies below `routes`,
    /// the path of the routes, is refused, since it would send the browser on
    /// and on.
    ///
    /// `Err` says what is wrong.
    pub(super) fn parse(text: &str, routes: &str) -> Result<Self, &'static str> {
        if text.len() > MAX_BYTES {
            return Err("is too long");
        }
        let path = text.split(['?', '#']).next().unwrap_or_default();
        let decoded = percent_decode_str(path).decode_utf8_lossy();
        // Browsers drop control characters and take a backslash for a slash,
        // and a proxy may decode before it forwards.
        let is_odd = |sign: char| sign.is_control() || sign == '\\';
        if text.contains(is_odd) || decoded.contains(is_odd) {
            return Err("must have no control character and no backslash");
        }
        if !path.starts_with('/') || decoded.starts_with("//") {
            return Err("has to be a path that begins with one slash");
        }
        let elsewhere = "has to be a path of this site";
        let site = Url::parse(ANY_SITE).ok().ok_or(elsewhere)?;
        let joined = site.join(text).ok().filter(|url| url.origin() == site.origin());
        let joined = joined.ok_or(elsewhere)?;
        // `/.//host` has become `//host`.
        if joined.path().starts_with("//") {
            return Err("has to be a path that begins with one slash");
        }
        if joined.path().strip_prefix(routes).is_some_and(|rest| rest.starts_with('/')) {
            return Err("must not lead to the sign-in itself");
        }
        Ok(Self(joined[Position::BeforePath..].to_owned()))
    }

    /// The address of the sign-in page `login` that leads here afterwards.
    pub(super) fn after(&self, login: &str) -> String {
        let path: String = form_urlencoded::byte_serialize(self.0.as_bytes()).collect();
        format!("{login}?return_to={path}")
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::LocalPath;

    #[test]
    fn paths_of_the_site_are_taken() {
        let paths = [
            "/",
            "/widget/1,2?theme=dark&x=%2F%2F#top",
            "/a//b",
            "/@evil.example",
            "/x?next=https://evil.example",
            "/x?back=%5C",
            "/authors",
            "/%252f/evil.example",
        ];
        for path in paths {
            assert_eq!(LocalPath::parse(path, "/auth").unwrap().as_str(), path);
        }
        assert_eq!(LocalPath::parse("/a b/ü", "/auth").unwrap().as_str(), "/a%20b/%C3%BC");
        assert!(LocalPath::parse("/auth/x", "/app/auth").is_ok());
    }

    #[test]
    fn whatever_could_lead_elsewhere_is_refused() {
        let long = format!("/{}", "a".repeat(2048));
        let paths = [
            "",
            "x",
            "evil.example",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\\/evil.example",
            "/%2f/evil.example",
            "/%2F%2Fevil.example",
            "%2f%2fevil.example",
            "/%5cevil.example",
            "/%5C/evil.example",
            "https:evil.example",
            "https:/evil.example",
            "https://evil.example",
            "http:evil",
            "javascript:alert(1)",
            "data:text/html,x",
            " //evil.example",
            "\t//evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "/\r\nSet-Cookie: a=b",
            "/%0d%0aSet-Cookie:a=b",
            "/%00",
            "/\0",
            "/\u{85}/evil.example",
            "/.//evil.example",
            "/..//evil.example",
            "/a/..//evil.example",
            "/%2e%2e//evil.example",
            "/%2e//evil.example",
            "?x",
            "#x",
            "@evil.example",
            ":80",
            "/auth/login",
            "/auth/login?return_to=/",
            "/./auth/login",
            "/auth/",
            &long,
        ];
        for path in paths {
            assert!(LocalPath::parse(path, "/auth").is_err(), "{path:?}");
        }
        assert!(LocalPath::parse("/app/auth/login", "/app/auth").is_err());
    }
}

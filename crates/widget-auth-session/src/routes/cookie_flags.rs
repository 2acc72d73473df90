//! The form of all cookies of a site.

use std::time::Duration;

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use cookie::{Cookie, SameSite, time};

/// The cookies of a request whose names fit. Scripts of the site may have set others with any
/// bytes in them, which stand in the same header.
pub(super) fn named(headers: &HeaderMap, fits: impl Fn(&str) -> bool) -> Vec<Cookie<'_>> {
    let headers = headers.get_all(COOKIE).iter();
    let texts = headers.map(|header| String::from_utf8_lossy(header.as_bytes()));
    let cookies = texts.flat_map(Cookie::split_parse).filter_map(Result::ok);
    cookies.filter(|cookie| fits(cookie.name())).collect()
}

/// The flags of the cookies of a site.
#[derive(Debug, Clone, Copy)]
pub(super) struct CookieFlags {
    is_secure: bool,
    same_site: SameSite,
}

impl CookieFlags {
    /// The browser sends such a cookie with requests of the site itself, and
    /// when another site leads there: the callback comes from the provider's,
    /// so `Strict` would keep the cookie from it.
    pub(super) fn new(is_secure: bool) -> Self {
        Self { is_secure, same_site: SameSite::Lax }
    }

    /// The browser sends such a cookie with the forms of other sites, too.
    /// Without `Secure` it would not keep it (RFC 6265bis, section 4.1.2.7).
    pub(super) fn cross_site() -> Self {
        Self { is_secure: true, same_site: SameSite::None }
    }

    /// The header that puts a cookie into the browser for `max_age`.
    pub(super) fn header(
        self,
        name: &str,
        value: String,
        max_age: Duration,
    ) -> Option<HeaderValue> {
        header(&self.cookie(name, value, max_age))
    }

    /// The header that takes it out.
    pub(super) fn removal(self, name: &str) -> Option<HeaderValue> {
        self.header(name, String::new(), Duration::ZERO)
    }

    pub(super) fn cookie(self, name: &str, value: String, max_age: Duration) -> Cookie<'static> {
        let seconds = i64::try_from(max_age.as_secs()).unwrap_or(i64::MAX);
        Cookie::build((name.to_owned(), value))
            .path("/")
            .http_only(true)
            .secure(self.is_secure)
            .same_site(self.same_site)
            .max_age(time::Duration::seconds(seconds))
            .build()
    }
}

/// The header that sets `cookie`.
pub(super) fn header(cookie: &Cookie<'_>) -> Option<HeaderValue> {
    let mut header = HeaderValue::from_str(&cookie.to_string()).ok()?;
    header.set_sensitive(true);
    Some(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_of_any_bytes_hides_no_other() {
        let header = HeaderValue::from_bytes("name=J\u{f6}rg; own=1".as_bytes()).unwrap();
        let odd = HeaderValue::from_bytes(b"\xff=\xfe; own=2").unwrap();
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, header);
        headers.append(COOKIE, odd);
        let values: Vec<_> = named(&headers, |name| name == "own")
            .iter()
            .map(|cookie| cookie.value().to_owned())
            .collect();
        assert_eq!(values, ["1", "2"]);
    }
}

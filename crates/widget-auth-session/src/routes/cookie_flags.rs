//! The form of all cookies of a site.

use std::time::Duration;

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use cookie::{Cookie, SameSite, time};

/// The cookies of a request whose names fit.
pub(super) fn named(headers: &HeaderMap, fits: impl Fn(&str) -> bool) -> Vec<Cookie<'_>> {
    let texts = headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok());
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

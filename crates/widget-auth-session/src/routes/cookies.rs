//! The two cookies: who is signed in, and which browser began a sign-in.

use std::fmt;
use std::time::Duration;

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use cookie::{Cookie, CookieJar, Key, SameSite, time};
use widget_auth_store::SessionId;

use super::settings::AuthSettings;

/// The number of cookies of one name that are read. A browser sends several if
/// they were set for different paths.
const MAX_OF_ONE_NAME: usize = 4;

/// The cookies of a site.
#[derive(Debug, Clone)]
pub(super) struct Cookies {
    /// The cookie of the signed-in session.
    pub(super) session: SignedCookie,
    /// The cookie that binds a sign-in to a browser.
    pub(super) flow: SignedCookie,
}

impl Cookies {
    pub(super) fn new(settings: &AuthSettings) -> Self {
        let signed = |kind, suffix: &str| {
            // RFC 6265bis, section 4.1.3.2: a cookie with this prefix was set
            // by this very host, not by a neighbour on the same domain.
            let prefix = if settings.is_https() { "__Host-" } else { "" };
            SignedCookie {
                name: format!("{prefix}{}{suffix}", settings.session_cookie),
                is_secure: settings.is_https(),
                keys: settings.cookie_secrets.iter().map(|secret| secret.key(kind)).collect(),
            }
        };
        Self { session: signed("session:", ""), flow: signed("flow:", "_flow") }
    }
}

/// A cookie that holds a random id and a signature.
#[derive(Clone)]
pub(super) struct SignedCookie {
    name: String,
    is_secure: bool,
    /// The first signs; all verify.
    keys: Vec<Key>,
}

impl SignedCookie {
    /// The id in the cookie, if one of the keys signed it.
    pub(super) fn read(&self, headers: &HeaderMap) -> Option<SessionId> {
        let texts = headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok());
        let cookies = texts.flat_map(Cookie::split_parse).filter_map(Result::ok);
        let ours = cookies.filter(|cookie| cookie.name() == self.name).take(MAX_OF_ONE_NAME);
        ours.filter_map(|cookie| self.verify(&cookie)).next()
    }

    fn verify(&self, cookie: &Cookie<'_>) -> Option<SessionId> {
        let jar = CookieJar::new();
        let genuine = |key| jar.signed(key).verify(cookie.clone().into_owned());
        self.keys.iter().find_map(genuine)?.value().parse().ok()
    }

    /// The header that puts `id` into the browser for `max_age`.
    pub(super) fn set(&self, id: &SessionId, max_age: Duration) -> Option<HeaderValue> {
        let mut jar = CookieJar::new();
        let cookie = self.with_flags(id.expose_secret().to_owned(), max_age);
        jar.signed_mut(self.keys.first()?).add(cookie);
        header(jar.get(&self.name)?)
    }

    /// The header that takes it out.
    pub(super) fn clear(&self) -> Option<HeaderValue> {
        header(&self.with_flags(String::new(), Duration::ZERO))
    }

    fn with_flags(&self, value: String, max_age: Duration) -> Cookie<'static> {
        let seconds = i64::try_from(max_age.as_secs()).unwrap_or(i64::MAX);
        Cookie::build((self.name.clone(), value))
            .path("/")
            .http_only(true)
            .secure(self.is_secure)
            // The callback comes from the provider's site: `Strict` would
            // keep the cookie from it.
            .same_site(SameSite::Lax)
            .max_age(time::Duration::seconds(seconds))
            .build()
    }
}

impl fmt::Debug for SignedCookie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignedCookie")
            .field("name", &self.name)
            .field("is_secure", &self.is_secure)
            .finish_non_exhaustive()
    }
}

fn header(cookie: &Cookie<'_>) -> Option<HeaderValue> {
    let mut header = HeaderValue::from_str(&cookie.to_string()).ok()?;
    header.set_sensitive(true);
    Some(header)
}

//! The two cookies: who is signed in, and which browser began a sign-in.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use cookie::{Cookie, CookieJar, Key, SameSite, time};
use widget_auth_store::SessionId;
use zeroize::Zeroizing;

use super::settings::AuthSettings;
use super::settings_error::SettingsError;

/// As long as the output of the hash that signs (RFC 2104, section 3).
const MIN_SECRET_BYTES: usize = 32;

/// The number of cookies of one name that are read. A browser sends several if
/// they were set for different paths.
const MAX_OF_ONE_NAME: usize = 4;

/// The key that signs cookies: the same at all workers, kept over restarts.
///
/// # Examples
///
/// ```
/// use widget_auth_session::routes::CookieSecret;
///
/// let secret = CookieSecret::new("32 random bytes from a safe place")?;
/// assert_eq!(format!("{secret:?}"), "CookieSecret([redacted])");
/// # Ok::<(), widget_auth_session::routes::SettingsError>(())
/// ```
#[derive(Clone)]
pub struct CookieSecret(Zeroizing<Vec<u8>>);

impl CookieSecret {
    /// A secret of random bytes, or of a text that was made from as many.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if it has less than 32 bytes.
    pub fn new(secret: impl AsRef<[u8]>) -> Result<Self, SettingsError> {
        let secret = secret.as_ref();
        if secret.len() < MIN_SECRET_BYTES {
            return Err(SettingsError::new("cookie_secret", "has to have at least 32 bytes"));
        }
        Ok(Self(Zeroizing::new(secret.to_vec())))
    }

    /// A key for one kind of cookie, so that none passes for the other.
    fn key(&self, kind: &str) -> Key {
        Key::derive_from(&Zeroizing::new([kind.as_bytes(), &self.0].concat()))
    }
}

/// Takes a text that was made from random bytes, as [`CookieSecret::new`].
impl FromStr for CookieSecret {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::new(text)
    }
}

impl fmt::Debug for CookieSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieSecret([redacted])")
    }
}

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

//! The cookies: who is signed in, and which browser began a sign-in.

use std::fmt;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue};
use cookie::{Cookie, CookieJar, Key};
use widget_auth_provider::OAuthProvider;
use widget_auth_store::SessionId;

use super::cookie_flags::{CookieFlags, header, named};
use super::sealed_cookies::SealedCookies;
use super::settings::AuthSettings;

/// The number of cookies of one name that are read. A browser sends several if
/// they were set for different paths.
const MAX_OF_ONE_NAME: usize = 4;

/// The number of first sign-ins of one browser at the same moment. More cookies cost a provider's
/// answer more reads of the store.
const MAX_SIGN_INS_AT_ONCE: usize = 16;

/// The characters of the key of an id in the name of its cookie.
const NAME_CHARS: usize = 8;

/// The cookies of a site.
#[derive(Debug, Clone)]
pub(super) struct Cookies {
    /// The cookie of the signed-in session.
    pub(super) session: SignedCookie,
    by_query: FlowCookies,
    by_form: FlowCookies,
}

/// The cookies of sign-ins under way.
#[derive(Debug, Clone)]
pub(super) struct FlowCookies {
    /// The cookies that bind sign-ins to a browser.
    pub(super) browser: BrowserCookies,
    /// The cookies that hold the sign-ins themselves, if a browser keeps them.
    pub(super) sign_ins: Option<SealedCookies>,
}

impl FlowCookies {
    /// True if the browser of `headers` began a sign-in here.
    pub(super) fn is_under_way(&self, headers: &HeaderMap) -> bool {
        match &self.sign_ins {
            Some(sign_ins) => sign_ins.is_any(headers),
            None => !self.browser.ids(headers).is_empty(),
        }
    }
}

impl Cookies {
    pub(super) fn new(settings: &AuthSettings) -> Self {
        // RFC 6265bis, section 4.1.3.2: a cookie with this prefix was set
        // by this very host, not by a neighbour on the same domain.
        let prefix = if settings.is_https() { "__Host-" } else { "" };
        let name = |suffix: &str| format!("{prefix}{}{suffix}", settings.session_cookie);
        let flags = CookieFlags::new(settings.is_https());
        let secrets = &settings.cookie_secrets;
        let signed = |kind, suffix: &str, flags| {
            let keys = secrets.iter().map(|secret| secret.key(kind)).collect();
            SignedCookie { name: name(suffix), flags, keys }
        };
        let flow = |kind, suffix: &str, flags| FlowCookies {
            browser: BrowserCookies(signed(kind, suffix, flags)),
            sign_ins: settings
                .sealed_sign_ins
                .then(|| SealedCookies::new(name("_flow_"), flags, secrets)),
        };
        Self {
            session: signed("session:", "", flags),
            by_query: flow("flow:", "_flow", flags),
            by_form: flow("form-flow:", "_form_flow", CookieFlags::cross_site()),
        }
    }

    /// The cookies of a sign-in at `provider`: those that come with its answer.
    pub(super) fn flow(&self, provider: &dyn OAuthProvider) -> &FlowCookies {
        if provider.uses_form_post() { &self.by_form } else { &self.by_query }
    }

    /// The headers that take out everything about the user of the browser of `headers`.
    pub(super) fn clear(&self, headers: &HeaderMap) -> Vec<HeaderValue> {
        let flows = [&self.by_query.browser, &self.by_form.browser];
        let flows = flows.into_iter().flat_map(|flow| flow.clear(headers));
        self.session.clear().into_iter().chain(flows).collect()
    }
}

/// One cookie for each id that a browser was given. It has one, and all its tabs use it, unless
/// several began their first sign-ins at the same moment: as when it opens those of yesterday
/// again.
#[derive(Debug, Clone)]
pub(super) struct BrowserCookies(SignedCookie);

impl BrowserCookies {
    /// The ids of the browser of `headers`.
    pub(super) fn ids(&self, headers: &HeaderMap) -> Vec<SessionId> {
        let ours = named(headers, |name| name.starts_with(&self.0.name));
        let verified = ours.iter().filter_map(|cookie| self.0.verify(cookie));
        verified.take(MAX_SIGN_INS_AT_ONCE).collect()
    }

    /// The header that puts `id` into the browser for `max_age`.
    pub(super) fn set(&self, id: &SessionId, max_age: Duration) -> Option<HeaderValue> {
        let own = id.key().chars().take(NAME_CHARS).collect::<String>();
        let name = format!("{}_{own}", self.0.name);
        SignedCookie { name, ..self.0.clone() }.set(id, max_age)
    }

    fn clear(&self, headers: &HeaderMap) -> Vec<HeaderValue> {
        let ours = named(headers, |name| name.starts_with(&self.0.name));
        ours.iter().filter_map(|cookie| self.0.flags.removal(cookie.name())).collect()
    }
}

/// A cookie that holds a random id and a signature.
#[derive(Clone)]
pub(super) struct SignedCookie {
    name: String,
    flags: CookieFlags,
    /// The first signs; all verify.
    keys: Vec<Key>,
}

impl SignedCookie {
    /// The id in the cookie, if one of the keys signed it.
    pub(super) fn read(&self, headers: &HeaderMap) -> Option<SessionId> {
        let ours = named(headers, |name| name == self.name);
        ours.iter().take(MAX_OF_ONE_NAME).find_map(|cookie| self.verify(cookie))
    }

    fn verify(&self, cookie: &Cookie<'_>) -> Option<SessionId> {
        let jar = CookieJar::new();
        let genuine = |key| jar.signed(key).verify(cookie.clone().into_owned());
        self.keys.iter().find_map(genuine)?.value().parse().ok()
    }

    /// The header that puts `id` into the browser for `max_age`.
    pub(super) fn set(&self, id: &SessionId, max_age: Duration) -> Option<HeaderValue> {
        let mut jar = CookieJar::new();
        let cookie = self.flags.cookie(&self.name, id.expose_secret().to_owned(), max_age);
        jar.signed_mut(self.keys.first()?).add(cookie);
        header(jar.get(&self.name)?)
    }

    /// The header that takes it out.
    pub(super) fn clear(&self) -> Option<HeaderValue> {
        self.flags.removal(&self.name)
    }
}

impl fmt::Debug for SignedCookie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignedCookie")
            .field("name", &self.name)
            .field("flags", &self.flags)
            .finish_non_exhaustive()
    }
}

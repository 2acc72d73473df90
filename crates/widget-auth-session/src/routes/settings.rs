//! Settings of the sign-in routes.

mod sign_in_rules;

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;
use url::Url;
use widget_auth_core::UnixTime;
use widget_auth_store::Role;

use super::cookie_secret::CookieSecret;
use super::endpoints::{DEFAULT_PREFIX, Endpoints};
use super::path::LocalPath;
use super::roles::RoleRule;
use super::settings_error::SettingsError;
use super::sign_in_hook::SignInHook;
use crate::secure_url::is_secure;

/// The settings of signing in on a server.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_session::routes::{AuthSettings, CookieSecret, Role};
///
/// let secret = CookieSecret::new("32 random bytes from a safe place")?;
/// let settings = AuthSettings::new("https://widgets.example.com/auth/callback", secret)?
///     .with_session_ttl(Duration::from_secs(8 * 60 * 60))
///     .with_default_roles([Role::Viewer])
///     .with_role_claim("groups", [("writers", Role::Editor), ("finance", "billing".parse()?)])
///     .with_admin_users(["jane@example.com"])
///     .with_trusted_proxies(["10.0.0.0/8"])?;
///
/// let secret = CookieSecret::new("32 random bytes from a safe place")?;
/// assert!(AuthSettings::new("http://widgets.example.com/auth/callback", secret).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct AuthSettings {
    pub(super) redirect_uri: Url,
    /// The path of the site, without a slash at its end.
    pub(super) base: String,
    pub(super) endpoints: Endpoints,
    pub(super) session_cookie: String,
    pub(super) cookie_secrets: Vec<CookieSecret>,
    pub(super) sealed_sign_ins: bool,
    pub(super) session_ttl: Duration,
    pub(super) max_session_age: Option<Duration>,
    pub(super) force_https: bool,
    pub(super) default_roles: BTreeSet<Role>,
    pub(super) admin_users: Vec<String>,
    pub(super) role_rules: Vec<RoleRule>,
    pub(super) claims: Vec<String>,
    pub(super) on_sign_in: Option<SignInHook>,
    pub(super) trusted_proxies: Vec<IpNet>,
    pub(super) post_login_path: LocalPath,
    pub(super) post_logout_path: Option<LocalPath>,
    pub(super) logins_per_minute: u64,
    pub(super) auth_timeout: Duration,
    pub(super) refresh_buffer: Duration,
}

impl AuthSettings {
    /// Settings of a site whose callback is at `auth_redirect_uri`, as the
    /// browser sees it and the provider knows it, with cookies signed by
    /// `cookie_secret`.
    ///
    /// By default the session cookie is called `widget_session`, a session
    /// lasts 24 hours, everybody who signs in is a viewer, no proxy is trusted,
    /// after signing in the browser goes to `/`, one client can begin 30
    /// sign-ins a minute and has ten minutes for each, and an access token is
    /// refreshed 60 seconds before it expires.
    ///
    /// The routes lie beside the callback: at `/auth/login` and so on if
    /// `auth_redirect_uri` ends with `/auth/callback`, below the path of the
    /// site if there is more before that; at `/account/login` if it is
    /// `https://app.example.com/account/callback`.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] unless `auth_redirect_uri` is `https`, or `http` on a
    /// loopback address, ends with `/callback` below a path of letters, digits,
    /// `-`, `_` and `.`, and has no query.
    pub fn new(
        auth_redirect_uri: &str,
        cookie_secret: CookieSecret,
    ) -> Result<Self, SettingsError> {
        Self::at(auth_redirect_uri, None, cookie_secret)
    }

    /// Settings of a site that lies below the path `base` of its host and has
    /// its routes at another prefix than `/auth`: otherwise as
    /// [`new`](Self::new).
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new), and [`SettingsError`] if the callback does
    /// not lie below `base`.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_session::routes::{AuthSettings, CookieSecret};
    ///
    /// let secret = CookieSecret::random()?;
    /// // The sign-in is at https://example.com/team/account/login, and signing in
    /// // leads to https://example.com/team/.
    /// let uri = "https://example.com/team/account/callback";
    /// let settings = AuthSettings::below("/team", uri, secret)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn below(
        base: &str,
        auth_redirect_uri: &str,
        cookie_secret: CookieSecret,
    ) -> Result<Self, SettingsError> {
        Self::at(auth_redirect_uri, Some(base), cookie_secret)
    }

    fn at(
        auth_redirect_uri: &str,
        base: Option<&str>,
        cookie_secret: CookieSecret,
    ) -> Result<Self, SettingsError> {
        let wrong = |reason| SettingsError::new("auth_redirect_uri", reason);
        let uri = Url::parse(auth_redirect_uri).ok().ok_or_else(|| wrong("is not a URL"))?;
        // RFC 9700, section 2.6: the code must not travel in the clear.
        if !is_secure(&uri) {
            return Err(wrong("has to be https, or http on a loopback address"));
        }
        let has_more = uri.query().is_some() || uri.fragment().is_some();
        if has_more || !uri.username().is_empty() || uri.password().is_some() {
            return Err(wrong("must have no query, no fragment and no credentials"));
        }
        let (base, endpoints) = divide(uri.path(), base)
            .ok_or_else(|| wrong("has to end with /auth/callback, or with /callback below another path of letters, digits, `-`, `_` and `.`"))?;
        let post_login_path =
            LocalPath::parse(&format!("{base}/"), &format!("{base}{}", endpoints.prefix()))
                .map_err(|_reason| wrong("has an invalid path"))?;
        Ok(Self {
            redirect_uri: uri,
            base,
            endpoints,
            session_cookie: "widget_session".to_owned(),
            cookie_secrets: vec![cookie_secret],
            sealed_sign_ins: false,
            session_ttl: Duration::from_secs(24 * 60 * 60),
            max_session_age: None,
            force_https: false,
            default_roles: BTreeSet::from([Role::Viewer]),
            admin_users: Vec::new(),
            role_rules: Vec::new(),
            claims: Vec::new(),
            on_sign_in: None,
            trusted_proxies: Vec::new(),
            post_login_path,
            post_logout_path: None,
            logins_per_minute: 30,
            auth_timeout: Duration::from_secs(10 * 60),
            refresh_buffer: Duration::from_secs(60),
        })
    }

    /// Sets the name of the session cookie, which gets the prefix `__Host-`
    /// where the site is `https`.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] unless it has 1 to 64 letters, digits, `-` and `_`.
    pub fn with_auth_session_cookie(
        mut self,
        name: impl Into<String>,
    ) -> Result<Self, SettingsError> {
        self.session_cookie = name.into();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_name = (1..=64).contains(&self.session_cookie.len())
            && self.session_cookie.bytes().all(is_plain);
        let wrong = || {
            let reason = "has to have 1 to 64 letters, digits, `-` and `_`";
            SettingsError::new("auth_session_cookie", reason)
        };
        is_name.then_some(self).ok_or_else(wrong)
    }

    /// Adds a secret that cookies may still be signed with, but new ones are
    /// not: the one before a rotation.
    #[must_use]
    pub fn with_old_cookie_secret(mut self, secret: CookieSecret) -> Self {
        self.cookie_secrets.push(secret);
        self
    }

    /// Keeps a sign-in under way in an encrypted cookie of its browser, not in
    /// the [`PendingStore`](widget_auth_store::PendingStore): strangers who
    /// begin sign-ins fill nothing then, and cannot push out those of others.
    /// A browser has at most four under way. Each `state` is still good once,
    /// which the [`RateLimitStore`](widget_auth_store::RateLimitStore) counts.
    #[must_use]
    pub fn with_sealed_sign_ins(mut self) -> Self {
        self.sealed_sign_ins = true;
        self
    }

    /// Sets how long a session lasts after signing in or its last refresh.
    #[must_use]
    pub fn with_session_ttl(mut self, session_ttl: Duration) -> Self {
        self.session_ttl = session_ttl;
        self
    }

    /// Sets how long after signing in a session ends, however often it is
    /// refreshed, and whatever end its store names. Without it a session that
    /// is refreshed in time never ends.
    #[must_use]
    pub fn with_max_session_age(mut self, age: Duration) -> Self {
        self.max_session_age = Some(age);
        self
    }

    /// The end of a session that began at `began`, signing in or refreshing at
    /// `now`.
    pub(super) fn session_end(&self, began: UnixTime, now: UnixTime) -> UnixTime {
        self.within_max_age(began, now.saturating_add(self.session_ttl))
    }

    /// `end`, unless the age of a session that began at `began` ends it before.
    pub(super) fn within_max_age(&self, began: UnixTime, end: UnixTime) -> UnixTime {
        self.max_session_age.map_or(end, |age| end.min(began.saturating_add(age)))
    }

    /// Sends a browser that begins a sign-in to `https` if a trusted proxy says
    /// that it came by `http`, where it would lose the cookies.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] unless `auth_redirect_uri` is `https`.
    pub fn with_force_https(mut self) -> Result<Self, SettingsError> {
        self.force_https = true;
        let wrong = || SettingsError::new("force_https", "needs an https `auth_redirect_uri`");
        self.is_https().then_some(self).ok_or_else(wrong)
    }

    /// Sets the networks or addresses whose `X-Forwarded-For` and
    /// `X-Forwarded-Proto` are believed: `10.0.0.0/8`, `127.0.0.1`.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if one is neither.
    pub fn with_trusted_proxies<'a>(
        mut self,
        proxies: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, SettingsError> {
        let network = |text: &str| {
            let address = || text.parse::<IpAddr>().ok().map(IpNet::from);
            text.parse().ok().or_else(address)
        };
        let networks: Option<_> = proxies.into_iter().map(network).collect();
        let reason = "has to hold addresses and networks like 10.0.0.0/8";
        let wrong = || SettingsError::new("trusted_proxies", reason);
        self.trusted_proxies = networks.ok_or_else(wrong)?;
        Ok(self)
    }

    /// Sets where the browser goes after signing in, unless `return_to` said
    /// it.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if it is not a path of the site.
    pub fn with_post_login_path(mut self, path: &str) -> Result<Self, SettingsError> {
        self.post_login_path = self
            .local_path(path)
            .map_err(|reason| SettingsError::new("post_login_path", reason))?;
        Ok(self)
    }

    /// Sets where the provider sends the browser after signing out, which the
    /// provider has to know. Without it the browser stays there.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if it is not a path of the site.
    pub fn with_post_logout_path(mut self, path: &str) -> Result<Self, SettingsError> {
        let wrong = |reason| SettingsError::new("post_logout_path", reason);
        self.post_logout_path = Some(self.local_path(path).map_err(wrong)?);
        Ok(self)
    }

    /// Sets how many sign-ins one client address can begin in a minute.
    #[must_use]
    pub fn with_logins_per_minute(mut self, logins: u64) -> Self {
        self.logins_per_minute = logins;
        self
    }

    /// Sets how long a user may be at the provider.
    #[must_use]
    pub fn with_auth_timeout(mut self, timeout: Duration) -> Self {
        self.auth_timeout = timeout;
        self
    }

    /// Sets how long before its expiry an access token is refreshed, for
    /// [`AuthState::session_manager`](super::AuthState::session_manager).
    #[must_use]
    pub fn with_refresh_buffer(mut self, buffer: Duration) -> Self {
        self.refresh_buffer = buffer;
        self
    }

    /// Reads a path of the site that a stranger may have written; `Err` says
    /// what is wrong.
    pub(super) fn local_path(&self, text: &str) -> Result<LocalPath, &'static str> {
        LocalPath::parse(text, &format!("{}{}", self.base, self.endpoints.prefix()))
    }

    pub(super) fn is_https(&self) -> bool {
        self.redirect_uri.scheme() == "https"
    }

    /// Scheme, host and port, as a browser writes them into `Origin`.
    pub(super) fn origin(&self) -> String {
        self.redirect_uri.origin().ascii_serialization()
    }

    /// The whole URL of a path, so that nothing in the path can be taken for a
    /// host.
    pub(super) fn url_of(&self, path: &LocalPath) -> String {
        format!("{}{}", self.origin(), path.as_str())
    }
}

/// The base of the site and the paths of its routes, from the path of the
/// callback.
fn divide(callback: &str, base: Option<&str>) -> Option<(String, Endpoints)> {
    let path = callback.strip_suffix("/callback")?;
    let base = match base {
        Some(base) => base.trim_end_matches('/'),
        None => path.strip_suffix(DEFAULT_PREFIX).unwrap_or_default(),
    };
    let endpoints = Endpoints::new(path.strip_prefix(base)?)?;
    Some((base.to_owned(), endpoints))
}

//! The state shared by the routes.

use std::sync::Arc;

use widget_auth_core::{AuthError, Clock, SystemClock};
use widget_auth_provider::{OAuth2Settings, OAuthProvider, create_provider_from_settings};
use widget_auth_store::{
    MemoryPendingStore, MemoryRateLimitStore, MemorySessionStore, MemoryTokenStore, PendingStore,
    RateLimitStore, SessionStore, StoreError, TokenStore,
};

use super::cookies::Cookies;
use super::managers::Managers;
use super::providers::Providers;
use super::session::AuthSession;
use super::settings::AuthSettings;
use super::settings_error::SettingsError;
use crate::manager::SessionManager;

/// The most token sets in memory, as many as the sessions there.
const MAX_TOKEN_SETS: usize = 100_000;

/// The providers, the settings, and where tokens, sessions, pending sign-ins and
/// rate limits are kept. Clones share all of it.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::GenericOidcProvider;
/// use widget_auth_session::routes::{AuthSettings, AuthState, CookieSecret, auth_router};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let provider = GenericOidcProvider::new("client-id", "https://id.example.com")?;
/// let secret = CookieSecret::new("32 random bytes from a safe place")?;
/// let settings = AuthSettings::new("http://127.0.0.1:8080/auth/callback", secret)?;
/// let router: axum::Router = auth_router(AuthState::new(provider, settings));
/// # drop(router);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct AuthState {
    parts: Arc<Parts>,
}

#[derive(Debug, Clone)]
pub(super) struct Parts {
    pub(super) providers: Providers,
    pub(super) settings: AuthSettings,
    pub(super) cookies: Cookies,
    pub(super) tokens: Arc<dyn TokenStore>,
    pub(super) sessions: Arc<dyn SessionStore>,
    pub(super) pending: Arc<dyn PendingStore>,
    pub(super) rates: Arc<dyn RateLimitStore>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) managers: Arc<Managers>,
}

impl Parts {
    /// The manager of the session `key`, whose tokens are of `provider`.
    pub(super) fn manager(&self, provider: &Arc<dyn OAuthProvider>, key: &str) -> SessionManager {
        let Self { tokens, sessions, clock, managers, settings, .. } = self;
        managers.get_or_make(key, clock.now(), || {
            SessionManager::new(provider.clone(), tokens.clone())
                .with_session_key(key)
                .with_refresh_buffer(settings.refresh_buffer)
                .with_session_store(sessions.clone())
                .with_clock(clock.clone())
        })
    }

    /// The provider that a session began with.
    pub(super) fn provider_of(&self, session: &AuthSession) -> &Arc<dyn OAuthProvider> {
        // A session of another site has tokens that no provider here takes.
        self.providers.find(&session.user.provider).unwrap_or_else(|| self.providers.first())
    }
}

impl AuthState {
    /// Signs in at `provider`, with everything in the memory of this process:
    /// for one worker.
    #[must_use]
    pub fn new(provider: impl OAuthProvider, settings: AuthSettings) -> Self {
        // As many as there are sessions, and for as long as one lasts: what a
        // session leaves behind when it runs out is dropped.
        let tokens = MemoryTokenStore::new()
            .with_max_sets(MAX_TOKEN_SETS)
            .with_max_idle(settings.session_ttl);
        let parts = Parts {
            providers: Providers::new(Arc::new(provider)),
            cookies: Cookies::new(&settings),
            settings,
            tokens: Arc::new(tokens),
            sessions: Arc::new(MemorySessionStore::new()),
            pending: Arc::new(MemoryPendingStore::new()),
            rates: Arc::new(MemoryRateLimitStore::new()),
            clock: Arc::new(SystemClock),
            managers: Arc::default(),
        };
        Self { parts: Arc::new(parts) }
    }

    /// Signs in as `oauth` says, with the stores that it names: `memory` for
    /// one worker, `redis` for any number.
    ///
    /// The time for a sign-in and the refresh buffer of `oauth` count where they
    /// are not the default ones; otherwise those of `settings` do, with ten
    /// minutes for a sign-in.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`](widget_auth_core::AuthError) if a setting
    /// is wrong or missing, the store is `file` or `keyring`, which belong to
    /// one user of one machine, or there are `encryption_keys` and the program
    /// was built without the feature `encrypted`.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use widget_auth_provider::OAuth2Settings;
    /// use widget_auth_session::routes::{AuthSettings, AuthState, CookieSecret, auth_router};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let secret: CookieSecret = std::env::var("SITE_COOKIE_SECRET")?.parse()?;
    /// let site = AuthSettings::new("https://app.example.com/auth/callback", secret)?;
    /// let state = AuthState::from_settings(&OAuth2Settings::from_env()?, site)?;
    /// let router: axum::Router = auth_router(state);
    /// # drop(router);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_settings(
        oauth: &OAuth2Settings,
        settings: AuthSettings,
    ) -> Result<Self, AuthError> {
        let provider = create_provider_from_settings(oauth)?;
        let state = Self::new(provider, with_times_of(oauth, settings));
        let state = match &*oauth.token_store_backend {
            "redis" => state.on_redis(oauth),
            "memory" | "" => Ok(state),
            // One of the others, since the provider has checked the settings.
            other => Err(AuthError::from(StoreError::InvalidOption {
                name: "token_store_backend",
                reason: format!(
                    "is {other}, which belongs to one user of a machine: a server has memory, or \
                     redis for several workers"
                )
                .into(),
            })),
        };
        state.map_err(|error| error.with_provider(&*oauth.provider))
    }

    #[cfg(feature = "redis")]
    fn on_redis(self, oauth: &OAuth2Settings) -> Result<Self, AuthError> {
        Ok(self.with_redis(crate::settings::token_store_options(oauth)?.redis().clone())?)
    }

    #[cfg(not(feature = "redis"))]
    fn on_redis(self, _: &OAuth2Settings) -> Result<Self, AuthError> {
        Err(StoreError::BackendNotBuilt { backend: "redis" }.into())
    }

    /// Keeps tokens, sessions, pending sign-ins and rate limits in one Redis
    /// server, over one pool of connections: for any number of workers. With
    /// `RedisOptions::with_encryption` all but the limits is encrypted there.
    ///
    /// Tokens of sessions that ran out are dropped, after the lifetime of a
    /// session unless `options` have another
    /// [`max_idle`](widget_auth_store::RedisOptions::with_max_idle).
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidOption`] if the URL cannot be read, the prefix or
    /// the pool is empty, or a time is zero.
    #[cfg(feature = "redis")]
    pub fn with_redis(self, options: widget_auth_store::RedisOptions) -> Result<Self, StoreError> {
        let max_idle = options.max_idle().unwrap_or(self.parts.settings.session_ttl);
        let redis = widget_auth_store::RedisStores::new(options.with_max_idle(max_idle))?;
        Ok(self
            .with_token_store(redis.tokens())
            .with_session_store(redis.sessions())
            .with_pending_store(redis.pending())
            .with_rate_limit_store(redis.rate_limits()))
    }

    fn change(mut self, change: impl FnOnce(&mut Parts)) -> Self {
        let parts = Arc::make_mut(&mut self.parts);
        change(parts);
        // Those that there are were made with the old parts.
        parts.managers = Arc::default();
        self
    }

    /// Lets users sign in with `provider` as well: `/auth/login?provider=github`
    /// begins at the provider of that name, and without one the page shows all
    /// that there are. Its redirect URI is that of the settings with its name
    /// behind, `https://app.example.com/auth/callback/github`, so that no
    /// provider can answer in the place of another (RFC 9700, section 4.4).
    ///
    /// A session is of the provider it began with; `session.user().provider`
    /// has its name. Two accounts of one person at two providers are two users:
    /// a `sub` means nothing without its provider. A session of a provider that
    /// the site no longer has is signed out.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if another provider has the same
    /// [name](OAuthProvider::name), or it is none for a path.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{GenericOidcProvider, GithubProvider};
    /// use widget_auth_session::routes::{AuthSettings, AuthState, CookieSecret};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let secret = CookieSecret::new("32 random bytes from a safe place")?;
    /// let settings = AuthSettings::new("https://app.example.com/auth/callback", secret)?;
    /// let state = AuthState::new(GenericOidcProvider::google("google-id")?, settings)
    ///     .with_provider(GithubProvider::new("github-id")?)?;
    /// # drop(state);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_provider(self, provider: impl OAuthProvider) -> Result<Self, SettingsError> {
        let mut added = Ok(());
        let state = self.change(|parts| added = parts.providers.add(Arc::new(provider)));
        added.map(|()| state)
    }

    /// Sets where tokens are kept, each set under the
    /// [storage key](SessionManager::storage_key) of its session.
    ///
    /// Sessions that run out leave their tokens there. `with_max_idle` of
    /// [`RedisOptions`](widget_auth_store::RedisOptions::with_max_idle) or
    /// [`MemoryTokenStore`], with the lifetime of a session, clears them away.
    /// [`new`](Self::new) does that.
    #[must_use]
    pub fn with_token_store(self, store: impl TokenStore) -> Self {
        self.change(|parts| parts.tokens = Arc::new(store))
    }

    /// Sets where it is kept who is signed in.
    #[must_use]
    pub fn with_session_store(self, store: impl SessionStore) -> Self {
        self.change(|parts| parts.sessions = Arc::new(store))
    }

    /// Sets where sign-ins wait for their callback.
    #[must_use]
    pub fn with_pending_store(self, store: impl PendingStore) -> Self {
        self.change(|parts| parts.pending = Arc::new(store))
    }

    /// Sets where sign-ins are counted.
    #[must_use]
    pub fn with_rate_limit_store(self, store: impl RateLimitStore) -> Self {
        self.change(|parts| parts.rates = Arc::new(store))
    }

    /// Tells the time by `clock`. Stores have clocks of their own.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        self.change(|parts| parts.clock = clock)
    }

    /// The tokens of a signed-in user, for calls in the user's name:
    /// [`get_access_token`](SessionManager::get_access_token) refreshes them
    /// when they are due, once for all requests and workers.
    ///
    /// The requests of a session get handles to one manager, so a provider
    /// that is down is left alone by all of them. It is dropped when it was
    /// not used for two hours, or when thousands of others were.
    ///
    /// Without a refresh token there is an access token for as long as the
    /// first one lives. After that the error
    /// [needs a login](widget_auth_core::AuthError::needs_login), and the
    /// session continues without tokens until its end.
    #[must_use]
    pub fn session_manager(&self, session: &AuthSession) -> SessionManager {
        self.parts.manager(self.parts.provider_of(session), session.key())
    }

    pub(super) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Returns the path at which a browser signs in.
    pub(super) fn login_path(&self) -> String {
        let settings = &self.parts.settings;
        format!("{}{}", settings.base, settings.endpoints.login())
    }

    /// Returns the path of the page for a sign-in that is over.
    pub(super) fn ended_path(&self) -> String {
        let settings = &self.parts.settings;
        format!("{}{}", settings.base, settings.endpoints.ended())
    }
}

/// `settings` with the times that `oauth` has set: its default time for a
/// sign-in is that of a person in front of the program, not of a website.
fn with_times_of(oauth: &OAuth2Settings, mut settings: AuthSettings) -> AuthSettings {
    let unset = OAuth2Settings::default();
    if oauth.auth_timeout_seconds != unset.auth_timeout_seconds {
        settings = settings.with_auth_timeout(oauth.auth_timeout());
    }
    if oauth.refresh_buffer_seconds != unset.refresh_buffer_seconds {
        settings = settings.with_refresh_buffer(oauth.refresh_buffer());
    }
    settings
}

//! The session manager: what programs call.

mod fresh;

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use widget_auth_core::{AuthError, AuthErrorKind, Clock, OAuthTokenSet};
use widget_auth_provider::{OAuth2Settings, OAuthProvider, create_provider_from_settings};
use widget_auth_store::{
    SessionStore, StoredTokens, TokenStore, TokenStoreExt as _, get_token_store,
};

use crate::error::SessionError;
use crate::session::refresh::Replace;
use crate::session::refused_token;
use crate::session::{DEFAULT_KEY, Grant, Session, Settings, State};
use crate::settings::token_store_options;

/// The time a sign-out waits for the provider.
const REVOCATION_TIMEOUT: Duration = Duration::from_secs(60);

/// The attempts of a sign-out whose tokens were just refreshed.
const MAX_REMOVAL_ATTEMPTS: u32 = 8;

/// Keeps the access token of one session valid.
///
/// # Promises
///
/// - [`get_access_token`](Self::get_access_token) on a fresh token takes no
///   lock, allocates nothing and makes no request.
/// - Near expiry there is **one refresh** for any number of callers and for
///   any number of processes that share a store.
/// - A new refresh token is **stored before** the access token that came with
///   it is given to anybody. A caller who goes away does not stop a refresh.
/// - **A passing fault loses nothing.** If the network, the provider or the
///   store fails, the refresh token is kept, attempts go on with growing
///   pauses, and callers get the old access token for as long as it is valid.
/// - Only a refresh token that the provider calls invalid, and that is still
///   the one in the store, ends the session. Then the tokens are removed, one
///   of the processes calls `on_reauth_required`, once, and errors [need a
///   login](AuthError::needs_login).
///
/// The provider decides whether a crash between its answer and the save is
/// survivable: one that rotates refresh tokens without a period of grace takes
/// the old one for stolen, and the session ends as above.
///
/// The store has to be as durable as the session: tokens that vanish from it
/// mean that the user signed out. Another process notices a sign-out when its
/// access token is due, not before.
///
/// Needs a Tokio runtime with its timer. Clones are handles to one session;
/// the background refresh ends with the last of them.
///
/// # Examples
///
/// ```no_run
/// use widget_auth_core::AuthError;
/// use widget_auth_provider::GenericOidcProvider;
/// use widget_auth_session::SessionManager;
/// use widget_auth_store::MemoryTokenStore;
///
/// # async fn call_the_api(_: &str) {}
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let google = GenericOidcProvider::google("client-id")?;
/// let session = SessionManager::new(google, MemoryTokenStore::new())
///     .on_reauth_required(|| eprintln!("please sign in again"));
///
/// if session.initialize().await? {
///     let token = session.get_access_token().await?;
///     call_the_api(token.expose_secret()).await;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct SessionManager {
    session: Session,
}

impl SessionManager {
    /// A session under the key `default`, refreshed 60 seconds before its
    /// access token expires. Nothing is loaded yet.
    #[must_use]
    pub fn new(provider: impl OAuthProvider, token_store: impl TokenStore) -> Self {
        Self::with_settings(Settings::new(Arc::new(provider), Arc::new(token_store)))
    }

    /// The session that `settings` describe, in the [token store of the
    /// program](get_token_store) that they name.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] if a setting is wrong or missing, the
    /// program was built without the token store, or another one is in use.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::OAuth2Settings;
    /// use widget_auth_session::SessionManager;
    ///
    /// let mut settings = OAuth2Settings::default();
    /// settings.provider = "github".into();
    /// let error = SessionManager::from_settings(&settings).unwrap_err();
    /// assert_eq!(format!("{error:?}"), "authentication at github failed: `client_id` is missing");
    /// ```
    pub fn from_settings(settings: &OAuth2Settings) -> Result<Self, AuthError> {
        Self::in_store_of(create_provider_from_settings(settings)?, settings)
    }

    pub(crate) fn in_store_of(
        provider: impl OAuthProvider,
        settings: &OAuth2Settings,
    ) -> Result<Self, AuthError> {
        let session = Self::new(provider, store_of(settings)?);
        Ok(session.with_refresh_buffer(settings.refresh_buffer()).with_key_of(settings))
    }

    /// Sets the session key of `settings`, unless they leave it as it is.
    fn with_key_of(self, settings: &OAuth2Settings) -> Self {
        match &*settings.session_key {
            "" | DEFAULT_KEY => self,
            key => self.with_session_key(key),
        }
    }

    /// Tokens of the client itself, for an API that it calls in its own name
    /// (RFC 6749, section 4.4), with the promises of a session: one request for
    /// all callers and processes, before the token expires.
    ///
    /// There is no sign-in: the first call gets a token. Its session key is
    /// `client`, so that processes that share the store share the token if
    /// they ask for the same scopes and resource.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use widget_auth_provider::{GenericOidcProvider, OAuthClient};
    /// use widget_auth_session::SessionManager;
    /// use widget_auth_store::MemoryTokenStore;
    ///
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// let client = OAuthClient::new("client-id").with_secret("client-secret");
    /// let provider = GenericOidcProvider::new(client, "https://id.example.com")?;
    /// let store = MemoryTokenStore::new();
    /// let api = SessionManager::client_credentials(provider, store, &["orders:read"]);
    /// let token = api.get_access_token().await?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn client_credentials(
        provider: impl OAuthProvider,
        token_store: impl TokenStore,
        scopes: &[&str],
    ) -> Self {
        let scopes = scopes.iter().map(|&scope| scope.to_owned()).collect();
        Self::new(provider, token_store).change(|settings| {
            settings.grant = Grant::ClientCredentials(scopes);
            settings.key = "client".to_owned();
        })
    }

    /// The [tokens of the client itself](Self::client_credentials) that `settings`
    /// describe, for the scopes in them and no default ones, in the [token store
    /// of the program](get_token_store) that they name.
    ///
    /// # Errors
    ///
    /// Those of [`from_settings`](Self::from_settings). Only a client with a
    /// secret gets tokens of its own (RFC 6749, section 4.4); the first call says
    /// so if there is none.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use widget_auth_provider::OAuth2Settings;
    /// use widget_auth_session::SessionManager;
    ///
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// // WIDGET_OAUTH_PROVIDER=oidc WIDGET_OAUTH_SCOPES=orders:read …
    /// let api = SessionManager::client_credentials_from_settings(&OAuth2Settings::from_env()?)?;
    /// let token = api.get_access_token().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn client_credentials_from_settings(settings: &OAuth2Settings) -> Result<Self, AuthError> {
        let provider = create_provider_from_settings(settings)?;
        let scopes: Vec<_> = settings.scopes.split_whitespace().collect();
        let session = Self::client_credentials(provider, store_of(settings)?, &scopes);
        Ok(session.with_refresh_buffer(settings.refresh_buffer()).with_key_of(settings))
    }

    /// Setters give a new session, so that clones of the old one never see
    /// half of a change.
    fn with_settings(settings: Settings) -> Self {
        let state = Arc::new(State::default());
        Self { session: Session { settings: Arc::new(settings.complete()), state } }
    }

    fn change(&self, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings::clone(&self.session.settings);
        change(&mut settings);
        Self::with_settings(settings)
    }

    /// Sets the name of the session, `default` by default: at most 233 bytes
    /// without control characters. A program with several users at one
    /// provider has one for each. The session store knows the session by it;
    /// for the token store see [`storage_key`](Self::storage_key).
    #[must_use]
    pub fn with_session_key(self, key: impl Into<String>) -> Self {
        self.change(|settings| settings.key = key.into())
    }

    /// The key under which the token store has the tokens: the session key
    /// with a hash of issuer, client, resources and, for [tokens of the client
    /// itself](Self::client_credentials), scopes. So providers and programs
    /// that share a store do not read each other's tokens.
    ///
    /// Tokens that an earlier version kept under the session key alone are
    /// taken over by the first session that needs them, unless their ID token
    /// is for another client.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{GenericOidcProvider, GithubProvider};
    /// use widget_auth_session::SessionManager;
    /// use widget_auth_store::MemoryTokenStore;
    ///
    /// let store = std::sync::Arc::new(MemoryTokenStore::new());
    /// let google = SessionManager::new(GenericOidcProvider::google("client-1")?, store.clone());
    /// let github = SessionManager::new(GithubProvider::new("client-2")?, store);
    /// assert!(google.storage_key().starts_with("default@"));
    /// assert_ne!(google.storage_key(), github.storage_key());
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    #[must_use]
    pub fn storage_key(&self) -> &str {
        &self.session.settings.storage_key
    }

    /// Sets how many seconds before the expiry of an access token it is
    /// refreshed, 60 by default. A token that lives less than twice as long is
    /// refreshed after half of its life.
    #[must_use]
    pub fn with_refresh_buffer_seconds(self, seconds: u64) -> Self {
        self.with_refresh_buffer(Duration::from_secs(seconds))
    }

    /// Sets the same as a duration, of which whole seconds count.
    #[must_use]
    pub fn with_refresh_buffer(self, buffer: Duration) -> Self {
        self.change(|settings| settings.buffer = buffer)
    }

    /// Sets the store of the user session that belongs to these tokens. It is
    /// removed, under the session key, at a sign-out and when the provider has
    /// refused the refresh token and the access token has expired. Tokens that expire without a refresh token
    /// do not end it: the user stays signed in until its own end.
    #[must_use]
    pub fn with_session_store(self, store: impl SessionStore) -> Self {
        self.change(|settings| settings.session_store = Some(Arc::new(store)))
    }

    /// Sets what is called when the session is over without a sign-out, and
    /// only a new sign-in helps; also when [`refresh`](Self::refresh) finds
    /// that. It must not block.
    #[must_use]
    pub fn on_reauth_required(self, callback: impl Fn() + Send + Sync + 'static) -> Self {
        self.change(|settings| settings.on_reauth_required = Some(Arc::new(callback)))
    }

    /// Tells the time by `clock`. Pauses are measured by the timer of Tokio.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        self.change(|settings| settings.clock = clock)
    }

    /// Loads the tokens from the store, refreshes them if they are due, and
    /// from then on refreshes in the background. Returns whether a user is
    /// signed in: no, if the stored tokens cannot be read
    /// ([`StoreError::is_unreadable`](widget_auth_store::StoreError::is_unreadable)),
    /// which the next sign-in replaces.
    ///
    /// # Errors
    ///
    /// [Retryable](AuthError::is_retryable) if there may be a session, but the
    /// store cannot be asked, or the access token has expired and the provider
    /// cannot be asked. Others if provider or store fail for good; never one
    /// that needs a login.
    pub async fn initialize(&self) -> Result<bool, AuthError> {
        match self.session.renew(Replace::Due).await {
            Ok(_) => {}
            Err(_) if self.session.valid().is_some() => {}
            Err(error) if error.needs_login() => return Ok(false),
            Err(error) => return Err(error),
        }
        self.session.refresh_in_background();
        Ok(true)
    }

    /// Stores the tokens of a sign-in, whatever was there, and from then on
    /// refreshes them in the background.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] if the store fails, or with
    /// [`SessionError::ForeignTokens`] as its cause if the tokens are of
    /// another provider, client or resource. Then the session is what it was
    /// before.
    pub async fn save_tokens(&self, tokens: OAuthTokenSet) -> Result<(), AuthError> {
        let session = self.session.clone();
        self.run_detached(async move {
            session.save_tokens(tokens).await?;
            session.refresh_in_background();
            Ok(())
        })
        .await
    }

    /// Stores the tokens of a sign-in, for refreshes on demand only.
    #[cfg(feature = "routes")]
    pub(crate) async fn save_tokens_on_demand(
        &self,
        tokens: OAuthTokenSet,
    ) -> Result<(), AuthError> {
        let session = self.session.clone();
        self.run_detached(async move { session.save_tokens(tokens).await }).await
    }

    /// Replaces the tokens although they may still be good, for example after
    /// a resource server refused them. If another process has done that
    /// already, its tokens are taken.
    ///
    /// If the provider refuses the refresh token, the session is over at once:
    /// the old access token is not given out any more.
    ///
    /// If only a new sign-in helps, [`on_reauth_required`] is called, unless
    /// it was called for these tokens before, here or in another process. The
    /// answer is then [`RefreshOutcome::SignInRequired`].
    ///
    /// # Errors
    ///
    /// [`AuthError::TokenRefresh`]:
    ///
    /// - one that [needs a login](AuthError::needs_login), if no
    ///   [`on_reauth_required`] is set, and the session is over, was never one
    ///   that can be refreshed, or no user is signed in;
    /// - another one, [retryable](AuthError::is_retryable) or not, if provider
    ///   or store fail. The refresh token is kept.
    ///
    /// [`on_reauth_required`]: Self::on_reauth_required
    pub async fn refresh(&self) -> Result<RefreshOutcome, AuthError> {
        let Session { settings, state } = &self.session;
        match self.replace_tokens().await {
            Ok(()) => Ok(RefreshOutcome::Refreshed),
            Err(error) if error.needs_login() && settings.on_reauth_required.is_some() => {
                self.session.announce_reauth(state.epoch());
                Ok(RefreshOutcome::SignInRequired)
            }
            Err(error) if error.is(AuthErrorKind::TokenRefresh) => Err(error),
            Err(error) => Err(AuthError::token_refresh(error.details().clone()).with_source(error)),
        }
    }

    async fn replace_tokens(&self) -> Result<(), AuthError> {
        let replace = match self.session.state.current() {
            Some(current) => Replace::DueOr(current.version),
            None => match self.session.load_stored().await? {
                Some(stored) => Replace::DueOr(stored.version),
                None => Replace::Due,
            },
        };
        self.session.renew(replace).await.map(drop)
    }

    #[cfg(feature = "reqwest")]
    pub(crate) fn now(&self) -> widget_auth_core::UnixTime {
        self.session.settings.now()
    }

    #[cfg(feature = "routes")]
    pub(crate) async fn stored_tokens(&self) -> Result<Option<OAuthTokenSet>, AuthError> {
        let mut tokens = self.session.load_stored().await?.map(|stored| stored.tokens);
        tokens.as_mut().map(refused_token::unmark);
        Ok(tokens)
    }

    pub(crate) fn provider(&self) -> &Arc<dyn OAuthProvider> {
        &self.session.settings.provider
    }

    pub(crate) fn token_store(&self) -> &dyn TokenStore {
        &*self.session.settings.token_store
    }

    /// The tokens in use in this process, without a wait. The access token in
    /// them may have expired; [`fresh_tokens`](Self::fresh_tokens) refreshes it.
    #[must_use]
    pub fn tokens(&self) -> Option<OAuthTokenSet> {
        self.session.state.with_current(|current| Some(current.tokens.clone()))
    }

    /// Signs out: forgets the tokens in this process and in the store, ends
    /// the background refresh and, with `revoke`, revokes the refresh token
    /// and then the access token at the provider.
    ///
    /// Everything is tried, whatever fails; a caller who goes away does not
    /// stop it.
    ///
    /// # Errors
    ///
    /// The first failure: of the store, or of the provider. If it is
    /// [retryable](AuthError::is_retryable) the tokens may still be in the store,
    /// and another call does the rest. With `revoke` it is an error, too, that
    /// tokens in the store cannot be read: they are removed, and stay valid at the
    /// provider until they expire.
    pub async fn logout(&self, revoke: bool) -> Result<(), AuthError> {
        let session = self.session.clone();
        self.run_detached(async move {
            let _turn = session.state.turn().await;
            let held = session.state.current().map(|current| current.tokens.clone());
            session.state.begin_epoch(None, revoke);
            session.state.single_flight().forget_failures();
            drop(session.state.background().take());

            let removed = session.remove_tokens().await;
            let ended = session.end_user_session().await;
            let (removed, tokens) = match removed {
                Ok(Removed::Tokens(tokens)) => (Ok(()), Some(*tokens)),
                Ok(Removed::Nothing) => (Ok(()), None),
                // Nothing is left to revoke by.
                Ok(Removed::Unread(error)) if revoke && held.is_none() => (Err(error), None),
                Ok(Removed::Unread(_)) => (Ok(()), None),
                Err(error) => (Err(error), None),
            };
            let revoked = match tokens.or(held) {
                Some(tokens) if revoke => session.revoke(&tokens).await,
                _ => Ok(()),
            };
            removed.and(ended).and(revoked)
        })
        .await
    }

    /// Runs `work` in a task of its own, so that it comes to an end also when
    /// the caller goes away.
    async fn run_detached<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, AuthError>> + Send + 'static,
    ) -> Result<T, AuthError> {
        let settings = &self.session.settings;
        let broken_off = |_| {
            let broken_off = SessionError::BrokenOff;
            Err(broken_off.into_auth(AuthError::authentication, settings.provider.name()))
        };
        tokio::spawn(work).await.unwrap_or_else(broken_off).map_err(|error| settings.named(error))
    }
}

/// The tokens that a sign-out removed from the store.
enum Removed {
    Nothing,
    Tokens(Box<OAuthTokenSet>),
    /// There were some, which could not be read.
    Unread(AuthError),
}

/// The token store of the program that `settings` name.
fn store_of(settings: &OAuth2Settings) -> Result<Arc<dyn TokenStore>, AuthError> {
    let backend = Some(&*settings.token_store_backend).filter(|backend| !backend.is_empty());
    let store =
        token_store_options(settings).and_then(|options| get_token_store(backend, &options));
    store.map_err(|error| AuthError::from(error).with_provider(&*settings.provider))
}

/// The outcome of a refresh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum RefreshOutcome {
    /// The tokens were replaced.
    Refreshed,
    /// Only a new sign-in helps, and `on_reauth_required` was called.
    SignInRequired,
}

impl Session {
    async fn save_tokens(&self, tokens: OAuthTokenSet) -> Result<(), AuthError> {
        let Self { settings, state } = self;
        let tokens = settings.mark(tokens)?;
        let _turn = state.turn().await;
        let version = settings.token_store.save(&settings.storage_key, &tokens).await?;
        let current = self.current_of(StoredTokens { tokens, version });
        state.begin_epoch(Some(current), false);
        state.single_flight().forget_failures();
        Ok(())
    }

    /// Removes the tokens from the store, and gives back what was removed.
    async fn remove_tokens(&self) -> Result<Removed, AuthError> {
        let Settings { token_store, storage_key, .. } = &*self.settings;
        for _ in 0..MAX_REMOVAL_ATTEMPTS {
            match self.load_stored().await {
                Ok(None) => return Ok(Removed::Nothing),
                Ok(Some(stored)) => {
                    if token_store.delete_if(storage_key, stored.version).await? {
                        let mut tokens = stored.tokens;
                        refused_token::unmark(&mut tokens);
                        return Ok(Removed::Tokens(Box::new(tokens)));
                    }
                }
                // Deleted now, they could never be revoked.
                Err(error) if error.is_retryable() => return Err(error),
                // What cannot be read can be deleted.
                Err(error) => {
                    token_store.delete(storage_key).await?;
                    return Ok(Removed::Unread(error));
                }
            }
        }
        token_store.delete(storage_key).await?;
        Ok(Removed::Nothing)
    }

    async fn revoke(&self, tokens: &OAuthTokenSet) -> Result<(), AuthError> {
        match timeout(REVOCATION_TIMEOUT, self.settings.provider.revoke_tokens(tokens)).await {
            Ok(revoked) => revoked,
            Err(_elapsed) => {
                let limit = SessionError::ProviderTimeout { limit: REVOCATION_TIMEOUT };
                Err(limit.into_auth(AuthError::token, self.settings.provider.name()))
            }
        }
    }
}

//! The state shared by the handles and tasks of one session.

pub(crate) mod active_tokens;
pub(crate) mod background;
pub(crate) mod refresh;
pub(crate) mod refused_token;
mod storage_key;
mod stored;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arc_swap::ArcSwapOption;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;
use widget_auth_core::{AuthError, Clock, OAuthTokenSet, SystemClock, TokenOrigin, UnixTime};
use widget_auth_provider::OAuthProvider;
use widget_auth_store::{SessionStore, StoredTokens, TokenStore, Version};

use crate::error::SessionError;
use active_tokens::ActiveTokens;
use background::Background;
use refresh::SingleFlight;
use storage_key::storage_key;

/// The name of a session that has none of its own.
pub(crate) const DEFAULT_KEY: &str = "default";

pub(crate) type Callback = Arc<dyn Fn() + Send + Sync>;

/// The arguments a session was created with.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) provider: Arc<dyn OAuthProvider>,
    pub(crate) token_store: Arc<dyn TokenStore>,
    pub(crate) session_store: Option<Arc<dyn SessionStore>>,
    pub(crate) grant: Grant,
    /// The name of the session, also in the session store.
    pub(crate) key: String,
    /// The key of its tokens in the token store; follows from the others.
    pub(crate) storage_key: String,
    /// The mark of its tokens.
    pub(crate) origin: TokenOrigin,
    pub(crate) buffer: Duration,
    pub(crate) on_reauth_required: Option<Callback>,
    pub(crate) clock: Arc<dyn Clock>,
}

/// The way to new tokens.
#[derive(Debug, Clone)]
pub(crate) enum Grant {
    /// The refresh token of a sign-in (RFC 6749, section 6).
    RefreshToken,
    /// The credentials of the client, for these scopes (RFC 6749, section 4.4).
    ClientCredentials(Vec<String>),
}

impl Settings {
    pub(crate) fn new(provider: Arc<dyn OAuthProvider>, token_store: Arc<dyn TokenStore>) -> Self {
        Self {
            origin: provider.origin(),
            provider,
            token_store,
            session_store: None,
            grant: Grant::RefreshToken,
            key: DEFAULT_KEY.to_owned(),
            storage_key: String::new(),
            buffer: Duration::from_secs(60),
            on_reauth_required: None,
            clock: Arc::new(SystemClock),
        }
    }

    /// The same, with the storage key that follows from the rest.
    pub(crate) fn complete(mut self) -> Self {
        self.storage_key = storage_key(&self.key, &self.origin, &self.grant);
        self
    }

    pub(crate) fn now(&self) -> UnixTime {
        self.clock.now()
    }

    /// The error of a caller who wanted tokens.
    pub(crate) fn failed(&self, error: SessionError) -> AuthError {
        let kind = match error {
            SessionError::NotSignedIn => AuthError::authentication,
            _ => AuthError::token_refresh,
        };
        error.into_auth(kind, self.provider.name())
    }

    /// Says in an error which provider and session it concerns: a store knows
    /// neither.
    pub(crate) fn named(&self, error: AuthError) -> AuthError {
        let error = error.with_provider(self.provider.name());
        match &*self.key {
            DEFAULT_KEY => error,
            key => error.with_session(key),
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("provider", &self.provider.name())
            .field("token_store", &self.token_store)
            .field("key", &self.key)
            .field("buffer", &self.buffer)
            .finish_non_exhaustive()
    }
}

/// The mutable part of a session.
#[derive(Debug)]
pub(crate) struct State {
    /// The current tokens, read without a lock.
    current: ArcSwapOption<ActiveTokens>,
    epoch: Mutex<Epoch>,
    single_flight: Mutex<SingleFlight>,
    background: Mutex<Option<Background>>,
    /// Tells the background task that `current` is another one.
    changed: watch::Sender<()>,
    /// True if the need of a sign-in was announced since there were tokens, by
    /// this process or by the one that removed them.
    announced: AtomicBool,
    /// New tokens that the store did not take, and the version that they
    /// replace.
    unsaved: Mutex<Option<(Option<Version>, OAuthTokenSet)>>,
    /// The stored version whose refresh token the provider has refused without
    /// saying why.
    doubted: Mutex<Option<Version>>,
    /// Held by a sign-in or a sign-out, so that memory and store do not end
    /// with different ones.
    turn: tokio::sync::Mutex<()>,
}

/// The time between two sign-ins or sign-outs of this session. What a refresh
/// of an earlier epoch brings is not published.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Epoch {
    number: u64,
    /// It began with a sign-out that asked for revocation.
    pub(crate) revokes: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            current: ArcSwapOption::empty(),
            epoch: Mutex::default(),
            single_flight: Mutex::default(),
            background: Mutex::default(),
            changed: watch::channel(()).0,
            announced: AtomicBool::new(false),
            unsaved: Mutex::default(),
            doubted: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }
}

impl State {
    /// The tokens in use.
    pub(crate) fn current(&self) -> Option<Arc<ActiveTokens>> {
        self.current.load_full()
    }

    /// Looks at the tokens in use without touching their reference count.
    pub(crate) fn with_current<T>(
        &self,
        read: impl FnOnce(&ActiveTokens) -> Option<T>,
    ) -> Option<T> {
        self.current.load().as_deref().and_then(read)
    }

    pub(crate) fn epoch(&self) -> Epoch {
        *self.epoch.lock()
    }

    /// Begins a new epoch, with the tokens of a sign-in or none.
    pub(crate) fn begin_epoch(&self, current: Option<Arc<ActiveTokens>>, revokes: bool) {
        let mut epoch = self.epoch.lock();
        *epoch = Epoch { number: epoch.number.wrapping_add(1), revokes };
        self.announced.store(current.is_none(), Ordering::SeqCst);
        *self.unsaved.lock() = None;
        self.current.store(current);
        self.changed.send_replace(());
    }

    /// Puts the tokens in use that were found in `epoch`, unless it is over.
    pub(crate) fn publish(&self, epoch: Epoch, current: Option<Arc<ActiveTokens>>) {
        let now = self.epoch.lock();
        if *now == epoch {
            self.announced.store(current.is_none(), Ordering::SeqCst);
            self.current.store(current);
            self.changed.send_replace(());
        }
    }

    /// Keeps tokens of `epoch` that the store did not take.
    pub(crate) fn put_unsaved(
        &self,
        epoch: Epoch,
        replaces: Option<Version>,
        tokens: OAuthTokenSet,
    ) {
        let now = self.epoch.lock();
        if *now == epoch {
            *self.unsaved.lock() = Some((replaces, tokens));
        }
    }

    /// Takes the tokens out that replace the stored ones of this version.
    /// Others are of no use any more.
    pub(crate) fn take_unsaved(&self, replaces: Option<Version>) -> Option<OAuthTokenSet> {
        let unsaved = self.unsaved.lock().take();
        unsaved.filter(|(version, _)| *version == replaces).map(|(_, tokens)| tokens)
    }

    /// Notes that the provider refused the refresh token of `version` without
    /// saying why. True if it was not the first time.
    pub(crate) fn doubt(&self, version: Version) -> bool {
        self.doubted.lock().replace(version) == Some(version)
    }

    /// Waits for the sign-in or sign-out under way.
    pub(crate) async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// True if the caller has to announce the need of a sign-in in `epoch`. It
    /// is announced once.
    pub(crate) fn take_announcement(&self, epoch: Epoch) -> bool {
        let now = self.epoch.lock();
        *now == epoch && !self.announced.swap(true, Ordering::SeqCst)
    }

    pub(crate) fn single_flight(&self) -> MutexGuard<'_, SingleFlight> {
        self.single_flight.lock()
    }

    pub(crate) fn background(&self) -> MutexGuard<'_, Option<Background>> {
        self.background.lock()
    }

    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }
}

/// One session: what every part of a refresh needs.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    pub(crate) settings: Arc<Settings>,
    pub(crate) state: Arc<State>,
}

impl Session {
    pub(crate) fn current_of(&self, stored: StoredTokens) -> Arc<ActiveTokens> {
        let Settings { buffer, grant, .. } = &*self.settings;
        Arc::new(ActiveTokens::new(stored, *buffer, grant))
    }

    /// Calls `on_reauth_required`, once for the tokens of `epoch`.
    pub(crate) fn announce_reauth(&self, epoch: Epoch) {
        if let Some(callback) = &self.settings.on_reauth_required
            && self.state.take_announcement(epoch)
        {
            callback();
        }
    }

    /// Ends the user session that belongs to the tokens.
    pub(crate) async fn end_user_session(&self) -> Result<(), AuthError> {
        if let Some(store) = &self.settings.session_store {
            store.delete(&self.settings.key).await?;
        }
        Ok(())
    }
}

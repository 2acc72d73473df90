//! The flow manager: signs a user in from a program.

mod account;
mod mode;
mod native;
mod pasted;
mod run;
mod stray_error;

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use widget_auth_core::{AuthError, AuthFlowResult, BoxError};
use widget_auth_provider::{
    AuthorizationAttempt, OAuth2Settings, OAuthProvider, create_provider_from_settings,
};
use widget_auth_store::TokenStore;

use crate::loopback::LoopbackRedirect;
use crate::manager::SessionManager;
use crate::window::{AuthWindow, OpenWindow, WindowConfig};
use run::Control;

pub use crate::flow_error::FlowError;
pub use mode::{AuthMode, AuthOutcome};
pub use run::FlowWatch;

pub(crate) use run::Run;

/// The time to wait for the user.
const AUTH_TIMEOUT: Duration = Duration::from_secs(120);

/// Signs a user in: with a browser on this machine, with another device, or
/// by the pages of a website.
///
/// # Promises
///
/// - Every sign-in has a fresh `state` and `nonce`, and a PKCE pair.
/// - The port that the browser comes back to is on a loopback address, listens
///   before the browser opens, and is closed when the sign-in ends. Requests
///   that do not carry `state` end nothing.
/// - A timeout, [`cancel`](Self::cancel) and a closed window end the sign-in
///   at once. So does dropping its future.
/// - A sign-in succeeds only if the provider says whose it is, by its userinfo
///   endpoint or its validated ID token, if it has either, and only if the
///   tokens are kept, if there is a store for them.
///
/// Clones share one sign-in: a second one while one is under way is an error.
///
/// # Examples
///
/// ```no_run
/// use widget_auth_provider::GenericOidcProvider;
/// use widget_auth_session::{AuthFlowManager, SessionManager, SystemBrowser};
/// use widget_auth_store::MemoryTokenStore;
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let google = GenericOidcProvider::google("client-id")?;
/// let session = SessionManager::new(google, MemoryTokenStore::new());
/// let flow = AuthFlowManager::for_session(session.clone());
///
/// let result = flow.run_native(&SystemBrowser::new()).await?;
/// println!("{:?} is signed in", result.userinfo.map(|user| user.sub));
/// let token = session.get_access_token().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct AuthFlowManager {
    pub(crate) provider: Arc<dyn OAuthProvider>,
    token_store: Option<Arc<dyn TokenStore>>,
    session_manager: Option<SessionManager>,
    use_pkce: bool,
    auth_timeout: Duration,
    window_config: WindowConfig,
    loopback_redirect: LoopbackRedirect,
    mode: Option<AuthMode>,
    login_url: String,
    control: Arc<Control>,
}

impl AuthFlowManager {
    /// Keeps the tokens nowhere, uses PKCE, and waits 120 seconds for the user.
    #[must_use]
    pub fn new(provider: impl OAuthProvider) -> Self {
        let window_config = WindowConfig::new(format!("Sign in with {}", provider.label()));
        Self {
            provider: Arc::new(provider),
            token_store: None,
            session_manager: None,
            use_pkce: true,
            auth_timeout: AUTH_TIMEOUT,
            window_config,
            loopback_redirect: LoopbackRedirect::new(),
            mode: None,
            login_url: mode::LOGIN_PATH.to_owned(),
            control: Arc::new(Control::new()),
        }
    }

    /// Signs in at the provider of `session`, which gets the tokens and keeps
    /// them in its own store; otherwise as [`new`](Self::new).
    #[must_use]
    pub fn for_session(session: SessionManager) -> Self {
        Self::new(session.provider().clone()).with_session_manager(session)
    }

    /// Signs in as `settings` say and keeps the session in the [token store of
    /// the program](widget_auth_store::get_token_store) that they name, in the
    /// hands of a [`SessionManager`]: [`session_manager`](Self::session_manager).
    ///
    /// # Errors
    ///
    /// Those of [`SessionManager::from_settings`].
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use widget_auth_provider::OAuth2Settings;
    /// use widget_auth_session::{AuthFlowManager, SystemBrowser};
    ///
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// let flow = AuthFlowManager::from_settings(&OAuth2Settings::from_env()?)?;
    /// let result = flow.run_native(&SystemBrowser::new()).await?;
    /// println!("{:?} is signed in", result.userinfo.map(|user| user.sub));
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_settings(settings: &OAuth2Settings) -> Result<Self, AuthError> {
        let provider: Arc<dyn OAuthProvider> = create_provider_from_settings(settings)?.into();
        let session = SessionManager::in_store_of(provider.clone(), settings)?;
        Ok(Self::new(provider)
            .with_session_manager(session)
            .with_auth_timeout(settings.auth_timeout()))
    }

    /// The session that gets the tokens of a sign-in, if there is one.
    #[must_use]
    pub fn session_manager(&self) -> Option<&SessionManager> {
        self.session_manager.as_ref()
    }

    /// Keeps the tokens in `store`, for a [`SessionManager`] of this provider
    /// with the session key `default`, unless there is a session manager.
    #[must_use]
    pub fn with_token_store(mut self, store: impl TokenStore) -> Self {
        self.token_store = Some(Arc::new(store));
        self
    }

    /// Gives the tokens to `session`, which keeps them in its own store.
    #[must_use]
    pub fn with_session_manager(mut self, session: SessionManager) -> Self {
        self.session_manager = Some(session);
        self
    }

    /// Sets whether PKCE is used, if the [client of the
    /// provider](widget_auth_provider::OAuthClient::with_pkce) uses it. Switch
    /// it off only for a provider that refuses it (RFC 8252, section 6).
    #[must_use]
    pub fn with_pkce(mut self, use_pkce: bool) -> Self {
        self.use_pkce = use_pkce;
        self
    }

    /// Sets how long to wait for the user.
    #[must_use]
    pub fn with_auth_timeout(mut self, timeout: Duration) -> Self {
        self.auth_timeout = timeout;
        self
    }

    /// Sets title and size of the window.
    #[must_use]
    pub fn with_window_config(mut self, config: WindowConfig) -> Self {
        self.window_config = config;
        self
    }

    /// Sets the redirect URI of [`run_native`](Self::run_native), for a
    /// provider that compares it exactly with the registered one.
    #[must_use]
    pub fn with_loopback_redirect(mut self, redirect: LoopbackRedirect) -> Self {
        self.loopback_redirect = redirect;
        self
    }

    /// Sets what [`authenticate`](Self::authenticate) does, which otherwise
    /// looks whether its window can be shown.
    #[must_use]
    pub fn with_mode(mut self, mode: AuthMode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// Sets where the website signs users in, for
    /// [`run_deploy`](Self::run_deploy): the route `login` of its routes, as a
    /// path or with its whole address.
    ///
    /// # Errors
    ///
    /// [`FlowError::LoginUrl`] if `login_url` is neither a path nor `https`, or
    /// `http` on a loopback address, or has credentials, a query or a fragment.
    pub fn with_login_url(mut self, login_url: &str) -> Result<Self, FlowError> {
        self.login_url = mode::login_url(login_url)?;
        Ok(self)
    }

    /// Signs in through `window` on this machine (RFC 8252).
    ///
    /// The token store is [checked](widget_auth_store::TokenStoreExt::check) first, so that no user
    /// signs in and then learns that nothing can be kept. If the window cannot
    /// be opened, the address is printed on standard error, with
    /// [`run_device`](Self::run_device) as another way if the provider has it,
    /// and the sign-in waits for a browser that the user opens.
    ///
    /// # Errors
    ///
    /// - [`AuthError::FlowTimeout`] if the browser does not come back in time.
    /// - [`AuthError::FlowCancelled`] after [`cancel`](Self::cancel), and with
    ///   [`FlowError::WindowClosed`] as its cause if the user closed the
    ///   window.
    /// - [`AuthError::Authentication`] if the provider answers with an error,
    ///   does not say who signed in, or cannot be asked; with [`FlowError`] as
    ///   its cause if a sign-in is under way or there is no port; if the
    ///   tokens cannot be stored.
    /// - [`AuthError::Token`] if the code cannot be exchanged or the ID token
    ///   is not valid.
    pub async fn run_native(&self, window: &dyn AuthWindow) -> Result<AuthFlowResult, AuthError> {
        let run = self.begin()?;
        let mut window = OpenWindow::new(window);
        let closed =
            || FlowError::WindowClosed.into_auth(AuthError::flow_cancelled, self.provider.name());
        let show = async |url: &str, attempt: &AuthorizationAttempt| {
            let read = |text: &str| pasted::read(text, attempt);
            let has_device_grant = self.provider.has_device_grant();
            let shown = window.show(url, &self.window_config, read, has_device_grant);
            shown.await.ok_or_else(closed)
        };
        let outcome = self.native(&run, show).await;
        // Closes it, after the last page was written.
        drop(window);
        run.finish(outcome)
    }

    /// Signs in on this machine as [`run_native`](Self::run_native) does, in a
    /// browser that `open` starts. It gets the address of the sign-in page,
    /// which holds `state` and `nonce` of the sign-in and belongs into no log.
    /// Nothing is closed at the end.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] with [`FlowError::NotOpened`] as its cause,
    /// at once, if `open` fails; otherwise those of
    /// [`run_native`](Self::run_native).
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::process::Command;
    /// use widget_auth_core::AuthError;
    /// use widget_auth_session::AuthFlowManager;
    ///
    /// # async fn example(flow: AuthFlowManager) -> Result<(), AuthError> {
    /// let result = flow
    ///     .run_native_with(async |url: &str| {
    ///         Command::new("firefox").args(["--private-window", url]).spawn()?;
    ///         Ok(())
    ///     })
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn run_native_with(
        &self,
        open: impl AsyncFnOnce(&str) -> Result<(), BoxError>,
    ) -> Result<AuthFlowResult, AuthError> {
        let run = self.begin()?;
        let show = async |url: &str, _: &AuthorizationAttempt| match open(url).await {
            Ok(()) => pending().await,
            Err(error) => Err(FlowError::NotOpened(error)
                .into_auth(AuthError::authentication, self.provider.name())),
        };
        let outcome = self.native(&run, show).await;
        run.finish(outcome)
    }

    /// The sign-in page that the browser of a website's user has to go to: the
    /// path `/auth/login`, or [another](Self::with_login_url).
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::GenericOidcProvider;
    /// use widget_auth_session::AuthFlowManager;
    ///
    /// let flow = AuthFlowManager::new(GenericOidcProvider::google("client-id")?);
    /// assert_eq!(flow.run_deploy(), "/auth/login");
    /// let flow = flow.with_login_url("https://app.example.com/account/login")?;
    /// assert_eq!(flow.run_deploy(), "https://app.example.com/account/login");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn run_deploy(&self) -> String {
        self.login_url.clone()
    }

    /// Signs in the way that fits the program: with
    /// [`run_native`](Self::run_native) if `window` can be shown on this
    /// machine, else with [`run_deploy`](Self::run_deploy), for which no
    /// window is opened. [`with_mode`](Self::with_mode) decides it instead.
    ///
    /// # Errors
    ///
    /// Those of [`run_native`](Self::run_native).
    pub async fn authenticate(&self, window: &dyn AuthWindow) -> Result<AuthOutcome, AuthError> {
        match self.mode.unwrap_or_else(|| AuthMode::detect(window)) {
            AuthMode::Native => {
                let result = self.run_native(window).await?;
                Ok(AuthOutcome::SignedIn(Box::new(result)))
            }
            AuthMode::Deploy => Ok(AuthOutcome::Navigate(self.run_deploy())),
        }
    }

    /// Ends the sign-in under way, at once, with
    /// [`AuthError::FlowCancelled`]. Without one nothing happens. Tokens that
    /// are being stored already are stored, and the sign-in succeeds.
    pub fn cancel(&self) {
        self.control.cancel();
    }

    /// Shows where the sign-in stands.
    #[must_use]
    pub fn watch(&self) -> FlowWatch {
        self.control.watch()
    }

    pub(crate) fn begin(&self) -> Result<Run, AuthError> {
        self.control.begin(self.provider.name())
    }
}

//! A window of the program's own as the place of a sign-in: [`NativeWindow`].
#![cfg_attr(docsrs, feature(doc_cfg))]

use std::error::Error;
use std::mem;

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard};
use widget_auth_session::{AuthWindow, WindowConfig};
use widget_window::{Navigation, Window, WindowManager, WindowOptions};

// The crates whose types stand in the signatures of this one.
pub use {widget_auth_session, widget_window};

/// A window for a sign-in. Closing it cancels the sign-in at once, and it goes
/// away by itself when the sign-in ends.
///
/// # When to use it
///
/// RFC 8252, section 8.12, wants users to sign in with a browser: a program can
/// look into a view of its own, so it could read the password, and the user sees
/// no address bar that shows which site this is. What it means here
/// depends on the [`Backend`](widget_window::Backend) of the manager:
///
/// | backend | what it is to the provider | what it is to the user |
/// |---|---|---|
/// | `App` | a browser | without the address bar; its profile is new each time, so the user is not signed in already, and there are no saved passwords or passkeys |
/// | `Webview` | an embedded view, which providers may refuse; Google does, with `disallowed_useragent` | the same, but webviews of one manager share their cookies until it ends |
/// | `Tab` | a browser | the user's own; closing it is not noticed, and it stays open at the end |
///
/// So use it for first-party providers, and for users who
/// sign in nowhere else. For a third party's provider, and whenever the user
/// is likely to be signed in already, use
/// [`SystemBrowser`](widget_auth_session::SystemBrowser).
///
/// # How many sign-ins
///
/// One at a time, any number one after the other. A sign-in that is begun while
/// the window shows another one is refused the window, and tells the user the
/// address instead. So give each
/// [`AuthFlowManager`](widget_auth_session::AuthFlowManager) a window of its own;
/// they may share the [`WindowManager`].
///
/// # Examples
///
/// ```no_run
/// use std::error::Error;
/// use widget_auth_session::{AuthFlowManager, SystemBrowser};
/// use widget_login_window::NativeWindow;
/// use widget_window::{BackendChoice, HelperCommand, WindowManager};
///
/// // In main(), before the runtime: the owner of the windows is this program
/// // again, started with an argument that users need not know.
/// if std::env::args().nth(1).as_deref() == Some("window-helper") {
///     return Ok(widget_window::run_helper()?);
/// }
///
/// async fn sign_in(flow: &AuthFlowManager) -> Result<(), Box<dyn Error>> {
///     let Some(backend) = BackendChoice::detect().backend else {
///         flow.run_native(&SystemBrowser::new()).await?;
///         return Ok(());
///     };
///     let helper = HelperCommand::this_program(["window-helper"])?;
///     let windows = WindowManager::new(helper, backend);
///     let signed_in = flow.run_native(&NativeWindow::new(windows.clone())).await;
///     windows.shut_down().await;
///     signed_in?;
///     Ok(())
/// }
/// # Ok::<(), Box<dyn Error>>(())
/// ```
#[derive(Debug)]
pub struct NativeWindow {
    windows: WindowManager,
    shown: Mutex<Shown>,
}

/// The state of the window of the sign-in under way.
#[derive(Debug, Default)]
enum Shown {
    #[default]
    Nothing,
    Opening,
    Open(Window),
}

impl NativeWindow {
    /// A window of that manager. Opens nothing yet.
    #[must_use]
    pub fn new(windows: WindowManager) -> Self {
        Self { windows, shown: Mutex::default() }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock()
    }

    /// Keeps other sign-ins out until this one calls `close`, or fails to open.
    fn reserve(&self) -> Result<(), &'static str> {
        let mut shown = self.shown();
        if !matches!(*shown, Shown::Nothing) {
            return Err("the window shows another sign-in: \
                        give each flow manager a `NativeWindow` of its own");
        }
        *shown = Shown::Opening;
        Ok(())
    }
}

#[async_trait]
impl AuthWindow for NativeWindow {
    async fn open(
        &self,
        url: &str,
        config: &WindowConfig,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.reserve()?;
        let options = WindowOptions::new(url, &config.title)
            .with_size(config.width, config.height)
            .with_navigation(Navigation::Web);
        // When this future is dropped here, the manager closes the window again.
        // It stays reserved all the same: `close` is still to come, and must not
        // meet the window of the next sign-in.
        let opened = self.windows.open(options).await;
        let (shown, result) = match opened {
            Ok(window) => (Shown::Open(window), Ok(())),
            Err(error) => (Shown::Nothing, Err(error.into())),
        };
        *self.shown() = shown;
        result
    }

    /// Completes when the window is closed, has crashed for good, or its manager was shut down:
    /// then signing in is no longer possible.
    async fn closed(&self) {
        let window = match &*self.shown() {
            Shown::Open(window) => window.clone(),
            Shown::Nothing | Shown::Opening => return,
        };
        window.closed().await;
    }

    fn close(&self) {
        if let Shown::Open(window) = mem::take(&mut *self.shown()) {
            window.close();
        }
    }
}

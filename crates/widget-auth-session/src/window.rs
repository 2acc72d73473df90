//! The window in which the user signs in.

#[cfg(feature = "browser")]
mod browser;
#[cfg(all(feature = "browser", unix))]
mod terminal;

use std::convert::Infallible;
use std::fmt;
use std::future::pending;

use async_trait::async_trait;
use widget_auth_core::BoxError;

#[cfg(feature = "browser")]
pub use browser::SystemBrowser;

/// The appearance of a window; a browser decides for itself.
///
/// # Examples
///
/// ```
/// use widget_auth_session::WindowConfig;
///
/// let config = WindowConfig::new("Sign in").with_size(800, 900);
/// assert_eq!((config.width, config.height), (800, 900));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WindowConfig {
    /// The title above the page.
    pub title: String,
    /// In logical pixels.
    pub width: u32,
    /// In logical pixels.
    pub height: u32,
}

impl WindowConfig {
    /// A window of 600 by 700 pixels.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), width: 600, height: 700 }
    }

    /// Sets the size, in logical pixels.
    #[must_use]
    pub fn with_size(mut self, width: u32, height: u32) -> Self {
        (self.width, self.height) = (width, height);
        self
    }
}

/// A window in which the user signs in. It has to be a browser of the user's own, not a
/// view that the program can look into (RFC 8252, section 8.12).
///
/// # Examples
///
/// A program without a screen, whose user opens the address elsewhere on the
/// same machine:
///
/// ```
/// use async_trait::async_trait;
/// use widget_auth_core::BoxError;
/// use widget_auth_session::{AuthWindow, WindowConfig};
///
/// #[derive(Debug)]
/// struct Printed;
///
/// #[async_trait]
/// impl AuthWindow for Printed {
///     async fn open(&self, url: &str, config: &WindowConfig) -> Result<(), BoxError> {
///         println!("{}: open {url}", config.title);
///         Ok(())
///     }
/// }
/// ```
#[async_trait]
pub trait AuthWindow: fmt::Debug + Send + Sync {
    /// True if a window can be shown on this machine, by which
    /// [`authenticate`](crate::AuthFlowManager::authenticate) tells a program
    /// of the user from a website. `true` unless overridden.
    fn is_available(&self) -> bool {
        true
    }

    /// Shows the page at `url`. The future is dropped if the browser comes back
    /// before it is ready.
    ///
    /// # Errors
    ///
    /// Any, if nothing was shown. The sign-in then calls
    /// [`not_opened`](Self::not_opened), and neither [`closed`](Self::closed)
    /// nor [`close`](Self::close).
    async fn open(&self, url: &str, config: &WindowConfig) -> Result<(), BoxError>;

    /// Tells the user the address because the window could not be opened, on
    /// standard error unless overridden. `url` holds the `state` and `nonce` of
    /// the sign-in: it belongs in front of the user, not into a log.
    fn not_opened(&self, url: &str, error: &BoxError) {
        eprintln!("no browser was opened ({error}). To sign in, open\n\n  {url}\n");
    }

    /// Tells the user, after [`not_opened`](Self::not_opened), that the provider
    /// can also sign in with a code that is entered on another device, which is
    /// [`run_device`](crate::AuthFlowManager::run_device); on standard error
    /// unless overridden.
    fn suggest_device(&self) {
        eprintln!(
            "Where no browser reaches this machine, the provider can also sign in with a code that \
             you enter on another device, if this program offers it."
        );
    }

    /// Returns when the user has closed the window, which cancels the sign-in.
    /// A window that cannot tell never returns. Called once, after
    /// [`open`](Self::open) succeeded.
    async fn closed(&self) {
        pending::<()>().await;
    }

    /// Returns what the user brings by hand, where the browser is on another
    /// machine (over SSH, in a container) and cannot come back to this one: the
    /// address that it was sent to, or the code in it. It is checked as
    /// strictly as what a browser brings, except that an error which names no
    /// sign-in ends this one. `is_open` says whether
    /// [`open`](Self::open) succeeded. Called again after what is
    /// [refused](Self::refused). Never returns unless overridden.
    async fn pasted(&self, _is_open: bool) -> String {
        pending().await
    }

    /// Tells the user why what was brought by hand is not taken, on standard
    /// error unless overridden.
    fn refused(&self, reason: &str) {
        eprintln!("{reason}");
    }

    /// Takes the window away. Called once at the end of every sign-in that
    /// opened it, or was about to when the future of [`open`](Self::open) was
    /// dropped, whatever became of it, also when its own future is dropped;
    /// must not block.
    fn close(&self) {}
}

/// A window that is closed when this is dropped, if it was opened.
pub(crate) struct OpenWindow<'a> {
    window: &'a dyn AuthWindow,
    may_be_open: bool,
}

impl<'a> OpenWindow<'a> {
    pub(crate) fn new(window: &'a dyn AuthWindow) -> Self {
        Self { window, may_be_open: false }
    }

    /// Shows the page at `url`. Returns what the user has brought by hand, once
    /// `read` takes it, or `None` when they have closed the window.
    /// `has_device_grant` is asked where no window opens.
    pub(crate) async fn show<T>(
        &mut self,
        url: &str,
        config: &WindowConfig,
        read: impl Fn(&str) -> Result<T, &'static str>,
        has_device_grant: impl Future<Output = bool>,
    ) -> Option<T> {
        // Before: the future may be dropped half-way.
        self.may_be_open = true;
        let opened = self.window.open(url, config).await;
        self.may_be_open = opened.is_ok();
        if let Err(error) = opened {
            // The user may have a browser that we do not know of.
            self.window.not_opened(url, &error);
        }
        let closed = async {
            match self.may_be_open {
                true => self.window.closed().await,
                false => pending().await,
            }
        };
        let suggested = async {
            if !self.may_be_open && has_device_grant.await {
                self.window.suggest_device();
            }
            pending::<Infallible>().await
        };
        tokio::select! {
            () = closed => None,
            brought = self.brought(read) => Some(brought),
            never = suggested => match never {},
        }
    }

    /// Returns what the user brings by hand, once `read` takes it.
    async fn brought<T>(&self, read: impl Fn(&str) -> Result<T, &'static str>) -> T {
        loop {
            match read(&self.window.pasted(self.may_be_open).await) {
                Ok(brought) => return brought,
                Err(reason) => self.window.refused(reason),
            }
        }
    }
}

impl Drop for OpenWindow<'_> {
    fn drop(&mut self) {
        if self.may_be_open {
            self.window.close();
        }
    }
}

//! The browser of the system.

use async_trait::async_trait;
use tokio::task::spawn_blocking;
use widget_auth_core::BoxError;

use super::{AuthWindow, WindowConfig};

/// The default browser of the system, in which the user may be signed in
/// already (RFC 8252, section 8.12). It does not tell when it is closed, and
/// cannot be closed.
///
/// Without one, as over SSH or in a container, the address is printed for a
/// browser on any machine, and on Unix the address to which that one is sent
/// back can be pasted into the terminal. Standard input is read for that
/// only, and only if it is a terminal.
///
/// # Examples
///
/// ```no_run
/// use widget_auth_core::AuthError;
/// use widget_auth_session::{AuthFlowManager, SystemBrowser};
///
/// # async fn example(flow: AuthFlowManager) -> Result<(), AuthError> {
/// let result = flow.run_native(&SystemBrowser::new()).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemBrowser {
    by_hand: bool,
}

impl SystemBrowser {
    /// The browser that opens links.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Prints the address also when a browser opens, and takes a pasted answer
    /// then, too: for a machine whose browser cannot come back to it.
    #[must_use]
    pub fn with_pasting(mut self) -> Self {
        self.by_hand = true;
        self
    }
}

#[async_trait]
impl AuthWindow for SystemBrowser {
    fn is_available(&self) -> bool {
        could_show().is_ok()
    }

    async fn open(&self, url: &str, _config: &WindowConfig) -> Result<(), BoxError> {
        could_show()?;
        if self.by_hand {
            eprintln!("To sign in, open\n\n  {url}\n{PASTE}");
        }
        let url = url.to_owned();
        // Starting a program blocks.
        spawn_blocking(move || webbrowser::open(&url)).await??;
        Ok(())
    }

    fn not_opened(&self, url: &str, error: &BoxError) {
        eprintln!("no browser was opened ({error}). To sign in, open\n\n  {url}\n{PASTE}");
    }

    #[cfg(unix)]
    async fn pasted(&self, is_open: bool) -> String {
        match is_open && !self.by_hand {
            true => std::future::pending().await,
            false => super::terminal::line().await,
        }
    }
}

/// The way out where that address leads nowhere.
const PASTE: &str = if cfg!(unix) {
    "\nIn a browser on another machine the sign-in ends at a page that cannot be reached: paste \
     its address here.\n"
} else {
    ""
};

/// Without a display a text browser would be started, on the very terminal
/// that the program speaks on.
fn could_show() -> Result<(), &'static str> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_display = !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY");
    if has_display || set("BROWSER") {
        return Ok(());
    }
    Err("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
}

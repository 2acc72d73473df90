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
/// only, and only if it is a terminal. Both are done, too, where a browser opens
/// that may be on another machine: in a session of SSH, with `SSH_CONNECTION`, in
/// Codespaces (`CODESPACES`) and in a container of an editor (`REMOTE_CONTAINERS`).
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

    fn is_by_hand(self) -> bool {
        self.by_hand || is_remote(is_set)
    }
}

#[async_trait]
impl AuthWindow for SystemBrowser {
    fn is_available(&self) -> bool {
        could_show().is_ok()
    }

    async fn open(&self, url: &str, _config: &WindowConfig) -> Result<(), BoxError> {
        could_show()?;
        if self.is_by_hand() {
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
        match is_open && !self.is_by_hand() {
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
    let has_display = !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    if has_display || is_set("BROWSER") {
        return Ok(());
    }
    Err("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
}

/// Returns whether the browser that `$BROWSER` or a forwarded display opens may
/// be on a machine that cannot come back to this one.
fn is_remote(is_set: impl Fn(&str) -> bool) -> bool {
    ["SSH_CONNECTION", "CODESPACES", "REMOTE_CONTAINERS"].into_iter().any(is_set)
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_machine_is_known_by_its_variables() {
        for variable in ["SSH_CONNECTION", "CODESPACES", "REMOTE_CONTAINERS"] {
            assert!(is_remote(|name| name == variable), "{variable}");
        }
        assert!(!is_remote(|name| name == "DISPLAY"));
    }
}

//! The browser of the system.

use async_trait::async_trait;
use tokio::task::spawn_blocking;
use widget_auth_core::BoxError;

use super::{AuthWindow, WindowConfig};

/// The default browser of the system, in which the user may be signed in
/// already (RFC 8252, section 8.12). It does not tell when it is closed, and
/// cannot be closed.
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
pub struct SystemBrowser(());

impl SystemBrowser {
    /// The browser that opens links.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

#[async_trait]
impl AuthWindow for SystemBrowser {
    fn is_available(&self) -> bool {
        could_show().is_ok()
    }

    async fn open(&self, url: &str, _config: &WindowConfig) -> Result<(), BoxError> {
        could_show()?;
        let url = url.to_owned();
        // Starting a program blocks.
        spawn_blocking(move || webbrowser::open(&url)).await??;
        Ok(())
    }
}

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

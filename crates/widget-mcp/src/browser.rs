//! The default browser.

/// Opens an address in the default browser. False, with a line in the log, when
/// there is no browser to open.
pub(crate) async fn open(url: String) -> bool {
    if let Some(reason) = browser_obstacle() {
        tracing::info!(reason, "no browser is opened");
        return false;
    }
    // Starting a program blocks.
    let opened = tokio::task::spawn_blocking(move || webbrowser::open(&url)).await;
    match opened {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::warn!(%error, "the default browser could not be opened");
            false
        }
        Err(error) => {
            tracing::warn!(%error, "opening the default browser was interrupted");
            false
        }
    }
}

/// Why no browser can be opened on this machine, if that is so.
// Without a display a text browser would be started, on the very terminal or pipe
// that the server speaks on.
#[must_use]
pub fn browser_obstacle() -> Option<&'static str> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_display = !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY");
    let is_missing = !has_display && !set("BROWSER");
    is_missing.then_some("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
}

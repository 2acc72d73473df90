//! WebKit on macOS and WebView2 on Windows, as far as they differ from WebKitGTK.

use std::path::Path;

use tao::window::Window;
use wry::{WebView, WebViewBuilder};

use crate::error::WindowError;
use crate::helper::external::open_external;
use crate::helper::webview::Proxy;
use crate::helper::webview::page::rule;
use crate::navigation::Verdict;
use crate::protocol::Open;

/// A desktop is there whenever the program can run.
pub(super) fn prepare() -> Result<(), WindowError> {
    Ok(())
}

/// Puts the page into its window.
pub(super) fn build(
    builder: WebViewBuilder<'_>,
    window: &Window,
    open: &Open,
    _data_dir: &Path,
    _proxy: &Proxy,
) -> wry::Result<WebView> {
    let rule = rule(open);
    let builder = builder.with_url(&open.url).with_navigation_handler(move |url| {
        match rule.navigate(&url) {
            Verdict::Inside => return true,
            Verdict::Outside => open_external(url),
            Verdict::Nowhere => {}
        }
        false
    });
    // WebView2 keeps its data in the context's folder. WebKit on macOS has no
    // folder but forgets everything with the process.
    #[cfg(target_os = "macos")]
    let builder = builder
        .with_incognito(true)
        .with_download_started_handler(|_url, destination| save_as(destination));
    // WebView2 shows its own downloads, in which a file can be saved elsewhere.
    builder.build(window)
}

/// Asks where a download goes; false if it is not wanted.
#[cfg(target_os = "macos")]
fn save_as(destination: &mut std::path::PathBuf) -> bool {
    let name = destination.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut dialog = rfd::FileDialog::new().set_file_name(name.unwrap_or_default());
    if let Some(folder) = destination.parent() {
        dialog = dialog.set_directory(folder);
    }
    let Some(chosen) = dialog.save_file() else { return false };
    // WebKit replaces no file, and the dialog has asked.
    if chosen.exists() && std::fs::remove_file(&chosen).is_err() {
        return false;
    }
    *destination = chosen;
    true
}

//! Signing in on this machine as a person sees it: the examples `native_login`,
//! `device_login` and `window_login` in a terminal, browsers and windows.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

#[path = "../../../widget-auth-provider/tests/it/real/server.rs"]
mod server;

#[path = "../../../widget-auth-provider/tests/it/real/browser.rs"]
mod http_browser;

mod browser;
mod pasted;
mod terminal;

#[cfg(target_os = "linux")]
mod fixture;
#[cfg(target_os = "linux")]
mod person;
#[cfg(all(target_os = "linux", feature = "webkit"))]
mod webview;
#[cfg(target_os = "linux")]
mod window;

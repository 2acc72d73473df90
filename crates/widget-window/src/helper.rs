//! The process that owns the windows.

mod app;
mod devtools;
mod external;
mod input;
mod reports;

#[cfg(any(all(target_os = "linux", feature = "webkit"), target_os = "macos", windows))]
mod webview;

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use crate::error::WindowError;
use crate::protocol::{Hello, HelperBackend, VERSION};
use input::InputReader;
use reports::Reports;

/// Runs the helper until its manager goes away. Call it on the main thread, first
/// thing in a process that was started as [`HelperCommand`](crate::HelperCommand)
/// says: event loops accept no other thread, and standard input and output belong
/// to the protocol.
///
/// # Errors
///
/// It was not started by a [`WindowManager`](crate::WindowManager), or by one of
/// another version, or cannot open windows here. The manager knows already.
pub fn run_helper() -> Result<(), WindowError> {
    if io::stdin().is_terminal() {
        let how = "it is started by the program that opens windows";
        return Err(WindowError::Helper(how.to_owned()));
    }
    let mut input = InputReader::new();
    let reports = Reports::new();
    let hello = match input.hello() {
        Ok(Hello { version, .. }) if version != VERSION => {
            let message = format!(
                "the program was replaced while it ran (protocol {version}, now {VERSION}): \
                 restart it"
            );
            Err(WindowError::Helper(message))
        }
        other => other,
    };
    let ended = hello.and_then(|hello| {
        let ended = run(&hello, input, &reports);
        remove(&hello.data_dir);
        ended
    });
    if let Err(WindowError::Helper(message)) = &ended {
        reports.unable(message);
    }
    ended
}

fn run(hello: &Hello, input: InputReader, reports: &Reports) -> Result<(), WindowError> {
    match &hello.backend {
        HelperBackend::App(browser) => app::run(browser, &hello.data_dir, input, reports),
        #[cfg(any(all(target_os = "linux", feature = "webkit"), target_os = "macos", windows))]
        HelperBackend::Webview => webview::run(&hello.data_dir, input, reports),
        #[cfg(not(any(
            all(target_os = "linux", feature = "webkit"),
            target_os = "macos",
            windows
        )))]
        HelperBackend::Webview => {
            let message = "this build has no webview (cargo feature `webkit`)";
            Err(WindowError::Helper(message.to_owned()))
        }
    }
}

/// The manager removes its folder as well, if it has not been killed.
fn remove(data_dir: &Path) {
    if let Err(error) = fs::remove_dir_all(data_dir)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::debug!(%error, "the data of the windows was not removed whole");
    }
}

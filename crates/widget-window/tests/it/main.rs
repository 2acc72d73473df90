//! Real windows on a display of their own, operated as a person would.
//!
//! The harness is not cargo's: the helper needs the main thread of its process,
//! and it is this program.

#![cfg_attr(
    not(feature = "webkit"),
    expect(dead_code, reason = "what only the tests of webviews use")
)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod roles;

#[cfg(target_os = "linux")]
mod app;
#[cfg(target_os = "linux")]
mod lifecycle;
#[cfg(target_os = "linux")]
mod server;
#[cfg(all(target_os = "linux", feature = "webkit"))]
mod webview;
#[cfg(target_os = "linux")]
mod windows;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    if let Some(code) = roles::play() {
        return code;
    }
    let mut trials = Vec::new();
    #[cfg(target_os = "linux")]
    {
        trials.extend(app::trials());
        trials.extend(lifecycle::trials());
    }
    #[cfg(all(target_os = "linux", feature = "webkit"))]
    trials.extend(webview::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A test that is an async function; it fails by panicking.
fn trial<F: Future<Output = ()> + 'static>(name: &str, test: fn() -> F) -> Trial {
    Trial::test(name, move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(test());
        Ok(())
    })
}

/// A trial named after its function.
#[macro_export]
macro_rules! trials {
    ($($name:ident),* $(,)?) => {
        vec![$($crate::trial(concat!(module_path!(), "::", stringify!($name)), $name)),*]
    };
}

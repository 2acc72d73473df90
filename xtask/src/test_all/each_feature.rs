//! Checks of crates with each of their features alone.
//!
//! A feature that needs another one, or a dependency that only another one brings, compiles in the
//! builds with all features and fails for who turns on that feature alone.

use anyhow::Result;

use crate::workspace::{Metadata, Package};
use crate::{process, web};

/// Checks the auth crates, which people depend on one by one. `cargo xtask nightly` checks the
/// others.
pub(super) fn run(metadata: &Metadata) -> Result<()> {
    metadata.packages.iter().filter(|package| is_auth(package)).try_for_each(lint)
}

/// Checks all crates but those of [`run`].
///
/// # Errors
///
/// The first crate that has warnings with one of its features.
pub(crate) fn run_others(metadata: &Metadata) -> Result<()> {
    metadata.packages.iter().filter(|package| !is_auth(package)).try_for_each(lint)
}

fn is_auth(package: &Package) -> bool {
    package.name.starts_with("widget-auth-")
}

/// Lints library and programs without features and with each alone, warnings as errors. What only
/// tests depend on, and the features that it turns on, are not built.
fn lint(package: &Package) -> Result<()> {
    alone(package).try_for_each(|features| {
        let mut clippy = web::cargo();
        clippy.args(["clippy", "--no-default-features", "--package", &package.name]);
        clippy.args(["--features", features]);
        process::run(clippy.args(["--", "-D", "warnings"]))
    })
}

/// No feature, and then each.
fn alone(package: &Package) -> impl Iterator<Item = &str> {
    let features = package.features.keys().map(String::as_str);
    std::iter::once("").chain(features.filter(|feature| *feature != "default"))
}

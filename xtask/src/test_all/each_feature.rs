//! Checks of the auth crates with each of their features alone.
//!
//! A feature that needs another one, or a dependency that only another one brings, compiles in the
//! builds with all features and fails for who turns on that feature alone.

use anyhow::Result;

use crate::process;
use crate::workspace::{Metadata, Package};

/// Lints the library of each auth crate without features and with each alone, warnings as errors.
pub(super) fn run(metadata: &Metadata) -> Result<()> {
    let auth = metadata.packages.iter().filter(|package| package.name.starts_with("widget-auth-"));
    for package in auth {
        for features in alone(package) {
            let mut clippy = process::cargo();
            clippy.args(["clippy", "--lib", "--no-default-features", "--package", &package.name]);
            clippy.args(["--features", features]);
            process::run(clippy.args(["--", "-D", "warnings"]))?;
        }
    }
    Ok(())
}

/// No feature, and then each.
fn alone(package: &Package) -> impl Iterator<Item = &str> {
    let features = package.features.keys().map(String::as_str);
    std::iter::once("").chain(features.filter(|feature| *feature != "default"))
}

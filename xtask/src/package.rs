//! `package`: what the registry would get, built from it alone.

use anyhow::Result;

use crate::workspace::Metadata;
use crate::{process, web};

/// Packs every publishable crate and builds it from its package.
///
/// # Errors
///
/// The front end does not build, or a package does not.
pub(crate) fn run() -> Result<()> {
    if !web::dist().is_dir() {
        web::run()?;
    }
    check()
}

/// The same with the front end built before.
///
/// # Errors
///
/// A package does not build.
pub(crate) fn check() -> Result<()> {
    let metadata = Metadata::load()?;
    let mut package = process::cargo();
    // The built pages are in the package but not in git, which cargo calls dirty.
    package.args(["package", "--workspace", "--allow-dirty"]);
    for private in metadata.packages.iter().filter(|package| !package.is_publishable()) {
        package.args(["--exclude", &private.name]);
    }
    // The package must stand on its own; its dependencies come from the builds before it.
    package
        .env_remove("WIDGET_WEB_DIST")
        .env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only")
        .arg("--target-dir")
        .arg(&metadata.target_directory);
    process::run(&mut package)
}

//! `package`: what the registry would get, built from it alone.

use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context, Result};

use crate::workspace::{Metadata, Package};
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
    forget_the_last_run(&metadata)?;
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

/// Removes what cargo keeps of the packages of the last run.
///
/// A package of a registry never changes under its version, thinks cargo, and builds the next
/// package against the sources and the builds of the last one, though both came from the
/// workspace.
fn forget_the_last_run(metadata: &Metadata) -> Result<()> {
    let publishable = || metadata.packages.iter().filter(|package| package.is_publishable());
    let mut clean = process::cargo();
    clean.args(["clean", "--quiet", "--target-dir"]).arg(&metadata.target_directory);
    for package in publishable() {
        clean.args(["--package", &package.name]);
    }
    process::run(&mut clean)?;
    publishable().flat_map(unpacked).try_for_each(|folder| {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))
    })
}

/// Where cargo unpacked `package` from a registry that is a folder: one without a host's name.
fn unpacked(package: &Package) -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let folders = sources.into_iter().flatten().flatten();
    folders
        .filter(|registry| registry.file_name().to_string_lossy().starts_with('-'))
        .map(|registry| registry.path().join(format!("{}-{}", package.name, package.version)))
        .filter(|folder| folder.is_dir())
        .collect()
}

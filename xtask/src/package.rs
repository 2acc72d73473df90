//! `package`: what the registry would get, built from it alone.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail};

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
    verify()
}

/// Packs every publishable crate and looks for the built pages, without building it.
///
/// # Errors
///
/// A manifest is refused, a file that it names is missing, or the pages are.
pub(crate) fn check() -> Result<()> {
    let metadata = Metadata::load()?;
    let mut package = command(&metadata);
    process::run(package.arg("--no-verify"))?;
    let list = ["package", "--package", "widget-web", "--allow-dirty", "--list"];
    let list = process::capture(process::cargo().args(list))?;
    for file in ["dist/manifest.json", "dist/shell.html", "dist/view.html.br"] {
        if !list.lines().any(|line| line == file) {
            bail!("the package of widget-web lacks {file}");
        }
    }
    Ok(())
}

/// Builds every publishable crate from its package, with the front end built before.
///
/// # Errors
///
/// A package does not build.
pub(crate) fn verify() -> Result<()> {
    let metadata = Metadata::load()?;
    forget_the_last_run(&metadata)?;
    process::run(&mut command(&metadata))
}

fn command(metadata: &Metadata) -> Command {
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
    package
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

/// Returns the directories in which cargo unpacked `package` from a registry that is a folder: one without a host's name.
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

//! `web`: the front end's checks, tests and build.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::npm::{self, npm};
use crate::{paths, process};

/// Installs what `package-lock.json` names, then checks format, types and style, tests and builds into [`dist`].
///
/// # Errors
///
/// The first npm step that fails.
pub(crate) fn run() -> Result<()> {
    let frontend = paths::root().join("crates/widget-web/frontend");
    npm::install(&frontend)?;
    process::run(npm(&frontend).args(["run", "format:check"]))?;
    process::run(npm(&frontend).args(["run", "types:check"]))?;
    process::run(npm(&frontend).args(["run", "check"]))?;
    process::run(npm(&frontend).args(["run", "lint"]))?;
    process::run(npm(&frontend).arg("test"))?;
    process::run(npm(&frontend).args(["run", "build"]))
}

/// Returns the directory of the built pages, which the published crate carries.
pub(crate) fn dist() -> PathBuf {
    paths::root().join("crates/widget-web/dist")
}

/// Cargo with the pages that are built already, so that no build script runs npm again.
pub(crate) fn cargo() -> Command {
    let mut command = process::cargo();
    if dist().is_dir() {
        command.env("WIDGET_WEB_DIST", dist());
    }
    command
}

//! `web`: the front end's checks, tests and build.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::{process, workspace};

/// Installs what `package-lock.json` names, then checks, tests and builds into [`dist`].
///
/// # Errors
///
/// The first npm step that fails.
pub(crate) fn run() -> Result<()> {
    let frontend = workspace::root().join("crates/widget-web/frontend");
    if !is_installed(&frontend) {
        process::run(npm(&frontend).args(["ci", "--no-audit", "--no-fund"]))?;
    }
    process::run(npm(&frontend).args(["run", "check"]))?;
    process::run(npm(&frontend).arg("test"))?;
    process::run(npm(&frontend).args(["run", "build"]))
}

/// Where the built pages go: what the published crate carries.
pub(crate) fn dist() -> PathBuf {
    workspace::root().join("crates/widget-web/dist")
}

fn npm(folder: &Path) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder);
    command
}

/// npm writes this file last, so a broken installation is repeated.
fn is_installed(frontend: &Path) -> bool {
    let modified = |file: &str| frontend.join(file).metadata()?.modified();
    match (modified("node_modules/.package-lock.json"), modified("package-lock.json")) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    }
}

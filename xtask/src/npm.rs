//! npm, in the folder of a `package.json`.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::process;

/// npm in `folder`.
pub(crate) fn npm(folder: &Path) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder);
    command
}

/// Installs what `package-lock.json` names, unless that is there.
///
/// # Errors
///
/// npm fails.
pub(crate) fn install(folder: &Path) -> Result<()> {
    if is_installed(folder) {
        return Ok(());
    }
    process::run(npm(folder).args(["ci", "--no-audit", "--no-fund"]))
}

/// npm writes this file last, so a broken installation is repeated.
fn is_installed(folder: &Path) -> bool {
    let modified = |file: &str| folder.join(file).metadata()?.modified();
    match (modified("node_modules/.package-lock.json"), modified("package-lock.json")) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    }
}

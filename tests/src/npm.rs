//! npm packages that tests read or run.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of a package of `tests/package.json`, which is installed when it is missing.
pub(crate) fn package(name: &str) -> PathBuf {
    installed(Path::new(env!("CARGO_MANIFEST_DIR"))).join(name)
}

/// The `node_modules` of a folder, installed as the folder's lock file says.
pub(crate) fn installed(folder: &Path) -> PathBuf {
    let modules = folder.join("node_modules");
    // Several test programs may want it at once.
    let lock = File::create(std::env::temp_dir().join("widget-e2e-npm.lock"));
    let lock = lock.expect("a lock file in the temporary folder");
    lock.lock().expect("the lock file can be locked");
    // npm writes this file last.
    if is_older(&modules.join(".package-lock.json"), &folder.join("package-lock.json")) {
        install(folder);
    }
    modules
}

/// Returns whether a file is missing or was written before another one.
fn is_older(file: &Path, than: &Path) -> bool {
    let written = |path: &Path| path.metadata().and_then(|file| file.modified());
    let than = written(than).unwrap_or_else(|error| panic!("{}: {error}", than.display()));
    !written(file).is_ok_and(|file| file >= than)
}

fn install(folder: &Path) {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(npm).args(["ci", "--ignore-scripts"]).current_dir(folder).output();
    let output = output.expect("npm is missing: `cargo xtask setup` says how to get it");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "npm ci in {}: {error}", folder.display());
}

//! The npm packages that tests read files of.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of a package, which is installed when it is missing.
pub(crate) fn package(name: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tests.join("node_modules").join(name);
    // Several test programs may want it at once.
    let lock = File::create(std::env::temp_dir().join("widget-e2e-npm.lock"));
    let lock = lock.expect("a lock file in the temporary folder");
    lock.lock().expect("the lock file can be locked");
    if !folder.join("package.json").is_file() {
        install(tests);
    }
    folder
}

fn install(tests: &Path) {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(npm).arg("ci").current_dir(tests).output();
    let output = output.expect("npm is missing: `cargo xtask setup` says how to get it");
    assert!(output.status.success(), "npm ci: {}", String::from_utf8_lossy(&output.stderr));
}

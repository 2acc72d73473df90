//! Builds the front end of a git checkout with Node, in `OUT_DIR`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of the build; tests and what npm has installed stay where they are.
const SOURCES: [&str; 6] =
    ["package.json", "package-lock.json", ".npmrc", "build.mjs", "tsconfig.json", "src"];

/// Copies the sources to `out_dir`, builds them there and returns the result's folder.
pub(super) fn build(crate_dir: &Path, out_dir: &Path) -> Result<PathBuf, String> {
    let work = out_dir.join("frontend");
    for name in SOURCES {
        let source = crate_dir.join("frontend").join(name);
        println!("cargo::rerun-if-changed={}", source.display());
        let copied = refresh(&source, &work.join(name));
        copied.map_err(|error| format!("cannot copy {}: {error}", source.display()))?;
    }
    let dist = out_dir.join("dist");
    npm(&work, &["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
    let out = dist.to_str().ok_or("the build folder has no UTF-8 name")?;
    npm(&work, &["run", "build", "--", "--out", out])?;
    Ok(dist)
}

/// Makes `target` the same as `source`; files that are gone do not linger.
fn refresh(source: &Path, target: &Path) -> io::Result<()> {
    if target.is_dir() {
        fs::remove_dir_all(target)?;
    }
    copy(source, target)
}

fn copy(source: &Path, target: &Path) -> io::Result<()> {
    if source.is_dir() {
        fs::create_dir_all(target)?;
        for entry in fs::read_dir(source)? {
            let entry = entry?;
            copy(&entry.path(), &target.join(entry.file_name()))?;
        }
        return Ok(());
    }
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::copy(source, target).map(drop)
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| {
        format!(
            "building from a git checkout needs Node 20 or newer with npm on the PATH \
             (https://nodejs.org, or `apt install nodejs npm`): {error}"
        )
    })?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "`npm {}` failed\n{}{}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    ))
}

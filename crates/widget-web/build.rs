//! Embeds the front end.
//!
//! Finds the front end: `$WIDGET_WEB_DIST` if set; `dist/` in a published
//! package; otherwise, in a git checkout, it is built from `frontend/` with Node.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[path = "build/embed.rs"]
mod embed;
#[path = "build/frontend.rs"]
mod frontend;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("widget-web: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=WIDGET_WEB_DIST");
    let crate_dir = directory("CARGO_MANIFEST_DIR")?;
    let out_dir = directory("OUT_DIR")?;
    let (dist, watched) = dist(&crate_dir, &out_dir)?;
    embed::write(&dist, watched, &out_dir.join("assets.rs"))
}

/// The built front end, and whether a change of it means to run again. One that
/// is built here is always newer than this run, and its sources are watched.
fn dist(crate_dir: &Path, out_dir: &Path) -> Result<(PathBuf, bool), String> {
    if let Some(dist) = std::env::var_os("WIDGET_WEB_DIST") {
        return Ok((PathBuf::from(dist), true));
    }
    if crate_dir.join("frontend/package.json").exists() {
        return Ok((frontend::build(crate_dir, out_dir)?, false));
    }
    let dist = crate_dir.join("dist");
    if dist.join("manifest.json").exists() {
        return Ok((dist, true));
    }
    Err("this package has no built front end in dist/; set WIDGET_WEB_DIST to one, \
         or build from a git checkout"
        .into())
}

fn directory(name: &str) -> Result<PathBuf, String> {
    std::env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("cargo does not set {name}"))
}

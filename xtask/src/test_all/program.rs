//! The program as it is shipped.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::workspace::Metadata;
use crate::{process, web};

/// Builds the program with the features that it is shipped with, and keeps it at a path of its own. The
/// build for the other tests takes its place in `target/debug`.
pub(super) fn shipped_program(metadata: &Metadata) -> Result<PathBuf> {
    // It needs no system library, so nothing may ask for one.
    process::run(
        web::cargo().args(["build", "--package", "widget-mcp"]).env("PKG_CONFIG", "/bin/false"),
    )?;
    let built = metadata.target_directory.join("debug/widget-mcp");
    let built = built.with_extension(std::env::consts::EXE_EXTENSION);
    let shipped = metadata.target_directory.join("shipped/widget-mcp");
    let shipped = shipped.with_extension(std::env::consts::EXE_EXTENSION);
    fs::create_dir_all(shipped.with_file_name(""))
        .and_then(|()| fs::copy(&built, &shipped))
        .with_context(|| format!("cannot copy {} to {}", built.display(), shipped.display()))?;
    Ok(shipped)
}

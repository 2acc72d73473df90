//! `bench`: the release binary against a bare MCP server, in one run.

use std::ffi::OsString;
use std::path::Path;

use anyhow::Result;

use crate::workspace::Metadata;
use crate::{process, setup, web};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Arguments of the benchmark itself (`--help` lists them)
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    bench: Vec<OsString>,
}

/// Builds what is measured and what measures, then measures.
///
/// # Errors
///
/// A build fails, or the benchmark does.
pub(crate) fn run(args: &Args) -> Result<()> {
    setup::run()?;
    if !web::dist().is_dir() {
        web::run()?;
    }
    let build = |package: &str, flags: &[&str]| {
        process::run(
            process::cargo()
                .args(["build", "--release", "--bins", "--package", package])
                .args(flags)
                .env("WIDGET_WEB_DIST", web::dist()),
        )
    };
    // Its windows are measured as well, on Linux; the next build takes its place.
    let target = Metadata::load()?.target_directory.join("release");
    if cfg!(target_os = "linux") {
        build("widget-mcp", &["--features", "webkit"])?;
        std::fs::copy(target.join("widget-mcp"), target.join("widget-mcp-webkit"))?;
    }
    // Two builds: in one, the bare server's features would be switched on in widget-mcp as well.
    build("widget-mcp", &[])?;
    build("widget-e2e", &[])?;
    build_bare_sse(&target)?;
    process::run(std::process::Command::new(target.join("bench")).args(&args.bench))
}

/// A workspace of its own, built beside the programs that are measured.
fn build_bare_sse(release: &Path) -> Result<()> {
    let target = release.with_file_name("bare-sse");
    process::run(
        process::cargo()
            .args(["build", "--release", "--locked"])
            .args(["--manifest-path", "tests/bare-sse/Cargo.toml", "--target-dir"])
            .arg(&target),
    )?;
    let program = Path::new("bare-sse").with_extension(std::env::consts::EXE_EXTENSION);
    std::fs::copy(target.join("release").join(&program), release.join(&program))?;
    Ok(())
}

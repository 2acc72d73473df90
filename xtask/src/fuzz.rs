//! `fuzz`: each cargo-fuzz target for a bounded time.

use std::process::Command;

use anyhow::{Result, bail};

use crate::{paths, process};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Seconds to run each target
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Only these targets [default: all]
    targets: Vec<String>,
}

/// Runs the targets in `fuzz/`.
///
/// # Errors
///
/// There is no `fuzz/`, cargo-fuzz cannot be installed, or a target found something.
pub(crate) fn run(args: &Args) -> Result<()> {
    if !paths::root().join("fuzz/Cargo.toml").is_file() {
        bail!("this workspace has no fuzz/ folder");
    }
    if !process::succeeds(nightly().args(["fuzz", "--version"])) {
        process::run(nightly().args(["install", "--locked", "cargo-fuzz"]))?;
    }
    let targets = if args.targets.is_empty() {
        let list = process::capture(nightly().args(["fuzz", "list", "--fuzz-dir", "fuzz"]))?;
        list.lines().map(str::to_owned).collect()
    } else {
        args.targets.clone()
    };
    for target in targets {
        fuzz(&target, args.seconds)?;
    }
    Ok(())
}

/// Findings go into `target/`, so that the committed corpus does not grow by itself.
fn fuzz(target: &str, seconds: u32) -> Result<()> {
    let found = paths::root().join("target/fuzz-new").join(target);
    std::fs::create_dir_all(&found)?;
    process::run(
        nightly()
            .args(["fuzz", "run", "--fuzz-dir", "fuzz", target])
            .arg(found)
            .arg(format!("fuzz/corpus/{target}"))
            .arg("--")
            .arg(format!("-max_total_time={seconds}"))
            .args(["-max_len=4096", "-rss_limit_mb=1024"]),
    )
}

/// Sanitizers need the nightly compiler, which only rustup's cargo can choose.
fn nightly() -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").current_dir(paths::root());
    command
}

//! `test-all`: what CI runs, from the quick checks to the slow ones.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::workspace::{Metadata, Package};
use crate::{bundle, package, process, setup, tidy, web};

/// One line of the table at the end. What fails names the command that repeats it alone.
struct Step {
    name: &'static str,
    run: fn(&Metadata) -> Result<()>,
}

#[rustfmt::skip] // a table
const STEPS: &[Step] = &[
    Step { name: "format", run: |_| process::run(process::cargo().args(["fmt", "--all", "--check"])) },
    Step { name: "setup", run: |_| setup::run() },
    Step { name: "tidy", run: |_| tidy::run() },
    Step { name: "licences, bans, sources", run: |_| deny() },
    Step { name: "front end", run: |_| web::run() },
    Step { name: "clippy", run: |_| clippy() },
    Step { name: "bare server of the benchmark", run: bare_sse },
    Step { name: "documentation", run: |_| documentation() },
    Step { name: "release binary", run: |_| release_binary() },
    Step { name: "bundle, registry entry", run: bundle::check },
    Step { name: "tests, all features", run: tests },
    Step { name: "doc tests", run: |_| doc_tests() },
    Step { name: "tests, default features", run: default_features },
    Step { name: "packages", run: |_| package::check() },
];

/// Runs every step, stops at the first that fails, and says how long each took.
///
/// # Errors
///
/// The step that failed and its command.
pub(crate) fn run() -> Result<()> {
    let metadata = Metadata::load()?;
    let mut took = Vec::new();
    for step in STEPS {
        eprintln!("\n=== {} ===", step.name);
        let start = Instant::now();
        let outcome = (step.run)(&metadata).with_context(|| format!("step `{}`", step.name));
        took.push((step.name, start.elapsed()));
        if outcome.is_err() {
            print_table(&took);
            return outcome;
        }
    }
    print_table(&took);
    println!("\neverything passed");
    Ok(())
}

fn print_table(took: &[(&str, Duration)]) {
    println!("\n{:<28} seconds", "step");
    for (name, duration) in took {
        println!("{name:<28} {:7.1}", duration.as_secs_f64());
    }
    let total: Duration = took.iter().map(|(_, duration)| duration).sum();
    println!("{:<28} {:7.1}", "all", total.as_secs_f64());
}

/// Cargo with the pages already built, so that no build script runs npm again.
fn cargo() -> Command {
    let mut command = process::cargo();
    command.env("WIDGET_WEB_DIST", web::dist());
    command
}

fn deny() -> Result<()> {
    // Offline it reads the manifests of all platforms, and fetches none.
    process::run(process::cargo().args(["fetch", "--locked"]))?;
    let mut check = process::cargo();
    check.args(["deny", "--offline", "--all-features", "check"]);
    process::run(check.args(["bans", "licenses", "sources"]))?;
    println!("advisories: not checked, the advisory database cannot be fetched offline");
    Ok(())
}

fn clippy() -> Result<()> {
    process::run(
        cargo()
            .args(["clippy", "--workspace", "--all-features", "--all-targets"])
            .args(["--", "-D", "warnings"]),
    )
}

/// A workspace of its own, which nothing above has seen.
fn bare_sse(metadata: &Metadata) -> Result<()> {
    let manifest = ["--manifest-path", "tests/bare-sse/Cargo.toml"];
    process::run(cargo().arg("fmt").args(manifest).arg("--check"))?;
    process::run(
        cargo()
            .args(["clippy", "--locked", "--target-dir"])
            .arg(metadata.target_directory.join("bare-sse"))
            .args(manifest)
            .args(["--", "-D", "warnings"]),
    )
}

fn documentation() -> Result<()> {
    process::run(
        cargo()
            .args(["doc", "--workspace", "--all-features", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

fn release_binary() -> Result<()> {
    // It needs no system library, so nothing may ask for one.
    process::run(
        cargo()
            .args(["build", "--release", "--package", "widget-mcp"])
            .env("PKG_CONFIG", "/bin/false"),
    )
}

fn tests(metadata: &Metadata) -> Result<()> {
    // Tests start them, and `--all-targets` builds examples as tests only.
    process::run(cargo().args(["build", "--workspace", "--all-features", "--examples", "--bins"]))?;
    let binary = metadata.target_directory.join("release/widget-mcp");
    process::run(
        cargo()
            .args(["test", "--workspace", "--all-features", "--all-targets"])
            .env("WIDGET_MCP_BIN", binary.with_extension(std::env::consts::EXE_EXTENSION)),
    )
}

fn doc_tests() -> Result<()> {
    process::run(cargo().args(["test", "--workspace", "--all-features", "--doc"]))
}

/// Tests without the flags; a crate whose features are all on by default has been tested so.
fn default_features(metadata: &Metadata) -> Result<()> {
    let (other, same): (Vec<&Package>, Vec<&Package>) =
        metadata.packages.iter().partition(|package| !package.non_default_features().is_empty());
    for package in same {
        println!("{}: no features beyond the default ones, tested above", package.name);
    }
    // All at once: each by itself would build what they share anew.
    let mut test = cargo();
    test.arg("test");
    for package in other {
        test.args(["--package", &package.name]);
    }
    process::run(&mut test)
}

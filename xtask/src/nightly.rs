//! `nightly`: what takes longer than a change should wait for.

use anyhow::Result;

use crate::test_all::{each_feature, steps, tests};
use crate::workspace::Metadata;
use crate::{bundle, package, process, public_types, setup, web};

/// Runs the tests with default features, lints each crate with each of its features alone, runs the
/// end-to-end tests against the release program, those in Firefox, those that build crates and those
/// of all figures, looks up the types of public signatures, and builds every package as the registry
/// would.
///
/// # Errors
///
/// The first check that fails.
pub(crate) fn run() -> Result<()> {
    setup::for_nightly()?;
    web::run()?;
    let metadata = Metadata::load()?;
    default_features(&metadata)?;
    each_feature::run_others(&metadata)?;
    release_program(&metadata)?;
    benches()?;
    bare_sse(&metadata)?;
    public_types::run()?;
    package::verify()
}

fn default_features(metadata: &Metadata) -> Result<()> {
    let mut test = web::cargo();
    test.args(["nextest", "run"]);
    for package in steps::with_optional_features(metadata) {
        test.args(["--package", &package.name]);
    }
    process::run(&mut test)
}

/// Ignored tests build crates or compare all figures, which takes minutes, install plotly.py, or run in
/// Firefox.
fn release_program(metadata: &Metadata) -> Result<()> {
    process::run(web::cargo().args(["build", "--release", "--package", "widget-mcp"]))?;
    let program = bundle::release_binary(metadata);
    bundle::check(metadata, &program)?;
    tests::build()?;
    let mut nextest = tests::nextest(metadata, &program, true);
    process::run(nextest.args(["--run-ignored", "all", "-E", "binary_id(widget-e2e::e2e)"]))
}

/// Runs each benchmark once.
fn benches() -> Result<()> {
    process::run(web::cargo().args(["test", "--workspace", "--all-features", "--bench", "*"]))
}

/// Lints the bare server of the benchmark, which is a workspace of its own.
fn bare_sse(metadata: &Metadata) -> Result<()> {
    let manifest = ["--manifest-path", "tests/bare-sse/Cargo.toml"];
    process::run(web::cargo().arg("fmt").args(manifest).arg("--check"))?;
    process::run(
        web::cargo()
            .args(["clippy", "--locked", "--target-dir"])
            .arg(metadata.target_directory.join("bare-sse"))
            .args(manifest)
            .args(["--", "-D", "warnings"]),
    )
}

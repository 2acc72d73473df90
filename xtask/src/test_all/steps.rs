//! The steps of `test-all`, and those that do not run tests.

use anyhow::Result;
use clap::builder::PossibleValuesParser;

use super::program::shipped_program;
use super::{each_feature, tests};
use crate::setup::{CARGO_DENY, NEXTEST, NODE, Tool, WEBKIT};
use crate::workspace::{Metadata, Package};
use crate::{bundle, package, process, tidy, web};

/// A check that can run alone.
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) tools: &'static [&'static Tool],
    pub(super) run: fn(&Metadata, left_out: &mut Vec<String>) -> Result<()>,
}

/// Quick checks first. Later steps use the builds of earlier ones.
#[rustfmt::skip] // a table
pub(super) const STEPS: &[Step] = &[
    Step { name: "format", tools: &[], run: |_, _| format() },
    Step { name: "tidy", tools: &[], run: |_, _| tidy::run() },
    Step { name: "deny", tools: &[&CARGO_DENY], run: |_, _| deny() },
    Step { name: "front-end", tools: &[&NODE], run: |_, _| web::run() },
    Step { name: "clippy", tools: &[&NODE, &WEBKIT], run: |_, _| clippy() },
    Step { name: "default-features", tools: &[&NODE], run: |metadata, _| default_features(metadata) },
    Step { name: "each-feature", tools: &[], run: |metadata, _| each_feature::run(metadata) },
    Step { name: "doc", tools: &[&NODE, &WEBKIT], run: |_, _| documentation() },
    Step { name: "bundle", tools: &[&NODE], run: |metadata, _| bundle::check(metadata, &shipped_program(metadata)?) },
    Step { name: "tests", tools: &[&NODE, &WEBKIT, &NEXTEST], run: tests::run },
    Step { name: "doc-tests", tools: &[&NODE, &WEBKIT], run: |_, _| tests::doc() },
    Step { name: "packages", tools: &[&NODE], run: |_, _| package::check() },
];

/// The names that `--only` takes.
pub(super) fn names() -> PossibleValuesParser {
    STEPS.iter().map(|step| step.name).collect::<Vec<_>>().into()
}

pub(super) fn format() -> Result<()> {
    process::run(process::cargo().args(["fmt", "--all", "--check"]))
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

pub(super) fn clippy() -> Result<()> {
    process::run(
        web::cargo()
            .args(["clippy", "--workspace", "--all-features", "--all-targets"])
            .args(["--", "-D", "warnings"]),
    )
}

/// Lints the crates that have more features than are on by default once more without those. Their
/// tests run with all features; `cargo xtask nightly` runs them with the default ones.
fn default_features(metadata: &Metadata) -> Result<()> {
    let mut clippy = web::cargo();
    clippy.args(["clippy", "--lib", "--bins", "--tests"]);
    for package in with_optional_features(metadata) {
        clippy.args(["--package", &package.name]);
    }
    process::run(clippy.args(["--", "-D", "warnings"]))
}

/// The packages that a build without flags does not build whole.
pub(crate) fn with_optional_features(metadata: &Metadata) -> impl Iterator<Item = &Package> {
    metadata.packages.iter().filter(|package| !package.non_default_features().is_empty())
}

fn documentation() -> Result<()> {
    process::run(
        web::cargo()
            .args(["doc", "--workspace", "--all-features", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

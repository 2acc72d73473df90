//! `test-all --quick`: the checks between two changes.

use std::process::Command;

use anyhow::Result;

use super::steps::{self, Step};
use crate::paths;
use crate::setup::{NEXTEST, NODE, WEBKIT};
use crate::workspace::{self, Metadata};
use crate::{process, tidy, web};

#[rustfmt::skip] // a table
pub(super) const STEPS: &[Step] = &[
    Step { name: "format", tools: &[], run: |_, _| steps::format() },
    Step { name: "tidy", tools: &[], run: |_, _| tidy::run() },
    Step { name: "clippy", tools: &[&NODE, &WEBKIT], run: |_, _| steps::clippy() },
    Step { name: "unit-tests", tools: &[&NODE, &WEBKIT, &NEXTEST], run: |metadata, _| unit_tests(metadata) },
];

/// Runs the unit tests of the packages that differ from the upstream branch, or from the last
/// commit where there is none.
fn unit_tests(metadata: &Metadata) -> Result<()> {
    let changed = changed_files()?;
    let root = paths::root();
    let is_changed = |package: &&workspace::Package| {
        package
            .manifest_path
            .parent()
            .is_some_and(|folder| changed.iter().any(|file| root.join(file).starts_with(folder)))
    };
    let packages: Vec<_> = metadata.packages.iter().filter(is_changed).collect();
    if packages.is_empty() {
        println!("no crate differs");
        return Ok(());
    }
    let filter: Vec<_> =
        packages.iter().map(|package| format!("package(={})", package.name)).collect();
    process::run(
        web::cargo()
            .args(["nextest", "run", "--workspace", "--all-features", "--lib", "--bins"])
            .args(["--no-tests", "pass", "-E", &filter.join(" | ")]),
    )
}

/// The files that differ, relative to the root.
fn changed_files() -> Result<Vec<String>> {
    let git = || {
        let mut git = Command::new("git");
        git.current_dir(paths::root());
        git
    };
    let upstream = ["rev-parse", "--verify", "--quiet", "@{upstream}"];
    let base = if process::succeeds(git().args(upstream)) { "@{upstream}" } else { "HEAD" };
    let tracked = process::capture(git().args(["diff", "--name-only", base]))?;
    let new = process::capture(git().args(["ls-files", "--others", "--exclude-standard"]))?;
    Ok(tracked.lines().chain(new.lines()).map(str::to_owned).collect())
}

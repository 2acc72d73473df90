//! The tests, run by nextest: each in a process of its own, in the groups of `.config/nextest.toml`.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::leave_out;
use super::program::shipped_program;
use crate::setup::{self, GROUPS};
use crate::workspace::Metadata;
use crate::{process, web};

/// As many as the group `browser` of `.config/nextest.toml` has slots.
const BROWSERS: &str = "2";

/// Runs the tests of the workspace with all features, but for the groups whose programs are
/// missing.
pub(super) fn run(metadata: &Metadata, left_out: &mut Vec<String>) -> Result<()> {
    let mut filter = String::from("all()");
    for (group, tools) in GROUPS {
        let missing = setup::provide(tools)?;
        if !missing.is_empty() {
            leave_out(&format!("tests of the group {group}"), &missing, left_out)?;
            filter += &format!(" - group({group})");
        }
    }
    let program = shipped_program(metadata)?;
    build()?;
    let has_browsers = !filter.contains("group(browser)");
    process::run(nextest(metadata, &program, has_browsers).args(["-E", &filter]))
}

/// Programs and examples, which tests start, beside the tests themselves.
pub(crate) fn build() -> Result<()> {
    process::run(web::cargo().args(["build", "--workspace", "--all-features"]).args([
        "--lib",
        "--bins",
        "--examples",
        "--tests",
    ]))
}

/// Nextest with all features and `program` as the one that end-to-end tests run.
pub(crate) fn nextest(metadata: &Metadata, program: &Path, has_browsers: bool) -> Command {
    let mut command = web::cargo();
    if has_browsers {
        let session = metadata.target_directory.join("debug/e2e-session");
        let cargo = command.get_program().to_owned();
        let mut session = Command::new(session.with_extension(std::env::consts::EXE_EXTENSION));
        session.current_dir(crate::paths::root()).arg(BROWSERS).arg(cargo);
        session.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command = session;
    }
    command.args(["nextest", "run", "--workspace", "--all-features"]);
    command.env("WIDGET_MCP_BIN", program);
    command
}

/// Runs the examples of the documentation, which nextest does not know.
pub(super) fn doc() -> Result<()> {
    process::run(web::cargo().args(["test", "--workspace", "--all-features", "--doc"]))
}

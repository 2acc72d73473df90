//! `soak`: what `test-all` runs for seconds, for as long as it takes to find rare faults.

use anyhow::Result;

use crate::workspace::Metadata;
use crate::{bundle, process, setup, web};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Seconds to run each test
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

/// A test program whose tests read `WIDGET_SOAK_SECONDS`.
struct Program {
    package: &'static str,
    test: &'static str,
    filter: &'static str,
}

const PROGRAMS: &[Program] = &[
    Program { package: "widget-auth-session", test: "processes", filter: "" },
    Program { package: "widget-e2e", test: "e2e", filter: "concurrent_viewers" },
];

/// Runs the tests that go on for as long as they are told, and shows what they counted.
///
/// # Errors
///
/// A build or a test fails.
pub(crate) fn run(args: &Args) -> Result<()> {
    setup::run()?;
    if !web::dist().is_dir() {
        web::run()?;
    }
    let program = bundle::release_binary(&Metadata::load()?);
    process::run(
        process::cargo()
            .args(["build", "--release", "--package", "widget-mcp"])
            .env("WIDGET_WEB_DIST", web::dist()),
    )?;
    for Program { package, test, filter } in PROGRAMS {
        process::run(
            process::cargo()
                .args(["test", "--package", package, "--test", test, "--all-features", filter])
                // One after another: each has the machine for itself.
                .args(["--", "--nocapture", "--test-threads", "1"])
                .env("WIDGET_WEB_DIST", web::dist())
                .env("WIDGET_MCP_BIN", &program)
                .env("WIDGET_SOAK_SECONDS", args.seconds.to_string()),
        )?;
    }
    Ok(())
}

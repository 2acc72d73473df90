//! Runs a command that starts tests: checks the programs that they run before, and starts browsers
//! that they share.
//!
//! ```text
//! e2e-session 3 cargo nextest run --workspace --all-features
//! ```

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use widget_e2e::SharedChromium;

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let usage = "usage: e2e-session COUNT PROGRAM [ARGUMENT ...]";
    let count = arguments.next().context(usage)?;
    let count: usize = count.to_str().and_then(|count| count.parse().ok()).context(usage)?;
    let mut command = Command::new(arguments.next().context(usage)?);
    widget_e2e::check_programs();
    let mut browsers = Vec::new();
    for _ in 0..count {
        browsers.push(SharedChromium::start().await);
    }
    let (variable, addresses) = SharedChromium::variable(&browsers);
    command.args(arguments).env(variable, addresses);
    let status = tokio::task::spawn_blocking(move || command.status()).await?;
    let code = status.context("the command starts")?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

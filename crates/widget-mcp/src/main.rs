//! The command line of `widget-mcp`.

mod cli;

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use widget_mcp::{ServerError, demo, run_server};

use cli::{Cli, Command};

/// A read from standard input cannot be interrupted; the process does not wait for it.
const LINGER: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli::init_log();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("widget-mcp: cannot start threads: {error}");
            return ExitCode::FAILURE;
        }
    };
    let ended = runtime.block_on(run(cli));
    runtime.shutdown_timeout(LINGER);
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<(), ServerError> {
    match cli.command {
        Some(Command::Demo { page }) => demo::run(cli.into_options(), page).await,
        None => run_server(cli.into_options()).await,
    }
}

/// Prints an error with everything that led to it.
fn complain(error: &ServerError) {
    eprint!("widget-mcp: {error}");
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        eprint!(": {cause}");
        source = cause.source();
    }
    eprintln!();
}

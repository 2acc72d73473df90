//! Developer commands of this workspace: `cargo xtask <command>`.

mod bench;
mod bundle;
mod fuzz;
mod nightly;
mod npm;
mod package;
mod paths;
mod process;
mod public_types;
mod setup;
mod soak;
mod test_all;
mod tidy;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Everything around the code: setting up, checking, measuring, packaging.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Install the programs the tests need, or say which are missing
    Setup,
    /// Check, test and build the front end
    Web,
    /// Check the rules that no compiler checks: crate graph, sizes, docs, names
    Tidy,
    /// Run the checks of CI
    TestAll(test_all::Args),
    /// Run the slow checks that `test-all` leaves out
    Nightly,
    /// Measure the release binary against a bare MCP server
    Bench(bench::Args),
    /// Run for minutes what the tests run for seconds
    Soak(soak::Args),
    /// Build every publishable crate from its package
    Package,
    /// Make an MCPB bundle, and check what registries read
    Bundle(bundle::Args),
    /// Check that each public signature names types that users of its crate can name
    PublicTypes,
    /// Run each fuzz target for a while
    Fuzz(fuzz::Args),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        None => Cli::command().print_help().map_err(Into::into),
        Some(Command::Setup) => setup::run(),
        Some(Command::Web) => web::run(),
        Some(Command::Tidy) => tidy::run(),
        Some(Command::TestAll(args)) => test_all::run(&args),
        Some(Command::Nightly) => nightly::run(),
        Some(Command::PublicTypes) => public_types::run(),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Soak(args)) => soak::run(&args),
        Some(Command::Package) => package::run(),
        Some(Command::Bundle(args)) => bundle::run(&args),
        Some(Command::Fuzz(args)) => fuzz::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

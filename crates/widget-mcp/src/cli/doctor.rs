//! `widget-mcp doctor`: what the server needs, whether it is there, and what to do.
//!
//! One file for each check; [`CHECKS`] lists them in the order in which they help.

mod clients;
mod config_file;
mod display;
mod finding;
mod handshake;
mod port;
mod windows;

use std::process::ExitCode;

use widget_mcp::{HttpOptions, Transport};
use widget_window::BackendChoice;

use crate::cli::Cli;
use crate::cli::output::show;
use crate::cli::settings::{Settings, SettingsError};
use finding::{Finding, State};

/// The inputs of the checks, apart from the machine.
struct Situation {
    settings: Result<Settings, SettingsError>,
    is_headless: bool,
    transport: Transport,
    http: HttpOptions,
    /// The selected window backend.
    choice: BackendChoice,
    /// The reason nothing can be shown here, if any.
    no_display: Option<String>,
}

const CHECKS: &[fn(&Situation) -> Vec<Finding>] =
    &[config_file::check, display::check, windows::check, port::check, clients::check];

/// Prints what is right and what is not. Failure when something needs doing.
/// `flags` stand for the settings when those cannot be read.
pub(crate) fn run(flags: &Cli, settings: Result<Settings, SettingsError>) -> ExitCode {
    let cli = settings.as_ref().map_or(flags, |settings| &settings.cli);
    let (is_headless, transport, http) = (cli.headless, cli.transport(), cli.http());
    let choice = BackendChoice::detect();
    let no_display = display::obstacle(&choice);
    let situation = Situation { settings, is_headless, transport, http, choice, no_display };
    let mut problems = 0;
    // Each as soon as it is known: starting servers takes a while.
    for check in CHECKS {
        for finding in check(&situation) {
            problems += usize::from(finding.state == State::Error);
            show(finding);
        }
    }
    match problems {
        0 => show("\nNothing needs doing."),
        1 => show("\nOne thing needs doing."),
        count => show(format_args!("\n{count} things need doing.")),
    }
    if problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

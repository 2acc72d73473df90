//! The command line of `widget-mcp`.

mod cli;

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use etcetera::BaseStrategy;
use widget_mcp::{ServerError, demo, run_server, run_window_helper};

use cli::settings::{CommandLine, Settings, SettingsError};
use cli::{Cli, Command};

/// A read from standard input cannot be interrupted; the process does not wait for it.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let line = CommandLine::parse(std::env::args_os().collect());
    let line = line.unwrap_or_else(|error| error.exit());
    run(&line).unwrap_or_else(|error| {
        print_error(&*error);
        ExitCode::FAILURE
    })
}

fn run(line: &CommandLine) -> Result<ExitCode, Box<dyn Error>> {
    let flags = line.cli().unwrap_or_else(|error| error.exit());
    if let Some(Command::WindowHelper) = flags.command {
        // On this thread and with nothing else: the server has read the settings.
        run_window_helper()?;
        return Ok(ExitCode::SUCCESS);
    }
    let settings = read_settings(line, flags.command.as_ref());
    if let Some(Command::Doctor) = flags.command {
        return Ok(cli::doctor::run(&flags, settings));
    }
    let settings = settings.unwrap_or_else(|error| refuse(error));
    match &settings.cli.command {
        Some(Command::Config) => cli::output::show(&settings),
        Some(Command::Install(args)) => return Ok(cli::install::add(args, line, &settings)?),
        Some(Command::Uninstall(args)) => return Ok(cli::install::remove(args)?),
        _ => serve(settings.cli)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The file in its usual place: `~/.config/widget-mcp/config.toml`, and under
/// `%APPDATA%` on Windows. The variables of an entry that is to be written count as set: the server
/// will find them so.
fn read_settings(line: &CommandLine, command: Option<&Command>) -> Result<Settings, SettingsError> {
    let folders = etcetera::choose_base_strategy().ok();
    let usual = folders.map(|folders| folders.config_dir().join("widget-mcp").join("config.toml"));
    let of_entry = |name: &str| match command {
        Some(Command::Install(args)) => args.variable(name),
        _ => None,
    };
    line.resolve(|name| of_entry(name).or_else(|| std::env::var_os(name)), usual)
}

fn serve(cli: Cli) -> Result<(), Box<dyn Error>> {
    cli::init_log(&cli.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start threads: {error}"))?;
    let ended = runtime.block_on(until_it_ends(cli));
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    Ok(ended?)
}

async fn until_it_ends(cli: Cli) -> Result<(), ServerError> {
    match cli.command {
        Some(Command::Demo { page }) => demo::run(cli.into_options(), page).await,
        _ => run_server(cli.into_options()).await,
    }
}

/// Settings that are wrong end the program as wrong arguments do.
fn refuse(error: SettingsError) -> ! {
    match error {
        SettingsError::Usage(error) => error.exit(),
        error => {
            print_error(&error);
            std::process::exit(2)
        }
    }
}

/// Prints an error with everything that led to it.
fn print_error(error: &(dyn Error + 'static)) {
    eprintln!("widget-mcp: {}", chain(error));
}

/// An error and everything that led to it, in one line.
fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

//! The command line: commands, and the flags of all settings.
//!
//! A flag of [`Cli`] is a setting, whichever struct it stands in: it is also a
//! variable and a key of the configuration file, see [`crate::settings`].

pub(crate) mod doctor;
pub(crate) mod install;
pub(crate) mod output;
pub(crate) mod settings;
mod transport;

use std::error::Error;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};
use tracing_subscriber::EnvFilter;
use widget_mcp::{DataFolder, HelperCommand, HttpOptions, ServerOptions, ToolSet, Transport, demo};
use widget_state::Limits;

use install::{InstallArgs, UninstallArgs};
use transport::TransportArgs;

/// The answer to `--version`: the version, and the optional features of this build.
const LONG_VERSION: &str = if cfg!(feature = "webkit") {
    concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: webkit")
} else {
    concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: none")
};

/// Shows interactive widgets to people and tells the agent what they do.
///
/// Without a command it is an MCP server on standard input and output: the way in
/// which an MCP client starts it. `widget-mcp install` adds it to one.
#[derive(Debug, Parser)]
#[command(name = "widget-mcp", version, long_version = LONG_VERSION, about, after_long_help = WHERE_SETTINGS_COME_FROM)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Read settings from this file instead of the one in the usual place.
    #[arg(long, value_name = "PATH")]
    pub(crate) config: Option<PathBuf>,

    /// Open no windows on this machine; the tools' answers carry each widget's address. A
    /// variable or a file that says false means --native.
    #[arg(long, conflicts_with = "native")]
    pub(crate) headless: bool,

    /// Open each new widget in a window of its own, also for a client that shows widgets in the
    /// conversation, and although the environment or the configuration file says headless.
    #[arg(long)]
    pub(crate) native: bool,

    /// The time that a client which shows widgets in the conversation has to mount one, in
    /// milliseconds; then the widget opens in a window, as it does in other clients. 0: at once.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 5_000)]
    inline_timeout: u64,

    /// The name under which the server introduces itself to clients.
    #[arg(long, value_name = "NAME", default_value = "widget-mcp")]
    name: String,

    /// The log filter for standard error, such as `debug` or `widget_mcp=trace`.
    #[arg(long, value_name = "FILTER", default_value = LOG, value_parser = log_filter)]
    pub(crate) log: String,

    /// A folder whose files the agent may show, such as pictures; nothing outside of it is read. May
    /// be repeated.
    #[arg(long, value_name = "DIR", value_parser = data_folder())]
    data: Vec<DataFolder>,

    /// The tools to offer: core is a small set for clients with little room.
    #[arg(long, value_name = "SET", value_enum, default_value_t)]
    tools: ToolSet,

    #[command(flatten)]
    transport: TransportArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

/// The text after the list of flags.
const WHERE_SETTINGS_COME_FROM: &str = "\
Each flag can also be set by its variable or by a line of the configuration file, such as \
`headless = true`. A flag wins over its variable, and the variable over the file. \
`widget-mcp config` shows what is set and by what.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show a page of widgets and print what you do with it, as an agent would get it.
    Demo {
        /// The page to show.
        #[arg(value_enum, default_value_t)]
        page: demo::Page,
    },
    /// Add this server to an MCP client, after showing the change and asking.
    Install(InstallArgs),
    /// Take this server out of an MCP client again.
    Uninstall(UninstallArgs),
    /// Show every setting, its value, and where that comes from.
    Config,
    /// Check what the server needs, and say what to do about what is not right.
    Doctor,
    /// Keep the windows of a server, which starts this by itself.
    #[command(hide = true)]
    WindowHelper,
}

/// The command line as it is read: flags of settings are named in their help with
/// their variables, and may stand behind the command as well.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command();
    let taken: Vec<String> = command
        .get_subcommands()
        .flat_map(clap::Command::get_arguments)
        .filter_map(|arg| arg.get_long().map(str::to_owned))
        .collect();
    command.mut_args(|arg| {
        let Some(variable) = settings::variable(&arg) else { return arg };
        let is_free = arg.get_long().is_some_and(|long| !taken.iter().any(|name| name == long));
        let help = |text: &clap::builder::StyledStr| format!("{text} [env: {variable}]");
        let short = arg.get_help().map(help);
        let long = arg.get_long_help().map(help);
        // The variables are read with the file, where each error can name its place.
        let arg = arg.env(None::<&str>).global(is_free);
        // Commands have options of their own, which come first.
        let has_heading = arg.get_help_heading().is_some();
        let arg = if has_heading { arg } else { arg.help_heading("Settings") };
        let arg = if let Some(short) = short { arg.help(short) } else { arg };
        if let Some(long) = long { arg.long_help(long) } else { arg }
    })
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// The HTML of one widget and all that replaces parts of it, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().html_bytes)]
    max_html_bytes: usize,
    /// The figure of one chart, in bytes of JSON.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().figure_bytes)]
    max_figure_bytes: usize,
    /// All rows of one table, in bytes of JSON.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().rows_bytes)]
    max_rows_bytes: usize,
    /// One event, in bytes of JSON.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().event_bytes)]
    max_event_bytes: usize,
    /// One file offered to the person, and the pictures of one widget together, in bytes of text or
    /// base64.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().download_bytes)]
    max_download_bytes: usize,
    /// Events kept for one widget; what falls off is reported as a gap.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().events_per_widget)]
    max_events: usize,
    /// All events kept for one widget, in bytes of JSON.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().event_log_bytes)]
    max_event_log_bytes: usize,
    /// Widgets of one server.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().widgets)]
    max_widgets: usize,
    /// Components, modals and blocks in one widget.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().components)]
    max_components: usize,
    /// All widgets of one server together, in bytes of JSON: documents, data and logs.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().memory_bytes)]
    max_memory: usize,
}

impl Cli {
    /// Returns the transport for MCP clients.
    pub(crate) fn transport(&self) -> Transport {
        self.transport.transport()
    }

    /// Returns the options of the HTTP transports.
    pub(crate) fn http(&self) -> HttpOptions {
        self.transport.http()
    }

    pub(crate) fn into_options(self) -> ServerOptions {
        let (transport, http) = (self.transport(), self.http());
        let limits = self.limits.into_limits();
        // Without it widgets open in tabs.
        let window_helper = HelperCommand::this_program(["window-helper"])
            .inspect_err(|error| tracing::warn!(error = error as &dyn Error, "no windows"));
        ServerOptions {
            transport,
            http,
            name: self.name,
            headless: self.headless,
            window_helper: window_helper.ok(),
            // No view is waited for where windows are wanted.
            inline_timeout: match self.native {
                true => Duration::ZERO,
                false => Duration::from_millis(self.inline_timeout),
            },
            data_folders: self.data,
            tools: self.tools,
            limits,
            store: None,
            secrets: None,
        }
    }
}

impl LimitArgs {
    fn into_limits(self) -> Limits {
        Limits {
            html_bytes: self.max_html_bytes,
            figure_bytes: self.max_figure_bytes,
            rows_bytes: self.max_rows_bytes,
            event_bytes: self.max_event_bytes,
            download_bytes: self.max_download_bytes,
            events_per_widget: self.max_events,
            event_log_bytes: self.max_event_log_bytes,
            widgets: self.max_widgets,
            components: self.max_components,
            memory_bytes: self.max_memory,
        }
    }
}

/// The default log filter. rmcp calls it an error when a client
/// leaves without waiting for its answers, which every client may do.
const LOG: &str = "warn,rmcp=error,rmcp::service=off";

/// A path, whatever its letters are.
fn data_folder() -> impl TypedValueParser<Value = DataFolder> {
    PathBufValueParser::new().try_map(DataFolder::new)
}

fn log_filter(text: &str) -> Result<String, tracing_subscriber::filter::ParseError> {
    EnvFilter::builder().parse(text).map(|_valid| text.to_owned())
}

/// Logs go to standard error.
pub(crate) fn init_log(filter: &str) {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::settings::CommandLine;

    fn options(arguments: &[&str]) -> Result<ServerOptions, clap::Error> {
        let all = [&["widget-mcp"], arguments].concat();
        let line = CommandLine::parse(all.into_iter().map(Into::into).collect())?;
        Ok(line.cli()?.into_options())
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let options = options(&[]).unwrap();
        let default = ServerOptions::default();
        assert_eq!(options.limits, default.limits);
        assert_eq!(options.transport, default.transport);
        assert_eq!((options.name, options.headless), (default.name, default.headless));
        assert_eq!(options.inline_timeout, default.inline_timeout);
    }

    #[test]
    fn flags_are_read() {
        assert!(options(&["demo", "--headless"]).unwrap().headless);
        assert_eq!(options(&["--tools", "core"]).unwrap().tools, ToolSet::Core);
        assert_eq!(options(&[]).unwrap().tools, ToolSet::All);
        assert_eq!(options(&["--inline-timeout", "0"]).unwrap().inline_timeout, Duration::ZERO);
        assert_eq!(options(&["--native"]).unwrap().inline_timeout, Duration::ZERO);
        assert_eq!(options(&["--max-events", "5"]).unwrap().limits.events_per_widget, 5);
        options(&["--headless", "--native"]).unwrap_err();
        options(&["--log", "no=such=filter"]).unwrap_err();
    }
}

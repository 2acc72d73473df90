//! Flags and environment variables.

mod transport;

use std::io::IsTerminal;

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::EnvFilter;
use widget_mcp::{ServerOptions, demo};
use widget_state::Limits;

use transport::TransportArgs;

/// Shows interactive widgets to people and tells the agent what they do.
///
/// Without a command it is an MCP server on standard input and output.
#[derive(Debug, Parser)]
#[command(version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    transport: TransportArgs,

    /// Open no browser; the tools' answers carry each widget's address.
    #[arg(long, global = true, env = "WIDGET_MCP_HEADLESS")]
    #[arg(value_parser = clap::builder::BoolishValueParser::new())]
    #[arg(num_args = 0, default_missing_value = "true", default_value = "false")]
    headless: bool,

    /// The name under which the server introduces itself to clients.
    #[arg(long, value_name = "NAME", default_value = "widget-mcp", env = "WIDGET_MCP_NAME")]
    name: String,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum Command {
    /// Show a page of widgets and print what you do with it, as an agent would get it.
    Demo {
        /// What to show.
        #[arg(value_enum, default_value_t)]
        page: demo::Page,
    },
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// The HTML of one widget, in bytes [default: 1048576].
    #[arg(long, value_name = "BYTES", env = "WIDGET_MCP_MAX_HTML_BYTES")]
    max_html_bytes: Option<usize>,
    /// The figure of one chart, in bytes of JSON [default: 67108864].
    #[arg(long, value_name = "BYTES", env = "WIDGET_MCP_MAX_FIGURE_BYTES")]
    max_figure_bytes: Option<usize>,
    /// All rows of one table, in bytes of JSON [default: 268435456].
    #[arg(long, value_name = "BYTES", env = "WIDGET_MCP_MAX_ROWS_BYTES")]
    max_rows_bytes: Option<usize>,
    /// One event, in bytes of JSON [default: 65536].
    #[arg(long, value_name = "BYTES", env = "WIDGET_MCP_MAX_EVENT_BYTES")]
    max_event_bytes: Option<usize>,
    /// Events kept for one widget [default: 10000].
    #[arg(long, value_name = "COUNT", env = "WIDGET_MCP_MAX_EVENTS")]
    max_events: Option<usize>,
    /// All events kept for one widget, in bytes of JSON [default: 16777216].
    #[arg(long, value_name = "BYTES", env = "WIDGET_MCP_MAX_EVENT_LOG_BYTES")]
    max_event_log_bytes: Option<usize>,
    /// Widgets of one server [default: 1000].
    #[arg(long, value_name = "COUNT", env = "WIDGET_MCP_MAX_WIDGETS")]
    max_widgets: Option<usize>,
    /// Components in one widget [default: 1000].
    #[arg(long, value_name = "COUNT", env = "WIDGET_MCP_MAX_COMPONENTS")]
    max_components: Option<usize>,
}

impl Cli {
    pub(crate) fn into_options(self) -> ServerOptions {
        let (transport, http) = self.transport.into_options();
        let limits = self.limits.into_limits();
        ServerOptions { transport, http, name: self.name, headless: self.headless, limits }
    }
}

impl LimitArgs {
    fn into_limits(self) -> Limits {
        let default = Limits::default();
        Limits {
            html_bytes: self.max_html_bytes.unwrap_or(default.html_bytes),
            figure_bytes: self.max_figure_bytes.unwrap_or(default.figure_bytes),
            rows_bytes: self.max_rows_bytes.unwrap_or(default.rows_bytes),
            event_bytes: self.max_event_bytes.unwrap_or(default.event_bytes),
            events_per_widget: self.max_events.unwrap_or(default.events_per_widget),
            event_log_bytes: self.max_event_log_bytes.unwrap_or(default.event_log_bytes),
            widgets: self.max_widgets.unwrap_or(default.widgets),
            components: self.max_components.unwrap_or(default.components),
        }
    }
}

/// What is logged unless told otherwise. rmcp calls it an error when a client
/// leaves without waiting for its answers, which every client may do.
const LOG: &str = "warn,rmcp=error,rmcp::service=off";

/// Logs go to standard error; `WIDGET_MCP_LOG` says what, such as `debug`.
pub(crate) fn init_log() {
    let filter = EnvFilter::try_from_env("WIDGET_MCP_LOG");
    tracing_subscriber::fmt()
        .with_env_filter(filter.unwrap_or_else(|_unset| EnvFilter::new(LOG)))
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(arguments: &[&str]) -> ServerOptions {
        Cli::try_parse_from([&["widget-mcp"], arguments].concat()).unwrap().into_options()
    }

    #[test]
    fn the_defaults_are_those_of_the_help() {
        assert_eq!(options(&[]).limits, Limits::default());
        assert!(!options(&[]).headless);
        let help = <Cli as clap::CommandFactory>::command().render_long_help().to_string();
        let limits = serde_json::to_value(Limits::default()).unwrap();
        for (name, value) in limits.as_object().unwrap() {
            assert!(help.contains(&format!("[default: {value}]")), "{name}");
        }
    }

    #[test]
    fn flags_are_read() {
        assert!(options(&["demo", "--headless"]).headless);
        assert_eq!(options(&["--max-events", "5"]).limits.events_per_widget, 5);
    }
}

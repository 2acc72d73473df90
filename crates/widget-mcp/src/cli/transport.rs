//! The flags of the transports.

use std::net::{IpAddr, Ipv4Addr};

use clap::Args;
use widget_mcp::{BaseUrl, ClientToken, DEFAULT_PORT, HostName, HttpOptions, Transport};

/// The transport for MCP clients.
#[derive(Debug, Args)]
#[command(next_help_heading = "Transport")]
pub(crate) struct TransportArgs {
    /// Serve MCP over streamable HTTP at /mcp, with /sse beside it, instead of
    /// standard input and output; port 0 takes a free one [default port: 8001].
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = default_port())]
    http: Option<u16>,

    /// Serve MCP over HTTP+SSE, GET /sse and POST /messages, instead of standard
    /// input and output; port 0 takes a free one [default port: 8001].
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = default_port())]
    #[arg(conflicts_with = "http")]
    sse: Option<u16>,

    /// The address on which --http and --sse listen; anything but loopback needs
    /// --token.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    #[arg(value_parser = address)]
    host: IpAddr,

    /// The bearer token that MCP clients of --http and --sse have to send. Other
    /// users of this machine see the flag, but not the environment variable.
    #[arg(long, value_name = "TOKEN", hide_env_values = true)]
    token: Option<ClientToken>,

    /// A host name under which --http and --sse answer, beside the loopback names
    /// and those in --host and --base-url; may be repeated.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    allow_host: Vec<HostName>,

    /// The public address of the pages of --http and --sse, when a proxy offers them
    /// elsewhere.
    #[arg(long, value_name = "URL")]
    base_url: Option<BaseUrl>,
}

fn default_port() -> &'static str {
    const { assert!(DEFAULT_PORT == 8001) };
    "8001"
}

/// An IP address, or the one name that means the same everywhere.
fn address(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    let hint = "write an IP address, such as 127.0.0.1 (this machine) or 0.0.0.0 (every address)";
    text.parse().map_err(|error| format!("{error}; {hint}"))
}

impl TransportArgs {
    /// The transport that is asked for.
    pub(crate) fn transport(&self) -> Transport {
        match (self.http, self.sse) {
            (Some(port), _) => Transport::Http { port },
            (None, Some(port)) => Transport::Sse { port },
            (None, None) => Transport::Stdio,
        }
    }

    /// Returns the options of the HTTP transports.
    pub(crate) fn http(&self) -> HttpOptions {
        HttpOptions {
            host: self.host,
            token: self.token.clone(),
            allowed_hosts: self.allow_host.clone(),
            base_url: self.base_url.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Command {
        #[command(flatten)]
        transport: TransportArgs,
    }

    fn options(arguments: &[&str]) -> (Transport, HttpOptions) {
        let arguments = [&["widget-mcp"], arguments].concat();
        let arguments = Command::try_parse_from(arguments).unwrap().transport;
        (arguments.transport(), arguments.http())
    }

    fn refusal(arguments: &[&str]) -> String {
        let arguments = [&["widget-mcp"], arguments].concat();
        Command::try_parse_from(arguments).unwrap_err().to_string()
    }

    #[test]
    fn one_transport_is_chosen() {
        assert_eq!(options(&[]).0, Transport::Stdio);
        assert_eq!(options(&["--http"]).0, Transport::Http { port: DEFAULT_PORT });
        assert_eq!(options(&["--http", "0"]).0, Transport::Http { port: 0 });
        assert_eq!(options(&["--sse"]).0, Transport::Sse { port: DEFAULT_PORT });
        assert_eq!(options(&["--sse", "9000"]).0, Transport::Sse { port: 9000 });
        assert!(refusal(&["--http", "99999"]).contains("--http"));
        assert!(refusal(&["--http", "--sse"]).contains("--sse"));
    }

    #[test]
    fn what_http_is_told_is_read() {
        let http = options(&[
            "--host=localhost",
            "--token=s3cret",
            "--allow-host=a.example,b.example",
            "--allow-host=c.example",
            "--base-url=https://widgets.example",
        ])
        .1;
        assert!(http.host.is_loopback() && http.token.is_some());
        let names: Vec<_> = http.allowed_hosts.iter().map(HostName::as_str).collect();
        assert_eq!(names, ["a.example", "b.example", "c.example"]);
        assert_eq!(http.base_url.unwrap().as_str(), "https://widgets.example");
        assert_eq!(options(&[]).1.host, HttpOptions::default().host);
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_right() {
        assert!(refusal(&["--host", "my-machine"]).contains("0.0.0.0"));
        assert!(refusal(&["--allow-host", "https://a.example"]).contains("widgets.example"));
        assert!(refusal(&["--base-url", "a.example"]).contains("https://widgets.example"));
        let refused = refusal(&["--token", "two words"]);
        assert!(refused.contains("openssl"), "{refused}");
    }
}

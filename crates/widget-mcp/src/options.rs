//! What a server can be told at its start.

use widget_state::Limits;

use crate::http_options::HttpOptions;

/// The port of the HTTP transports when none is named.
pub const DEFAULT_PORT: u16 = 8001;

/// What a server can be told at its start.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// How MCP clients reach it.
    pub transport: Transport,
    /// What the HTTP transports can be told beside their port.
    pub http: HttpOptions,
    /// The name under which it introduces itself.
    pub name: String,
    /// Opens no browser; the tools' answers carry the address of each widget.
    pub headless: bool,
    /// How large everything may be.
    pub limits: Limits,
}

/// How MCP clients reach the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// Standard input and output; the pages are served on a free port of 127.0.0.1.
    #[default]
    Stdio,
    /// HTTP+SSE, as protocol 2024-11-05 has it: `GET /sse` and `POST /messages`,
    /// beside the pages.
    Sse {
        /// The port; 0 takes a free one.
        port: u16,
    },
    /// Streamable HTTP at `/mcp`, and HTTP+SSE for clients that know no other,
    /// beside the pages.
    Http {
        /// The port; 0 takes a free one.
        port: u16,
    },
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            transport: Transport::default(),
            http: HttpOptions::default(),
            name: "widget-mcp".into(),
            headless: false,
            limits: Limits::default(),
        }
    }
}

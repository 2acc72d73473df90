//! What a server cannot do, and why.

use std::io;
use std::net::{IpAddr, SocketAddr};

use widget_state::StateError;

/// What a server cannot do, and why.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The port is not free, or may not be used.
    #[error(
        "cannot listen on {address}; choose another port, 0 takes a free one (--http PORT or --sse PORT)"
    )]
    Listen {
        /// The address and port that were asked for.
        address: SocketAddr,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// Others than this machine could connect, and nothing keeps strangers out.
    #[error(
        "{host} can be reached from other machines, so MCP clients have to send a token: \
         choose one with --token or WIDGET_MCP_TOKEN, or listen on 127.0.0.1"
    )]
    NoToken {
        /// The address that was asked for.
        host: IpAddr,
    },
    /// The HTTP server stopped.
    #[error("the HTTP server stopped")]
    Http(#[source] io::Error),
    /// Signals cannot be waited for.
    #[error("cannot wait for Ctrl-C")]
    Signal(#[source] io::Error),
    /// A client or server could not begin to talk, or stopped in the middle.
    #[error("the MCP connection failed")]
    Connection(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A tool refused a call of the demonstration.
    #[error("the tool {tool} failed: {message}")]
    Tool {
        /// The tool.
        tool: &'static str,
        /// What it said.
        message: String,
    },
    /// Nothing is at the address of a resource.
    #[error("there is no resource {uri}{}", did_you_mean(nearest.as_deref()))]
    UnknownResource {
        /// The address.
        uri: String,
        /// The address that was probably meant.
        nearest: Option<String>,
    },
    /// The store of the widgets failed.
    #[error("the widgets cannot be read")]
    Store(#[from] StateError),
}

/// The end of a message about a name that is not there.
pub(crate) fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

//! Errors of the server.

use std::io;
use std::net::{IpAddr, SocketAddr};

use widget_state::StateError;

/// The reason a server cannot start or do a call.
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
        /// The error of the system.
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
    /// A variable of the environment has a value that says nothing.
    #[error("{name}: {problem}")]
    Variable {
        /// Its name.
        name: &'static str,
        /// The way to write it.
        problem: &'static str,
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
    /// A tool did not do what it was asked.
    #[error("the tool {tool} failed: {message}")]
    Tool {
        /// The tool.
        tool: String,
        /// The message: the wrong argument, and what helps to put it right.
        message: String,
    },
    /// The system gives no thread: for the pages, or for a client.
    #[error("cannot start a thread")]
    Thread(#[source] io::Error),
    /// There is no prompt of this name.
    #[error("there is no prompt {name}{}", did_you_mean(nearest.as_deref()))]
    UnknownPrompt {
        /// The name.
        name: String,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// Nothing is at the address of a resource.
    #[error("there is no resource {uri}{}", did_you_mean(nearest.as_deref()))]
    UnknownResource {
        /// The address.
        uri: String,
        /// The address that was probably meant.
        nearest: Option<String>,
    },
    /// A resource template is not ours, or has no such argument.
    #[error("there is no resource template {template} with the argument {argument}")]
    UnknownArgument {
        /// The template.
        template: String,
        /// The argument.
        argument: String,
    },
    /// The store of the widgets failed.
    #[error("the widgets cannot be read")]
    Store(#[from] StateError),
}

/// The end of a message about a name that is not there.
pub(crate) fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

/// A name that a caller wrote, as a message repeats it: its beginning.
pub(crate) fn clipped(name: &str) -> String {
    clipped_to(name, 100)
}

/// The beginning of a text, of at most so many characters.
pub(crate) fn clipped_to(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_repeated_in_part() {
        assert_eq!(clipped("pkg://docs/redme"), "pkg://docs/redme");
        assert_eq!(clipped(&"ä".repeat(100)), "ä".repeat(100));
        assert_eq!(clipped(&"ä".repeat(101)), format!("{}…", "ä".repeat(100)));
    }
}

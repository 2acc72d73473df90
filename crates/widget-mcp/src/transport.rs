//! The ways in which MCP clients reach the server.

mod http;
mod lines;
mod stdio;

use crate::error::ServerError;
use crate::options::{ServerOptions, Transport};
pub(crate) use http::Pages;

/// Runs a server until its client leaves or the process is asked to end.
///
/// # Errors
///
/// [`ServerError::Listen`] when the port is taken; the others when the system or
/// the connection fails.
pub async fn run_server(options: ServerOptions) -> Result<(), ServerError> {
    match options.transport {
        Transport::Stdio => stdio::run(options).await,
        Transport::Http { port } => http::run(options, port).await,
    }
}

/// The largest message that can be within the limits: a figure or rows, as a JSON
/// text inside JSON, where each byte may have been escaped.
fn max_message(options: &ServerOptions) -> usize {
    let limits = &options.limits;
    let sizes = [limits.figure_bytes, limits.rows_bytes, limits.html_bytes, limits.download_bytes];
    let largest = sizes.into_iter().max().unwrap_or_default();
    largest.saturating_mul(2).saturating_add(1 << 20)
}

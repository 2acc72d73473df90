//! The ways in which MCP clients reach the server.

mod backpressure;
mod http;
mod malformed;
mod stdio;

use rmcp::ServerHandler;
use widget_state::Limits;

use crate::error::ServerError;
use crate::options::{ServerOptions, Transport};
use crate::server::WidgetServer;
pub use http::McpRoutes;

/// Runs a server until its client leaves or the process is asked to end.
///
/// # Errors
///
/// [`ServerError::Listen`] when the port is taken; [`ServerError::NoToken`] when
/// strangers could connect; the others when the system or the connection fails.
pub async fn run_server(options: ServerOptions) -> Result<(), ServerError> {
    run_server_with(options, |server| server).await
}

/// Runs a server of one's own around the widgets: `wrap` gets the server with the
/// tools and gives back the one that is served, over the transport of the options, on the
/// runtime of the caller: what would block one of its threads, or compute for long, belongs in
/// [`tokio::task::spawn_blocking`].
///
/// # Errors
///
/// As [`run_server`].
///
/// # Examples
///
/// ```no_run
/// use rmcp::ServerHandler;
/// use rmcp::model::{CallToolRequestParams, CallToolResponse, ErrorData, ServerConfig};
/// use rmcp::service::{RequestContext, RoleServer};
/// use widget_mcp::{ServerOptions, WidgetServer, run_server_with};
///
/// /// Counts the calls.
/// #[derive(Clone)]
/// struct Counting(WidgetServer);
///
/// impl ServerHandler for Counting {
///     fn get_info(&self) -> ServerConfig {
///         self.0.get_info()
///     }
///
///     async fn call_tool(
///         &self,
///         request: CallToolRequestParams,
///         context: RequestContext<RoleServer>,
///     ) -> Result<CallToolResponse, ErrorData> {
///         eprintln!("{} is called", request.name);
///         self.0.call_tool(request, context).await
///     }
/// }
///
/// # #[tokio::main]
/// # async fn main() -> Result<(), widget_mcp::ServerError> {
/// run_server_with(ServerOptions::default(), Counting).await
/// # }
/// ```
pub async fn run_server_with<S>(
    options: ServerOptions,
    wrap: impl FnOnce(WidgetServer) -> S + Send,
) -> Result<(), ServerError>
where
    S: ServerHandler + Clone,
{
    match options.transport {
        Transport::Stdio => stdio::run(options, wrap).await,
        Transport::Sse { port } => http::run(options, port, http::Endpoints::Sse, wrap).await,
        Transport::Http { port } => http::run(options, port, http::Endpoints::All, wrap).await,
    }
}

/// The largest message that can be within the limits: a figure or rows, as a JSON
/// text inside JSON, where each byte may have been escaped.
fn max_message(limits: &Limits) -> usize {
    let sizes = [limits.figure_bytes, limits.rows_bytes, limits.html_bytes, limits.download_bytes];
    let largest = sizes.into_iter().max().unwrap_or_default();
    largest.saturating_mul(2).saturating_add(1 << 20)
}

/// Returns the error for a message that is longer than `max` bytes.
fn too_large(max: usize) -> String {
    format!(
        "the message is longer than {max} bytes, which follow from the limits on a figure and on rows"
    )
}

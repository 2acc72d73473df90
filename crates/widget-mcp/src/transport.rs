//! The ways in which MCP clients reach the server.

mod body_limit;
mod bounded;
mod gate;
mod gather;
mod guard;
mod http;
mod http_server;
mod lanes;
mod lines;
mod listener;
mod message;
mod paced_body;
mod routes;
mod sessions;
mod sse;
mod stdio;
mod worker;

use rmcp::ServerHandler;
use widget_state::Limits;

use crate::error::ServerError;
use crate::options::{ServerOptions, Transport};
use crate::server::WidgetServer;
pub(crate) use http_server::HttpServer;
pub(crate) use listener::listen;
pub use routes::McpRoutes;
#[cfg(test)]
pub(crate) use worker::testing;
pub(crate) use worker::{LONG, making_way};

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
/// tools and gives back the one that is served, over the transport of the options. The
/// client on stdio is served on a thread of its own, those of HTTP on two: what would
/// block one, or compute for long, belongs into [`tokio::task::spawn_blocking`].
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

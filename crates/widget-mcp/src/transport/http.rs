//! MCP over HTTP, beside the pages on one port.

mod authorize;
mod body_limit;
mod malformed_body;
mod middleware;
mod routes;
mod session_limit;
mod sse;

use std::net::SocketAddr;
use std::sync::Arc;

use rmcp::ServerHandler;
use tokio_util::sync::CancellationToken;

use crate::error::ServerError;
use crate::options::ServerOptions;
use crate::runtime::{HttpServer, bind, shutdown_requested};
use crate::server::WidgetServer;
use crate::widgets::Widgets;
use crate::windows::Windows;
pub use routes::McpRoutes;

/// The MCP endpoints to serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Endpoints {
    /// `/sse` and `/messages`.
    Sse,
    /// Those, and `/mcp`.
    All,
}

pub(super) async fn run<S: ServerHandler + Clone>(
    options: ServerOptions,
    port: u16,
    endpoints: Endpoints,
    wrap: impl FnOnce(WidgetServer) -> S,
) -> Result<(), ServerError> {
    options.http.check()?;
    let (listener, address) = bind(SocketAddr::new(options.http.host, port)).await?;
    let url = options.http.page_url(address);
    let hosts = options.http.hosts();
    let windows = Windows::of(&options);
    let widgets = Widgets::of(&options, &url).with_windows(windows.clone());
    let widgets = Arc::new(widgets.with_hosts(hosts.clone()));
    let server =
        wrap(WidgetServer::new(Arc::clone(&widgets), &options.name).with_tools(options.tools));

    let stop = CancellationToken::new();
    let mut mcp = McpRoutes::new().with_hosts(hosts).with_limits(&options.limits);
    mcp = mcp.with_stop(stop.clone());
    if let Some(token) = options.http.token {
        mcp = mcp.with_token(token);
    }
    let app = widgets.pages().merge(mcp.sse(server.clone()));
    let (app, paths) = match endpoints {
        Endpoints::All => (app.merge(mcp.http(server)), "/mcp and /sse"),
        Endpoints::Sse => (app, "/sse"),
    };
    // The end of this function is that of the connections.
    let _stopped = stop.clone().drop_guard();
    let mut http = HttpServer::start(listener, app, widgets.arrivals(), stop.clone());
    eprintln!("listening on http://{address}, MCP at {paths}, pages at {url}");
    let ended = tokio::select! {
        requested = shutdown_requested() => requested,
        ended = http.ended() => return ended,
    };
    stop.cancel();
    // At once: each takes its moment.
    let ((), closed) = tokio::join!(windows.shut_down(), http.ended());
    ended.and(closed)
}

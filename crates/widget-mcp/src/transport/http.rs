//! MCP over HTTP, beside the pages on one port.

use std::net::SocketAddr;
use std::sync::Arc;

use rmcp::ServerHandler;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::http_server::HttpServer;
use super::lanes;
use super::listener::listen;
use super::routes::McpRoutes;
use super::worker::Worker;
use crate::error::ServerError;
use crate::options::ServerOptions;
use crate::server::WidgetServer;
use crate::shutdown;
use crate::widgets::Widgets;
use crate::windows::Windows;

/// Which MCP endpoints there are.
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
    let (listener, address) = listen(SocketAddr::new(options.http.host, port)).await?;
    let url = options.http.page_url(address);
    let hosts = options.http.hosts();
    let windows = Windows::of(&options);
    let widgets = Widgets::new(&url, options.limits.clone()).with_windows(windows.clone());
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
    // Whatever ends first takes the others along.
    let _stopped = stop.clone().drop_guard();
    let worker = Worker::new().map_err(ServerError::Thread)?;
    let (clients, pages) = lanes::sort(listener, stop.clone()).map_err(ServerError::Http)?;
    let mut clients = HttpServer::start(worker.handle(), clients, app.clone(), stop.clone());
    let mut pages = HttpServer::start(&Handle::current(), pages, app, stop.clone());
    eprintln!("listening on http://{address}, MCP at {paths}, pages at {url}");
    let ended = tokio::select! {
        requested = shutdown::requested() => requested,
        ended = clients.ended() => return ended,
        ended = pages.ended() => return ended,
    };
    stop.cancel();
    // All at once: each takes its moment.
    let ((), clients, pages) = tokio::join!(windows.shut_down(), clients.ended(), pages.ended());
    ended.and(clients).and(pages)
}

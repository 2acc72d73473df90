//! MCP over HTTP, beside the pages on one port.

use std::net::SocketAddr;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::{join_all, select_all};
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

/// Threads for MCP clients. A single call is quickest on one, which is why a connection
/// stays on its own; many at once are more than one can read and write.
const THREADS: usize = 2;

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
    let workers = (0..THREADS).map(|_| Worker::new()).collect::<Result<Vec<_>, _>>();
    let workers = workers.map_err(ServerError::Thread)?;
    let (clients, pages) =
        lanes::sort(listener, workers.len(), stop.clone()).map_err(ServerError::Http)?;
    let serve = |runtime, lane| HttpServer::start(runtime, lane, app.clone(), stop.clone());
    let handles = workers.iter().map(Worker::handle);
    let mut servers: Vec<_> = handles.zip(clients).map(|(own, lane)| serve(own, lane)).collect();
    servers.push(serve(&Handle::current(), pages));
    eprintln!("listening on http://{address}, MCP at {paths}, pages at {url}");
    let ended = tokio::select! {
        requested = shutdown::requested() => requested,
        (ended, ..) = select_all(servers.iter_mut().map(|server| server.ended().boxed())) => {
            return ended;
        }
    };
    stop.cancel();
    // All at once: each takes its moment.
    let all = join_all(servers.iter_mut().map(HttpServer::ended));
    let ((), servers) = tokio::join!(windows.shut_down(), all);
    servers.into_iter().fold(ended, Result::and)
}

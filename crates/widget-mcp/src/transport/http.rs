//! MCP over HTTP, beside the pages on one port.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rmcp::ServerHandler;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::listener::{Impatient, STALL, listen};
use super::routes::McpRoutes;
use crate::error::ServerError;
use crate::options::ServerOptions;
use crate::server::WidgetServer;
use crate::shutdown;
use crate::widgets::Widgets;
use crate::windows::Windows;

/// How long connections may take to end after the wish to end.
const GRACE: Duration = Duration::from_millis(500);

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
    eprintln!("listening on http://{address}, MCP at {paths}, pages at {url}");
    let mut pages = Pages::serve(listener, app, stop.clone());
    let ended = tokio::select! {
        requested = shutdown::requested() => requested,
        ended = pages.ended() => return ended,
    };
    stop.cancel();
    // Both at once: each takes its moment.
    let ((), served) = tokio::join!(windows.shut_down(), pages.ended());
    ended.and(served)
}

/// The HTTP server, running by itself.
#[derive(Debug)]
pub(crate) struct Pages(JoinHandle<Result<(), ServerError>>);

impl Pages {
    /// Serves until `stop`, then lets open connections end for a moment.
    pub(crate) fn serve(listener: TcpListener, app: Router, stop: CancellationToken) -> Self {
        let listener = Impatient { listener, stall: STALL };
        Self(tokio::spawn(serve(listener, app, stop)))
    }

    /// Waits for its end, which `stop` brings, or a fault of the system.
    pub(crate) async fn ended(&mut self) -> Result<(), ServerError> {
        let ended = (&mut self.0).await;
        ended.unwrap_or_else(|error| Err(ServerError::Connection(error.into())))
    }
}

async fn serve(
    listener: Impatient,
    app: Router,
    stop: CancellationToken,
) -> Result<(), ServerError> {
    let graceful =
        axum::serve(listener, app).with_graceful_shutdown(stop.clone().cancelled_owned());
    tokio::select! {
        served = async move { graceful.await } => served.map_err(ServerError::Http),
        () = async { stop.cancelled().await; tokio::time::sleep(GRACE).await } => Ok(()),
    }
}

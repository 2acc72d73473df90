//! MCP over streamable HTTP, beside the pages on one port.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::max_message;
use crate::error::ServerError;
use crate::options::ServerOptions;
use crate::server::WidgetServer;
use crate::shutdown;
use crate::widgets::Widgets;

/// How long connections may take to end after the wish to end.
const GRACE: Duration = Duration::from_millis(500);

/// A session outlives a long thought of the person or the agent; rmcp's five
/// minutes would not.
const SESSION_IDLE: Duration = Duration::from_secs(12 * 60 * 60);

/// Pages of this machine may call the MCP endpoint from a browser, no others.
const ORIGINS: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

pub(super) async fn run(options: ServerOptions, port: u16) -> Result<(), ServerError> {
    let (widgets, listener) = Widgets::bind(port, options.limits.clone(), options.headless).await?;
    let stop = CancellationToken::new();
    let url = widgets.base_url().to_owned();
    let pages = widgets.pages();
    let server = WidgetServer::new(Arc::new(widgets), &options.name).with_tools(options.tools);
    let config = StreamableHttpServerConfig::default()
        .with_allowed_origins(ORIGINS)
        .with_max_request_body_bytes(max_message(&options))
        .with_cancellation_token(stop.child_token());
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(SESSION_IDLE);
    let mcp = StreamableHttpService::new(move || Ok(server.clone()), sessions.into(), config);
    let app = pages.route_service("/mcp", mcp);
    eprintln!("listening on {url}, MCP at {url}/mcp");
    let mut pages = Pages::serve(listener, app, stop.clone());
    let ended = tokio::select! {
        requested = shutdown::requested() => requested,
        ended = pages.ended() => return ended,
    };
    stop.cancel();
    ended.and(pages.ended().await)
}

/// The HTTP server, running by itself.
#[derive(Debug)]
pub(crate) struct Pages(JoinHandle<Result<(), ServerError>>);

impl Pages {
    /// Serves until `stop`, then lets open connections end for a moment.
    pub(crate) fn serve(listener: TcpListener, app: Router, stop: CancellationToken) -> Self {
        Self(tokio::spawn(serve(listener, app, stop)))
    }

    /// Waits for its end, which `stop` brings, or a fault of the system.
    pub(crate) async fn ended(&mut self) -> Result<(), ServerError> {
        let ended = (&mut self.0).await;
        ended.unwrap_or_else(|error| Err(ServerError::Connection(error.into())))
    }
}

async fn serve(
    listener: TcpListener,
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

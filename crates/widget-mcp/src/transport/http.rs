//! MCP over streamable HTTP, beside the pages on one port.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
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
    let server = WidgetServer::new(Arc::new(widgets), &options.name);
    let config = StreamableHttpServerConfig::default()
        .with_allowed_origins(ORIGINS)
        .with_max_request_body_bytes(max_message(&options))
        .with_cancellation_token(stop.child_token());
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(SESSION_IDLE);
    let mcp = StreamableHttpService::new(move || Ok(server.clone()), sessions.into(), config);
    let app = pages.route_service("/mcp", mcp);
    eprintln!("listening on {url}, MCP at {url}/mcp");
    let served = tokio::spawn(serve_pages(listener, app, stop.clone()));
    let requested = shutdown::requested().await;
    stop.cancel();
    match served.await {
        Ok(served) => requested.and(served),
        Err(error) => Err(ServerError::Connection(error.into())),
    }
}

/// Serves until `stop`, then lets open connections end for a moment.
pub(crate) async fn serve_pages(
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

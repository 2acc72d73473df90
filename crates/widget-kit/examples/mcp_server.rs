//! A website that is an MCP server as well: agents connect to `/mcp`, and people
//! find the widgets below `/widget`.
//!
//! ```text
//! cargo run -p widget-kit --example mcp_server
//! ```

use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use widget_kit::mcp::{CancellationToken, Limits, McpRoutes, WidgetServer, Widgets};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port = std::env::var("PORT").map_or(Ok(8001), |port| port.parse())?;
    let (widgets, listener) = Widgets::bind(port, Limits::default()).await?;
    let widgets = Arc::new(widgets);
    let server = WidgetServer::new(widgets.clone(), "website");

    let stop = CancellationToken::new();
    let mcp = McpRoutes::new().with_stop(stop.clone());
    let app = Router::new()
        .route("/", get(|| async { "Agents connect to /mcp." }))
        .merge(widgets.pages())
        .merge(mcp.http(server));
    println!("{}", widgets.base_url());
    let interrupted = async move {
        // Without Ctrl-C the server ends with its process.
        let _unavailable = tokio::signal::ctrl_c().await;
        stop.cancel();
    };
    axum::serve(listener, app).with_graceful_shutdown(interrupted).await?;
    Ok(())
}

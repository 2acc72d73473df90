//! The least an MCP server can do over HTTP+SSE: what the benchmark compares `widget-mcp`
//! with. As `bare-echo`, but with the last rmcp that has this transport.

use axum::serve::ListenerExt;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::transport::sse_server::{SseServer, SseServerConfig};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

/// The text to echo.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Words {
    text: String,
}

#[derive(Debug, Clone)]
struct Echo {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Echo {
    fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Says it back")]
    fn echo(&self, Parameters(words): Parameters<Words>) -> Json<Words> {
        Json(words)
    }
}

#[tool_handler]
impl ServerHandler for Echo {}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    eprintln!("listening on http://{address}");
    let (server, routes) = SseServer::new(SseServerConfig {
        bind: address,
        sse_path: "/sse".into(),
        post_path: "/messages".into(),
        ct: CancellationToken::new(),
        sse_keep_alive: None,
    });
    let echo = Echo::new();
    server.with_service_directly(move || echo.clone());
    // As prompt as the server that is measured beside it.
    let listener = listener.tap_io(|stream: &mut TcpStream| {
        stream.set_nodelay(true).ok();
    });
    axum::serve(listener, routes).await?;
    Ok(())
}

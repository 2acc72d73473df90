//! The least an MCP server can do: what the benchmark compares `widget-mcp` with. Over standard
//! input and output, or with `--http` over streamable HTTP.

use std::sync::Arc;

use axum::serve::ListenerExt;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::net::{TcpListener, TcpStream};

/// The text to echo.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Words {
    text: String,
}

#[derive(Debug, Clone)]
struct Echo {
    tools: Arc<ToolRouter<Self>>,
}

#[tool_router]
impl Echo {
    fn new() -> Self {
        Self { tools: Self::tool_router().into() }
    }

    #[tool(description = "Says it back")]
    fn echo(&self, Parameters(words): Parameters<Words>) -> Json<Words> {
        Json(words)
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Echo {}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    if std::env::args().any(|argument| argument == "--http") {
        return serve_http().await;
    }
    let service = Echo::new().serve(rmcp::transport::stdio_pipes()).await?;
    service.waiting().await?;
    Ok(())
}

async fn serve_http() -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("listening on http://{}", listener.local_addr()?);
    let (echo, sessions) = (Echo::new(), Arc::<LocalSessionManager>::default());
    let service =
        StreamableHttpService::new(move || Ok(echo.clone()), sessions, Default::default());
    // As prompt as the server that is measured beside it.
    let listener = listener.tap_io(|stream: &mut TcpStream| {
        stream.set_nodelay(true).ok();
    });
    axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?;
    Ok(())
}

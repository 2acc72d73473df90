//! The least an MCP server can do: what the benchmark compares `widget-mcp` with.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is said, and said back.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Words {
    text: String,
}

#[derive(Debug)]
struct Echo {
    tools: ToolRouter<Self>,
}

#[tool_router]
impl Echo {
    fn new() -> Self {
        Self { tools: Self::tool_router() }
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
    let service = Echo::new().serve(rmcp::transport::stdio_pipes()).await?;
    service.waiting().await?;
    Ok(())
}

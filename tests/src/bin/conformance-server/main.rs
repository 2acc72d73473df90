//! `widget-mcp` with what the conformance suite of the Model Context Protocol asks a server to
//! have: the same transports, the same handler, and fixtures beside its tools. It serves streamable
//! HTTP on a free port and prints where.
#![expect(deprecated, reason = "the suite asks for parts that later versions of MCP have given up")]

mod fixture;
mod input;
mod prompts;
mod resources;
mod tools;

use std::sync::Arc;

use widget_mcp::{ServerError, ServerOptions, Transport, run_server_with};

use fixture::Fixture;

#[tokio::main]
async fn main() -> Result<(), ServerError> {
    let transport = Transport::Http { port: 0 };
    let options = ServerOptions { transport, headless: true, ..Default::default() };
    run_server_with(options, |server| Arc::new(Fixture::new(server))).await
}

//! An MCP server whose tools make interactive widgets, change them while people
//! use them, and hear what people did.
//!
//! [`Widgets`] holds the widgets and serves their pages; [`WidgetServer`] offers
//! them as MCP tools; [`McpRoutes`] serves it, or any other handler, over HTTP
//! inside an axum application; [`run_server`] does all of it.
//!
//! ```no_run
//! use widget_mcp::{ServerOptions, Transport, run_server};
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), widget_mcp::ServerError> {
//! let options = ServerOptions { transport: Transport::Http { port: 8001 }, ..Default::default() };
//! run_server(options).await
//! # }
//! ```

mod http_options;
mod options;
mod widgets;

mod app;
mod arguments;
mod document_outline;
mod picture;
mod schema;
mod tool;
mod tool_error;
mod tools;

mod resources;

mod server;

mod browser;
mod shutdown;
mod transport;

pub mod demo;

mod error;

pub use error::ServerError;
pub use http_options::{
    BaseUrl, BaseUrlError, ClientToken, ClientTokenError, HostName, HostNameError, HttpOptions,
};
pub use options::{DEFAULT_PORT, ServerOptions, Transport};
pub use server::WidgetServer;
pub use transport::{McpRoutes, run_server, run_server_with};
pub use widgets::Widgets;

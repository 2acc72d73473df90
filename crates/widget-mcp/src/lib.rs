//! An MCP server whose tools make interactive widgets, change them while people
//! use them, and receive what people did.
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
//!
//! # Without an MCP client
//!
//! [`handle_tool`] calls a tool as a client would, [`read_resource`] and
//! [`get_prompt_content`] read what a client reads, and [`get_tools`],
//! [`get_resources`] and [`get_prompts`] list them.
//!
//! These functions share one server for the process, which starts with the first
//! of them that needs it. Its pages are served at a free port of 127.0.0.1 by a
//! thread of their own until the process ends, so they do not depend on the
//! runtime of the caller. It opens widgets in the default browser unless the
//! environment variable `WIDGET_MCP_HEADLESS` is `1`. A server of [`run_server`] is
//! another one, with widgets of its own.
//!
//! A program that wants several servers, or one that ends, makes them with
//! [`create_server`] or [`WidgetServer::start`], and calls the methods of the same
//! names. Their pages are served by the runtime that they were made on, as long as
//! there is a clone of the server.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod data_folder;
mod file_content;
mod inline_views;
mod options;
mod widgets;
mod windows;

mod app;
mod tool;
mod tools;

mod components;
mod prompts;
mod resources;
mod skills;

mod server;

mod api;
mod events;

mod runtime;
mod transport;

#[cfg(feature = "cli")]
pub mod demo;

mod error;

pub use api::{
    create_server, get_prompt_content, get_prompts, get_resources, get_tools, handle_tool,
    read_resource,
};
pub use data_folder::DataFolder;
pub use error::ServerError;
pub use events::{Events, StoredEvent};
pub use options::http::{
    BaseUrl, BaseUrlError, ClientToken, ClientTokenError, HostName, HostNameError, HttpOptions,
};
pub use options::tool_set::ToolSet;
pub use options::{DEFAULT_PORT, ServerOptions, Transport};
pub use server::WidgetServer;
pub use transport::{McpRoutes, run_server, run_server_with};
pub use widgets::{EventOrGap, Widgets};
pub use windows::{OpenedIn, Windows};

pub use rmcp;
pub use tokio_util::sync::CancellationToken;
pub use widget_state::{Limits, WidgetId};
pub use widget_web::AllowedHosts;
pub use widget_window::{HelperCommand, run_helper as run_window_helper};
pub use {widget_state, widget_web, widget_window};

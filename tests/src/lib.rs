//! Shared support of the end-to-end tests and the benchmark: the release binary as a child process, a
//! real MCP client, a real browser, real data.
#![expect(
    clippy::missing_panics_doc,
    reason = "a test harness panics by design: the panic is the failed test"
)]

mod agent;
mod apps_host;
mod basic_host;
mod binary;
mod browser;
mod client;
mod data;
mod delivery;
mod downloads;
mod eventually;
mod handshake;
mod http;
mod inspector;
mod inspector_web;
pub mod node;
mod notifications;
mod npm;
#[cfg(unix)]
mod opener;
mod picture;
mod process;
mod proxy;
pub mod python;
mod sdk_client;
mod server;
mod viewer;
mod wire;

pub use agent::Agent;
pub use apps_host::AppsHost;
pub use basic_host::BasicHost;
pub use binary::{
    check_programs, example, screenshots, sibling, target, widget_mcp, widget_mcp_with_webviews,
};
pub use browser::page::Page;
pub use browser::{Browser, ColorScheme, SharedChromium};
pub use client::{Client, Created};
pub use data::{cars, seattle_weather, stocks};
pub use delivery::is_applied;
pub use downloads::Downloads;
pub use eventually::{eventually, in_time};
pub use handshake::Handshake;
pub use http::{Response, get, serve_page};
pub use inspector::Inspector;
pub use inspector_web::InspectorWeb;
#[cfg(unix)]
pub use opener::Opener;
pub use picture::Picture;
pub use process::Process;
pub use proxy::Proxy;
pub use sdk_client::{Endpoint, ForeignClient};
pub use server::Server;
pub use thirtyfour::Key;
pub use viewer::Viewer;
pub use wire::{MODERN, VERSIONS, Wire};

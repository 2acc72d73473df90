//! Pages that an agent of a few lines shows through the MCP tools.

mod agent;
mod dashboard;
mod gallery;

use std::sync::Arc;

use rmcp::ServiceExt;
use tokio_util::sync::CancellationToken;
use widget_state::WidgetId;

use crate::error::ServerError;
use crate::options::ServerOptions;
use crate::runtime::{HttpServer, shutdown_requested};
use crate::server::WidgetServer;
use crate::widgets::Widgets;
use crate::windows::{OpenedIn, PageWindow, Windows};
use agent::Agent;

/// The page that the demonstration shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Page {
    /// A counter, a chart and a table.
    #[default]
    Dashboard,
    /// Every component in all its variants, charts, tables and a page of blocks.
    Gallery,
}

/// The pipe between the client and the server of the demonstration, in bytes.
const PIPE: usize = 64 << 10;

/// The window of the page, in logical pixels.
const SIZE: (u32, u32) = (1200, 900);

/// Shows a page and prints each event as an agent would get it, until the
/// process is asked to end.
///
/// # Errors
///
/// [`ServerError::Listen`] when no port is free; the others when the system or a
/// tool fails.
pub async fn run(options: ServerOptions, page: Page) -> Result<(), ServerError> {
    let windows = Windows::of(&options);
    // The widgets are on one page, so the tools do not open one for each widget.
    let (widgets, listener) = Widgets::bind_by(&options).await?;
    let widgets = Arc::new(widgets);
    let stop = CancellationToken::new();
    let mut pages = HttpServer::start(listener, widgets.pages(), widgets.arrivals(), stop.clone());
    let server = WidgetServer::new(Arc::clone(&widgets), &options.name);
    let (near, far) = tokio::io::duplex(PIPE);
    let serving = tokio::spawn(async move { server.serve(far).await });
    let agent = Agent::connect(near).await?;
    let serving = serving.await.map_err(|error| ServerError::Connection(error.into()))?;
    let serving = serving.map_err(|error| ServerError::Connection(error.into()))?;

    let shown = agent.show(page).await?;
    open(&windows, &widgets, shown.iter().map(|one| one.id).collect()).await;
    println!("What you do there appears here as the agent gets it. Ctrl-C ends the demo.\n");
    let ended = tokio::select! {
        ended = agent.converse(page, &shown) => ended,
        requested = shutdown_requested() => requested,
    };
    println!("\nThe demo has ended.");
    stop.cancel();
    windows.shut_down().await;
    drop(serving);
    ended.and(pages.ended().await)
}

/// Opens the one page of all widgets.
async fn open(windows: &Windows, widgets: &Widgets, shown: Vec<WidgetId>) {
    let url = widgets.url(&shown);
    let page = PageWindow { url: url.clone(), title: "Demo".into(), size: SIZE, widgets: shown };
    match windows.open(page, widgets.shared_store()).await {
        Some(OpenedIn::Window) => println!("It is open in a window of its own, and here: {url}\n"),
        Some(OpenedIn::Tab) => println!("It is open in your browser: {url}\n"),
        None => println!("Open this address in a browser:\n\n  {url}\n"),
    }
}

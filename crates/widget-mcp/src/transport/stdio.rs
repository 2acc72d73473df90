//! MCP over standard input and output, with the pages on a free port.

mod lines;

use std::sync::Arc;

use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;
use rmcp::{ServerHandler, ServiceExt};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::backpressure::Bounded;
use super::max_message;
use crate::error::ServerError;
use crate::options::ServerOptions;
use crate::runtime::{HttpServer, shutdown_requested};
use crate::server::WidgetServer;
use crate::widgets::Widgets;
use crate::windows::Windows;
use lines::Lines;

pub(super) async fn run<S: ServerHandler>(
    options: ServerOptions,
    wrap: impl FnOnce(WidgetServer) -> S,
) -> Result<(), ServerError> {
    let (widgets, listener) = Widgets::bind_by(&options).await?;
    let windows = Windows::of(&options);
    let widgets = widgets.with_windows(windows.clone());
    let stop = CancellationToken::new();
    let mut pages = HttpServer::start(listener, widgets.pages(), widgets.arrivals(), stop.clone());
    let server =
        wrap(WidgetServer::new(Arc::new(widgets), &options.name).with_tools(options.tools));
    // A task, and not here: a thread that runs it may give its other tasks away.
    let serving = tokio::spawn(serve(server, max_message(&options.limits)));
    let mut serving = AbortOnDropHandle::new(serving);
    let served = tokio::select! {
        served = &mut serving => {
            served.unwrap_or_else(|error| Err(ServerError::Connection(error.into())))
        }
        requested = shutdown_requested() => requested,
        ended = pages.ended() => ended,
    };
    stop.cancel();
    windows.shut_down().await;
    served
}

async fn serve(server: impl ServerHandler, max_line: usize) -> Result<(), ServerError> {
    let (input, output) = stdio_pipes();
    let stop = CancellationToken::new();
    let transport = Bounded::new(Lines::new(input, output, max_line, stop.clone()), stop.clone());
    let running = match server.serve_with_ct(transport, stop).await {
        Ok(running) => running,
        // A client that leaves before it has asked for anything has made no mistake.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(ServerError::Connection(error.into())),
    };
    // Ends when the client closes our standard input.
    running.waiting().await.map_err(|error| ServerError::Connection(error.into()))?;
    Ok(())
}

//! MCP over standard input and output, with the pages on a free port.

use std::sync::Arc;

use rmcp::ServiceExt;
use rmcp::transport::stdio_pipes;
use tokio_util::sync::CancellationToken;

use super::lines::Lines;
use super::{Pages, max_message};
use crate::error::ServerError;
use crate::options::ServerOptions;
use crate::server::WidgetServer;
use crate::shutdown;
use crate::widgets::Widgets;

pub(super) async fn run(options: ServerOptions) -> Result<(), ServerError> {
    let (widgets, listener) = Widgets::bind(0, options.limits.clone(), options.headless).await?;
    let stop = CancellationToken::new();
    let mut pages = Pages::serve(listener, widgets.pages(), stop.clone());
    let server = WidgetServer::new(Arc::new(widgets), &options.name).with_tools(options.tools);
    let served = tokio::select! {
        served = serve(server, max_message(&options)) => served,
        requested = shutdown::requested() => requested,
        ended = pages.ended() => ended,
    };
    stop.cancel();
    served
}

async fn serve(server: WidgetServer, max_line: usize) -> Result<(), ServerError> {
    let (input, output) = stdio_pipes();
    let running = server.serve(Lines::new(input, output, max_line)).await;
    let running = running.map_err(|error| ServerError::Connection(error.into()))?;
    // Ends when the client closes our standard input.
    running.waiting().await.map_err(|error| ServerError::Connection(error.into()))?;
    Ok(())
}

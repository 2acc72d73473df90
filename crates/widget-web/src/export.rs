//! A widget as a file that lives without this server.

mod page;
mod program;

use axum::extract::State;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
};
use axum::response::{IntoResponse, Response};
use tokio::task::spawn_blocking;
use widget_state::{Block, Widget};

use crate::error::WebError;
use crate::pages::OWN_SERVER_ONLY;
use crate::state::WebState;
use crate::widget_path::WidgetPath;

/// The largest figure or rows that go into a file, in bytes.
const MAX_DATA: usize = 64 << 20;

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// One HTML file that works without any server, local actions included.
    Html,
    /// The source of a Rust program that makes the widget as it is now.
    Rust,
}

/// The widget as it is now, as the text of a file. It takes a while for large
/// ones, and for the first of its kind: async code makes it on a blocking thread.
///
/// # Errors
///
/// [`WebError::ExportTooLarge`] beyond 64 MiB of figure or rows,
/// [`WebError::FrontEnd`] when an embedded file is damaged.
pub fn export(widget: &Widget, format: ExportFormat) -> Result<String, WebError> {
    let size = widget.all_blocks().map(Block::bytes).sum();
    if size > MAX_DATA {
        return Err(WebError::ExportTooLarge { size, limit: MAX_DATA });
    }
    match format {
        ExportFormat::Html => page::write(widget).map_err(WebError::FrontEnd),
        ExportFormat::Rust => Ok(program::write(widget)),
    }
}

/// `GET /widget/{id}/export.html`
pub(crate) async fn page_file(
    state: State<WebState>,
    widget: WidgetPath,
) -> Result<Response, WebError> {
    file(state, widget, ExportFormat::Html).await
}

/// `GET /widget/{id}/export.rs`
pub(crate) async fn program_file(
    state: State<WebState>,
    widget: WidgetPath,
) -> Result<Response, WebError> {
    file(state, widget, ExportFormat::Rust).await
}

async fn file(
    State(state): State<WebState>,
    WidgetPath(id): WidgetPath,
    format: ExportFormat,
) -> Result<Response, WebError> {
    let widget = state.store.get(id).await?;
    let written = spawn_blocking(move || export(&widget, format)).await;
    let text = written.map_err(|_panicked| WebError::Interrupted)??;
    Ok(download(format, text))
}

/// It is saved and never shown here: what an agent wrote may not run on this
/// origin, which `sandbox` makes sure of should a browser show it all the same.
fn download(format: ExportFormat, text: String) -> Response {
    let (content_type, disposition) = match format {
        ExportFormat::Html => ("text/html; charset=utf-8", "attachment; filename=\"widget.html\""),
        ExportFormat::Rust => ("text/plain; charset=utf-8", "attachment; filename=\"widget.rs\""),
    };
    let headers = [
        (CONTENT_TYPE, content_type),
        (CONTENT_DISPOSITION, disposition),
        (CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"),
        OWN_SERVER_ONLY,
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, text).into_response()
}

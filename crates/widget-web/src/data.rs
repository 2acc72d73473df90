//! The figure or the rows of a widget: large, so they do not go through the socket.

pub(crate) mod rows;
pub(crate) mod secret;

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use widget_state::{Body as WidgetBody, JsonPiece, StateError, WidgetId};

use crate::error::WebError;
use crate::state::WebState;

/// The most bytes that one piece holds: some hosts of MCP Apps cap a result.
const PIECE_BYTES: usize = 256 << 10;

/// A piece of the JSON text of a figure or of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DataPiece {
    /// The revision that last changed the data. Pieces of one revision make a whole.
    pub revision: u64,
    /// The text.
    pub text: String,
    /// The start of the next piece; `None` when this is the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
}

impl WebState {
    /// The piece of a widget's data that starts at a byte, which is 0 or the `next`
    /// of another piece.
    ///
    /// # Errors
    ///
    /// [`WebError::NoData`], [`WebError::NoPiece`], and what the store refuses.
    pub async fn data_piece(&self, id: WidgetId, start: usize) -> Result<DataPiece, WebError> {
        let widget = self.store.get(id).await?;
        let revision = widget.data_revision();
        let cut = match widget.body() {
            WidgetBody::Html(_) => return Err(WebError::NoData),
            WidgetBody::Chart(chart) => cut([chart.figure().to_shared().into()], start),
            WidgetBody::Table(grid) => cut(grid.rows().json_pieces(), start),
        };
        let (text, next) = cut.ok_or(WebError::NoPiece { start })?;
        Ok(DataPiece { revision, text, next })
    }
}

/// The text from `start` and where the next begins; `None` where no character does.
fn cut(
    pieces: impl IntoIterator<Item = JsonPiece>,
    start: usize,
) -> Option<(String, Option<usize>)> {
    let (mut text, mut passed) = (String::new(), 0);
    for piece in pieces {
        let whole = piece.as_str();
        let from = start.saturating_sub(passed).min(whole.len());
        passed += whole.len();
        if passed <= start && start > 0 {
            continue;
        }
        let rest = whole.get(from..)?;
        let room = PIECE_BYTES - text.len();
        let end = (0..=room.min(rest.len())).rev().find(|at| rest.is_char_boundary(*at))?;
        text.push_str(&rest[..end]);
        if end < rest.len() {
            let next = start + text.len();
            return Some((text, Some(next)));
        }
    }
    (!text.is_empty()).then_some((text, None))
}

/// `GET /widget/{id}/data`
pub(crate) async fn data(
    State(state): State<WebState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Ok(id) = id.parse::<WidgetId>() else { return StatusCode::NOT_FOUND.into_response() };
    let widget = match state.store.get(id).await {
        Ok(widget) => widget,
        Err(StateError::UnknownWidget { .. }) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!(%error, "the data of a widget could not be read");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let etag = format!("\"{}\"", widget.data_revision());
    let common = [(ETAG, etag.clone()), (CACHE_CONTROL, "no-cache".into())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let body = match widget.body() {
        WidgetBody::Html(_) => return (StatusCode::NO_CONTENT, common).into_response(),
        WidgetBody::Chart(chart) => {
            Body::from(Bytes::from_owner(JsonPiece::from(chart.figure().to_shared())))
        }
        WidgetBody::Table(grid) => {
            let pieces = grid.rows().json_pieces().map(Bytes::from_owner);
            Body::from_stream(stream::iter(pieces.map(Ok::<_, Infallible>)))
        }
    };
    (common, [(CONTENT_TYPE, "application/json")], body).into_response()
}

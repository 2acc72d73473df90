//! The figure or the rows of a widget: large, so they do not go through the socket.

pub(crate) mod file;
pub(crate) mod rows;
pub(crate) mod secret;

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::{Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use widget_state::{BlockKind, JsonPiece, Widget, WidgetId};

use crate::error::WebError;
use crate::state::WebState;
use crate::widget_path::WidgetPath;

/// Reads a request of at most so many bytes.
async fn read_json<T: DeserializeOwned>(
    request: Request,
    max_bytes: usize,
) -> Result<T, (StatusCode, String)> {
    let body = axum::body::to_bytes(request.into_body(), max_bytes).await.map_err(|error| {
        (StatusCode::PAYLOAD_TOO_LARGE, format!("The request was not read: {error}.\n"))
    })?;
    serde_json::from_slice(&body)
        .map_err(|error| (StatusCode::BAD_REQUEST, format!("The request is malformed: {error}.\n")))
}

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
    /// The piece of the data of a block that starts at a byte, which is 0 or the `next`
    /// of another piece. The block may be left out while there is one with data.
    ///
    /// # Errors
    ///
    /// [`WebError::NoData`], [`WebError::NoPiece`], and what the store refuses.
    pub async fn data_piece(
        &self,
        id: WidgetId,
        block_id: Option<&str>,
        start: usize,
    ) -> Result<DataPiece, WebError> {
        let widget = self.store.get(id).await?;
        let data = BlockData::of(&widget, block_id).ok_or(WebError::NoData)?;
        let revision = data.revision;
        let cut = cut(data.pieces, start);
        let (text, next) = cut.ok_or(WebError::NoPiece { start })?;
        Ok(DataPiece { revision, text, next })
    }
}

/// The figure or the rows of a block.
pub(crate) struct BlockData {
    /// The revision of the widget that last changed them.
    pub(crate) revision: u64,
    /// Their JSON text.
    pub(crate) pieces: Vec<JsonPiece>,
}

impl BlockData {
    /// The data of the block of this id, or of the first that has some.
    pub(crate) fn of(widget: &Widget, block_id: Option<&str>) -> Option<Self> {
        let mut blocks =
            widget.all_blocks().filter(|block| block_id.is_none_or(|id| id == block.id()));
        blocks.find_map(|block| match &block.kind {
            BlockKind::Chart(chart) => Some(Self {
                revision: chart.revision(),
                pieces: vec![chart.figure().to_shared().into()],
            }),
            BlockKind::Table(table) => Some(Self {
                revision: table.revision(),
                pieces: table.rows().json_pieces().collect(),
            }),
            _ => None,
        })
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

/// The query of a request for data.
#[derive(Debug, Deserialize)]
pub(crate) struct DataQuery {
    /// The id of the block; may be left out while there is one with data.
    block: Option<String>,
}

/// `GET /widget/{id}/data?block={block_id}`
pub(crate) async fn data(
    State(state): State<WebState>,
    WidgetPath(id): WidgetPath,
    Query(query): Query<DataQuery>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let widget = state.store.get(id).await?;
    let Some(data) = BlockData::of(&widget, query.block.as_deref()) else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let etag = format!("\"{}\"", data.revision);
    let common = [(ETAG, etag.clone()), (CACHE_CONTROL, "no-cache".into())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let pieces = data.pieces.into_iter().map(Bytes::from_owner);
    let body = Body::from_stream(stream::iter(pieces.map(Ok::<_, Infallible>)));
    Ok((common, [(CONTENT_TYPE, "application/json")], body).into_response())
}

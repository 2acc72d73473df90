//! The figure or the rows of a widget: large, so they do not go through the socket.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use widget_state::{Body as WidgetBody, JsonPiece, StateError, WidgetId};

use crate::state::WebState;

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
        WidgetBody::Grid(grid) => {
            let pieces = grid.rows().json_pieces().map(Bytes::from_owner);
            Body::from_stream(stream::iter(pieces.map(Ok::<_, Infallible>)))
        }
    };
    (common, [(CONTENT_TYPE, "application/json")], body).into_response()
}

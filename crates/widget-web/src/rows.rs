//! A part of the rows of a large table, sorted and filtered here.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use widget_state::{
    Body as WidgetBody, ColumnSort, GridFilter, RowOrder, RowQuery, StateError, Widget, WidgetId,
};

use crate::orders::OrderError;
use crate::state::WebState;

/// The longest request, in bytes: that of an event, which may carry the same filter.
const MAX_REQUEST: usize = 64 << 10;

/// The most rows that one answer holds.
const MAX_ROWS: usize = 10_000;

/// So many rows are written at a time.
const ROWS_A_PIECE: usize = 100;

/// Which rows, in which order.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RowsRequest {
    /// The first row, counted in the order that is asked for.
    start: usize,
    /// Behind the last row.
    end: usize,
    #[serde(default)]
    sort: Vec<ColumnSort>,
    #[serde(default)]
    filter: GridFilter,
}

/// `POST /widget/{id}/rows`
pub(crate) async fn rows(
    State(state): State<WebState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    if !state.hosts.allow_own_page(&headers) {
        return (StatusCode::FORBIDDEN, "Only pages of this server may ask.\n").into_response();
    }
    let Ok(id) = id.parse::<WidgetId>() else { return StatusCode::NOT_FOUND.into_response() };
    let request = match read(request).await {
        Ok(request) => request,
        Err(refusal) => return refusal,
    };
    let widget = match state.store.get(id).await {
        Ok(widget) => widget,
        Err(StateError::UnknownWidget { .. }) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!(%error, "the rows of a widget could not be read");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    if !matches!(widget.body(), WidgetBody::Grid(_)) {
        return (StatusCode::BAD_REQUEST, "This widget has no rows.\n").into_response();
    }
    let RowsRequest { start, end, sort, filter } = request;
    let query = RowQuery { sort, filter };
    match state.orders.get(id, &widget, query).await {
        Ok(order) => answer(&widget, &order, start..end),
        Err(OrderError::State(error @ StateError::TooMany { .. })) => {
            (StatusCode::BAD_REQUEST, format!("{error}.\n")).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "the rows of a widget could not be sorted");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

async fn read(request: Request) -> Result<RowsRequest, Response> {
    let refuse = |status: StatusCode, reason: String| (status, reason).into_response();
    let body = axum::body::to_bytes(request.into_body(), MAX_REQUEST).await.map_err(|error| {
        refuse(StatusCode::PAYLOAD_TOO_LARGE, format!("The request was not read: {error}.\n"))
    })?;
    let request: RowsRequest = serde_json::from_slice(&body).map_err(|error| {
        refuse(StatusCode::BAD_REQUEST, format!("The request is malformed: {error}.\n"))
    })?;
    if request.end.saturating_sub(request.start) > MAX_ROWS {
        let reason = format!("More than {MAX_ROWS} rows at a time.\n");
        return Err(refuse(StatusCode::BAD_REQUEST, reason));
    }
    Ok(request)
}

/// `{"revision", "count", "positions", "rows"}`: the rows are copied as the text they are.
fn answer(widget: &Arc<Widget>, order: &RowOrder, range: Range<usize>) -> Response {
    let positions: Vec<usize> = order.positions(range).collect();
    let head = format!(
        "{{\"revision\":{},\"count\":{},\"positions\":{},\"rows\":[",
        widget.data_revision(),
        order.count(),
        serde_json::Value::from(positions.clone())
    );
    let pieces: Vec<Vec<usize>> = positions.chunks(ROWS_A_PIECE).map(<[usize]>::to_vec).collect();
    let widget = Arc::clone(widget);
    let rows = pieces.into_iter().enumerate().map(move |(index, positions)| {
        let text = texts(&widget, &positions);
        if index == 0 { text } else { format!(",{text}") }
    });
    let whole = std::iter::once(head).chain(rows).chain(["]}".to_owned()]);
    let body = Body::from_stream(stream::iter(whole.map(Ok::<_, Infallible>)));
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], body).into_response()
}

fn texts(widget: &Widget, positions: &[usize]) -> String {
    let WidgetBody::Grid(grid) = widget.body() else { return String::new() };
    let rows = positions.iter().filter_map(|position| grid.rows().row(*position));
    rows.collect::<Vec<_>>().join(",")
}

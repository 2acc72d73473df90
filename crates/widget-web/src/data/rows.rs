//! A part of the rows of a large table, sorted and filtered here.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use widget_state::{
    ColumnSort, RowOrder, RowQuery, StateError, Table, TableFilter, Widget, WidgetId,
};

use crate::data::read_json;
use crate::error::WebError;
use crate::own_page::OwnPage;
use crate::state::WebState;
use crate::widget_path::WidgetPath;

/// The longest request, in bytes: that of an event, which may carry the same filter.
const MAX_REQUEST: usize = 64 << 10;

/// The most rows that one answer holds.
const MAX_ROWS: usize = 10_000;

/// So many rows are written at a time.
const ROWS_A_PIECE: usize = 100;

/// A query of rows: a filter and a sort.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsRequest {
    /// The block of the table; may be left out while there is one.
    #[serde(default)]
    pub block_id: Option<String>,
    /// The first row, counted in the order that is asked for.
    pub start: usize,
    /// Behind the last row.
    pub end: usize,
    /// The columns to sort by, the first one first.
    #[serde(default)]
    pub sort: Vec<ColumnSort>,
    /// The filter.
    #[serde(default)]
    pub filter: TableFilter,
}

/// Some rows of a table.
#[derive(Clone, Debug, Serialize)]
pub struct RowsPart {
    /// The revision that last changed the rows.
    pub revision: u64,
    /// The number of rows that pass the filter.
    pub count: usize,
    /// For each row that is here its position in the table.
    pub positions: Vec<usize>,
    /// The rows as a page holds them: an integer beyond 2^53 is the text of its digits.
    pub rows: Vec<Box<RawValue>>,
}

impl WebState {
    /// The rows that are asked for, or the first of them: no more than go into
    /// `max_bytes` of JSON, but one row in any case.
    ///
    /// # Errors
    ///
    /// [`WebError::NoRows`], [`WebError::TooManyRows`], and what the store and the
    /// sorting refuse.
    pub async fn rows(
        &self,
        id: WidgetId,
        request: RowsRequest,
        max_bytes: usize,
    ) -> Result<RowsPart, WebError> {
        let ordered = self.ordered(id, request).await?;
        let table = ordered.table()?;
        let mut part = RowsPart {
            revision: table.revision(),
            count: ordered.order.count(),
            positions: Vec::new(),
            rows: Vec::new(),
        };
        let mut bytes = 0;
        for position in ordered.positions()? {
            let Some(text) = table.rows().row_for_page(position) else { continue };
            bytes += text.len();
            if bytes > max_bytes && !part.rows.is_empty() {
                break;
            }
            part.positions.push(position);
            part.rows.push(RawValue::from_string(text.into_owned()).map_err(damaged)?);
        }
        Ok(part)
    }

    async fn ordered(&self, id: WidgetId, request: RowsRequest) -> Result<Ordered, WebError> {
        let RowsRequest { block_id, start, end, sort, filter } = request;
        if end.saturating_sub(start) > MAX_ROWS {
            return Err(WebError::TooManyRows { limit: MAX_ROWS });
        }
        let widget = self.store.get(id).await?;
        let Ok((block_id, _)) = widget.the_table(block_id.as_deref()) else {
            return Err(WebError::NoRows);
        };
        let block_id = block_id.to_owned();
        let is_sorted = !sort.is_empty();
        let query = RowQuery { sort, filter };
        let order = self.row_indexes.get(id, &widget, &block_id, query).await?;
        Ok(Ordered { widget, block_id, order, range: start..end, is_sorted })
    }
}

/// The parts of an answer.
struct Ordered {
    widget: Arc<Widget>,
    block_id: String,
    order: Arc<RowOrder>,
    range: Range<usize>,
    is_sorted: bool,
}

impl Ordered {
    /// The positions of the rows that are asked for, in the order in which they are shown.
    fn positions(&self) -> Result<Vec<usize>, WebError> {
        let Range { start, end } = self.range;
        if self.is_sorted || !self.table()?.is_newest_first() {
            return Ok(self.order.positions(start..end).collect());
        }
        let from_end = |at: usize| self.order.count().saturating_sub(at);
        let mut positions: Vec<usize> =
            self.order.positions(from_end(end)..from_end(start)).collect();
        positions.reverse();
        Ok(positions)
    }

    fn table(&self) -> Result<&Table, WebError> {
        self.widget.the_table(Some(&self.block_id)).map_or(Err(WebError::NoRows), |it| Ok(it.1))
    }
}

/// Rows were read when they came, so this is a fault of the store.
fn damaged(error: serde_json::Error) -> StateError {
    StateError::Backend(error.into())
}

/// `POST /widget/{id}/rows`
pub(crate) async fn rows(
    State(state): State<WebState>,
    _page: OwnPage,
    WidgetPath(id): WidgetPath,
    request: Request,
) -> axum::response::Result<Response> {
    let ordered = state.ordered(id, read_json(request, MAX_REQUEST).await?).await?;
    Ok(answer(ordered)?)
}

/// A [`RowsPart`]: the rows are copied as the text they are.
fn answer(ordered: Ordered) -> Result<Response, WebError> {
    let positions = ordered.positions()?;
    let head = format!(
        "{{\"revision\":{},\"count\":{},\"positions\":{},\"rows\":[",
        ordered.table()?.revision(),
        ordered.order.count(),
        Value::from(positions.clone())
    );
    let pieces: Vec<Vec<usize>> = positions.chunks(ROWS_A_PIECE).map(<[usize]>::to_vec).collect();
    let rows = pieces.into_iter().enumerate().map(move |(index, positions)| {
        let table = ordered.table().ok();
        let row = |at: &usize| table.and_then(|table| table.rows().row(*at));
        let texts: Vec<_> = positions.iter().filter_map(row).collect();
        let text = texts.join(",");
        if index == 0 { text } else { format!(",{text}") }
    });
    let whole = std::iter::once(head).chain(rows).chain(["]}".to_owned()]);
    let body = Body::from_stream(stream::iter(whole.map(Ok::<_, Infallible>)));
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    Ok((headers, body).into_response())
}

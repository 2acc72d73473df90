//! Operations as viewers get them.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::block::pages;
use super::data_ref::{DataRef, PagesRef};
use super::document::ComponentSpec;
use crate::chart::edit::ChartEdit;
use crate::chart::viewport::ChartViewport;
use crate::component::{Component, ComponentKind};
use crate::event::EventName;
use crate::id::RequestId;
use crate::json::encoded_len;
use crate::op::Content;
use crate::op::query::ViewQuery;
use crate::op::toast::Toast;
use crate::op::user_prompt::FileOffer;
use crate::op::user_prompt::web_address;
use crate::op::{Op, TickerChange};
use crate::style::canonical;
use crate::style::{StyleChange, Theme};
use crate::table::rows::exact::for_page;
use crate::table::rows::{Column, Rows};
use crate::table::{RowStrategy, TableState};
use crate::widget::Widget;

/// Figures and rows up to this many bytes go with the operation; larger ones
/// are fetched.
const INLINE_BYTES: usize = 64 << 10;

/// An operation as viewers get it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum WireOp {
    /// [`Op::SetContent`].
    SetContent {
        /// The id of the element or component.
        component_id: String,
        /// The new content.
        content: Content,
    },
    /// [`Op::SetValue`].
    SetValue {
        /// The id of the component.
        component_id: String,
        /// The new value.
        value: Value,
    },
    /// [`Op::SetMarquee`], its items with their ids.
    SetMarquee {
        /// The id of the marquee.
        component_id: String,
        /// The text that moves through; empty when there are items.
        text: String,
        /// The items that move through.
        #[schemars(with = "Vec<ComponentSpec>")]
        items: Vec<Component>,
    },
    /// [`Op::UpdateTicker`].
    UpdateTicker {
        /// The `ticker` of the items that change.
        ticker: String,
        /// The changes.
        #[serde(flatten)]
        change: TickerChange,
    },
    /// [`Op::SetFigure`] with a small figure.
    SetFigure {
        /// The block of the chart or table.
        block_id: String,
        /// The figure as JSON text.
        json: Arc<str>,
        /// The view state after it.
        view: ChartViewport,
    },
    /// [`Op::EditChart`] with little in it.
    EditChart {
        /// The block of the chart or table.
        block_id: String,
        /// The edit.
        edit: ChartEdit,
        /// The view state of the chart after it.
        view: ChartViewport,
    },
    /// [`Op::SetChartViewport`].
    #[serde(rename = "set_chart_view")]
    SetChartViewport {
        /// The block of the chart or table.
        block_id: String,
        /// The whole view.
        view: ChartViewport,
    },
    /// [`Op::TableRows`] with few rows.
    #[serde(rename = "grid_rows")]
    TableRows {
        /// The block of the chart or table.
        block_id: String,
        /// The strategy for the rows.
        strategy: RowStrategy,
        /// The rows as JSON text.
        json: Arc<str>,
        /// The columns of the table after it.
        columns: Vec<Column>,
    },
    /// A figure or rows too large to go along: they are to be fetched.
    ReloadData {
        /// The block of the chart or table.
        block_id: String,
        /// The data to fetch.
        data: DataRef,
        /// The columns of the table after it; none for a chart.
        columns: Vec<Column>,
        /// The view state of the chart after it; `None` for a table.
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<ChartViewport>,
    },
    /// [`Op::Toast`].
    Toast(Toast),
    /// [`Op::TableCell`] in a table whose rows the viewer has.
    #[serde(rename = "grid_cell")]
    TableCell {
        /// The block of the chart or table.
        block_id: String,
        /// The value of the row's id field, or its position.
        row_id: Value,
        /// The column.
        field: String,
        /// The new value.
        value: Value,
        /// The columns of the table after it.
        columns: Vec<Column>,
    },
    /// Rows changed in a table whose rows are fetched a part at a time.
    ReloadPages {
        /// The block of the chart or table.
        block_id: String,
        /// The rows after it.
        pages: PagesRef,
        /// The columns of the table after it.
        columns: Vec<Column>,
    },
    /// [`Op::TableColumns`].
    #[serde(rename = "grid_columns")]
    TableColumns {
        /// The block of the chart or table.
        block_id: String,
        /// The columns of the table after it.
        columns: Vec<Column>,
    },
    /// [`Op::TableState`].
    #[serde(rename = "grid_state")]
    TableState {
        /// The block of the chart or table.
        block_id: String,
        /// The new state.
        state: TableState,
    },
    /// [`Op::SetStyle`], its properties as CSS writes them.
    SetStyle {
        /// The id of the element or component.
        component_id: String,
        /// The changes; null restores the original.
        style: StyleChange,
    },
    /// [`Op::InjectCss`].
    InjectCss {
        /// Names the style sheet.
        css_id: String,
        /// Its rules.
        css: Arc<str>,
    },
    /// [`Op::RemoveCss`].
    RemoveCss {
        /// The name of the style sheet.
        css_id: String,
    },
    /// [`Op::SetTheme`].
    SetTheme {
        /// The new theme.
        theme: Theme,
    },
    /// [`Op::Navigate`], as browsers write the address.
    Navigate {
        /// The address.
        url: String,
    },
    /// [`Op::Download`].
    Download(FileOffer),
    /// [`Op::Emit`].
    Emit {
        /// The name of the event.
        event_type: EventName,
        /// The data of the event.
        data: Value,
    },
    /// [`Op::CloseQuestion`].
    CloseQuestion {
        /// The revision of the toast.
        question: u64,
    },
    /// [`Op::Ask`].
    Ask {
        /// Goes with the answer.
        #[schemars(with = "String")]
        request_id: RequestId,
        /// The query.
        #[serde(flatten)]
        question: ViewQuery,
    },
}

impl Widget {
    /// An operation that was just applied, as viewers get it.
    #[must_use]
    pub fn wire(&self, op: Op) -> WireOp {
        match op {
            Op::SetContent { component_id, content } => {
                WireOp::SetContent { component_id, content }
            }
            Op::SetValue { component_id, value } => WireOp::SetValue { component_id, value },
            Op::SetMarquee { component_id, .. } => self.wire_marquee(component_id),
            Op::UpdateTicker { ticker, change } => WireOp::UpdateTicker { ticker, change },
            Op::Toast(toast) => WireOp::Toast(toast),
            op @ (Op::TableRows { .. }
            | Op::TableCell { .. }
            | Op::TableColumns { .. }
            | Op::TableState { .. }) => self.wire_table(op),
            op @ (Op::SetFigure { .. } | Op::EditChart { .. } | Op::SetChartViewport { .. }) => {
                self.wire_chart(op)
            }
            Op::SetStyle { component_id, style } => wire_style(component_id, style),
            Op::InjectCss { css_id, css } => WireOp::InjectCss { css_id, css },
            Op::RemoveCss { css_id } => WireOp::RemoveCss { css_id },
            Op::SetTheme { theme } => WireOp::SetTheme { theme },
            Op::Navigate { url } => WireOp::Navigate { url: web_address(&url).unwrap_or(url) },
            Op::Download(file) => WireOp::Download(file),
            Op::Emit { event_type, data } => WireOp::Emit { event_type, data },
            Op::CloseQuestion { question } => WireOp::CloseQuestion { question },
            Op::Ask { request_id, question } => WireOp::Ask { request_id, question },
        }
    }
}

impl Widget {
    fn wire_marquee(&self, component_id: String) -> WireOp {
        let (text, items) = match self.component(&component_id).map(|found| &found.kind) {
            Some(ComponentKind::Marquee(marquee)) => (marquee.text.clone(), marquee.items.clone()),
            _ => (String::new(), Vec::new()),
        };
        WireOp::SetMarquee { component_id, text, items }
    }

    /// An operation on a chart, which is there since it was applied.
    fn wire_chart(&self, op: Op) -> WireOp {
        let (Op::SetFigure { block_id, .. }
        | Op::EditChart { block_id, .. }
        | Op::SetChartViewport { block_id, .. }) = &op
        else {
            return self.wire(op);
        };
        let found = self.the_chart(block_id.as_deref());
        let (block_id, view, revision) = match found {
            Ok((id, chart)) => (id.to_owned(), chart.view().clone(), chart.revision()),
            Err(_) => (String::new(), ChartViewport::default(), 0),
        };
        match op {
            Op::SetFigure { figure, .. } if figure.bytes() <= INLINE_BYTES => {
                WireOp::SetFigure { block_id, json: figure.to_shared(), view }
            }
            Op::EditChart { edit, .. } if edit.weight() <= INLINE_BYTES => {
                WireOp::EditChart { block_id, edit, view }
            }
            Op::SetChartViewport { .. } => WireOp::SetChartViewport { block_id, view },
            _ => {
                let data = DataRef { revision };
                WireOp::ReloadData { block_id, data, columns: Vec::new(), view: Some(view) }
            }
        }
    }

    /// An operation on a table, which is there since it was applied.
    fn wire_table(&self, op: Op) -> WireOp {
        let (Op::TableRows { block_id, .. }
        | Op::TableCell { block_id, .. }
        | Op::TableColumns { block_id, .. }
        | Op::TableState { block_id, .. }) = &op
        else {
            return self.wire(op);
        };
        let Ok((id, table)) = self.the_table(block_id.as_deref()) else {
            return WireOp::TableColumns { block_id: String::new(), columns: Vec::new() };
        };
        let (block_id, columns) = (id.to_owned(), table.columns());
        match (op, pages(table)) {
            (Op::TableState { .. }, _) => {
                WireOp::TableState { block_id, state: table.state().for_page() }
            }
            (Op::TableColumns { .. }, _) => WireOp::TableColumns { block_id, columns },
            (_, Some(pages)) => WireOp::ReloadPages { block_id, pages, columns },
            (Op::TableCell { row_id, field, value, .. }, None) => {
                let (row_id, value) = (for_page(row_id), for_page(value));
                WireOp::TableCell { block_id, row_id, field, value, columns }
            }
            (Op::TableRows { strategy, rows, .. }, None) if rows.len() <= INLINE_BYTES => {
                // It was read when it was applied.
                let json = Rows::as_list(Arc::clone(&rows)).unwrap_or(rows);
                WireOp::TableRows { block_id, strategy, json, columns }
            }
            (_, None) => {
                let data = DataRef { revision: table.revision() };
                WireOp::ReloadData { block_id, data, columns, view: None }
            }
        }
    }
}

/// Converts a style change, which was validated when it was applied.
fn wire_style(component_id: String, style: StyleChange) -> WireOp {
    let style = canonical(&style).unwrap_or(style);
    WireOp::SetStyle { component_id, style }
}

impl WireOp {
    /// About how many bytes it takes, to bound what is kept.
    pub(crate) fn weight(&self) -> usize {
        64 + match self {
            Self::SetContent { component_id, content } => {
                component_id.len() + content.as_str().len()
            }
            Self::SetValue { component_id, value } => component_id.len() + encoded_len(value),
            Self::SetMarquee { text, items, .. } => text.len() + encoded_len(items),
            Self::UpdateTicker { ticker, change } => ticker.len() + encoded_len(change),
            Self::Toast(toast) => toast.bytes(),
            Self::ReloadData { .. } | Self::ReloadPages { .. } | Self::Ask { .. } => 0,
            Self::TableCell { field, value, .. } => field.len() + encoded_len(value),
            Self::TableColumns { columns, .. } => {
                let title = |column: &Column| column.title.as_ref().map_or(0, String::len);
                columns.iter().map(|column| 48 + column.field.len() + title(column)).sum()
            }
            Self::TableState { state, .. } => encoded_len(state),
            Self::SetFigure { json, .. } | Self::TableRows { json, .. } => json.len(),
            Self::EditChart { edit, view, .. } => edit.weight() + view.weight(),
            Self::SetChartViewport { view, .. } => view.weight(),
            Self::SetStyle { component_id, style } => component_id.len() + encoded_len(style),
            Self::InjectCss { css, .. } => css.len(),
            Self::RemoveCss { .. } | Self::SetTheme { .. } | Self::CloseQuestion { .. } => 0,
            Self::Navigate { url } => url.len(),
            Self::Download(file) => file.content().as_str().len(),
            Self::Emit { data, .. } => encoded_len(data),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::chart::figure::Figure;

    #[test]
    fn small_data_goes_along_and_large_data_is_fetched() {
        let figure = |text: &str| Figure::parse(format!(r#"{{"data":[{{"name":"{text}"}}]}}"#));
        let mut widget = Widget::chart(figure("a").unwrap());
        let small = Op::SetFigure { block_id: None, figure: figure("b").unwrap() };
        widget.apply(&small).unwrap();
        assert!(matches!(widget.wire(small), WireOp::SetFigure { .. }));
        let large =
            Op::SetFigure { block_id: None, figure: figure(&"x".repeat(INLINE_BYTES)).unwrap() };
        widget.apply(&large).unwrap();
        let expected = json!({"type": "reload_data", "block_id": ":body", "data": {"revision": 3}, "columns": [],
            "view": {"layout": {}, "visible": {}}});
        assert_eq!(serde_json::to_value(widget.wire(large)).unwrap(), expected);
    }
}

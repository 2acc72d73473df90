//! The document and its operations as viewers get them.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::chart::edit::ChartEdit;
use crate::chart::viewport::ChartViewport;
use crate::component::modal::Modal;
use crate::component::toolbar::{Toolbar, ToolbarPosition};
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
use crate::style::{Appearance, StyleChange, Theme};
use crate::table::RowStrategy;
use crate::table::rows::Column;
use crate::table::{Table, TableState};
use crate::widget::contents::Contents;
use crate::widget::{Body, Widget};

/// Figures and rows up to this many bytes go with the operation; larger ones
/// are fetched.
const INLINE_BYTES: usize = 64 << 10;

/// A whole document as viewers get it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WireDocument {
    title: String,
    height: Option<u32>,
    body: DocumentBody,
    #[schemars(with = "Vec<ToolbarSpec>")]
    toolbars: Vec<Toolbar>,
    #[schemars(with = "Vec<ComponentSpec>")]
    modals: Vec<Modal>,
    values: BTreeMap<String, Value>,
    #[schemars(with = "Vec<ReplacedContent>")]
    contents: Contents,
    #[serde(flatten)]
    appearance: Appearance,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum DocumentBody {
    Html {
        html: Arc<str>,
    },
    Chart {
        data: DataRef,
        view: ChartViewport,
    },
    #[serde(rename = "grid")]
    Table(TableBody),
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct TableBody {
    columns: Vec<Column>,
    row_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_size: Option<u32>,
    state: TableState,
    #[serde(flatten)]
    rows: RowsRef,
}

/// A component in the types of the front end, where each type reads its own fields.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ComponentSpec {
    #[serde(rename = "type")]
    kind: String,
    component_id: String,
    #[serde(flatten)]
    fields: BTreeMap<String, Value>,
}

/// A toolbar in the types of the front end.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ToolbarSpec {
    position: ToolbarPosition,
    items: Vec<ComponentSpec>,
    #[serde(default)]
    collapsible: bool,
    #[serde(default)]
    resizable: bool,
}

/// A replaced content in the types of the front end.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ReplacedContent {
    component_id: String,
    content: Content,
}

/// The location of the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum RowsRef {
    /// They are fetched whole.
    Data(DataRef),
    /// There are so many that they are fetched a part at a time.
    Pages(PagesRef),
}

/// Rows that are fetched a part at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PagesRef {
    /// The revision that last changed them.
    pub revision: u64,
    /// The number of rows.
    pub count: usize,
}

/// A figure or rows that are fetched on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DataRef {
    /// The revision that last changed them.
    pub revision: u64,
}

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
        /// The figure as JSON text.
        json: Arc<str>,
        /// The view state after it.
        view: ChartViewport,
    },
    /// [`Op::EditChart`] with little in it.
    EditChart {
        /// The edit.
        edit: ChartEdit,
        /// The view state of the chart after it.
        view: ChartViewport,
    },
    /// [`Op::SetChartViewport`].
    #[serde(rename = "set_chart_view")]
    SetChartViewport {
        /// The whole view.
        view: ChartViewport,
    },
    /// [`Op::TableRows`] with few rows.
    #[serde(rename = "grid_rows")]
    TableRows {
        /// The strategy for the rows.
        strategy: RowStrategy,
        /// The rows as JSON text.
        json: Arc<str>,
        /// The columns of the table after it.
        columns: Vec<Column>,
    },
    /// A figure or rows too large to go along: they are to be fetched.
    ReloadData {
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
        /// The rows after it.
        pages: PagesRef,
        /// The columns of the table after it.
        columns: Vec<Column>,
    },
    /// [`Op::TableColumns`].
    #[serde(rename = "grid_columns")]
    TableColumns {
        /// The columns of the table after it.
        columns: Vec<Column>,
    },
    /// [`Op::TableState`].
    #[serde(rename = "grid_state")]
    TableState {
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
    /// The whole document as viewers get it, figure and rows by reference.
    #[must_use]
    pub fn document(&self) -> WireDocument {
        let data = DataRef { revision: self.data_revision };
        let body = match &self.body {
            Body::Html(html) => DocumentBody::Html { html: Arc::clone(html) },
            Body::Chart(chart) => DocumentBody::Chart { data, view: chart.view().clone() },
            Body::Table(grid) => DocumentBody::Table(TableBody {
                columns: grid.columns(),
                row_id: grid.rows().row_id().map(Into::into),
                page_size: grid.page_size(),
                state: grid.state().clone(),
                rows: match self.pages(grid) {
                    Some(pages) => RowsRef::Pages(pages),
                    None => RowsRef::Data(data),
                },
            }),
        };
        WireDocument {
            title: self.title.clone(),
            height: self.height,
            body,
            toolbars: self.toolbars.clone(),
            modals: self.modals.clone(),
            values: self.values.clone(),
            contents: self.contents.clone(),
            appearance: self.appearance.clone(),
        }
    }

    /// An operation that was just applied, as viewers get it.
    #[must_use]
    pub fn wire(&self, op: Op) -> WireOp {
        let data = DataRef { revision: self.data_revision };
        match op {
            Op::SetContent { component_id, content } => {
                WireOp::SetContent { component_id, content }
            }
            Op::SetValue { component_id, value } => WireOp::SetValue { component_id, value },
            Op::SetMarquee { component_id, .. } => self.wire_marquee(component_id),
            Op::UpdateTicker { ticker, change } => WireOp::UpdateTicker { ticker, change },
            Op::Toast(toast) => WireOp::Toast(toast),
            Op::TableState { .. } => WireOp::TableState { state: self.grid_state() },
            op @ (Op::TableRows { .. } | Op::TableCell { .. } | Op::TableColumns { .. }) => {
                self.wire_grid(op)
            }
            Op::SetFigure { figure } if figure.bytes() <= INLINE_BYTES => {
                WireOp::SetFigure { json: figure.to_shared(), view: self.view() }
            }
            Op::EditChart { edit } if edit.weight() <= INLINE_BYTES => {
                WireOp::EditChart { edit, view: self.view() }
            }
            Op::SetFigure { .. } | Op::EditChart { .. } => {
                WireOp::ReloadData { data, columns: Vec::new(), view: Some(self.view()) }
            }
            Op::SetChartViewport { view } => WireOp::SetChartViewport { view },
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

    fn wire_grid(&self, op: Op) -> WireOp {
        let data = DataRef { revision: self.data_revision };
        let (columns, pages) = match &self.body {
            Body::Table(grid) => (grid.columns(), self.pages(grid)),
            Body::Html(_) | Body::Chart(_) => Default::default(),
        };
        match (op, pages) {
            (Op::TableColumns { .. }, _) => WireOp::TableColumns { columns },
            (_, Some(pages)) => WireOp::ReloadPages { pages, columns },
            (Op::TableCell { row_id, field, value }, None) => {
                WireOp::TableCell { row_id, field, value, columns }
            }
            (Op::TableRows { strategy, rows }, None) if rows.len() <= INLINE_BYTES => {
                WireOp::TableRows { strategy, json: rows, columns }
            }
            (_, None) => WireOp::ReloadData { data, columns, view: None },
        }
    }

    fn pages(&self, grid: &Table) -> Option<PagesRef> {
        let count = grid.rows().count();
        grid.is_paged().then_some(PagesRef { revision: self.data_revision, count })
    }

    fn grid_state(&self) -> TableState {
        match &self.body {
            Body::Table(grid) => grid.state().clone(),
            Body::Html(_) | Body::Chart(_) => TableState::default(),
        }
    }

    fn view(&self) -> ChartViewport {
        match &self.body {
            Body::Chart(chart) => chart.view().clone(),
            Body::Html(_) | Body::Table(_) => ChartViewport::default(),
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
            Self::TableColumns { columns } => {
                let title = |column: &Column| column.title.as_ref().map_or(0, String::len);
                columns.iter().map(|column| 48 + column.field.len() + title(column)).sum()
            }
            Self::TableState { state } => encoded_len(state),
            Self::SetFigure { json, .. } | Self::TableRows { json, .. } => json.len(),
            Self::EditChart { edit, view } => edit.weight() + view.weight(),
            Self::SetChartViewport { view } => view.weight(),
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
    use crate::table::rows::Rows;

    #[test]
    fn documents_refer_to_their_data() {
        let rows = Rows::parse(r#"[{"a": 1}]"#).unwrap();
        let document = Widget::grid(rows).with_title("T").unwrap().document();
        let expected = json!({
            "title": "T", "height": null, "toolbars": [], "modals": [], "values": {}, "contents": [],
            "theme": "system", "styles": {}, "sheets": [],
            "body": {"kind": "grid", "columns": [{"field": "a", "type": "number"}],
                     "row_id": null, "data": {"revision": 1},
                     "state": {"columns": [], "sort": [], "filter": {},
                               "selection": {"row_ids": [], "count": 0}}},
        });
        assert_eq!(serde_json::to_value(document).unwrap(), expected);
    }

    #[test]
    fn small_data_goes_along_and_large_data_is_fetched() {
        let figure = |text: &str| Figure::parse(format!(r#"{{"data":[{{"name":"{text}"}}]}}"#));
        let mut widget = Widget::chart(figure("a").unwrap());
        let small = Op::SetFigure { figure: figure("b").unwrap() };
        widget.apply(&small).unwrap();
        assert!(matches!(widget.wire(small), WireOp::SetFigure { .. }));
        let large = Op::SetFigure { figure: figure(&"x".repeat(INLINE_BYTES)).unwrap() };
        widget.apply(&large).unwrap();
        let expected = json!({"type": "reload_data", "data": {"revision": 3}, "columns": [],
            "view": {"layout": {}, "visible": {}}});
        assert_eq!(serde_json::to_value(widget.wire(large)).unwrap(), expected);
    }
}

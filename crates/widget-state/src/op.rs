//! Operations: the only way a widget changes.

pub(crate) mod block_place;
pub(crate) mod element_edit;
pub(crate) mod query;
pub(crate) mod toast;
pub(crate) mod user_prompt;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::block::Block;
use crate::chart::edit::ChartEdit;
use crate::chart::figure::{Figure, json_text};
use crate::chart::viewport::ChartViewport;
use crate::component::Component;
use crate::component::spec::ComponentSpec;
use crate::data_ref::{DataRef, PagesRef};
use crate::event::EventName;
use crate::style::{StyleChange, Theme};
use crate::table::{ColumnSettings, RowStrategy, TableState};
use block_place::BlockPlace;
use element_edit::ElementEdit;
use toast::Toast;
use user_prompt::FileOffer;

/// One change of a widget, or a signal to its viewers: as it is asked for, as the log has it, and
/// as viewers get it. [`Widget::apply`](crate::Widget::apply) makes the second of the first: it
/// gives ids, names the block, and puts a reference in the place of large data. Those that change
/// the blocks themselves reach viewers as a whole document.
///
/// ```
/// use widget_state::Op;
///
/// let json = r#"{"type": "set_content", "component_id": "total", "content": {"text": "42"}}"#;
/// let op: Op = serde_json::from_str(json)?;
/// assert!(matches!(op, Op::SetContent { .. }));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Op {
    /// Replaces the content of an element or component.
    SetContent {
        /// The id of the element or component.
        component_id: String,
        /// The new content.
        content: Content,
    },
    /// Puts text at the end of what a block shows that takes a text, such as one of Markdown.
    AppendText {
        /// The id of the block.
        component_id: String,
        /// The text; a line begins with a line feed.
        text: String,
    },
    /// Edits an element of the agent's HTML: puts HTML into it or beside it, takes it out, changes
    /// its attributes.
    EditElement {
        /// The id of the element.
        component_id: String,
        /// The edit.
        edit: ElementEdit,
    },
    /// Puts a block into the HTML that has an element or block of this id. HTML that is put in
    /// by another operation has the place for it.
    #[schemars(skip)]
    PutBlock {
        /// The id of the element or block.
        component_id: String,
        /// True for a place inside of what has the id, which may be HTML in other HTML.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_inside: bool,
        /// The block, with an id.
        block: Box<Block>,
    },
    /// Puts a block into the page beside what is there: into the list of blocks that its place is
    /// in, else into the HTML.
    #[schemars(skip)]
    InsertBlock {
        /// The id of the block or element, or [`BODY_ID`](crate::BODY_ID) for the list of the page.
        component_id: String,
        /// The place, seen from there.
        place: BlockPlace,
        /// The block; with an id, if its place is in HTML.
        block: Box<Block>,
    },
    /// Moves a block to another place of its list or HTML, or of another.
    #[schemars(skip)]
    MoveBlock {
        /// The id of the block.
        component_id: String,
        /// The place, seen from `near`.
        place: BlockPlace,
        /// The id of the block or element, or [`BODY_ID`](crate::BODY_ID) for the list of the page.
        near: String,
    },
    /// Changes properties of a block or component, or all of it. Its place stays.
    #[schemars(skip)]
    SetBlock {
        /// The id of the block or component.
        component_id: String,
        /// With a `type` the whole block, else the properties that change; `null` takes one away.
        /// Of `columns` without `rows` those change that it names.
        properties: Map<String, Value>,
    },
    /// Takes a block out of the page with all that is inside it. Its id is free again.
    #[schemars(skip)]
    RemoveBlock {
        /// The id of the block.
        component_id: String,
    },
    /// Sets the value of a component, or opens or closes a modal.
    SetValue {
        /// The id of the component or modal.
        component_id: String,
        /// The new value.
        value: Value,
    },
    /// Replaces what moves through a marquee.
    SetMarquee {
        /// The id of the marquee.
        component_id: String,
        /// The new content.
        #[serde(flatten)]
        content: MarqueeContent,
    },
    /// Changes every ticker item about the same thing.
    UpdateTicker {
        /// The `ticker` of the items.
        ticker: String,
        /// The changes.
        #[serde(flatten)]
        change: TickerChange,
    },
    /// Replaces the figure of a chart.
    SetFigure {
        /// The block of the chart; the only chart without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        block_id: Option<String>,
        /// The new figure; its JSON text in JSON.
        #[serde(rename = "json", with = "json_text")]
        #[schemars(with = "String")]
        figure: Figure,
    },
    /// Changes parts of a chart's figure.
    EditChart {
        /// The block of the chart; the only chart without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        block_id: Option<String>,
        /// The edit.
        edit: ChartEdit,
    },
    /// Sets what people see of a chart: its zoom and which traces show.
    #[serde(rename = "set_chart_view")]
    SetChartViewport {
        /// The block of the chart; the only chart without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        block_id: Option<String>,
        /// The whole view.
        view: ChartViewport,
    },
    /// Changes the rows of a table.
    #[serde(rename = "grid_rows")]
    TableRows {
        /// The block of the table; the only table without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        block_id: Option<String>,
        /// The strategy for the rows.
        strategy: RowStrategy,
        /// The rows as the JSON text of a list of objects.
        #[serde(rename = "json")]
        rows: Arc<str>,
    },
    /// Sets one cell of a table.
    #[serde(rename = "grid_cell")]
    TableCell {
        /// The block of the table; the only table without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        block_id: Option<String>,
        /// The value of the row's id field, or its position.
        row_id: Value,
        /// The column.
        field: String,
        /// The new value.
        value: Value,
    },
    /// Says something about the columns of a table.
    #[serde(rename = "grid_columns")]
    TableColumns {
        /// The block of the table; the only table without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        block_id: Option<String>,
        /// The changed settings.
        columns: Vec<ColumnSettings>,
    },
    /// Replaces the state of a table: its columns, sort, filter and selection.
    #[serde(rename = "grid_state")]
    TableState {
        /// The block of the table; the only table without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        block_id: Option<String>,
        /// The new state.
        state: TableState,
    },
    /// Lets viewers fetch a figure or rows. In a log it stands for an operation with too much
    /// data to go along.
    ReloadData {
        /// The block of the chart or table.
        block_id: String,
        /// The data to fetch; as it is when this is applied.
        data: DataRef,
    },
    /// As [`Op::ReloadData`], for a table whose rows viewers fetch a part at a time.
    ReloadPages {
        /// The block of the table.
        block_id: String,
        /// The rows to fetch; as they are when this is applied.
        pages: PagesRef,
    },
    /// A signal: shows a message. Changes no document. One that asks is given to every
    /// viewer until it is answered.
    Toast(Toast),
    /// Sets CSS properties of an element or component.
    SetStyle {
        /// The id of the element or component.
        component_id: String,
        /// The properties; those that are not named stay.
        style: StyleChange,
    },
    /// Puts a style sheet into the page, in the place of the one with the same id.
    InjectCss {
        /// Names it in the widget.
        css_id: String,
        /// Its rules.
        css: Arc<str>,
    },
    /// Takes a style sheet out of the page.
    RemoveCss {
        /// Its name.
        css_id: String,
    },
    /// Makes the page light or dark.
    SetTheme {
        /// Light, dark, or as the person has it.
        theme: Theme,
    },
    /// A signal: asks the person whether to open an address. Changes no document.
    Navigate {
        /// An http or https address.
        url: String,
    },
    /// A signal: asks the person whether to save a file. Changes no document.
    Download(FileOffer),
    /// A signal: an event for the page's own scripts. Changes no document.
    Emit {
        /// The name of the event.
        event_type: EventName,
        /// The data of the event.
        data: Value,
    },
    /// A person has answered a toast with [`Toast::confirm`]: every viewer closes it, and
    /// none that opens later gets it. Changes no document.
    CloseQuestion {
        /// The revision of the toast.
        question: u64,
    },
}

/// The content of a marquee.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarqueeContent {
    /// A text.
    Text(String),
    /// Components of the type `ticker_item`.
    Items(#[schemars(with = "Vec<ComponentSpec>")] Vec<Component>),
}

/// A change of a ticker item; anything left out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TickerChange {
    /// The content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// Its CSS properties.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<BTreeMap<String, String>>,
    /// Its CSS classes, separated by spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_name: Option<String>,
}

/// The replacement of an element's content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// Plain text; markup in it is shown, not read.
    Text(String),
    /// HTML. Scripts in it do not run.
    Html(String),
}

impl Content {
    /// The text or markup.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Html(text) => text,
        }
    }
}

impl Op {
    /// Shorthand for [`Op::SetContent`].
    pub fn set_content(component_id: impl Into<String>, content: Content) -> Self {
        Self::SetContent { component_id: component_id.into(), content }
    }

    /// Shorthand for [`Op::EditElement`].
    pub fn edit_element(component_id: impl Into<String>, edit: ElementEdit) -> Self {
        Self::EditElement { component_id: component_id.into(), edit }
    }

    /// Shorthand for [`Op::SetValue`].
    pub fn set_value(component_id: impl Into<String>, value: Value) -> Self {
        Self::SetValue { component_id: component_id.into(), value }
    }

    /// Returns whether it changes the blocks themselves: viewers get the whole document then.
    #[must_use]
    pub fn is_of_blocks(&self) -> bool {
        matches!(
            self,
            Self::PutBlock { .. }
                | Self::InsertBlock { .. }
                | Self::MoveBlock { .. }
                | Self::SetBlock { .. }
                | Self::RemoveBlock { .. }
        )
    }

    /// Returns whether it is a signal, which is delivered once and changes no document.
    #[must_use]
    pub fn is_signal(&self) -> bool {
        matches!(
            self,
            Self::Emit { .. } | Self::Toast(_) | Self::Navigate { .. } | Self::Download(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_operation_is_read_as_it_is_written() {
        let view = json!({"layout": {"xaxis.range[0]": 1.5}, "visible": {"1": "legendonly"}});
        let sort = json!([{"field": "v", "direction": "asc"}]);
        let filter = json!({"v": {"filterType": "number", "type": "lessThan", "filter": 3.0}});
        let selection = json!({"row_ids": [7], "count": 1});
        for op in [
            json!({"type": "set_content", "component_id": "a", "content": {"html": "<b>"}}),
            json!({"type": "append_text", "component_id": "a", "text": "b"}),
            json!({"type": "edit_element", "component_id": "a", "edit": {"append": "<b>"}}),
            json!({"type": "edit_element", "component_id": "a", "edit": "remove"}),
            json!({"type": "put_block", "component_id": "a", "block": {
                "type": "markdown", "id": "b", "markdown": "# B"}}),
            json!({"type": "insert_block", "component_id": "a", "place": "after", "block": {
                "type": "markdown", "id": "b", "markdown": "# B"}}),
            json!({"type": "move_block", "component_id": "b", "place": "start", "near": "a"}),
            json!({"type": "set_block", "component_id": "b", "properties": {"markdown": "c"}}),
            json!({"type": "remove_block", "component_id": "b"}),
            json!({"type": "set_value", "component_id": "a", "value": null}),
            json!({"type": "set_marquee", "component_id": "a", "text": ""}),
            json!({"type": "set_marquee", "component_id": "a", "items": [
                {"type": "ticker_item", "component_id": "b", "text": "1"}]}),
            json!({"type": "update_ticker", "ticker": "A", "content": {"text": "1"}}),
            json!({"type": "set_figure", "block_id": "a", "json": "{\"data\": []}"}),
            json!({"type": "edit_chart", "block_id": "a", "edit": {"extend": {"y": [[1]]}}}),
            json!({"type": "set_chart_view", "view": view}),
            json!({"type": "grid_rows", "strategy": "append", "json": "[{\"v\": 1}]"}),
            json!({"type": "grid_cell", "row_id": 1, "field": "v", "value": 2}),
            json!({"type": "grid_columns", "columns": [{"field": "v", "editable": true}]}),
            json!({"type": "grid_state", "block_id": "a", "state": {
                "columns": [], "sort": sort, "filter": filter, "selection": selection}}),
            json!({"type": "reload_data", "block_id": "a", "data": {"revision": 3}}),
            json!({"type": "reload_pages", "block_id": "a", "pages": {"revision": 3, "count": 9}}),
            json!({"type": "toast", "message": "Go?", "kind": "info", "duration_ms": 0,
                "position": "top", "confirm": {
                    "event": "a:b", "confirm_label": "Yes", "cancel_label": "No"}}),
            json!({"type": "set_style", "component_id": "a", "style": {"color": null}}),
            json!({"type": "inject_css", "css_id": "a", "css": "b{}"}),
            json!({"type": "remove_css", "css_id": "a"}),
            json!({"type": "set_theme", "theme": "dark"}),
            json!({"type": "navigate", "url": "https://e.example/"}),
            json!({"type": "download", "filename": "a.txt", "mime_type": "text/plain",
                "text": "x"}),
            json!({"type": "emit", "event_type": "a:b", "data": {"n": 1}}),
            json!({"type": "close_question", "question": 4}),
        ] {
            let read: Op = serde_json::from_value(op.clone()).unwrap();
            assert_eq!(serde_json::to_value(read).unwrap(), op);
        }
    }

    #[test]
    fn a_malformed_operation_is_refused_with_the_reason() {
        for (op, part) in [
            (json!({"type": "twirl"}), "unknown variant `twirl`"),
            (json!({"type": "set_value", "value": 1}), "missing field `component_id`"),
            (
                json!({"type": "edit_element", "component_id": "a", "edit": "delete"}),
                "unknown variant",
            ),
            (json!({"type": "set_figure", "json": "[]"}), "expected an object"),
            (
                json!({"type": "set_chart_view", "view": {"layout": {}, "visible": {"x": true}}}),
                "invalid digit",
            ),
            (
                json!({"type": "download", "filename": "a.html", "text": "x"}),
                "it does not end in what can be offered",
            ),
        ] {
            let error = serde_json::from_value::<Op>(op).unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}

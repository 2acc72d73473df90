//! `get_widget`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use widget_state::{BlockKind, Body, Part, Theme, Widget, WidgetId, WidgetKind};

use super::request_toolbar_state::values;
use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::viewers::Viewers;

pub(crate) struct GetWidget;

/// The most ids of elements that one answer names.
const MAX_IDS: usize = 500;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// Names the widget in calls.
    #[schemars(with = "String")]
    widget_id: WidgetId,
    /// Its title.
    title: String,
    /// The kind of its main content.
    kind: WidgetKind,
    /// The page that shows it.
    url: String,
    /// Its newest revision.
    revision: u64,
    /// The height of its body in CSS pixels; it fills the window when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    height: Option<u32>,
    /// Light, dark, or as the person has set it.
    theme: Theme,
    /// The pages that show it.
    viewers: Viewers,
    /// The number of events so far.
    events: u64,
    /// Its components, modals and blocks, in reading order.
    components: Vec<NamedPart>,
    /// The values of those that have one; for a modal whether it is open, for tabs of blocks the
    /// id of the one that is shown.
    values: BTreeMap<String, Value>,
    /// Elements and components with styles of set_style.
    styled: Vec<String>,
    /// Style sheets of inject_css, in the order in which they apply.
    css_ids: Vec<String>,
    /// The HTML, of all blocks together.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Html")]
    html: Option<Html>,
    /// A summary of a chart; request_chart_state tells more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Chart")]
    chart: Option<Chart>,
    /// A summary of a table; request_grid_state tells more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Table")]
    table: Option<Table>,
}

/// A component, a modal or a block.
#[derive(Serialize, JsonSchema)]
struct NamedPart {
    /// Names it in calls: as component_id, and a chart or table as block_id.
    component_id: String,
    /// Its type, `modal` for a modal.
    #[serde(rename = "type")]
    type_name: &'static str,
    /// The text on or beside it, the title of a modal, card or tab; may be empty.
    label: String,
    /// The event it emits; absent for one that emits none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    event: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Html {
    /// Its size in bytes.
    bytes: usize,
    /// The ids of its elements as they are now: those it was given with in alphabetical order, then
    /// those that came later; at most 500.
    ids: Vec<String>,
    /// The number of ids.
    id_count: usize,
}

#[derive(Serialize, JsonSchema)]
struct Chart {
    /// The number of traces.
    traces: usize,
    /// The number of points of all traces together.
    points: usize,
}

#[derive(Serialize, JsonSchema)]
struct Table {
    /// The number of rows, before any filter.
    rows: usize,
    /// The names of its columns.
    columns: Vec<String>,
}

#[async_trait]
impl Tool for GetWidget {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "get_widget";
    const TITLE: &'static str = "Describe a widget";
    const DESCRIPTION: &'static str = "Returns what is known of a widget: title, address, \
        theme, components with their values, ids in its HTML, size of its chart or table, \
        open pages, number of events. Not the HTML, the figure or the rows.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef"}"#;

    async fn call(call: &Call, Arguments { widget_id }: Arguments) -> Result<Output, ToolError> {
        let widget_id = call.widget(widget_id).await?;
        let id = widget_id;
        let widget = call.widgets.store().get(id).await?;
        let summary = call.widgets.store().summary(id).await?;
        let told = (summary.viewers.into(), summary.events);
        Ok(describe(&widget, id, call.widgets.url(&[id]), told))
    }
}

fn describe(
    widget: &Widget,
    widget_id: WidgetId,
    url: String,
    (viewers, events): (Viewers, u64),
) -> Output {
    let appearance = widget.appearance();
    let (chart, table) = body(widget);
    Output {
        widget_id,
        title: widget.title().to_owned(),
        kind: widget.kind(),
        url,
        revision: widget.revision(),
        height: widget.height(),
        theme: appearance.theme(),
        viewers,
        events,
        components: widget.parts().map(named).collect(),
        values: values(widget),
        styled: appearance.styles().keys().cloned().collect(),
        css_ids: appearance.sheets().iter().map(|sheet| sheet.css_id.clone()).collect(),
        html: html(widget),
        chart,
        table,
    }
}

fn html(widget: &Widget) -> Option<Html> {
    let bytes = widget.all_blocks().filter_map(|block| match &block.kind {
        BlockKind::Html(html) => Some(html.html().len()),
        _ => None,
    });
    let bytes = bytes.reduce(|all, bytes| all + bytes)?;
    let elements = widget.elements_now();
    let ids = elements.iter().take(MAX_IDS).map(|(id, _)| (*id).to_owned()).collect();
    Some(Html { bytes, ids, id_count: elements.len() })
}

fn named(part: Part<'_>) -> NamedPart {
    NamedPart {
        component_id: part.id().to_owned(),
        type_name: part.type_name(),
        label: part.label().to_owned(),
        event: part.event_name().map(ToOwned::to_owned),
    }
}

fn body(widget: &Widget) -> (Option<Chart>, Option<Table>) {
    match widget.body() {
        Body::Chart(chart) => {
            let traces = chart.figure().traces();
            let points = traces.iter().map(|trace| trace.points).sum();
            (Some(Chart { traces: traces.len(), points }), None)
        }
        Body::Table(table) => {
            let columns =
                table.columns().into_iter().map(|column| column.field.to_string()).collect();
            (None, Some(Table { rows: table.rows().count(), columns }))
        }
        Body::Html(_) | Body::Blocks => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_state::{Content, ElementEdit, Figure, Op, Presence, Rows, Toolbar};

    use super::*;

    fn described(widget: &Widget) -> Value {
        let id = WidgetId::random().unwrap();
        let presence = Presence { open: 2, ever: true, ..Presence::default() };
        serde_json::to_value(describe(widget, id, "http://x/".into(), (presence.into(), 3)))
            .unwrap()
    }

    #[test]
    fn an_html_widget_is_described_without_its_html() {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "select", "component_id": "colour", "options": ["red"], "selected": "red"},
            {"type": "div", "component_id": "box"},
        ]}))
        .unwrap();
        let html = "<b id=total>secret words</b><i id=a>1</i>";
        let mut widget = Widget::html(html).with_toolbars([toolbar]).unwrap();
        let css = "b { color: red }";
        widget.apply(Op::InjectCss { css_id: "own".into(), css: css.into() }).unwrap();
        let value = described(&widget);
        assert_eq!(
            value["html"],
            json!({"bytes": html.len(), "ids": ["total", "a"], "id_count": 2})
        );
        assert_eq!(value["components"][0]["event"], "toolbar:change");
        assert!(value["components"][1]["event"].is_null());
        assert_eq!(value["values"], json!({"colour": "red"}));
        assert_eq!(value["css_ids"], json!(["own"]));
        assert_eq!((&value["viewers"], &value["events"]), (&json!({"open": 2}), &json!(3)));
        let text = value.to_string();
        assert!(!text.contains("secret words") && !text.contains(css), "{text}");
    }

    #[test]
    fn the_ids_of_the_html_are_those_that_are_there() {
        let mut widget = Widget::html("<ul id=log><li id=a>1</li></ul><p id=end>2</p>");
        let ids = |widget: &Widget| described(widget)["html"]["ids"].clone();
        let mut change = |op| drop(widget.apply(op).unwrap());
        change(Op::edit_element("log", ElementEdit::Append("<li id=b>3</li>".into())));
        change(Op::edit_element("end", ElementEdit::Remove));
        change(Op::set_content("a", Content::Html("<i id=inner>4</i>".into())));
        assert_eq!(ids(&widget), json!(["log", "a", "b", "inner"]));
        let text = Op::set_content("log", Content::Text("none".into()));
        widget.apply(text).unwrap();
        assert_eq!(ids(&widget), json!(["log"]));
    }

    #[test]
    fn charts_and_tables_are_counted() {
        let figure = r#"{"data": [{"y": [1, 2]}, {"y": [3]}]}"#;
        let chart = described(&Widget::chart(Figure::parse(figure).unwrap()));
        assert_eq!(chart["chart"], json!({"traces": 2, "points": 3}));
        let table = described(&Widget::table(Rows::parse(r#"[{"a": 1, "b": 2}]"#).unwrap()));
        assert_eq!(table["table"], json!({"rows": 1, "columns": ["a", "b"]}));
        assert!(table["html"].is_null() && table["chart"].is_null());
    }

    #[test]
    fn the_blocks_of_a_page_are_named() {
        let blocks = json!([
            {"type": "card", "title": "Sum", "blocks": [
                {"type": "html", "id": "text", "html": "<p id=first>"},
                {"type": "button", "id": "go", "label": "Go"},
            ]},
            {"type": "tabs", "id": "views", "tabs": [{"title": "Rows", "id": "rows"}]},
        ]);
        let page = Widget::page(serde_json::from_value(blocks).unwrap()).unwrap();
        let value = described(&page);
        let parts = value["components"].as_array().unwrap();
        let short = |part: &Value| {
            [&part["component_id"], &part["type"], &part["label"]]
                .map(ToString::to_string)
                .join(" ")
                .replace('"', "")
        };
        let short: Vec<String> = parts.iter().map(short).collect();
        let expected =
            ["card-1 card Sum", "text html ", "go button Go", "views tabs ", "rows tab Rows"];
        assert_eq!(short, expected);
        assert_eq!(parts[3]["event"], "tabs:change");
        assert_eq!(value["values"], json!({"views": "rows"}));
        assert_eq!(value["html"], json!({"bytes": 12, "ids": ["first"], "id_count": 1}));
    }

    #[test]
    fn a_page_of_ten_thousand_ids_has_a_short_answer() {
        let html: String = (0..10_000).map(|n| format!("<i id=i{n}></i>")).collect();
        let value = described(&Widget::html(html));
        assert_eq!(value["html"]["ids"].as_array().unwrap().len(), MAX_IDS);
        assert_eq!(value["html"]["id_count"], 10_000);
    }
}

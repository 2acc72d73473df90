//! Changes of documents, as cases that the TypeScript of the view is tested with too:
//! `tests/fixtures/changes.json` holds a document, or the place of the first case with the same
//! one, the changes that viewers get, and the parts that the document of this crate has otherwise
//! after them. A refused operation is in none of them, as no viewer gets it: here it has to leave
//! the document and its revision as they were.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value, json};
use widget_state::{Content, Figure, MAX_CLIENT_ROWS, Op, Rows, Table, Widget};

use crate::fixture::{check, document_of};
use crate::ops::{op, widgets};

/// The sequences made from a fixed seed.
const SEQUENCES: usize = 300;

/// A longer one has large data in it, which the cases by hand have as well.
const MAX_CASE_BYTES: usize = 4_000;

#[test]
fn the_cases_are_what_this_crate_makes_of_them() {
    let mut cases = Vec::new();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[11; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sequence = (prop::sample::select(widgets()), prop::collection::vec(op(), 1..14));
    let mut refused = 0;
    while cases.len() < SEQUENCES {
        let (widget, ops) = sequence.new_tree(&mut runner).expect("a sequence").current();
        let case = tried(widget, ops, &mut refused);
        let is_empty = case["changes"] == json!([]);
        if !is_empty && case.to_string().len() <= MAX_CASE_BYTES {
            cases.push(case);
        }
    }
    assert!(refused > SEQUENCES, "only {refused} operations were refused");
    // Last, so that one more changes nothing else in the file.
    cases.extend(by_hand().into_iter().map(|(widget, ops)| case(widget, ops)));
    share_documents(&mut cases);
    check("changes.json", &cases);
}

/// Names the first case that begins with the same document, instead of writing it again.
fn share_documents(cases: &mut [Value]) {
    for index in 1..cases.len() {
        let (earlier, later) = cases.split_at_mut(index);
        let case = &mut later[0];
        let first = earlier.iter().position(|other| other["before"] == case["before"]);
        if let Some(first) = first {
            case["before"] = json!(first);
        }
    }
}

/// A case of operations that are all taken.
fn case(mut widget: Widget, ops: Vec<Op>) -> Value {
    let before = document_of(&widget);
    let changes = ops.into_iter().map(|op| widget.apply(op).expect("an operation that fits"));
    let changes: Vec<_> = changes.collect();
    written(&before, &json!(changes), &document_of(&widget))
}

/// A case of those operations that are not refused; counts the others, which change nothing.
fn tried(mut widget: Widget, ops: Vec<Op>, refused: &mut usize) -> Value {
    let before = document_of(&widget);
    let mut changes = Vec::new();
    for op in ops {
        let unchanged = widget.clone();
        match widget.apply(op.clone()) {
            Ok(change) => changes.push(change),
            Err(error) => {
                assert_eq!(widget, unchanged, "{op:?} was refused: {error}");
                *refused += 1;
            }
        }
    }
    written(&before, &json!(changes), &document_of(&widget))
}

fn written(before: &Value, changes: &Value, after: &Value) -> Value {
    let parts = after.as_object().expect("a document").iter();
    let changed = parts.filter(|(name, part)| before[*name] != **part);
    let changed: Map<_, _> = changed.map(|(name, part)| (name.clone(), part.clone())).collect();
    json!({"before": before, "changes": changes, "after": changed})
}

fn by_hand() -> Vec<(Widget, Vec<Op>)> {
    vec![
        (Widget::html("<div id=panel><b id=count>0</b></div><p id=sum>1</p>"), nested_contents()),
        (Widget::html("<p id=inner></p><p id=sum></p><p id=count></p>"), moved_contents()),
        (Widget::html("<ul id=log></ul><p id=head>1</p>"), edits()),
        (Widget::html("<div id=box><b id=n>1</b></div><p id=end></p>"), elements_again()),
        (notes(), added_text()),
        (Widget::html("<b id=a>1</b>"), appearances()),
        (with_parts(), components()),
        (keyed(), keyed_rows()),
        (bounded(), bounded_rows()),
        (Widget::table(Rows::parse(r#"[{"v":1},{"v":2}]"#).expect("rows")), rows_by_position()),
        (Widget::table(Rows::parse(r#"[{"v":1}]"#).expect("rows")), paged()),
        (Widget::table(Rows::parse(r#"[{"v":1}]"#).expect("rows")), fetched_rows()),
        (Widget::chart(Figure::parse(r#"{"data":[]}"#).expect("a figure")), fetched_figure()),
        (Widget::html("<b id=a>1</b>"), signals()),
        (placed(), places()),
    ]
}

fn ops(ops: Value) -> Vec<Op> {
    serde_json::from_value(ops).expect("operations")
}

fn html(id: &str, html: &str) -> Op {
    Op::set_content(id, Content::Html(html.into()))
}

fn text(id: &str, text: &str) -> Op {
    Op::set_content(id, Content::Text(text.into()))
}

/// Elements that a content brings, takes with it, or finds elsewhere.
fn nested_contents() -> Vec<Op> {
    vec![
        text("count", "5"),
        html("panel", "<b id=count>7</b> <i id=inner></i>"),
        text("count", "8"),
        html("inner", "<u id=deep>3</u>"),
        text("deep", "4"),
        html("sum", "<b id=note>b</b>"),
        text("note", "6"),
        // It stands in `inner` no longer.
        html("inner", "<b id=note>a</b>"),
        text("note", "9"),
        html("panel", "<p id=sum></p>"),
        text("panel", "empty"),
        text("sum", "0"),
    ]
}

/// An element that stands elsewhere by the time that its first place goes keeps its content.
fn moved_contents() -> Vec<Op> {
    vec![
        html("inner", "<b id=note>a</b>"),
        html("sum", "<b id=note>b</b>"),
        text("note", "5"),
        html("count", "<b id=inner></b>"),
    ]
}

fn edit(id: &str, edit: &Value) -> Value {
    json!({"type": "edit_element", "component_id": id, "edit": edit})
}

/// Lines that come, change and go, and what is beside them.
fn edits() -> Vec<Op> {
    let content = |id: &str, content: Value| json!({"type": "set_content", "component_id": id, "content": content});
    ops(json!([
        edit("log", &json!({"append": "<li id=a>1 <b id=state>new</b></li>"})),
        edit("log", &json!({"append": "<li id=b>2</li>"})),
        edit("log", &json!({"prepend": "<li id=c>0</li>"})),
        edit("state", &json!({"classes": {"done": true}})),
        content("state", json!({"text": "old"})),
        edit("b", &json!({"before": "<li id=d>between</li>"})),
        content("d", json!({"html": "<i id=inner>x</i>"})),
        edit("state", &json!({"classes": {"done": false, "late": true}})),
        edit("a", &json!("remove")),
        edit("log", &json!({"append": "<li id=a>again</li>"})),
        edit("a", &json!({"attributes": {"title": "x", "hidden": ""}})),
        edit("a", &json!({"attributes": {"hidden": null}})),
        edit("a", &json!({"attributes": {"value": "1", "lang": "en"}})),
        content("a", json!({"text": "2"})),
        edit("a", &json!({"attributes": {"title": "y"}})),
        edit("a", &json!({"attributes": {"value": "3"}})),
        content("a", json!({"text": "4"})),
        edit("a", &json!({"attributes": {"title": "z"}})),
        edit("log", &json!({"after": "<table><tbody id=rows></tbody></table>"})),
        edit("rows", &json!({"append": "<tr id=r1><td id=c1>1</td></tr>"})),
        content("c1", json!({"text": "2"})),
        edit("r1", &json!("remove")),
        content("log", json!({"html": "<li id=b>3</li>"})),
        edit("log", &json!({"append": "<li>4</li>"})),
    ]))
}

fn notes() -> Widget {
    let notes = json!([{"type": "markdown", "id": "notes", "markdown": "# A"}]);
    let html = "<widget-block id=notes></widget-block><p id=p>1</p>";
    Widget::html_with_blocks(html, serde_json::from_value(notes).expect("blocks")).expect("ids")
}

fn added_text() -> Vec<Op> {
    let add = |text: &str| json!({"type": "append_text", "component_id": "notes", "text": text});
    let content = json!({"html": "<widget-block id=notes></widget-block>"});
    ops(json!([
        add("\n\n- b"),
        add("\n- c"),
        {"type": "set_content", "component_id": "p", "content": content},
        {"type": "set_content", "component_id": "notes", "content": {"text": "# B"}},
        add("\n"),
    ]))
}

fn placed() -> Widget {
    let html = "<div id=a><widget-block id=notes></widget-block></div><div id=b></div>";
    let notes = json!([{"type": "markdown", "id": "notes", "markdown": "# A"}]);
    Widget::html_with_blocks(html, serde_json::from_value(notes).expect("blocks")).expect("ids")
}

/// A block that moves from place to place, what is put beside it, and places that go.
fn places() -> Vec<Op> {
    let place = "<b id=c><widget-block id=notes></widget-block></b>";
    ops(json!([
        edit("b", &json!({"append": place})),
        edit("notes", &json!({"after": "<i id=d>1</i>"})),
        edit("d", &json!({"append": "2"})),
        {"type": "set_content", "component_id": "b", "content": {"text": "3"}},
        edit("b", &json!({"append": place})),
        {"type": "append_text", "component_id": "notes", "text": "\n\nB"},
        edit("notes", &json!({"before": "<i id=d>4</i>"})),
        edit("a", &json!({"prepend": "<widget-block id=notes></widget-block>"})),
        {"type": "set_content", "component_id": "b", "content": {"html": place}},
        edit("c", &json!("remove")),
        edit("b", &json!("remove")),
    ]))
}

/// Elements that come again after the one of their id has gone.
fn elements_again() -> Vec<Op> {
    ops(json!([
        edit("n", &json!({"classes": {"old": true}})),
        edit("n", &json!({"after": "<i id=beside>2</i>"})),
        edit("box", &json!("remove")),
        edit("end", &json!({"append": "<b id=n>3</b>"})),
        edit("n", &json!({"classes": {"new": true}})),
        edit("n", &json!({"append": "<u id=deep>4</u>"})),
        edit("end", &json!({"before": "<div id=box><u id=deep2></u></div>"})),
        edit("box", &json!({"append": "<u id=deep3></u>"})),
        edit("deep3", &json!({"append": "5"})),
        {"type": "set_content", "component_id": "box", "content": {"text": ""}},
        edit("n", &json!("remove")),
    ]))
}

/// Of two properties that say the same, the later one in a document decides.
fn appearances() -> Vec<Op> {
    ops(json!([
        {"type": "set_style", "component_id": "a", "style": {"marginTop": "1px", "color": "red"}},
        {"type": "set_style", "component_id": "a", "style": {"margin": "2px", "color": null}},
        {"type": "inject_css", "css_id": "x", "css": "b{}"},
        {"type": "inject_css", "css_id": "y", "css": "i{}"},
        {"type": "inject_css", "css_id": "z", "css": "u{}"},
        {"type": "inject_css", "css_id": "x", "css": "p{}"},
        {"type": "remove_css", "css_id": "y"},
        {"type": "set_theme", "theme": "dark"},
    ]))
}

fn with_parts() -> Widget {
    let toolbar = serde_json::from_value(json!({"items": [
        {"type": "marquee", "component_id": "news", "text": "none"},
        {"type": "div", "children": [
            {"type": "ticker_item", "ticker": "A", "text": "1", "style": {"color": "red"}}]},
    ]}));
    let modal = serde_json::from_value(json!({
        "component_id": "box", "reset_on_close": true, "items": [
            {"type": "div", "children": [{"type": "text", "component_id": "why"}]},
            {"type": "toggle", "component_id": "sure"}]}));
    let blocks = serde_json::from_value::<Vec<_>>(json!([
        {"type": "modal", "id": "ask", "reset_on_close": true, "blocks": [
            {"type": "card", "blocks": [
                {"type": "toggle", "id": "in"}, {"type": "form", "id": "trip", "fields": [{"name": "to"}]}]}]},
    ]));
    let widget = Widget::page(blocks.expect("blocks")).expect("a page");
    let widget = widget.with_toolbars([toolbar.expect("a toolbar")]);
    widget.expect("ids").with_modals([modal.expect("a modal")]).expect("ids")
}

fn components() -> Vec<Op> {
    ops(json!([
        {"type": "set_marquee", "component_id": "news", "items": [
            {"type": "ticker_item", "ticker": "A"}, {"type": "ticker_item", "ticker": "B"}]},
        {"type": "update_ticker", "ticker": "A", "content": {"html": "<b>2</b>"}, "style": {}},
        {"type": "update_ticker", "ticker": "B", "content": {"text": "3"}, "class_name": "up"},
        {"type": "update_ticker", "ticker": "B", "content": {"html": ""}, "class_name": ""},
        {"type": "set_value", "component_id": "box", "value": true},
        {"type": "set_value", "component_id": "why", "value": "so"},
        {"type": "set_value", "component_id": "sure", "value": true},
        {"type": "set_value", "component_id": "box", "value": false},
        {"type": "set_value", "component_id": "sure", "value": true},
        {"type": "set_value", "component_id": "ask", "value": true},
        {"type": "set_value", "component_id": "in", "value": true},
        {"type": "set_value", "component_id": "trip", "value": {"values": {"to": "Rome"}}},
        {"type": "set_value", "component_id": "ask", "value": false},
        {"type": "set_marquee", "component_id": "news", "text": ""},
    ]))
}

fn keyed() -> Widget {
    let rows = Rows::parse(r#"[{"id":9007199254740993,"v":"a","w":1},{"id":"1","v":"b"}]"#);
    Widget::table(rows.and_then(|rows| rows.with_row_id("id")).expect("rows"))
}

/// Rows with ids, of which JavaScript has no number for one.
fn keyed_rows() -> Vec<Op> {
    let rows = |strategy: &str, rows: &str| json!({"type": "grid_rows", "strategy": strategy, "json": rows});
    let sort = json!([{"field": "v", "direction": "desc"}]);
    ops(json!([
        rows("append", r#"[{"id":2,"v":"c"}]"#),
        rows("update", r#"[{"id":9007199254740993,"v":9007199254740995}]"#),
        {"type": "grid_cell", "row_id": "1", "field": "v", "value": "B"},
        {"type": "grid_cell", "row_id": 2, "field": "v", "value": null},
        {"type": "grid_columns", "columns": [
            {"field": "v", "title": "V", "editable": true}, {"field": "w", "format": "EUR"}]},
        {"type": "grid_state", "state": {"columns": [{"field": "v", "width": 90}], "sort": sort}},
        rows("append", r#"[{"id":3,"x":true}]"#),
    ]))
}

fn bounded() -> Widget {
    let rows = Rows::parse(r#"[{"id":1},{"id":2},{"id":3},{"id":4}]"#);
    let table = Table::from(rows.and_then(|rows| rows.with_row_id("id")).expect("rows"));
    Widget::table(table.with_newest_first(true).with_max_rows(3).expect("a bound"))
}

/// With more rows than are kept the first go.
fn bounded_rows() -> Vec<Op> {
    let rows = |strategy: &str, json: &str| json!({"type": "grid_rows", "strategy": strategy, "json": json});
    ops(json!([
        rows("append", r#"[{"id":5},{"id":6}]"#),
        rows("update", r#"[{"id":4,"v":"x"}]"#),
        {"type": "grid_state", "state": {"selection": {"row_ids": [4], "count": 1}}},
        {"type": "grid_cell", "row_id": 6, "field": "v", "value": "y"},
        rows("append", r#"[{"id":7}]"#),
        rows("set", r#"[{"id":1},{"id":2},{"id":3},{"id":4},{"id":5}]"#),
        rows("append", r#"[{"id":6}]"#),
    ]))
}

fn rows_by_position() -> Vec<Op> {
    ops(json!([
        {"type": "grid_cell", "row_id": 1, "field": "v", "value": 2.5},
        {"type": "grid_rows", "strategy": "append", "json": "[{\"v\":3},{\"new\":\"x\"}]"},
        {"type": "grid_cell", "row_id": 3, "field": "new", "value": "y"},
    ]))
}

fn set_rows(json: &str) -> Value {
    json!({"type": "grid_rows", "strategy": "set", "json": json})
}

/// A table grows over what viewers hold, and shrinks again.
fn paged() -> Vec<Op> {
    let many = format!("[{}]", vec!["{\"v\":1}"; MAX_CLIENT_ROWS + 1].join(","));
    ops(json!([
        set_rows(&many),
        {"type": "grid_cell", "row_id": MAX_CLIENT_ROWS, "field": "v", "value": "x"},
        {"type": "grid_columns", "columns": [{"field": "v", "title": "V"}]},
        set_rows(r#"[{"v":2},{"v":3}]"#),
        {"type": "grid_cell", "row_id": 0, "field": "v", "value": 4},
    ]))
}

/// Fetched data is the newest, and holds the changes after the one that asked for it.
fn fetched_rows() -> Vec<Op> {
    let large = json!([{"v": "x".repeat(70_000)}]).to_string();
    ops(json!([
        set_rows(&large),
        {"type": "grid_cell", "row_id": 0, "field": "v", "value": "small"},
        {"type": "grid_rows", "strategy": "append", "json": "[{\"v\":1,\"w\":2}]"},
    ]))
}

fn fetched_figure() -> Vec<Op> {
    let large = json!({"data": [{"name": "x".repeat(70_000)}]}).to_string();
    ops(json!([
        {"type": "set_figure", "json": large},
        {"type": "edit_chart", "edit": {"restyle": {"name": "small"}, "extend": {"y": [[0]]}}},
        {"type": "set_chart_view", "view": {"layout": {"xaxis.range[0]": 1}, "visible": {}}},
        {"type": "edit_chart", "edit": {"extend": {"y": [[2]]}, "reset_zoom": true}},
    ]))
}

/// They change nothing, and have their place in the log.
fn signals() -> Vec<Op> {
    ops(json!([
        {"type": "toast", "message": "Sure?", "confirm": {"event": "a:b"}},
        {"type": "close_question", "question": 2},
        {"type": "navigate", "url": "HTTPS://e.example"},
        {"type": "download", "filename": "a.csv", "text": "a,b"},
        {"type": "emit", "event_type": "a:b", "data": {"x": 1}},
        {"type": "set_theme", "theme": "light"},
    ]))
}

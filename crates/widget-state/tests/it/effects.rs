//! Effects of events, as cases that the TypeScript of exported pages is
//! tested with too: `tests/fixtures/effects.json` holds what this crate makes
//! of them.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use widget_state::{
    Content, EventInput, Figure, MemoryStore, Op, Rows, Table, ViewerId, Widget, WidgetStore,
};

use crate::fixture::{check, document_of};

/// The sequences of each widget, made from a fixed seed.
const SEQUENCES: usize = 4;

/// The events of one.
const EVENTS: usize = 40;

/// The actions that are in the names of events.
const ACTIONS: [&str; 6] = ["increment", "decrement", "toggle", "reset", "open", "close"];

#[tokio::test]
async fn the_cases_are_what_this_crate_makes_of_them() {
    let by_hand = [
        html(),
        replaced(),
        components(),
        chart(),
        table(),
        blocks(),
        modals(),
        modals_of_blocks(),
    ];
    let mut cases = Vec::new();
    for (widget, events) in by_hand.clone() {
        cases.push(case(widget, events).await);
    }
    for (widget, events) in by_hand {
        // Each has its own numbers, so that one more event changes nothing for the others.
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[12; 32]);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        let sequence = seeded(&events);
        for _ in 0..SEQUENCES {
            let events = sequence.new_tree(&mut runner).expect("a sequence").current();
            cases.push(case(widget.clone(), events).await);
        }
    }
    check("effects.json", &cases);
}

/// The events by hand in any order, with the id of another part as well, and the actions that are
/// in names, on every part.
fn seeded(by_hand: &[(&'static str, Value)]) -> impl Strategy<Value = Vec<(String, Value)>> {
    let events: Vec<(String, Value)> =
        by_hand.iter().map(|(name, data)| ((*name).to_owned(), data.clone())).collect();
    let namespaces = by_hand.iter().filter_map(|(name, _)| name.split(':').next());
    let sources = by_hand.iter().filter_map(|(_, data)| data.get("componentId")?.as_str());
    let ids: Vec<String> = namespaces.chain(sources).map(ToOwned::to_owned).collect();
    let elsewhere = (select(events.clone()), select(ids.clone()));
    let elsewhere = elsewhere.prop_map(|((name, mut data), id)| {
        if let Some(source) = data.get_mut("componentId") {
            *source = json!(id);
        }
        (name, data)
    });
    let named = (select(ids), select(ACTIONS.to_vec()));
    let named = named.prop_map(|(id, action)| (format!("{id}:{action}"), json!({})));
    prop::collection::vec(prop_oneof![2 => select(events), 1 => elsewhere, 1 => named], EVENTS)
}

/// The document as an exported page holds it, and what became of each event.
async fn case<N: AsRef<str>>(widget: Widget, events: Vec<(N, Value)>) -> Value {
    let document = document_of(&widget);
    let callbacks = serde_json::to_value(widget.callbacks()).expect("JSON");
    let mut revision = widget.revision();
    let store = MemoryStore::new();
    let id = store.create(widget).await.expect("created");
    let viewer: ViewerId = "0".repeat(32).parse().expect("an id");
    let mut steps = Vec::new();
    for (n, (name, data)) in (1..).zip(events) {
        let event = name.as_ref();
        let (event_type, label) = (event.into(), String::new());
        let input = EventInput { n, event_type, data: data.clone(), label, block: None };
        store.append_events(id, viewer, vec![input]).await.expect("stored");
        let changes = store.changes_since(id, Some(revision)).await.expect("changes");
        revision = changes.revision;
        let changes = changes.ops.iter().map(|logged| serde_json::from_str(logged.as_json()));
        let changes: Vec<Value> = changes.collect::<Result<_, _>>().expect("JSON");
        let ops: Vec<_> = changes.into_iter().map(|change| change["op"].clone()).collect();
        steps.push(json!({"event": event, "data": data, "ops": ops}));
    }
    json!({"document": document, "callbacks": callbacks, "steps": steps})
}

fn html() -> (Widget, Vec<(&'static str, Value)>) {
    let callbacks = serde_json::from_value(json!({
        "app:more": {"action": "increment", "target": "counter", "by": 0.1},
        "app:less": {"action": "decrement", "target": "counter", "by": 1e9},
        "app:say": {"action": "set", "target": "state", "value": "said"},
        "app:list": {"action": "set", "target": "state", "value": [1, {"a": null}]},
        "app:ring": {"action": "emit", "event": "app:bell", "data": {"loud": true}},
        "app:quiet": {"action": "emit", "event": "app:bell"},
        "app:none": {"action": "set", "target": "nowhere", "value": 1},
        "word:toggle": {"action": "increment", "target": "word"},
    }));
    let html = "<h1>Sum <b id=counter> 5 </b></h1><i id=state>Off</i><p id=word>words</p>\
        <p id=empty></p><p id=yes>yes</p><p id=small>1e-8</p><p id=huge>1e22</p><p id=hex>0x10</p>";
    let widget = Widget::html(html).with_callbacks(callbacks.expect("callbacks"));
    let names = [
        "counter:increment",
        "counter:increment",
        "counter:decrement",
        "app:more",
        "app:more",
        "app:less",
        "counter:reset",
        "counter:other",
        "cart:increment",
        "state:toggle",
        "state:toggle",
        "app:say",
        "state:toggle",
        "app:list",
        "app:ring",
        "app:quiet",
        "app:none",
        "word:toggle",
        "word:increment",
        "empty:increment",
        "empty:reset",
        "yes:toggle",
        "small:increment",
        "small:decrement",
        "huge:increment",
        "hex:increment",
        "state:reset",
    ];
    (widget, names.into_iter().map(|name| (name, json!({}))).collect())
}

/// HTML that the agent has put in since, and counters in it.
fn replaced() -> (Widget, Vec<(&'static str, Value)>) {
    let callbacks = serde_json::from_value(json!({
        "app:clear": {"action": "set", "target": "panel", "value": "nothing"},
        "app:back": {"action": "reset", "target": "count"},
    }));
    let html = "<div id=panel><b id=count>0</b></div><p id=sum>1</p>";
    let mut widget = Widget::html(html).with_callbacks(callbacks.expect("callbacks"));
    let put = |id: &str, html: &str| Op::set_content(id, Content::Html(html.into()));
    for op in [
        Op::set_content("count", Content::Text("5".into())),
        put("panel", "<b id=count>7</b> <i id=inner></i>"),
        put("inner", "<u id=deep>3</u>"),
        // A script that is put in does not run, and makes no elements.
        put("sum", "<b>4</b><b>1</b><script></script>"),
    ] {
        widget.apply(op).expect("applied");
    }
    let names = [
        "count:increment",
        "count:increment",
        "deep:decrement",
        "app:back",
        "sum:increment",
        "deep:reset",
        "app:clear",
        "count:increment",
        "deep:increment",
        "panel:toggle",
        "made:toggle",
    ];
    (widget, names.map(|name| (name, json!({}))).into())
}

fn components() -> (Widget, Vec<(&'static str, Value)>) {
    let toolbar = serde_json::from_value(json!({"items": [
        {"type": "toggle", "component_id": "dark", "value": true},
        {"type": "checkbox", "component_id": "sure"},
        {"type": "text", "component_id": "name", "event": "form:name", "value": "first"},
        {"type": "number", "component_id": "seats", "min": 1, "max": 5},
        {"type": "date", "component_id": "day", "min": "2026-01-01"},
        {"type": "slider", "component_id": "level", "min": 0, "max": 10},
        {"type": "select", "component_id": "colour", "options": ["red", "blue"]},
        {"type": "radio", "component_id": "size", "options": ["s", "m"]},
        {"type": "tabs", "component_id": "tab", "options": ["one", "two"]},
        {"type": "multiselect", "component_id": "tags", "options": ["a", "b"]},
        {"type": "range", "component_id": "span", "max": 50},
        {"type": "secret", "component_id": "token"},
        {"type": "button", "component_id": "go", "label": "7"},
        {"type": "div", "component_id": "box", "content": "<u id=inner>1</u>"},
    ]}));
    let callbacks = serde_json::from_value(json!({
        "app:off": {"action": "set", "target": "dark", "value": false},
        "app:odd": {"action": "set", "target": "dark", "value": "yes"},
        "app:inner": {"action": "set", "target": "inner", "value": 2},
        "app:both": {"action": "set", "target": "colour", "value": "blue"},
    }));
    let widget = Widget::html("<b id=x>0</b>")
        .with_toolbars([toolbar.expect("a toolbar")])
        .expect("ids")
        .with_callbacks(callbacks.expect("callbacks"));
    let change =
        |id: &str, value: Value| ("toolbar:change", json!({"value": value, "componentId": id}));
    let mut events = vec![
        ("form:name", json!({"value": "Ada", "componentId": "name"})),
        ("other:name", json!({"value": "Eve", "componentId": "name"})),
        ("form:name", json!({"value": 3, "componentId": "name"})),
        ("toolbar:change", json!({"values": ["b"], "componentId": "tags"})),
        ("toolbar:change", json!({"values": ["b", "b"], "componentId": "tags"})),
        ("toolbar:change", json!({"values": ["c"], "componentId": "tags"})),
        ("toolbar:change", json!({"start": 0, "end": 25, "componentId": "span"})),
        ("toolbar:change", json!({"start": 30, "end": 25, "componentId": "span"})),
        ("toolbar:change", json!({"start": 0, "componentId": "span"})),
        ("toolbar:change", json!("no object")),
        ("dark:toggle", json!({})),
        ("dark:reset", json!({})),
        ("app:off", json!({})),
        ("app:odd", json!({})),
        ("app:both", json!({"value": "x", "componentId": "name"})),
        ("name:reset", json!({})),
        ("name:toggle", json!({})),
        ("go:increment", json!({})),
        ("inner:increment", json!({})),
        ("box:increment", json!({})),
        ("app:inner", json!({})),
        ("inner:increment", json!({})),
    ];
    events.extend([
        change("sure", json!(true)),
        change("sure", json!(1)),
        change("seats", json!(5)),
        change("seats", json!(6)),
        change("seats", json!(null)),
        change("day", json!("2026-02-03")),
        change("day", json!("2025-12-31")),
        change("day", json!("2026-02-30")),
        change("level", json!(0)),
        change("level", json!(-1)),
        change("level", json!(null)),
        change("colour", json!("red")),
        change("colour", json!("green")),
        change("size", json!("m")),
        change("tab", json!("two")),
        change("tab", json!(null)),
        change("nobody", json!("two")),
    ]);
    let added = [
        "seats:increment",
        "seats:increment",
        "level:increment",
        "level:decrement",
        "level:decrement",
        "name:increment",
        "tags:increment",
        "day:increment",
        "token:increment",
        "colour:increment",
        "sure:increment",
    ];
    events.extend(added.map(|name| (name, json!({}))));
    (widget, events)
}

fn modals() -> (Widget, Vec<(&'static str, Value)>) {
    let modals = serde_json::from_value::<Vec<_>>(json!([
        {"component_id": "box", "title": "Box", "reset_on_close": true, "items": [
            {"type": "text", "component_id": "why", "event": "box:why"}]},
        {"component_id": "hello", "open": true},
    ]));
    let widget = Widget::html("<p id=door>door</p>").with_modals(modals.expect("modals"));
    let events = vec![
        ("box:open", json!({})),
        ("box:why", json!({"value": "so", "componentId": "why"})),
        ("box:close", json!({})),
        ("box:toggle", json!({})),
        ("modal:close", json!({"componentId": "box"})),
        ("modal:close", json!({"componentId": "why"})),
        ("hello:toggle", json!({})),
        ("hello:reset", json!({})),
        ("door:open", json!({})),
    ];
    (widget.expect("ids"), events)
}

fn modals_of_blocks() -> (Widget, Vec<(&'static str, Value)>) {
    let blocks = serde_json::from_value::<Vec<_>>(json!([
        {"type": "modal", "id": "box", "title": "Box", "reset_on_close": true, "blocks": [
            {"type": "form", "id": "trip", "fields": [{"name": "to"}]},
            {"type": "card", "blocks": [{"type": "text", "id": "why", "event": "box:why"}]}]},
        {"type": "modal", "id": "hello", "open": true, "blocks": [{"type": "toggle", "id": "in"}]},
        {"type": "markdown", "id": "door", "markdown": "On"},
    ]));
    let draft = json!({"componentId": "trip", "values": {"to": "Rome"}});
    let events = vec![
        ("box:open", json!({})),
        ("box:why", json!({"value": "so", "componentId": "why"})),
        ("widget:draft", draft),
        ("box:close", json!({})),
        ("box:toggle", json!({})),
        ("modal:close", json!({"componentId": "box"})),
        ("modal:close", json!({"componentId": "why"})),
        ("toolbar:change", json!({"value": true, "componentId": "in"})),
        ("hello:toggle", json!({})),
        ("hello:reset", json!({})),
        ("door:open", json!({})),
        ("door:toggle", json!({})),
    ];
    (Widget::page(blocks.expect("blocks")).expect("a page"), events)
}

fn chart() -> (Widget, Vec<(&'static str, Value)>) {
    let figure = r#"{"data":[{"y":[1,2]},{"y":[3]}],"layout":{}}"#;
    let selection = json!([{"type": "rect", "x0": 0, "x1": 1, "y0": 0, "y1": 1}]);
    let events = vec![
        ("chart:relayout", json!({"xaxis.range[0]": 1, "xaxis.range[1]": 2})),
        ("chart:relayout", json!({"xaxis.range[0]": 1, "xaxis.range[1]": 2})),
        ("chart:relayout", json!({"xaxis.autorange": true, "width": 300})),
        ("chart:selected", json!({"points": [], "selections": selection})),
        ("chart:selected", json!({"selections": []})),
        ("chart:legend-click", json!({"curve": 1, "visible": {"1": "legendonly"}})),
        ("chart:click", json!({"points": []})),
        ("app:relayout", json!({"xaxis.range[0]": 9})),
    ];
    (Widget::chart(Figure::parse(figure).expect("a figure")), events)
}

fn table() -> (Widget, Vec<(&'static str, Value)>) {
    let rows = Rows::parse(r#"[{"id":"a","n":1,"t":"x"},{"id":"b","n":2,"t":"y"}]"#);
    let rows = rows.and_then(|rows| rows.with_row_id("id")).expect("rows");
    let edit = |row: &str, field: &str, value: Value| {
        ("grid:cell-edit", json!({"row_id": row, "field": field, "new_value": value}))
    };
    let events = vec![
        edit("b", "n", json!(7)),
        edit("b", "id", json!("c")),
        edit("z", "n", json!(7)),
        edit("a", "t", json!({})),
        edit("a", "nothing", json!(1)),
        ("grid:sort-changed", json!({"sort": [{"field": "n", "direction": "desc"}]})),
        ("grid:sort-changed", json!({"sort": "n"})),
        ("grid:filter-changed", json!({"filter": {}})),
        ("grid:row-selected", json!({"rows": [], "row_ids": ["a"], "count": 1})),
        ("grid:cell-click", json!({"row_id": "a", "field": "n", "value": 1})),
        (
            "grid:state",
            json!({"columns": [{"field": "n", "width": 90}], "sort": [], "filter": {},
            "selection": {"row_ids": [], "count": 0}}),
        ),
        ("app:sort-changed", json!({"sort": []})),
    ];
    (Widget::table(Table::from(rows).with_editable(true)), events)
}

/// Blocks with values: a form, and tabs around it.
fn blocks() -> (Widget, Vec<(&'static str, Value)>) {
    let callbacks = serde_json::from_value(json!({
        "trip:submit": {"action": "set", "target": "trip", "value": {"message": "Thanks"}},
        "app:wrong": {"action": "set", "target": "trip",
            "value": {"errors": {"days": "Too many", "to": "Where?"}, "values": {"days": 9}}},
        "app:none": {"action": "set", "target": "trip", "value": {"days": 9}},
        "app:more": {"action": "set", "target": "views", "value": "more"},
        "app:text": {"action": "set", "target": "head", "value": "x"},
        "app:sum": {"action": "set", "target": "sum", "value": 5},
        "app:say": {"action": "set", "target": "said", "value": "Done"},
    }));
    let blocks = serde_json::from_value(json!([
        {"type": "metric", "id": "sum", "label": "Sum", "value": 12.5},
        {"type": "markdown", "id": "said", "markdown": "Nothing"},
        {"type": "table", "id": "people", "rows": [{"name": "Ada"}]},
        {"type": "divider", "id": "head"},
        {"type": "tabs", "id": "views", "tabs": [
            {"id": "first", "title": "Trip", "blocks": [{"type": "form", "id": "trip", "event": "trip:submit", "fields": [
                {"name": "to", "required": true},
                {"name": "days", "type": "number", "value": 2, "max": 5},
                {"name": "by", "type": "radio", "options": ["rail", "air"]},
                {"name": "meals", "type": "multiselect", "options": ["lunch", "dinner"]},
                {"name": "on", "type": "date", "show_if": {"by": "rail"}},
                {"name": "constructor", "type": "switch"},
            ]}]},
            {"id": "more", "title": "More", "blocks": []},
        ]},
    ]));
    let widget = Widget::page(blocks.expect("blocks")).expect("a page");
    let form = |event: &'static str, values: Value| {
        (event, json!({"componentId": "trip", "values": values}))
    };
    let events = vec![
        form("widget:draft", json!({"to": "Rome", "days": 9.5})),
        form("widget:draft", json!({"to": 3})),
        form("widget:draft", json!({"nowhere": "x"})),
        form("widget:draft", json!({"meals": ["dinner"], "by": "rail", "constructor": true})),
        form("widget:draft", json!({"meals": ["dinner", "dinner"]})),
        form("widget:draft", json!({"on": "2026-05-01", "days": null})),
        ("widget:draft", json!({"componentId": "trip"})),
        form("trip:submit", json!({"to": "Rome"})),
        ("app:wrong", json!({})),
        form("widget:draft", json!({"days": 4})),
        ("app:none", json!({})),
        ("app:text", json!({})),
        ("trip:reset", json!({})),
        ("trip:toggle", json!({})),
        ("tabs:change", json!({"componentId": "views", "value": "more"})),
        ("tabs:change", json!({"componentId": "views", "value": "trip"})),
        ("views:reset", json!({})),
        ("app:more", json!({})),
        ("sum:increment", json!({})),
        ("sum:increment", json!({})),
        ("app:sum", json!({})),
        ("sum:decrement", json!({})),
        ("said:increment", json!({})),
        ("app:say", json!({})),
        (
            "grid:state",
            json!({"columns": [{"field": "name", "width": 90}], "sort": [], "filter": {},
                "selection": {"row_ids": [], "count": 0}, "block_id": "people"}),
        ),
    ];
    (widget.with_callbacks(callbacks.expect("callbacks")), events)
}

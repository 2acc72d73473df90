//! The text of a journal: everything there is to know about a widget, in a form that later
//! versions read.

use std::sync::Arc;

use serde_json::{Value, json};
use widget_state::testing::ManualClock;
use widget_state::{
    Block, Clock, Content, Departure, Engine, EventInput, EventQuery, Journal as _, MemoryJournal,
    Op, Record, Snapshot, Surface, ViewerId, Widget, WidgetId, WidgetStore as _,
    WidgetStoreExt as _,
};

use crate::fixture;

fn op(op: Value) -> Op {
    serde_json::from_value(op).expect("an operation")
}

/// A page with everything that a document can have, after operations on it.
fn widget() -> Widget {
    let html = "<p id=stock>7\n</p><ul id=log></ul><widget-block id=places></widget-block>";
    let blocks: Vec<Block> = serde_json::from_value(json!([
        {"type": "html", "id": "intro", "html": html, "blocks": {
            "places": {"type": "table", "row_id": "id", "editable": true, "page_size": 20,
                "rows": "[{\"id\": 1, \"at\": {\"x\": 1.50}}, {\"id\": 12345678901234567890}]",
                "columns": [{"field": "at.x", "title": "X"}]}}},
        {"type": "tabs", "id": "views", "tabs": [
            {"id": "first", "title": "First", "blocks": [{"type": "chart", "id": "sales",
                "figure": "{\"data\": [{\"y\": [1.0, 2]}], \"layout\": { }}"}]},
            {"id": "second", "title": "Second", "blocks": [
                {"type": "text", "id": "name", "label": "Name", "span": 2}]}]},
        {"type": "form", "id": "order", "fields": [{"name": "count", "type": "number"}]},
        {"type": "table", "id": "later", "rows": [], "columns": [{"field": "b"}, {"field": "a.c"}]},
    ]))
    .expect("blocks");
    let mut widget = Widget::page(blocks)
        .expect("a page")
        .with_title("Stock")
        .expect("a title")
        .with_toolbars([serde_json::from_value(json!({"items": [
            {"type": "toggle", "component_id": "dark"}]}))
        .expect("a toolbar")])
        .expect("toolbars")
        .with_modals([serde_json::from_value(json!({"component_id": "box", "title": "Box"}))
            .expect("a modal")])
        .expect("modals")
        .with_callbacks(
            serde_json::from_value(json!({"app:more": {"action": "increment", "target": "stock"}}))
                .expect("callbacks"),
        )
        .with_event_routes(
            serde_json::from_value(json!({"app:*": "wake"})).expect("routes of events"),
        );
    for change in [
        json!({"type": "set_content", "component_id": "stock", "content": {"text": "8"}}),
        json!({"type": "edit_element", "component_id": "log", "edit": {"append": "<li id=a>"}}),
        json!({"type": "edit_element", "component_id": "a", "edit": {"classes": {"new": true}}}),
        json!({"type": "set_value", "component_id": "dark", "value": true}),
        json!({"type": "set_value", "component_id": "box", "value": true}),
        json!({"type": "set_value", "component_id": "views", "value": "second"}),
        json!({"type": "set_style", "component_id": "stock", "style": {"color": "red"}}),
        json!({"type": "inject_css", "css_id": "own", "css": "b { color: red }"}),
        json!({"type": "set_theme", "theme": "dark"}),
        json!({"type": "set_chart_view", "block_id": "sales", "view": {
            "layout": {"xaxis.range[0]": 1}, "visible": {"0": "legendonly"}}}),
        json!({"type": "grid_cell", "block_id": "places", "row_id": 1, "field": "at",
            "value": {"x": 2.50}}),
        json!({"type": "grid_state", "block_id": "places", "state": {
            "sort": [{"field": "at.x", "direction": "desc"}]}}),
        json!({"type": "grid_rows", "block_id": "later", "strategy": "append",
            "json": "[{\"d\": 5, \"b\": \"x\"}]"}),
    ] {
        widget.apply(op(change)).expect("applied");
    }
    widget
}

/// An engine over a journal in memory, and its clock.
async fn open(journal: &Arc<MemoryJournal>) -> Engine {
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::default());
    Engine::new().with_clock(clock).open(journal.clone()).await.expect("opened")
}

/// One record of each kind.
async fn happenings(engine: &Engine, id: WidgetId) {
    let viewer: ViewerId = "00000000000000000000000000000001".parse().expect("32 digits");
    let event = |n, event_type: &str| EventInput {
        n,
        event_type: event_type.into(),
        data: json!({"n": n}),
        label: "L".into(),
        block: None,
    };
    engine.attach(id, viewer, Surface::Inline).await.expect("attached");
    engine.acknowledge(id, viewer, 1, vec![]).await.expect("acknowledged");
    let typed = json!({"componentId": "order", "values": {"count": 2}});
    let draft = EventInput { data: typed, ..event(3, "widget:draft") };
    let events = vec![event(1, "app:more"), event(2, "viewer:closed"), draft];
    engine.append_events(id, viewer, events).await.expect("stored");
    let clear = EventQuery { limit: 1, clear: true, ..EventQuery::after(0) };
    engine.read_events(id, clear).await.expect("read");
    let text = |text: &str| Op::set_content("stock", Content::Text(text.into()));
    engine.apply_all(id, vec![text("7"), text("8")], None).await.expect("applied");
    engine.detach(id, viewer, Departure::Left).await.expect("detached");
}

/// `journal_version_1.json` is what the first program of this version wrote. It is never written
/// again: a field that came later has a default, or the form another version.
#[tokio::test]
async fn what_version_1_wrote_is_read() {
    let texts = fixture::kept("journal_version_1.json").into_iter().map(|text| text.to_string());
    let texts: Vec<String> = texts.collect();
    let [snapshot, records @ ..] = &texts[..] else { panic!("a snapshot and records") };
    let (journal, id) = (Arc::new(MemoryJournal::new()), WidgetId::random().unwrap());
    journal.create(id, Snapshot::from_text(snapshot).unwrap()).await.unwrap();
    let records = records.iter().map(|text| Record::from_text(text).unwrap()).collect();
    journal.append(id, 0, records).await.unwrap();
    let widget = open(&journal).await.get(id).await.unwrap();
    assert_eq!((widget.title(), widget.revision()), ("Stock", 15));
    assert_eq!(widget.content("stock").map(Content::as_str), Some("9"));
}

#[tokio::test]
async fn the_form_is_as_it_was() {
    let journal = Arc::new(MemoryJournal::new());
    let engine = open(&journal).await;
    let id = engine.create(widget()).await.unwrap();
    happenings(&engine, id).await;
    let stored = journal.load(id).await.unwrap();
    let mut texts = vec![stored.snapshot.to_text().unwrap()];
    texts.extend(stored.records.iter().map(|record| record.to_text().unwrap()));
    assert!(texts.iter().all(|text| !text.contains('\n')), "one line each");
    let cases = texts.iter().map(|text| serde_json::from_str(text).unwrap());
    fixture::check("journal.json", &cases.collect::<Vec<_>>());
}

#[tokio::test]
async fn a_document_is_the_same_when_it_is_opened_again() {
    let journal = Arc::new(MemoryJournal::new());
    let engine = open(&journal).await;
    let id = engine.create(widget()).await.unwrap();
    assert_eq!(*open(&journal).await.get(id).await.unwrap(), widget());
    happenings(&engine, id).await;
    let before = engine.get(id).await.unwrap();
    assert_eq!(open(&journal).await.get(id).await.unwrap(), before);
    assert_eq!(before.content("stock").map(Content::as_str), Some("8"));
}

#[tokio::test]
async fn data_as_deep_as_json_may_be_is_read_again() {
    let journal = Arc::new(MemoryJournal::new());
    let engine = open(&journal).await;
    let id = engine.create(Widget::html("<b id=a></b>")).await.unwrap();
    let deep = format!("{}{}", "[".repeat(127), "]".repeat(127));
    let data: Value = serde_json::from_str(&deep).expect("within the limit of a parser");
    let viewer = ViewerId::random().unwrap();
    let event = EventInput {
        n: 1,
        event_type: "a:b".into(),
        data: data.clone(),
        label: String::new(),
        block: None,
    };
    engine.append_events(id, viewer, vec![event]).await.unwrap();
    let emit = op(json!({"type": "emit", "event_type": "a:b", "data": data}));
    engine.apply(id, emit.clone()).await.unwrap();
    assert_eq!(open(&journal).await.get(id).await.unwrap().revision(), 2);
    engine.apply_all(id, vec![emit; 300], None).await.unwrap();
    assert!(journal.load(id).await.unwrap().records.is_empty(), "a snapshot has all of it");
    let opened = open(&journal).await;
    let page = opened.read_events(id, EventQuery::after(0)).await.unwrap();
    assert_eq!(page.events[0].data, data);
    assert_eq!(opened.get(id).await.unwrap().revision(), 302);
}

#[tokio::test]
async fn what_is_no_text_of_this_version_is_refused_with_the_reason() {
    let journal = Arc::new(MemoryJournal::new());
    let engine = open(&journal).await;
    let id = engine.create(Widget::html("")).await.unwrap();
    let text = journal.load(id).await.unwrap().snapshot.to_text().unwrap();
    let reason = |error: widget_state::JournalError| {
        std::error::Error::source(&error).expect("a reason").to_string()
    };
    let newer = text.replace(r#""version":1"#, r#""version":2"#);
    let refused = reason(Snapshot::from_text(&newer).unwrap_err());
    assert!(refused.contains("version 2, and this program reads the version 1"), "{refused}");
    let cut = reason(Snapshot::from_text(&text[..text.len() - 9]).unwrap_err());
    assert!(cut.contains("EOF"), "{cut}");
    let other = reason(Record::from_text(&text).unwrap_err());
    assert!(other.contains("unknown variant"), "{other}");
}

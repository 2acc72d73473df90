//! Pages of blocks.

use serde_json::{Value, json};
use widget_state::{
    Block, Body, ChartEdit, Content, EventInput, EventQuery, Limits, MemoryStore, Op, Part,
    RowStrategy, StateError, Toolbar, ViewerId, Widget, WidgetKind, WidgetStore,
};

fn blocks(value: Value) -> Vec<Block> {
    serde_json::from_value(value).expect("blocks")
}

fn page(value: Value) -> Result<Widget, StateError> {
    Widget::page(blocks(value))
}

fn dashboard() -> Widget {
    page(json!([
        {"type": "row", "blocks": [
            {"type": "select", "id": "region", "options": ["north", "south"]},
            {"type": "button", "label": "Refresh"},
        ]},
        {"type": "grid", "blocks": [
            {"type": "card", "id": "sum", "title": "Sum", "blocks": [
                {"type": "html", "html": "<b id=total>1</b>"}],
             "actions": [{"type": "toggle", "component_id": "live"}]},
            {"type": "chart", "id": "left", "figure": {"data": [{"y": [1]}]}},
            {"type": "chart", "id": "right", "figure": {"data": [{"y": [2]}]}},
        ]},
        {"type": "tabs", "id": "views", "tabs": [
            {"id": "rows", "title": "Rows", "blocks": [{"type": "table", "rows": [{"a": 1}]}]},
            {"title": "More", "blocks": []},
        ]},
    ]))
    .expect("a page")
}

#[test]
fn every_block_and_component_has_an_id_in_one_name_space() {
    let widget = dashboard();
    assert_eq!(widget.kind(), WidgetKind::Blocks);
    assert!(matches!(widget.body(), Body::Blocks));
    let blocks: Vec<&str> = widget.block_ids().collect();
    let expected =
        ["row-1", "grid-1", "sum", "html-1", "left", "right", "views", "rows", "table-1", "tab-1"];
    assert_eq!(blocks, expected);
    assert_eq!(widget.component_ids().collect::<Vec<_>>(), ["region", "button-1", "live"]);
    let parts: Vec<&str> = widget.parts().map(Part::id).collect();
    let first = ["row-1", "region", "button-1", "grid-1", "sum", "live", "html-1"];
    assert_eq!(parts[..7], first, "each before what is in it: {parts:?}");
    assert_eq!(parts.len(), expected.len() + 3);
    assert_eq!(widget.part("views").and_then(Part::event_name), Some("tabs:change"));
    for twice in [
        json!([{"type": "divider", "id": "a"}, {"type": "button", "id": "a"}]),
        json!([{"type": "html", "html": "<i id=a></i>"}, {"type": "card", "id": "a"}]),
        json!([{"type": "html", "html": "<i id=a></i>"}, {"type": "html", "html": "<b id=a>"}]),
    ] {
        let error = page(twice).unwrap_err();
        assert!(matches!(error, StateError::DuplicateId { id } if id == "a"));
    }
    let toolbar: Toolbar =
        serde_json::from_value(json!({"items": [{"type": "text", "component_id": "sum"}]}))
            .unwrap();
    dashboard().with_toolbars([toolbar]).unwrap_err();
    let error = page(json!([{"type": "card", "id": ":body"}])).unwrap_err();
    assert!(matches!(error, StateError::ComponentId { .. }));
}

#[test]
fn the_body_of_a_widget_of_one_kind_takes_no_id_from_others() {
    let toolbar: Toolbar = serde_json::from_value(json!({"items": [
        {"type": "text", "component_id": "html-1"}, {"type": "text", "component_id": "body"}]}))
    .unwrap();
    let widget = Widget::html("<b id=chart-1>1</b>").with_toolbars([toolbar]).unwrap();
    assert_eq!(widget.kind(), WidgetKind::Html);
    assert_eq!(widget.block_ids().count(), 0);
    assert_eq!(widget.component_ids().collect::<Vec<_>>(), ["html-1", "body"]);
}

#[test]
fn operations_find_components_and_elements_in_blocks() {
    let mut widget = dashboard();
    widget.apply(Op::set_value("region", json!("south"))).unwrap();
    widget.apply(Op::set_value("live", json!(true))).unwrap();
    widget.apply(Op::set_content("total", Content::Text("5".into()))).unwrap();
    widget.apply(Op::set_value("views", json!("tab-1"))).unwrap();
    assert_eq!(widget.values()["views"], "tab-1");
    for (op, part) in [
        (Op::set_value("views", json!("tab")), "it takes one of \"rows\", \"tab-1\""),
        (Op::set_value("sum", json!(1)), "is a card, which cannot have this value"),
        (Op::set_content("sum", Content::Text("x".into())), "is a card, which has no content"),
        (Op::set_content("totl", Content::Text("x".into())), "did you mean \"total\"?"),
    ] {
        let before = widget.clone();
        let error = widget.apply(op).unwrap_err().to_string();
        assert!(error.contains(part), "{part}: {error}");
        assert_eq!(widget, before);
    }
}

#[test]
fn an_operation_on_a_chart_or_table_names_its_block() {
    let mut widget = dashboard();
    let edit: ChartEdit = serde_json::from_value(json!({"extend": {"y": [[7]]}})).unwrap();
    let on = |block_id: Option<&str>| Op::EditChart {
        block_id: block_id.map(Into::into),
        edit: edit.clone(),
    };
    let error = widget.apply(on(None)).unwrap_err().to_string();
    assert_eq!(error, "2 blocks are a chart; name one by block_id: left, right");
    let error = widget.apply(on(Some("lef"))).unwrap_err().to_string();
    assert_eq!(error, "no block \"lef\" that is a chart; did you mean \"left\"?");
    widget.apply(on(Some("right"))).unwrap();
    let figure = |id| widget.the_chart(Some(id)).unwrap().1;
    assert_eq!(figure("right").figure().as_json(), r#"{"data":[{"y":[2,7]}]}"#);
    assert_eq!((figure("left").revision(), figure("right").revision()), (1, 2));
    let rows = r#"[{"a": 2}]"#.into();
    let append = Op::TableRows { block_id: None, strategy: RowStrategy::Append, rows };
    widget.apply(append).unwrap();
    assert_eq!(widget.the_table(None).unwrap().1.rows().count(), 2);
}

#[tokio::test]
async fn an_event_changes_the_block_that_it_is_about() {
    let store = MemoryStore::new();
    let id = store.create(dashboard()).await.unwrap();
    let viewer = ViewerId::random().unwrap();
    let event = |n, event_type: &str, data| EventInput {
        n,
        event_type: event_type.into(),
        data,
        label: String::new(),
        block: None,
    };
    let zoom = json!({"block_id": "right", "xaxis.range[0]": 1});
    let none = json!({"xaxis.range[0]": 1});
    let tab = json!({"componentId": "views", "value": "tab-1"});
    let events = vec![
        event(1, "chart:relayout", zoom),
        event(2, "chart:relayout", none),
        event(3, "tabs:change", tab),
    ];
    store.append_events(id, viewer, events).await.unwrap();
    let widget = store.get(id).await.unwrap();
    let views: Vec<usize> = widget.charts().map(|(_, chart)| chart.view().layout.len()).collect();
    assert_eq!(views, [0, 1]);
    assert_eq!(widget.values()["views"], "tab-1");
}

#[tokio::test]
async fn an_event_names_the_block_that_it_comes_from() {
    let store = MemoryStore::new();
    let id = store.create(dashboard()).await.unwrap();
    let event = |n, data, block: Option<&str>| EventInput {
        n,
        event_type: "a:b".into(),
        data,
        label: String::new(),
        block: block.map(Into::into),
    };
    let events = vec![
        event(1, json!({"componentId": "region"}), None),
        event(2, json!({"componentId": "live"}), None),
        event(3, json!({"block_id": "left"}), Some("right")),
        event(4, json!({}), Some("html-1")),
        event(5, json!({"componentId": "total"}), Some("none")),
    ];
    store.append_events(id, ViewerId::random().unwrap(), events).await.unwrap();
    let page = store.read_events(id, EventQuery::after(0)).await.unwrap();
    let blocks: Vec<_> = page.events.iter().map(|event| event.block.as_deref()).collect();
    assert_eq!(blocks, [Some("region"), Some("sum"), Some("left"), Some("html-1"), None]);
}

#[tokio::test]
async fn limits_hold_for_all_blocks_together() {
    let limits = Limits { html_bytes: 20, components: 3, ..Limits::default() };
    let store = MemoryStore::with_limits(limits);
    let html = |text: &str| json!({"type": "html", "html": text});
    store.create(page(json!([html("0123456789"), html("0123456789")])).unwrap()).await.unwrap();
    let error = store.create(page(json!([html("0123456789"), html("0123456789x")])).unwrap()).await;
    assert!(matches!(error, Err(StateError::TooLarge { .. })));
    let divider = json!({"type": "divider"});
    let many = json!([divider, divider, divider, {"type": "button"}]);
    let error = store.create(page(many).unwrap()).await;
    assert!(matches!(error, Err(StateError::TooMany { .. })));
    let mut deep = divider;
    for _ in 0..30 {
        deep = json!({"type": "column", "blocks": [deep]});
    }
    let error = page(json!([deep])).unwrap_err().to_string();
    assert!(error.contains("more than 24 blocks are inside of each other"), "{error}");
}

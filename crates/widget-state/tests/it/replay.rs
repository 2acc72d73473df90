//! A snapshot is the same as the operations replayed, at any moment and for any
//! viewer, however far it lags.

use proptest::prelude::*;
use serde_json::json;
use widget_state::testing::Replica;
use widget_state::{
    Change, ChartEdit, ColumnSettings, Content, EventInput, EventName, Figure, LoggedChange,
    MAX_CLIENT_ROWS, MarqueeContent, MemoryStore, Modal, Op, RowStrategy, Rows, TableState, Theme,
    TickerChange, Toast, ToastKind, Toolbar, ViewerId, Widget, WidgetStore,
};

/// A change of a widget while viewers follow it.
#[derive(Clone, Debug)]
enum Step {
    Apply(Op),
    Event { event_type: String, value: serde_json::Value },
    Sync { viewer: usize },
    Reload { viewer: usize },
}

fn op() -> impl Strategy<Value = Op> {
    let ids = prop::sample::select(vec!["counter", "go", "missing", "dark", "box", "inner"]);
    let rows = prop::collection::vec(0..6u8, 0..4).prop_map(|ids| {
        let rows = ids.into_iter().map(|id| json!({"id": id, "v": id % 3}));
        rows.collect::<serde_json::Value>().to_string()
    });
    let strategy =
        prop_oneof![Just(RowStrategy::Set), Just(RowStrategy::Append), Just(RowStrategy::Update)];
    let name = prop_oneof![1 => Just(70_000usize), 8 => 0..20usize];
    prop_oneof![
        (ids.clone(), "[a-z0-9<>]{0,6}", any::<bool>()).prop_map(|(id, text, html)| {
            Op::set_content(id, if html { Content::Html(text) } else { Content::Text(text) })
        }),
        (ids, any::<bool>()).prop_map(|(id, value)| Op::set_value(id, json!(value))),
        ("[a-c]{1}", any::<bool>(), 0..3usize).prop_map(|(ticker, html, count)| {
            let content =
                if html { Content::Html(ticker.clone()) } else { Content::Text("t".into()) };
            let style = (count > 0).then(|| [("color".into(), count.to_string())].into());
            let class_name = (count > 1).then(|| ticker.clone());
            let change = TickerChange { content: Some(content), style, class_name };
            Op::UpdateTicker { ticker, change }
        }),
        (prop::collection::vec("[a-c]", 0..3), any::<bool>()).prop_map(|(tickers, as_text)| {
            let items = tickers.iter().map(|it| json!({"type": "ticker_item", "ticker": it}));
            let items = serde_json::from_value(items.collect()).expect("items");
            let content = match as_text {
                true => MarqueeContent::Text(tickers.concat()),
                false => MarqueeContent::Items(items),
            };
            Op::SetMarquee { component_id: "news".into(), content }
        }),
        Just(Op::Toast(Toast::new(ToastKind::Warning, "Careful"))),
        name.prop_map(|length| Op::SetFigure {
            block_id: None,
            figure: Figure::parse(json!({"data": [{"name": "x".repeat(length)}]}).to_string())
                .expect("a figure"),
        }),
        chart_edit().prop_map(|edit| Op::EditChart { block_id: None, edit }),
        (strategy, rows).prop_map(|(strategy, rows)| Op::TableRows {
            block_id: None,
            strategy,
            rows: rows.into()
        }),
        (0..6u8, prop_oneof![Just("v"), Just("id"), Just("w")], 0..3u8).prop_map(
            |(id, field, value)| Op::TableCell {
                block_id: None,
                row_id: json!(id),
                field: field.into(),
                value: json!(value),
            }
        ),
        (grid_state()).prop_map(|state| Op::TableState { block_id: None, state }),
        ("[a-z]{0,3}", any::<Option<bool>>()).prop_map(|(title, editable)| Op::TableColumns {
            block_id: None,
            columns: vec![ColumnSettings {
                field: "v".into(),
                title: Some(title),
                editable,
                format: None,
            }],
        }),
        Just(Op::Emit { event_type: EventName::new("app:x").expect("a name"), data: json!({}) }),
        look(),
    ]
}

fn look() -> impl Strategy<Value = Op> {
    let ids = prop::sample::select(vec!["counter", "go", "missing", "dark"]);
    let names = prop::sample::select(vec!["color", "fontSize", "--x", "colr"]);
    let values = prop::option::of(prop::sample::select(vec!["red", "", "1px !important", ";"]));
    let style = (ids, prop::collection::btree_map(names, values, 0..3)).prop_map(|(id, style)| {
        let own = |value: &str| value.to_owned();
        let style = style.into_iter().map(|(name, value)| (own(name), value.map(own)));
        Op::SetStyle { component_id: id.into(), style: style.collect() }
    });
    let css_id = "[a-b]";
    let css = prop::sample::select(vec!["b{}", "i{}", "", "@import 'x'"]);
    let theme = prop::sample::select(vec![Theme::Light, Theme::Dark, Theme::System]);
    let url = prop::sample::select(vec!["https://e.example/", "file:///x"]);
    prop_oneof![
        style,
        (css_id, css).prop_map(|(css_id, css)| Op::InjectCss { css_id, css: css.into() }),
        css_id.prop_map(|css_id| Op::RemoveCss { css_id }),
        theme.prop_map(|theme| Op::SetTheme { theme }),
        url.prop_map(|url| Op::Navigate { url: url.into() }),
    ]
}

fn grid_state() -> impl Strategy<Value = TableState> {
    (0..3u32, any::<bool>()).prop_map(|(width, sorted)| {
        let sort = if sorted { json!([{"field": "v", "direction": "asc"}]) } else { json!([]) };
        let columns = json!([{"field": "id", "width": 90 + width, "pinned": "left"}]);
        serde_json::from_value(json!({"columns": columns, "sort": sort})).expect("a state")
    })
}

fn chart_edit() -> impl Strategy<Value = ChartEdit> {
    let value = prop_oneof![
        Just(json!(null)),
        Just(json!({"color": "red", "size": null})),
        Just(json!(["red", {"color": "blue"}])),
        (0..3u8).prop_map(|n| json!(n)),
    ];
    let name = prop::sample::select(vec!["marker", "marker.color", "name", "y", "y[1]", "a..b"]);
    let attributes = prop::collection::hash_map(name, value, 0..3);
    let points = prop::collection::vec(prop::collection::vec(0..9u8, 0..4), 0..3);
    let traces = prop::option::of(prop::collection::vec(0..3usize, 0..3));
    let most = prop::option::of(0..5usize);
    (attributes.clone(), attributes, points, traces, most, prop::bool::weighted(0.1)).prop_map(
        |(layout, restyle, points, traces, max_points, reset_zoom)| {
            let extend = if points.is_empty() { json!({}) } else { json!({"y": points}) };
            let edit = json!({"layout": layout, "restyle": restyle, "extend": extend,
                "traces": traces, "max_points": max_points, "reset_zoom": reset_zoom});
            serde_json::from_value(edit).expect("an edit")
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    let names = [
        "counter:increment",
        "counter:toggle",
        "counter:reset",
        "dark:toggle",
        "app:other",
        "box:open",
        "box:close",
        "box:toggle",
        "box:reset",
        "chart:relayout",
        "chart:legend-click",
    ];
    let event = (prop::sample::select(names.to_vec()), any::<bool>()).prop_map(|(name, value)| {
        Step::Event {
            event_type: name.into(),
            value: json!({"componentId": "dark", "value": value, "visible": {"0": value},
                "xaxis.range[0]": value, "yaxis.autorange": value}),
        }
    });
    prop_oneof![
        4 => op().prop_map(Step::Apply),
        2 => event,
        1 => (0..3usize).prop_map(|viewer| Step::Sync { viewer }),
        1 => (0..3usize).prop_map(|viewer| Step::Reload { viewer }),
    ]
}

fn widgets() -> impl Strategy<Value = Widget> {
    let rows = Rows::parse(r#"[{"id": 0, "v": 1}, {"id": 1, "v": 2}]"#).expect("rows");
    let keyed = rows.clone().with_row_id("id").expect("unique");
    let toolbar: Toolbar = serde_json::from_value(json!({"items": [
        {"type": "button", "component_id": "go"},
        {"type": "toggle", "component_id": "dark", "event": "counter:toggle"},
        {"type": "marquee", "component_id": "news", "items": [
            {"type": "ticker_item", "ticker": "a"}]},
        {"type": "div", "children": [{"type": "ticker_item", "ticker": "b", "html": "<i>"}]},
    ]}))
    .expect("a toolbar");
    let modal: Modal = serde_json::from_value(json!({
        "component_id": "box", "reset_on_close": true,
        "items": [{"type": "checkbox", "component_id": "inner"}],
    }))
    .expect("a modal");
    prop::sample::select(vec![
        Widget::html("<b id=counter>off</b>"),
        Widget::html("<b id=counter>1</b><script></script>"),
        Widget::chart(Figure::parse(r#"{"data": []}"#).expect("a figure")),
        Widget::chart(Figure::parse(r#"{"data": [{}, {"y": [1, 2.50]}]}"#).expect("a figure")),
        Widget::grid(rows),
        Widget::grid(keyed),
    ])
    .prop_map(move |widget| {
        let widget = widget.with_toolbars([toolbar.clone()]).expect("unique ids");
        widget.with_modals([modal.clone()]).expect("unique ids")
    })
}

proptest! {
    #[test]
    fn a_snapshot_equals_the_replay(
        widget in widgets(),
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(run(widget, steps))?;
    }
}

async fn run(widget: Widget, steps: Vec<Step>) -> Result<(), TestCaseError> {
    let store = MemoryStore::new();
    let id = store.create(widget.clone()).await.expect("created");
    let viewer = ViewerId::random().expect("random");
    let mut viewers = [Replica::default(), Replica::default(), Replica::default()];
    let mut replayed = widget.clone();
    let mut follower = widget;
    let mut n = 0;
    for step in steps {
        match step {
            Step::Apply(op) => {
                let refused = store.apply(id, op.clone()).await.is_err();
                let outcome = replayed.apply(op);
                prop_assert_eq!(outcome.is_err(), refused);
                prop_assert_eq!(&*store.get(id).await.expect("there"), &replayed);
                if let Ok(change) = outcome {
                    follow(&mut follower, &change, &replayed)?;
                }
            }
            Step::Event { event_type, value } => {
                n += 1;
                let event = EventInput { n, event_type, data: value, label: String::new() };
                store.append_events(id, viewer, vec![event]).await.expect("stored");
                replayed = (*store.get(id).await.expect("there")).clone();
                follower = replayed.clone();
            }
            Step::Sync { viewer } => viewers[viewer].sync(&store, id).await,
            Step::Reload { viewer } => viewers[viewer] = Replica::default(),
        }
    }
    let mut fresh = Replica::default();
    fresh.sync(&store, id).await;
    for mut viewer in viewers {
        viewer.sync(&store, id).await;
        prop_assert_eq!(&viewer.document, &fresh.document);
        prop_assert_eq!(&viewer.data, &fresh.data);
        prop_assert_eq!(viewer.revision, fresh.revision);
    }
    Ok(())
}

/// A logged change, read back from its text, leads from the document before it to the one after
/// it; the data that it only refers to comes from `after`.
fn follow(before: &mut Widget, change: &Change, after: &Widget) -> Result<(), TestCaseError> {
    let read = serde_json::from_str(LoggedChange::from(change).as_json());
    let read: Change = read.expect("a change");
    prop_assert_eq!(&read, change);
    let again = before.apply(read.op).expect("applied");
    if matches!(change.op, Op::ReloadData { .. } | Op::ReloadPages { .. }) {
        before.clone_from(after);
    } else {
        prop_assert_eq!(&again, change);
    }
    prop_assert_eq!(&*before, after);
    Ok(())
}

#[tokio::test]
async fn a_table_grows_over_what_viewers_hold_and_shrinks_again() {
    let store = MemoryStore::new();
    let rows = |count: usize| format!("[{}]", vec!["{\"v\":1}"; count].join(","));
    let grid = Rows::parse(rows(MAX_CLIENT_ROWS)).expect("rows");
    let id = store.create(Widget::grid(grid)).await.expect("created");
    let mut viewer = Replica::default();
    viewer.sync(&store, id).await;
    assert!(viewer.document["blocks"][0]["pages"].is_null());
    let change =
        |strategy, count| Op::TableRows { block_id: None, strategy, rows: rows(count).into() };
    let edit = Op::TableCell {
        block_id: None,
        row_id: json!(100_000),
        field: "v".into(),
        value: json!("x"),
    };
    for (op, pages) in [
        (change(RowStrategy::Append, 1), json!({"revision": 2, "count": 100_001})),
        (edit, json!({"revision": 3, "count": 100_001})),
        (change(RowStrategy::Set, 2), json!(null)),
    ] {
        store.apply(id, op).await.expect("applied");
        viewer.sync(&store, id).await;
        assert_eq!(viewer.document["blocks"][0]["pages"], pages);
        let mut fresh = Replica::default();
        fresh.sync(&store, id).await;
        assert_eq!(viewer.document, fresh.document);
        assert_eq!(viewer.data, fresh.data);
        assert_eq!(viewer.documents, 1, "it followed by operations");
    }
}

/// It is fetched in its newest form, after the operation that asked for it.
#[tokio::test]
async fn what_was_fetched_is_not_changed_again_by_what_it_holds() {
    let large = "x".repeat(70_000);
    let figure = Figure::parse(json!({"data": [{"name": large}]}).to_string()).expect("a figure");
    let edit = serde_json::from_value(json!({"extend": {"y": [[0]]}})).expect("an edit");
    let rows = |value: &str| json!([{"v": value}]).to_string().into();
    let (set, append) = (RowStrategy::Set, RowStrategy::Append);
    for (widget, ops) in [
        (
            Widget::chart(Figure::parse(r#"{"data": []}"#).expect("a figure")),
            [Op::SetFigure { block_id: None, figure }, Op::EditChart { block_id: None, edit }],
        ),
        (
            Widget::grid(Rows::parse("[]").expect("rows")),
            [
                Op::TableRows { block_id: None, strategy: set, rows: rows(&large) },
                Op::TableRows { block_id: None, strategy: append, rows: rows("more") },
            ],
        ),
    ] {
        let store = MemoryStore::new();
        let id = store.create(widget).await.expect("created");
        let (mut viewer, mut fresh) = (Replica::default(), Replica::default());
        viewer.sync(&store, id).await;
        for op in ops {
            store.apply(id, op).await.expect("applied");
        }
        viewer.sync(&store, id).await;
        fresh.sync(&store, id).await;
        assert_eq!(viewer.document, fresh.document);
        assert!(viewer.data == fresh.data, "it was changed twice");
        assert_eq!(viewer.documents, 1, "it followed by operations");
    }
}

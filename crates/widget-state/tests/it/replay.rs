//! A snapshot is the same as the operations replayed, at any moment and for any
//! viewer, however far it lags.

use proptest::prelude::*;
use serde_json::json;
use widget_state::testing::Replica;
use widget_state::{
    Content, EventInput, EventName, Figure, GridStrategy, MemoryStore, Op, Rows, Toolbar, ViewerId,
    Widget, WidgetStore,
};

/// What can happen to a widget while viewers follow it.
#[derive(Clone, Debug)]
enum Step {
    Apply(Op),
    Event { event_type: String, value: serde_json::Value },
    Sync { viewer: usize },
    Reload { viewer: usize },
}

fn op() -> impl Strategy<Value = Op> {
    let ids = prop_oneof![Just("counter"), Just("go"), Just("missing"), Just("dark")];
    let rows = prop::collection::vec(0..6u8, 0..4).prop_map(|ids| {
        let rows = ids.into_iter().map(|id| json!({"id": id, "v": id % 3}));
        rows.collect::<serde_json::Value>().to_string()
    });
    let strategy = prop_oneof![
        Just(GridStrategy::Set),
        Just(GridStrategy::Append),
        Just(GridStrategy::Update)
    ];
    let name = prop_oneof![1 => Just(70_000usize), 8 => 0..20usize];
    prop_oneof![
        (ids.clone(), "[a-z0-9<>]{0,6}", any::<bool>()).prop_map(|(id, text, html)| {
            Op::set_content(id, if html { Content::Html(text) } else { Content::Text(text) })
        }),
        (ids, any::<bool>()).prop_map(|(id, value)| Op::set_value(id, json!(value))),
        name.prop_map(|length| Op::SetFigure {
            figure: Figure::parse(json!({"data": [{"name": "x".repeat(length)}]}).to_string())
                .expect("a figure"),
        }),
        (strategy, rows).prop_map(|(strategy, rows)| Op::GridRows { strategy, rows: rows.into() }),
        Just(Op::Emit { event_type: EventName::new("app:x").expect("a name"), data: json!({}) }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let names =
        ["counter:increment", "counter:toggle", "counter:reset", "dark:toggle", "app:other"];
    let event = (prop::sample::select(names.to_vec()), any::<bool>()).prop_map(|(name, value)| {
        Step::Event {
            event_type: name.into(),
            value: json!({"componentId": "dark", "value": value}),
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
    ]}))
    .expect("a toolbar");
    prop::sample::select(vec![
        Widget::html("<b id=counter>off</b>"),
        Widget::html("<b id=counter>1</b><script></script>"),
        Widget::chart(Figure::parse(r#"{"data": []}"#).expect("a figure")),
        Widget::grid(rows),
        Widget::grid(keyed),
    ])
    .prop_map(move |widget| widget.with_toolbars(vec![toolbar.clone()]).expect("unique ids"))
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
    let mut replayed = widget;
    let mut n = 0;
    for step in steps {
        match step {
            Step::Apply(op) => {
                let refused = store.apply(id, op.clone()).await.is_err();
                prop_assert_eq!(replayed.apply(&op).is_err(), refused);
                prop_assert_eq!(&*store.get(id).await.expect("there"), &replayed);
            }
            Step::Event { event_type, value } => {
                n += 1;
                let event = EventInput { n, event_type, data: value, label: String::new() };
                store.append_events(id, viewer, vec![event]).await.expect("stored");
                replayed = (*store.get(id).await.expect("there")).clone();
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

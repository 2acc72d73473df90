//! Widgets and operations.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use super::{counter, event, viewer};
use crate::{
    Content, Figure, GridStrategy, Op, Rows, StateError, Watermark, Widget, WidgetId, WidgetKind,
    WidgetStore,
};

fn text(text: &str) -> Op {
    Op::set_content("counter", Content::Text(text.into()))
}

pub(super) async fn a_widget_is_created_changed_listed_and_removed(store: &impl WidgetStore) {
    let first = store.create(counter()).await.expect("created");
    let figure = Figure::parse(r#"{"data": []}"#).expect("a figure");
    let second = store.create(Widget::chart(figure)).await.expect("created");
    assert_ne!(first, second);
    assert_eq!(store.get(first).await.expect("there").revision(), 1);

    assert_eq!(store.apply(first, text("5")).await.expect("applied"), 2);
    assert_eq!(store.apply(first, text("6")).await.expect("applied"), 3);
    let widget = store.get(first).await.expect("there");
    assert_eq!(widget.content("counter"), Some(&Content::Text("6".into())));

    let list = store.list().await.expect("listed");
    let listed: Vec<_> = list.iter().map(|one| (one.widget_id, one.kind, one.revision)).collect();
    assert_eq!(listed, [(first, WidgetKind::Html, 3), (second, WidgetKind::Chart, 1)]);

    store.remove(first).await.expect("removed");
    for result in [
        store.get(first).await.map(drop),
        store.remove(first).await,
        store.apply(first, text("7")).await.map(drop),
        store.changes_since(first, None).await.map(drop),
        store.append_events(first, viewer(1), vec![event(1, "a:b", json!({}))]).await.map(drop),
        store.read_events(first, crate::EventQuery::default()).await.map(drop),
        store.attach(first, viewer(1)).await,
    ] {
        assert!(matches!(result, Err(StateError::UnknownWidget { .. })), "{result:?}");
    }
    assert_eq!(store.list().await.expect("listed").len(), 1);
}

pub(super) async fn refused_operations_change_nothing(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let before = store.get(id).await.expect("there");
    let rows = Op::GridRows { strategy: GridStrategy::Append, rows: "[]".into() };
    for op in [Op::set_content("countr", Content::Text("5".into())), rows] {
        store.apply(id, op).await.expect_err("refused");
    }
    assert_eq!(store.get(id).await.expect("there"), before);
    let changes = store.changes_since(id, Some(1)).await.expect("changes");
    assert!(changes.ops.is_empty() && changes.document.is_none());
}

pub(super) async fn limits_are_kept(store: &impl WidgetStore) {
    let too_large = store.create(Widget::html("x".repeat(101))).await;
    assert!(matches!(too_large, Err(StateError::TooLarge { limit: 100, .. })), "{too_large:?}");
    let id = store.create(counter()).await.expect("three components are allowed");
    store.apply(id, text(&"x".repeat(101))).await.expect_err("too large");
    let rows = Rows::parse("[{\"a\": 1}]").expect("rows");
    let grid = store.create(Widget::grid(rows)).await.expect("created");
    let more = format!("[{{\"a\": \"{}\"}}]", "x".repeat(150));
    let append = Op::GridRows { strategy: GridStrategy::Append, rows: more.into() };
    store.apply(grid, append.clone()).await.expect("still fits");
    store.apply(grid, append).await.expect_err("too large together");
    let third = store.create(counter()).await;
    assert!(matches!(third, Err(StateError::TooMany { limit: 2, .. })), "{third:?}");
    store.remove(grid).await.expect("removed");
    store.create(counter()).await.expect("there is room again");
}

pub(super) async fn who_waits_hears_of_changes_and_of_the_end(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let start = store.changed(id, Watermark::default()).await.expect("at once");
    assert_eq!((start.revision, start.seq), (1, 0));
    let (mark, revision) = tokio::join!(store.changed(id, start), store.apply(id, text("5")));
    assert_eq!(mark.expect("changed").revision, revision.expect("applied"));
    let mark = store.changed(id, start).await.expect("at once");
    let none = timeout(Duration::from_millis(20), store.changed(id, mark)).await;
    none.expect_err("nothing has changed");
    let (end, removed) = tokio::join!(store.changed(id, mark), store.remove(id));
    removed.expect("removed");
    assert!(matches!(end, Err(StateError::UnknownWidget { .. })), "{end:?}");
    let unknown = WidgetId::random().expect("random");
    store.changed(unknown, Watermark::default()).await.expect_err("unknown");
}

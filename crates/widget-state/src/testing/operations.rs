//! Widgets and operations.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use super::follower::Follower;
use super::{counter, event, viewer};
use crate::chart::figure::Figure;
use crate::component::modal::Modal;
use crate::component::toolbar::Toolbar;
use crate::error::StateError;
use crate::id::WidgetId;
use crate::kind::WidgetKind;
use crate::op::Content;
use crate::op::element_edit::ElementEdit;
use crate::op::user_prompt::{FileContent, FileOffer};
use crate::op::{MarqueeContent, Op, TickerChange};
use crate::store::presence::Surface;
use crate::store::{Watermark, WidgetStore, WidgetStoreExt};
use crate::table::RowStrategy;
use crate::table::rows::Rows;
use crate::widget::Widget;

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
    let both = vec![text("5"), text("6")];
    assert_eq!(store.apply_all(first, both, Some(2)).await.expect("applied"), 3);
    let widget = store.get(first).await.expect("there");
    assert_eq!(widget.content("counter"), Some(&Content::Text("6".into())));

    let list = store.list().await.expect("listed");
    let listed: Vec<_> = list.iter().map(|one| (one.widget_id, one.kind, one.revision)).collect();
    assert_eq!(listed, [(first, WidgetKind::Html, 3), (second, WidgetKind::Chart, 1)]);
    for summary in list {
        assert_eq!(store.summary(summary.widget_id).await.expect("there"), summary);
    }

    store.remove(first).await.expect("removed");
    for result in [
        store.get(first).await.map(drop),
        store.summary(first).await.map(drop),
        store.remove(first).await,
        store.apply(first, text("7")).await.map(drop),
        store.apply_all(first, vec![text("7")], None).await.map(drop),
        store.changes_since(first, None).await.map(drop),
        store.append_events(first, viewer(1), vec![event(1, "a:b", json!({}))]).await.map(drop),
        store.read_events(first, crate::event::log::EventQuery::default()).await.map(drop),
        store.attach(first, viewer(1), Surface::Page).await,
    ] {
        assert!(matches!(result, Err(StateError::UnknownWidget { .. })), "{result:?}");
    }
    assert_eq!(store.list().await.expect("listed").len(), 1);
}

pub(super) async fn operations_of_one_call_are_one_revision(store: &impl WidgetStore) {
    let rows = Rows::parse("[{\"a\": 1}]").expect("rows");
    let id = store.create(Widget::table(rows)).await.expect("created");
    let mut near = Follower::default();
    near.sync(store, id).await;
    let row = |n: u8| {
        let (strategy, rows) = (RowStrategy::Append, format!("[{{\"a\": {n}}}]").into());
        Op::TableRows { block_id: None, strategy, rows }
    };
    let toast = || {
        let toast = json!({"type": "toast", "message": "Saved", "kind": "info",
            "duration_ms": 0, "position": "top"});
        serde_json::from_value::<Op>(toast).expect("a toast")
    };
    store.apply_all(id, vec![row(2), row(3), row(4)], None).await.expect("applied");
    near.sync(store, id).await;
    assert_eq!((near.documents, near.revision), (1, 2));
    // A signal is known by its revision.
    let ops = vec![toast(), row(5), toast(), row(6)];
    assert_eq!(store.apply_all(id, ops, Some(2)).await.expect("applied"), 4);
    near.sync(store, id).await;
    let widget = store.get(id).await.expect("there");
    assert_eq!(widget.the_table(None).expect("a table").1.rows().count(), 6);
    assert_eq!((near.documents, near.revision, near.signals.len()), (1, 4, 2));
}

pub(super) async fn refused_operations_change_nothing(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let before = store.get(id).await.expect("there");
    let rows = Op::TableRows { block_id: None, strategy: RowStrategy::Append, rows: "[]".into() };
    for op in [Op::set_content("countr", Content::Text("5".into())), rows] {
        store.apply(id, op).await.expect_err("refused");
    }
    let unknown = Op::set_content("countr", Content::Text("5".into()));
    let refused = store.apply_all(id, vec![text("5"), unknown], None).await;
    let Err(StateError::Batch { index: 1, source }) = refused else { panic!("{refused:?}") };
    assert!(matches!(*source, StateError::UnknownElement { .. }));
    let late = store.apply_all(id, vec![text("5")], Some(7)).await;
    assert!(matches!(late, Err(StateError::Revision { expected: 7, actual: 1 })), "{late:?}");
    assert_eq!(store.get(id).await.expect("there"), before);
    let changes = store.changes_since(id, Some(1)).await.expect("changes");
    assert!(changes.ops.is_empty() && changes.document.is_none());
}

/// A widget with a marquee and a modal.
fn newsroom() -> Widget {
    let toolbar: Toolbar = serde_json::from_value(json!({"items": [
        {"type": "marquee", "component_id": "news", "items": [
            {"type": "ticker_item", "ticker": "AAPL", "text": "1"}]},
        {"type": "range", "component_id": "span"},
        {"type": "multiselect", "component_id": "tags", "options": ["a", "b", "c"]},
    ]}))
    .expect("a toolbar");
    let modal: Modal = serde_json::from_value(json!({
        "component_id": "settings", "reset_on_close": true,
        "items": [{"type": "text", "component_id": "name", "event": "form:name"}],
    }))
    .expect("a modal");
    let widget = Widget::html("").with_toolbars([toolbar]).expect("unique ids");
    widget.with_modals([modal]).expect("unique ids")
}

pub(super) async fn components_change_for_every_viewer(store: &impl WidgetStore) {
    let id = store.create(newsroom()).await.expect("created");
    let mut near = Follower::default();
    near.sync(store, id).await;
    let items = json!([{"type": "ticker_item", "ticker": "AAPL"}, {"type": "ticker_item"}]);
    let items = MarqueeContent::Items(serde_json::from_value(items).expect("items"));
    let change = TickerChange {
        content: Some(Content::Html("<b>2</b>".into())),
        style: Some([("color".into(), "green".into())].into()),
        class_name: Some("up".into()),
    };
    for op in [
        Op::SetMarquee { component_id: "news".into(), content: items },
        Op::UpdateTicker { ticker: "AAPL".into(), change },
        Op::set_value("settings", json!(true)),
        Op::set_value("name", json!("Ada")),
    ] {
        store.apply(id, op).await.expect("applied");
    }
    let data = json!({"componentId": "tags", "values": ["c", "a"]});
    let range = json!({"componentId": "span", "start": 0, "end": 25});
    let closed = json!({"componentId": "settings"});
    let events = vec![
        event(1, "toolbar:change", data),
        event(2, "toolbar:change", range),
        event(3, "modal:close", closed),
        event(4, "settings:open", json!({})),
    ];
    store.append_events(id, viewer(1), events).await.expect("stored");
    let widget = store.get(id).await.expect("there");
    let value = |id| widget.component(id).and_then(|component| widget.value(component));
    assert_eq!(value("tags"), Some(json!(["c", "a"])));
    assert_eq!(value("span"), Some(json!({"start": 0, "end": 25})));
    assert_eq!(value("name"), Some(json!("")), "closing the modal has reset it");
    assert!(widget.is_open(widget.modal("settings").expect("there")));

    near.sync(store, id).await;
    assert_eq!((near.documents, near.revision), (1, 9));
}

pub(super) async fn limits_are_kept(store: &impl WidgetStore) {
    let too_large = store.create(Widget::html("x".repeat(101))).await;
    assert!(matches!(too_large, Err(StateError::TooLarge { limit: 100, .. })), "{too_large:?}");
    let id = store.create(counter()).await.expect("three components are allowed");
    store.apply(id, text(&"x".repeat(101))).await.expect_err("too large");
    let large = FileContent::Text("x".repeat(101).into());
    let file = FileOffer::new("a.txt", None, large).expect("a file");
    store.apply(id, Op::Download(file)).await.expect_err("too large");
    let more = || Op::edit_element("counter", ElementEdit::Append("x".repeat(60)));
    let lines = store.apply_all(id, vec![more(), more()], None).await;
    let full = lines.map_err(StateError::alone);
    assert!(matches!(full, Err(StateError::ContentsFull { limit: 100, .. })), "{full:?}");
    let sheet =
        |css_id: &str| Op::InjectCss { css_id: css_id.into(), css: "b{}".repeat(20).into() };
    let together = store.apply_all(id, vec![sheet("a"), sheet("b")], None).await;
    together.expect_err("each fits, but not both");
    assert_eq!(store.get(id).await.expect("there").revision(), 1);
    store.apply(id, sheet("a")).await.expect("fits");
    store.apply(id, sheet("a")).await.expect("takes the place of itself");
    store.apply(id, sheet("b")).await.expect_err("too large together");
    let rows = Rows::parse("[{\"a\": 1}]").expect("rows");
    let table = store.create(Widget::table(rows)).await.expect("created");
    let more = format!("[{{\"a\": \"{}\"}}]", "x".repeat(150));
    let append = Op::TableRows { block_id: None, strategy: RowStrategy::Append, rows: more.into() };
    store.apply(table, append.clone()).await.expect("still fits");
    store.apply(table, append).await.expect_err("too large together");
    let third = store.create(counter()).await;
    assert!(matches!(third, Err(StateError::TooMany { limit: 2, .. })), "{third:?}");
    store.remove(table).await.expect("removed");
    store.create(counter()).await.expect("there is room again");
}

pub(super) async fn list_changed_returns_when_widgets_come_and_go(store: &impl WidgetStore) {
    let start = store.list_changed(0).await.expect("at once");
    assert_ne!(start, 0);
    let (one, id) = tokio::join!(store.list_changed(start), store.create(counter()));
    let (one, id) = (one.expect("changed"), id.expect("created"));
    assert!(one > start, "{one} is not above {start}");
    store.apply(id, text("5")).await.expect("applied");
    let none = timeout(Duration::from_millis(20), store.list_changed(one)).await;
    none.expect_err("no widget has come or gone");
    let (two, removed) = tokio::join!(store.list_changed(one), store.remove(id));
    removed.expect("removed");
    assert!(two.expect("changed") > one);
    store.remove(id).await.expect_err("gone already");
    assert_eq!(store.list_changed(0).await.ok(), store.list_changed(start).await.ok());
}

pub(super) async fn changed_returns_at_changes_and_at_the_end(store: &impl WidgetStore) {
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

//! Viewers: they catch up, and what becomes of an operation is told truthfully.

use std::time::Duration;

use serde_json::json;

use super::follower::Follower;
use super::{counter, event as event_of, viewer};
use crate::event::EventName;
use crate::id::WidgetId;
use crate::op::Content;
use crate::op::Op;
use crate::op::toast::{Toast, ToastKind};
use crate::store::delivery::{DeliveryStatus, Failure};
use crate::store::presence::{Departure, Surface};
use crate::store::{WidgetStore, WidgetStoreExt};
use crate::table::RowStrategy;
use crate::table::rows::Rows;
use crate::widget::Widget;

fn text(text: &str) -> Op {
    Op::set_content("counter", Content::Text(text.into()))
}

fn toast(message: &str) -> Op {
    Op::Toast(Toast::new(ToastKind::Info, message))
}

fn signal(name: &str) -> Op {
    Op::Emit { event_type: EventName::new(name).expect("a name"), data: json!({}) }
}

pub(super) async fn changes_bring_a_viewer_up_to_date(store: &impl WidgetStore) {
    let rows = Rows::parse(r#"[{"id": 1}]"#).and_then(|rows| rows.with_row_id("id")).expect("rows");
    for widget in [counter(), Widget::table(rows)] {
        let is_table = matches!(widget.body(), crate::widget::Body::Table(_));
        let id = store.create(widget).await.expect("created");
        let mut near = Follower::default();
        near.sync(store, id).await;
        let mut far = near.clone();
        let op = |n: usize| {
            let row = format!(r#"[{{"id": {n}, "text": "{}"}}]"#, "x".repeat(n));
            let strategy = RowStrategy::Append;
            match is_table {
                true => Op::TableRows { block_id: None, strategy, rows: row.into() },
                false => text(&n.to_string()),
            }
        };
        for first in (2..1_200).step_by(100) {
            let ops = (first..first + 100).map(op).collect();
            store.apply_all(id, ops, None).await.expect("applied");
            near.sync(store, id).await;
        }
        assert!(near.documents == 1, "a viewer that keeps up needs the document once");
        far.sync(store, id).await;
        assert!(far.documents == 2, "a viewer too far behind gets the document again");
    }
}

pub(super) async fn signals_reach_the_first_viewer_that_opens(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    store.apply(id, signal("app:early")).await.expect("applied");
    store.apply(id, toast("Saved")).await.expect("applied");
    let mut first = Follower::default();
    first.sync(store, id).await;
    assert_eq!(first.signals, ["app:early", "Saved"]);
    store.attach(id, viewer(1), Surface::Page).await.expect("attached");
    store.acknowledge(id, viewer(1), first.revision, vec![]).await.expect("acknowledged");
    let mut second = Follower::default();
    second.sync(store, id).await;
    assert!(second.signals.is_empty(), "it has been delivered already");
    store.apply(id, signal("app:both")).await.expect("applied");
    first.sync(store, id).await;
    second.sync(store, id).await;
    assert_eq!(
        (&first.signals[2..], &second.signals[..]),
        (&["app:both".into()][..], &["app:both".into()][..])
    );
    for n in 0..105 {
        store.apply(id, signal(&format!("app:n{n}"))).await.expect("applied");
    }
    let mut third = Follower::default();
    third.sync(store, id).await;
    assert_eq!(third.signals.len(), 100, "the newest 100 are kept");
    assert_eq!(third.signals[99], "app:n104");
}

pub(super) async fn questions_are_given_to_every_viewer_until_they_are_answered(
    store: &impl WidgetStore,
) {
    let id = store.create(counter()).await.expect("created");
    let ask = async |message: &str| {
        let confirm = json!({"event": "rows:delete"});
        let toast = json!({"message": message, "confirm": confirm});
        let toast = serde_json::from_value(toast).expect("a toast");
        store.apply(id, Op::Toast(toast)).await.expect("applied")
    };
    let (first, second) = (ask("First?").await, ask("Second?").await);
    store.attach(id, viewer(1), Surface::Page).await.expect("attached");
    store.acknowledge(id, viewer(1), second, vec![]).await.expect("acknowledged");
    let seen = async || {
        let mut late = Follower::default();
        late.sync(store, id).await;
        late.signals
    };
    assert_eq!(seen().await, ["First?", "Second?"]);

    let answer = async |n: u64, event: &str, label: &str, data: serde_json::Value| {
        let mut event = event_of(n, event, data);
        event.label = label.into();
        store.append_events(id, viewer(1), vec![event]).await.expect("appended");
    };
    answer(1, "rows:delete", "", json!({})).await;
    answer(2, "rows:other", "First?", json!({"confirmed": true})).await;
    assert_eq!(seen().await, ["First?", "Second?"], "nothing of that was an answer");
    answer(3, "rows:delete", "Second?", json!({"confirmed": false})).await;
    assert_eq!(seen().await, ["First?"]);
    let changes = store.changes_since(id, Some(second)).await.expect("changes");
    let closed = serde_json::to_value(&changes.ops).expect("JSON").to_string();
    assert!(closed.contains(&format!(r#""question":{second}"#)), "{closed}");
    answer(4, "rows:delete", "", json!({"confirmed": true})).await;
    assert!(seen().await.is_empty());
    assert!(first < second);

    for n in 0..20 {
        ask(&n.to_string()).await;
    }
    let open = seen().await;
    assert_eq!((open.len(), &*open[15]), (16, "19"), "the newest are kept");
}

pub(super) async fn delivery_is_told_truthfully(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let confirm = async |id: WidgetId, revision, timeout| {
        store.confirm(id, revision, Duration::from_millis(timeout)).await.expect("confirmed")
    };
    let revision = store.apply(id, text("1")).await.expect("applied");
    let delivery = confirm(id, revision, 60_000).await;
    assert_eq!(delivery.status, DeliveryStatus::Pending);

    store.attach(id, viewer(1), Surface::Page).await.expect("attached");
    let delivery = confirm(id, revision, 10).await;
    assert_eq!(delivery.status, DeliveryStatus::Pending);

    let (delivery, acknowledged) = tokio::join!(
        confirm(id, revision, 60_000),
        store.acknowledge(id, viewer(1), revision, vec![])
    );
    acknowledged.expect("acknowledged");
    assert_eq!(delivery.status, DeliveryStatus::Applied);

    let revision = store.apply(id, signal("app:x")).await.expect("applied");
    let failure = vec![Failure { revision, reason: "no listener".into() }];
    store.acknowledge(id, viewer(1), revision, failure).await.expect("acknowledged");
    let delivery = confirm(id, revision, 60_000).await;
    assert_eq!(delivery.status, DeliveryStatus::Failed);
    assert_eq!(delivery.reason.as_deref(), Some("no listener"));

    store.detach(id, viewer(1), Departure::Left).await.expect("detached");
    let revision = store.apply(id, text("2")).await.expect("applied");
    assert_eq!(confirm(id, revision, 60_000).await.status, DeliveryStatus::Pending);
    store.acknowledge(id, viewer(1), u64::MAX, vec![]).await.expect("acknowledged");
    let mut late = Follower::default();
    store.apply(id, signal("app:y")).await.expect("applied");
    late.sync(store, id).await;
    assert_eq!(late.signals, ["app:y"], "a viewer cannot confirm what is not there yet");
}

//! One widget's work and reports do not hold up or push out those of others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use widget_state::{
    DeliveryStatus, EventName, Failure, MemoryStore, Op, RowStrategy, Rows, Surface, ViewerId,
    Widget, WidgetStore as _, WidgetStoreExt as _,
};

fn viewer() -> ViewerId {
    "0123456789abcdef0123456789abcdef".parse().expect("a viewer id")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_table_that_is_parsed_holds_up_neither_the_list_nor_its_readers() {
    let store = Arc::new(MemoryStore::new());
    let table = store.create(Widget::table(Rows::parse("[]").unwrap())).await.unwrap();
    let rows = (0..200_000).map(|n| format!(r#"{{"id":{n},"name":"item {n}"}}"#));
    let rows = format!("[{}]", rows.collect::<Vec<_>>().join(","));
    let done = Arc::new(AtomicBool::new(false));
    let writing = tokio::spawn({
        let (store, done) = (Arc::clone(&store), Arc::clone(&done));
        async move {
            let op =
                Op::TableRows { block_id: None, strategy: RowStrategy::Set, rows: rows.into() };
            let revision = store.apply(table, op).await;
            done.store(true, Ordering::Relaxed);
            revision
        }
    });
    let mut before = 0;
    while !done.load(Ordering::Relaxed) {
        assert_eq!(store.list().await.unwrap().len(), 1);
        if store.get(table).await.unwrap().revision() == 1 {
            before += 1;
        }
        tokio::task::yield_now().await;
    }
    assert_eq!(writing.await.unwrap().unwrap(), 2);
    // Behind the lock of a table that is parsed it would be two or three.
    assert!(before > 100, "read {before} times meanwhile");
}

#[tokio::test]
async fn reports_about_revisions_to_come_push_out_no_real_one() {
    let store = MemoryStore::new();
    let widget = store.create(Widget::html("<b id=a>1</b>")).await.unwrap();
    store.attach(widget, viewer(), Surface::Page).await.unwrap();
    let event_type = EventName::new("a:b").unwrap();
    let op = Op::Emit { event_type, data: serde_json::Value::Null };
    let revision = store.apply(widget, op).await.unwrap();
    let failure = |revision| Failure { revision, reason: "no element".into() };
    store.acknowledge(widget, viewer(), revision, vec![failure(revision)]).await.unwrap();
    let to_come = (0..1_000).map(|n| failure(u64::MAX - n)).collect();
    store.acknowledge(widget, viewer(), revision, to_come).await.unwrap();
    let delivery = store.delivery(widget, revision, true).await.unwrap().unwrap();
    assert_eq!(delivery.status, DeliveryStatus::Failed);
}

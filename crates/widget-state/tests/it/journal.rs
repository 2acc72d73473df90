//! An engine over a journal: what is written, and what is made of it.

use std::sync::Arc;

use serde_json::json;
use widget_state::{
    Departure, Engine, EventInput, EventQuery, Journal as _, Limits, MemoryJournal, Surface,
    ViewerId, Widget, WidgetStore as _,
};

#[tokio::test]
async fn the_calls_of_a_viewer_that_is_open_are_not_written() {
    let journal = Arc::new(MemoryJournal::new());
    let engine = Engine::new().open(journal.clone()).await.unwrap();
    let id = engine.create(Widget::html("")).await.unwrap();
    let viewer = ViewerId::random().unwrap();
    let position = async || journal.load(id).await.unwrap().position;
    engine.attach(id, viewer, Surface::Inline).await.unwrap();
    engine.acknowledge(id, viewer, 1, vec![]).await.unwrap();
    let before = position().await;
    assert_eq!(before, 3, "viewer:opened, its presence, and the revision that it has drawn");
    for _ in 0..3 {
        engine.attach(id, viewer, Surface::Inline).await.unwrap();
        engine.changes_since(id, Some(1)).await.unwrap();
        engine.acknowledge(id, viewer, 1, vec![]).await.unwrap();
        engine.pending_queries(id, viewer).await.unwrap();
        engine.detach(id, viewer, Departure::Left).await.unwrap();
    }
    assert_eq!(position().await, before);
    engine.detach(id, viewer, Departure::Left).await.unwrap();
    assert_eq!(position().await, before + 1);
}

#[tokio::test]
async fn an_engine_with_other_limits_keeps_what_fits() {
    let journal = Arc::new(MemoryJournal::new());
    let engine = Engine::new().open(journal.clone()).await.unwrap();
    let id = engine.create(Widget::html("")).await.unwrap();
    let event = |n| {
        let (event_type, label) = ("a:b".into(), String::new());
        EventInput { n, event_type, data: json!(n), label, block: None }
    };
    let viewer = ViewerId::random().unwrap();
    engine.append_events(id, viewer, (1..=8).map(event).collect()).await.unwrap();
    let clear = EventQuery { limit: 4, clear: true, ..EventQuery::after(0) };
    engine.read_events(id, clear).await.unwrap();

    let limits = Limits { events_per_widget: 5, ..Limits::default() };
    let engine = Engine::with_limits(limits).open(journal).await.unwrap();
    let page = engine.read_events(id, EventQuery::after(0)).await.unwrap();
    let seqs: Vec<u64> = page.events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, [5, 6, 7, 8]);
    assert_eq!(page.gap.map(|gap| gap.to_seq), Some(3));
    let appended = engine.append_events(id, viewer, (8..=9).map(event).collect()).await.unwrap();
    assert_eq!(appended.acked, 9);
    let page = engine.read_events(id, EventQuery::after(8)).await.unwrap();
    assert_eq!(page.events.len(), 1, "the eighth is not stored twice");
}

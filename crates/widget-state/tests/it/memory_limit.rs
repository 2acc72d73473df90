//! All widgets of a store together stay within `Limits::memory_bytes`.

use serde_json::json;
use widget_state::{
    Content, EventInput, EventQuery, FileContent, FileOffer, Limits, MemoryStore, Op, RowStrategy,
    Rows, StateError, ViewerId, Widget, WidgetStore as _, WidgetStoreExt as _,
};

const MEMORY: usize = 100_000;

fn store() -> MemoryStore {
    MemoryStore::with_limits(Limits { memory_bytes: MEMORY, ..Limits::default() })
}

fn html(bytes: usize) -> Widget {
    Widget::html("x".repeat(bytes))
}

fn rows(count: usize) -> String {
    json!((0..count).map(|n| json!({"n": n, "text": "x".repeat(80)})).collect::<Vec<_>>())
        .to_string()
}

fn is_full<T>(outcome: &Result<T, StateError>) -> bool {
    matches!(outcome, Err(StateError::MemoryFull { limit: MEMORY, .. }))
}

fn event(n: u64, bytes: usize) -> EventInput {
    serde_json::from_value(json!({"n": n, "event_type": "a:b", "data": "x".repeat(bytes)}))
        .expect("an event")
}

#[tokio::test]
async fn a_widget_more_than_fits_is_refused_until_another_is_destroyed() {
    let store = store();
    let first = store.create(html(60_000)).await.unwrap();
    assert!(is_full(&store.create(html(60_000)).await));
    assert_eq!(store.list().await.unwrap().len(), 1);
    store.remove(first).await.unwrap();
    store.create(html(60_000)).await.unwrap();
}

#[tokio::test]
async fn rows_and_contents_that_do_not_fit_are_refused_and_change_nothing() {
    let store = store();
    let table = store.create(Widget::table(Rows::parse(rows(200)).unwrap())).await.unwrap();
    let page = store.create(Widget::html("<p id=a></p>")).await.unwrap();
    for count in [200, 1_500] {
        let op = Op::TableRows {
            block_id: None,
            strategy: RowStrategy::Append,
            rows: rows(count).into(),
        };
        let before = store.summary(table).await.unwrap().revision;
        let outcome = store.apply(table, op.clone()).await;
        let fits = rows(200).len() + rows(count).len() < MEMORY / 2;
        assert_eq!(is_full(&outcome), !fits, "{count} rows: {outcome:?}");
        assert_eq!(store.summary(table).await.unwrap().revision, before + u64::from(fits));
    }
    let text = |bytes| Op::set_content("a", Content::Text("x".repeat(bytes)));
    store.apply(page, text(10_000)).await.unwrap();
    assert!(is_full(&store.apply(page, text(70_000)).await));
    assert!(is_full(&store.apply_all(page, vec![text(1), text(70_000)], None).await));
    store.apply(page, text(10)).await.unwrap();
}

#[tokio::test]
async fn many_small_changes_do_not_use_the_memory_up() {
    let limits = Limits { memory_bytes: 8 << 20, ..Limits::default() };
    let store = MemoryStore::with_limits(limits);
    let page = store.create(Widget::html("<p id=a></p>")).await.unwrap();
    for n in 0..2_000 {
        let text = n.to_string().repeat(2_000);
        store.apply(page, Op::set_content("a", Content::Text(text))).await.unwrap();
    }
    store.create(html(1 << 20)).await.unwrap();
}

#[tokio::test]
async fn files_that_nobody_fetched_make_room_and_are_counted() {
    let store = store();
    let unseen = store.create(html(10)).await.unwrap();
    let file = |bytes: usize| {
        let text = FileContent::Text("x".repeat(bytes).into());
        Op::Download(FileOffer::new("a.txt", None, text).unwrap())
    };
    // While there is room all of them stay, however little the whole memory is.
    for _ in 0..2 {
        store.apply(unseen, file(10_000)).await.unwrap();
    }
    assert_eq!(store.presence(unseen).await.unwrap().missed, 0);
    for _ in 2..8 {
        store.apply(unseen, file(10_000)).await.unwrap();
    }
    // Each would be refused if the files stayed.
    let large = format!("<p id=a>{}", "x".repeat(60_000));
    let page = store.create(Widget::html(large)).await.unwrap();
    store.apply(page, Op::set_content("a", Content::Text("x".repeat(20_000)))).await.unwrap();
    let presence = store.presence(unseen).await.unwrap();
    assert!(presence.missed >= 6, "{presence:?}");
    assert_eq!(store.presence(page).await.unwrap().missed, 0);
    let kept = store.changes_since(unseen, None).await.unwrap().ops.len() as u64;
    assert_eq!(kept + presence.missed, 8);
}

#[tokio::test]
async fn events_are_never_refused_and_the_oldest_make_room() {
    let store = store();
    let page = store.create(html(50_000)).await.unwrap();
    let viewer = ViewerId::random().unwrap();
    for n in 1..=100 {
        let taken = store.append_events(page, viewer, vec![event(n, 1_000)]).await.unwrap();
        assert_eq!((taken.acked, taken.rejected.len()), (n, 0));
    }
    let read = store.read_events(page, EventQuery::default()).await.unwrap();
    let gap = read.gap.unwrap();
    assert_eq!((gap.from_seq, gap.to_seq + read.events.len() as u64), (1, 100));
    assert!((20..60).contains(&read.events.len()), "{} events are kept", read.events.len());
    // Nothing is left for others, until the events are cleared.
    assert!(is_full(&store.create(html(20_000)).await));
    let query = EventQuery { clear: true, ..EventQuery::after(0) };
    store.read_events(page, query).await.unwrap();
    store.create(html(20_000)).await.unwrap();
}

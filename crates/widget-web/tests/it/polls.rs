//! Viewers whose calls come one by one.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use widget_state::{
    EventFilter, EventQuery, MemoryStore, Op, ViewQuery, Widget, WidgetId, WidgetStore,
    WidgetStoreExt,
};
use widget_web::{SyncRequest, SyncResponse, WebState};

const VIEWER: &str = "0123456789abcdef0123456789abcdef";

struct Calls {
    store: Arc<MemoryStore>,
    state: WebState,
    id: WidgetId,
}

async fn calls() -> Calls {
    let store = Arc::new(MemoryStore::new());
    let id = store.create(Widget::html("<p id=p>text</p>")).await.unwrap();
    let state = WebState::new(Arc::clone(&store) as Arc<dyn WidgetStore>);
    Calls { store, state, id }
}

impl Calls {
    fn request(&self, more: &Value) -> SyncRequest {
        let mut request = json!({"widget_id": self.id, "viewer_id": VIEWER, "wait_ms": 25_000});
        let fields = request.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        serde_json::from_value(request).unwrap()
    }

    async fn call(&self, more: Value) -> SyncResponse {
        self.state.sync(self.request(&more)).await.unwrap()
    }

    /// A call that is on its way; it has been received when this returns.
    async fn waiting(&self, more: Value) -> JoinHandle<SyncResponse> {
        let (state, request) = (self.state.clone(), self.request(&more));
        let call = tokio::spawn(async move { state.sync(request).await.unwrap() });
        sleep(Duration::from_millis(1)).await;
        call
    }

    async fn viewers(&self) -> usize {
        self.store.list().await.unwrap()[0].viewers.open
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_for_news_and_no_longer_than_it_says() {
    let calls = calls().await;
    let first = calls.call(json!({"revision": null})).await;
    assert!(first.document.is_some());
    assert_eq!(first.max_event_bytes, Some(widget_state::Limits::default().event_bytes));
    let begin = Instant::now();
    let silent = calls.call(json!({"revision": 1, "wait_ms": 600_000})).await;
    assert_eq!((silent.revision, silent.ops.len()), (Some(1), 0));
    assert_eq!(silent.max_event_bytes, None);
    assert_eq!(begin.elapsed().as_secs(), 25);

    let waiting = calls.waiting(json!({"revision": 1})).await;
    let content = serde_json::from_value(json!({"text": "new"})).unwrap();
    let op = Op::SetContent { component_id: "p".into(), content };
    calls.store.apply(calls.id, op).await.unwrap();
    let news = waiting.await.unwrap();
    assert_eq!((news.revision, news.ops.len()), (Some(2), 1));
    assert!(begin.elapsed() < Duration::from_secs(26));
}

#[tokio::test(start_paused = true)]
async fn the_next_call_displaces_the_one_that_waits() {
    let calls = calls().await;
    let waiting = calls.waiting(json!({"revision": 1})).await;
    let begin = Instant::now();
    let event = json!([{"n": 1, "event_type": "a:b", "data": {}, "label": ""}]);
    let answer = calls.call(json!({"revision": 1, "events": event})).await;
    assert_eq!(answer.acked, 1);
    let displaced = waiting.await.unwrap();
    assert_eq!((displaced.revision, displaced.ops.len()), (Some(1), 0));
    assert_eq!(begin.elapsed().as_secs(), 0);
    let filter = EventFilter::Audible([].into());
    let sent = EventQuery { filter, ..EventQuery::after(0) };
    let log = calls.store.read_events(calls.id, sent).await.unwrap();
    assert_eq!(log.events.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_viewer_is_open_while_it_calls_and_gone_soon_after() {
    let calls = calls().await;
    assert_eq!(calls.viewers().await, 0);
    calls.call(json!({"revision": null})).await;
    assert_eq!(calls.viewers().await, 1, "between two calls it is still there");
    let waiting = calls.waiting(json!({"revision": 1})).await;
    sleep(Duration::from_secs(20)).await;
    assert_eq!(calls.viewers().await, 1);
    // The client hung up.
    waiting.abort();
    sleep(Duration::from_secs(4)).await;
    assert_eq!(calls.viewers().await, 1);
    sleep(Duration::from_secs(2)).await;
    assert_eq!(calls.viewers().await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_viewer_that_had_nothing_to_draw_is_gone_sooner() {
    let calls = calls().await;
    // As long as a view in a conversation waits. Its frame is taken away right after it has called,
    // and its host keeps the call.
    let _kept = calls.waiting(json!({"revision": 1, "wait_ms": 4_000})).await;
    sleep(Duration::from_millis(5_900)).await;
    assert_eq!(calls.viewers().await, 1, "the next call may be on its way");
    sleep(Duration::from_millis(200)).await;
    assert_eq!(calls.viewers().await, 0);

    calls.call(json!({"revision": null, "wait_ms": 4_000})).await;
    sleep(Duration::from_millis(4_900)).await;
    assert_eq!(calls.viewers().await, 1, "it draws the document");
    sleep(Duration::from_millis(200)).await;
    assert_eq!(calls.viewers().await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_does_not_wait_opens_nothing_and_ends_the_one_that_waits() {
    let calls = calls().await;
    calls.call(json!({"revision": 1, "wait_ms": 0})).await;
    assert_eq!(calls.viewers().await, 0);
    let waiting = calls.waiting(json!({"revision": 1})).await;
    let begin = Instant::now();
    calls.call(json!({"revision": 1, "wait_ms": 0})).await;
    waiting.await.unwrap();
    assert_eq!(begin.elapsed().as_secs(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_viewer_that_is_not_seen_gets_everything_and_counts_for_nothing() {
    let calls = calls().await;
    let first = calls.call(json!({"revision": null, "hidden": true})).await;
    assert!(first.document.is_some());
    let waiting = calls.waiting(json!({"revision": 1, "hidden": true})).await;
    assert_eq!(calls.viewers().await, 0);
    let begin = Instant::now();
    let seen = calls.waiting(json!({"revision": 1})).await;
    assert_eq!(waiting.await.unwrap().revision, Some(1));
    assert_eq!((calls.viewers().await, begin.elapsed().as_secs()), (1, 0));
    // Out of sight again, and gone a moment later.
    let _hidden = calls.waiting(json!({"revision": 1, "hidden": true})).await;
    seen.await.unwrap();
    sleep(Duration::from_secs(6)).await;
    assert_eq!(calls.viewers().await, 0);
}

#[tokio::test(start_paused = true)]
async fn beyond_a_thousand_calls_that_wait_the_next_is_answered_at_once() {
    let calls = calls().await;
    let mut waiting = Vec::new();
    for n in 0..200 {
        let id = calls.store.create(Widget::html("text")).await.unwrap();
        for viewer in 0..5 {
            let viewer = format!("{:032x}", n * 5 + viewer);
            let call = json!({"widget_id": id, "viewer_id": viewer, "revision": 1});
            waiting.push(calls.waiting(call).await);
        }
    }
    let begin = Instant::now();
    calls.call(json!({"revision": 1})).await;
    assert_eq!(begin.elapsed().as_secs(), 0);
    waiting.swap_remove(0).abort();
    sleep(Duration::from_millis(1)).await;
    calls.call(json!({"revision": 1})).await;
    assert!(begin.elapsed().as_secs() >= 24, "there is room again");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_widget_is_an_answer() {
    let calls = calls().await;
    let waiting = calls.waiting(json!({"revision": 1})).await;
    calls.store.remove(calls.id).await.unwrap();
    assert!(waiting.await.unwrap().destroyed);
    assert!(calls.call(json!({"revision": 1})).await.destroyed);
}

#[tokio::test(start_paused = true)]
async fn a_query_ends_a_wait_and_comes_until_the_view_says_that_it_has_it() {
    let calls = calls().await;
    let call = calls.waiting(json!({"revision": 1})).await;
    calls.store.open_query(calls.id, ViewQuery::Inspect).await.unwrap();
    let asked = call.await.unwrap();
    assert_eq!((asked.revision, asked.ops.len(), asked.queries.len()), (Some(1), 0, 1));
    let query = serde_json::to_value(&asked.queries[0]).unwrap();
    let request_id = &query["request_id"];
    assert_eq!(query, json!({"request_id": request_id, "query": "inspect"}));
    let again = calls.call(json!({"revision": 1})).await;
    assert_eq!(again.queries, asked.queries, "the answer may have been lost");
    let begin = Instant::now();
    let answering = json!({"revision": 1, "wait_ms": 1_000, "answering": [request_id]});
    assert!(calls.call(answering).await.queries.is_empty());
    assert_eq!(begin.elapsed(), Duration::from_secs(1));
    let answers = json!([{"request_id": request_id, "result": {}}]);
    let answered = calls.call(json!({"revision": 1, "wait_ms": 0, "answers": answers})).await;
    assert!(answered.queries.is_empty());
}

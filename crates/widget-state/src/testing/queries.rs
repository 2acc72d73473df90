//! Queries: the first result counts, and a viewer that cannot answer is not waited for.

use std::time::Duration;

use serde_json::{Value, json};

use super::{counter, viewer};
use crate::id::{RequestId, ViewerId, WidgetId};
use crate::op::Content;
use crate::op::Op;
use crate::op::query::{QueryOutcome, QueryResult, ViewQuery};
use crate::store::presence::{Departure, Surface};
use crate::store::{Watermark, WidgetStore, WidgetStoreExt};

/// Longer than the suite takes.
const LONG: Duration = Duration::from_secs(60);

fn result(request_id: RequestId, result: Value) -> QueryResult {
    QueryResult { request_id, result: Some(result), error: None }
}

fn failure(request_id: RequestId, reason: &str) -> QueryResult {
    QueryResult { request_id, result: None, error: Some(reason.into()) }
}

/// A widget that these viewers look at.
async fn shown(store: &impl WidgetStore, viewers: &[ViewerId]) -> WidgetId {
    let id = store.create(counter()).await.expect("created");
    for viewer in viewers {
        store.attach(id, *viewer, Surface::Page).await.expect("attached");
    }
    id
}

/// The next query for a viewer.
async fn asked(store: &impl WidgetStore, id: WidgetId, viewer: ViewerId) -> RequestId {
    let mut seen = Watermark::default();
    loop {
        let pending = store.pending_queries(id, viewer).await.expect("queries");
        if let Some(query) = pending.last() {
            return query.request_id;
        }
        seen = store.changed(id, seen).await.expect("news");
    }
}

async fn pending(store: &impl WidgetStore, id: WidgetId, viewer: ViewerId) -> usize {
    store.pending_queries(id, viewer).await.expect("queries").len()
}

pub(super) async fn the_first_result_is_the_reply(store: &impl WidgetStore) {
    let id = shown(store, &[viewer(1), viewer(2)]).await;
    let answers = async {
        let request = asked(store, id, viewer(1)).await;
        store.attach(id, viewer(3), Surface::Page).await.expect("attached");
        let hidden = failure(request, "hidden");
        store.submit_query_result(id, viewer(1), hidden).await.expect("answered");
        for (n, left) in [(1, 0), (2, 1), (3, 0)] {
            let pending = pending(store, id, viewer(n)).await;
            assert_eq!(pending, left, "1 has answered, and 3 has come later");
        }
        let answer = result(request, json!({"n": 2}));
        store.submit_query_result(id, viewer(2), answer).await.expect("answered");
        request
    };
    let (reply, request) = tokio::join!(store.ask(id, ViewQuery::Inspect, LONG), answers);
    let expected = QueryOutcome::Answer { viewer: viewer(2), result: json!({"n": 2}) };
    assert_eq!(reply.expect("asked"), expected);
    store.submit_query_result(id, viewer(1), result(request, json!({}))).await.expect("dropped");
    let again = store.take_query_outcome(id, request, true).await.expect("a reply");
    assert!(matches!(again, Some(QueryOutcome::Failed { .. })), "the request has ended: {again:?}");
}

pub(super) async fn a_query_is_no_operation(store: &impl WidgetStore) {
    let id = shown(store, &[viewer(1)]).await;
    store.open_query(id, ViewQuery::Inspect).await.expect("asked");
    assert_eq!(store.summary(id).await.expect("it").revision, 1);
    let changes = store.changes_since(id, Some(1)).await.expect("changes");
    assert_eq!((changes.revision, changes.ops.len()), (1, 0));
    let set = Op::set_content("counter", Content::Text("5".into()));
    assert_eq!(store.apply(id, set).await.expect("applied"), 2);
    assert_eq!(pending(store, id, viewer(1)).await, 1, "it waits for its answer");
}

pub(super) async fn the_newest_queries_are_open(store: &impl WidgetStore) {
    let id = shown(store, &[viewer(1)]).await;
    let first = store.open_query(id, ViewQuery::Inspect).await.expect("asked");
    for _ in 0..8 {
        store.open_query(id, ViewQuery::Inspect).await.expect("asked");
    }
    let open = store.pending_queries(id, viewer(1)).await.expect("queries");
    assert!(open.len() == 8 && open.iter().all(|query| query.request_id != first), "{open:?}");
    let outcome = store.take_query_outcome(id, first, false).await.expect("an outcome");
    assert!(matches!(outcome, Some(QueryOutcome::Failed { .. })), "{outcome:?}");
}

pub(super) async fn who_cannot_answer_or_leaves_is_not_waited_for(store: &impl WidgetStore) {
    let id = shown(store, &[]).await;
    let nobody = store.ask(id, ViewQuery::Inspect, LONG).await.expect("asked");
    assert_eq!(nobody, QueryOutcome::NoViewer);

    store.attach(id, viewer(1), Surface::Page).await.expect("attached");
    let leaves = async {
        asked(store, id, viewer(1)).await;
        store.detach(id, viewer(1), Departure::Left).await.expect("detached");
    };
    let (reply, ()) = tokio::join!(store.ask(id, ViewQuery::Inspect, LONG), leaves);
    assert_eq!(reply.expect("asked"), QueryOutcome::NoViewer);

    let id = shown(store, &[viewer(1)]).await;
    let cannot = async {
        let request = asked(store, id, viewer(1)).await;
        store
            .submit_query_result(id, viewer(1), failure(request, "no canvas"))
            .await
            .expect("answered");
    };
    let (reply, ()) = tokio::join!(store.ask(id, ViewQuery::Inspect, LONG), cannot);
    assert_eq!(reply.expect("asked"), QueryOutcome::Failed { reason: "no canvas".into() });

    let late = store.ask(id, ViewQuery::Inspect, Duration::from_millis(10)).await.expect("asked");
    assert_eq!(late, QueryOutcome::Late);
}

pub(super) async fn what_was_not_asked_is_dropped(store: &impl WidgetStore) {
    let id = shown(store, &[viewer(1)]).await;
    let other = RequestId::random().expect("random");
    let request = store.open_query(id, ViewQuery::Inspect).await.expect("asked");
    let huge = "x".repeat(crate::op::query::MAX_QUERY_RESULT_BYTES);
    for (from, answer) in [
        (viewer(1), result(other, json!("not requested"))),
        (viewer(9), result(request, json!("not of this viewer"))),
        (viewer(1), result(request, json!(huge))),
        (viewer(1), result(request, json!("a second answer"))),
    ] {
        store.submit_query_result(id, from, answer).await.expect("taken or dropped");
    }
    match store.take_query_outcome(id, request, false).await.expect("a reply") {
        Some(QueryOutcome::Failed { reason }) => assert!(reason.contains("bytes"), "{reason}"),
        other => panic!("{other:?}"),
    }
}

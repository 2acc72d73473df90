//! Questions: the first result counts, and a viewer that cannot answer is not waited for.

use std::time::Duration;

use serde_json::{Value, json};

use super::{counter, viewer};
use crate::change::Change;
use crate::id::{RequestId, ViewerId, WidgetId};
use crate::op::Content;
use crate::op::Op;
use crate::op::query::{QueryOutcome, QueryResult, ViewQuery};
use crate::store::presence::{Departure, Surface};
use crate::store::{WidgetStore, WidgetStoreExt};

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

/// The next question for a viewer.
async fn heard(store: &impl WidgetStore, id: WidgetId) -> RequestId {
    let mut seen = crate::store::Watermark::default();
    loop {
        let changes = store.changes_since(id, Some(1)).await.expect("changes");
        if let Some(last) = changes.ops.last() {
            let change: Change = serde_json::from_str(last.as_json()).expect("a change");
            if let Op::Ask { request_id, .. } = change.op {
                return request_id;
            }
        }
        seen = store.changed(id, seen).await.expect("news");
    }
}

pub(super) async fn the_first_result_is_the_reply(store: &impl WidgetStore) {
    let id = shown(store, &[viewer(1), viewer(2)]).await;
    let answers = async {
        let request = heard(store, id).await;
        for (from, answer) in
            [(viewer(1), failure(request, "hidden")), (viewer(2), result(request, json!({"n": 2})))]
        {
            store.submit_query_result(id, from, answer).await.expect("answered");
        }
        request
    };
    let (reply, request) = tokio::join!(store.ask(id, ViewQuery::Inspect, LONG), answers);
    let expected = QueryOutcome::Answer { viewer: viewer(2), result: json!({"n": 2}) };
    assert_eq!(reply.expect("asked"), expected);
    store.submit_query_result(id, viewer(1), result(request, json!({}))).await.expect("dropped");
    let again = store.take_query_outcome(id, request, true).await.expect("a reply");
    assert!(matches!(again, Some(QueryOutcome::Failed { .. })), "the request has ended: {again:?}");
    let late = store.changes_since(id, None).await.expect("changes");
    assert!(late.ops.is_empty(), "a question is not kept for who comes later");
}

pub(super) async fn a_question_makes_no_revision(store: &impl WidgetStore) {
    let id = shown(store, &[viewer(1)]).await;
    let answer = async {
        let request = heard(store, id).await;
        store
            .submit_query_result(id, viewer(1), result(request, json!({})))
            .await
            .expect("answered");
    };
    let (reply, ()) = tokio::join!(store.ask(id, ViewQuery::Inspect, LONG), answer);
    assert!(matches!(reply, Ok(QueryOutcome::Answer { .. })), "{reply:?}");
    assert_eq!(store.summary(id).await.expect("it").revision, 1);

    let set = Op::set_content("counter", Content::Text("5".into()));
    let revision = store.apply(id, set).await.expect("applied");
    assert_eq!(revision, 2);
    let changes = store.changes_since(id, Some(1)).await.expect("changes");
    let asked = changes.revision - 1;
    store.acknowledge(id, viewer(1), asked, vec![]).await.expect("acknowledged");
    let delivery = store.delivery(id, revision, false).await.expect("it");
    assert_eq!(delivery, None, "the viewer has heard the question only");
    store.acknowledge(id, viewer(1), changes.revision, vec![]).await.expect("acknowledged");
    let delivery = store.delivery(id, revision, false).await.expect("it").expect("answered");
    assert_eq!(delivery.status, crate::store::delivery::DeliveryStatus::Applied);
}

pub(super) async fn who_cannot_answer_or_leaves_is_not_waited_for(store: &impl WidgetStore) {
    let id = shown(store, &[]).await;
    let nobody = store.ask(id, ViewQuery::Inspect, LONG).await.expect("asked");
    assert_eq!(nobody, QueryOutcome::NoViewer);
    assert_eq!(store.get(id).await.expect("it").revision(), 1, "no viewer was asked");

    store.attach(id, viewer(1), Surface::Page).await.expect("attached");
    let leaves = async {
        heard(store, id).await;
        store.detach(id, viewer(1), Departure::Left).await.expect("detached");
    };
    let (reply, ()) = tokio::join!(store.ask(id, ViewQuery::Inspect, LONG), leaves);
    assert_eq!(reply.expect("asked"), QueryOutcome::NoViewer);

    let id = shown(store, &[viewer(1)]).await;
    let cannot = async {
        let request = heard(store, id).await;
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
    let request = RequestId::random().expect("random");
    let ask = Op::Ask { request_id: request, question: ViewQuery::Inspect };
    store.apply(id, ask).await.expect("applied");
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

//! Parts of a large table over HTTP.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::{Value, json};
use widget_state::{MemoryStore, Op, Rows, Widget, WidgetId, WidgetStore, WidgetStoreExt};

use crate::server::{post, text};

async fn table() -> (Arc<MemoryStore>, WidgetId) {
    let store = Arc::new(MemoryStore::new());
    let rows: Vec<_> =
        (0..500).map(|n| json!({"n": n, "m": n % 3, "t": format!("t{n}")})).collect();
    let rows = Rows::parse(json!(rows).to_string()).unwrap();
    let id = store.create(Widget::table(rows)).await.unwrap();
    (store, id)
}

async fn ask(store: &Arc<MemoryStore>, id: WidgetId, request: &Value) -> Value {
    let path = format!("/widget/{id}/rows");
    let response = post(store, &path, &[], request.to_string()).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["cross-origin-resource-policy"], "same-origin");
    serde_json::from_str(&text(response).await).unwrap()
}

#[tokio::test]
async fn a_part_is_sorted_and_filtered_and_says_how_many_there_are() {
    let (store, id) = table().await;
    let answer = ask(&store, id, &json!({"start": 498, "end": 600})).await;
    let last = json!([{"n": 498, "m": 0, "t": "t498"}, {"n": 499, "m": 1, "t": "t499"}]);
    let expected = json!({"revision": 1, "count": 500, "positions": [498, 499], "rows": last});
    assert_eq!(answer, expected);

    let query = json!({
        "start": 0, "end": 250,
        "sort": [{"field": "m", "direction": "desc"}, {"field": "n", "direction": "desc"}],
        "filter": {"n": {"filterType": "number", "type": "greaterThanOrEqual", "filter": 100}},
    });
    let answer = ask(&store, id, &query).await;
    let mut expected: Vec<u64> = (100..500).collect();
    expected.sort_by_key(|n| std::cmp::Reverse((n % 3, *n)));
    assert_eq!(answer["count"], 400);
    assert_eq!(answer["positions"], json!(expected[..250]));
    assert_eq!(answer["rows"][249]["n"], expected[249]);
}

#[tokio::test]
async fn an_order_follows_the_rows() {
    let (store, id) = table().await;
    let by_n = json!([{"field": "n", "direction": "desc"}]);
    let query = json!({"start": 0, "end": 1, "sort": by_n});
    assert_eq!(ask(&store, id, &query).await["positions"], json!([499]));
    let edit =
        Op::TableCell { block_id: None, row_id: json!(7), field: "n".into(), value: json!(1_000) };
    store.apply(id, edit).await.unwrap();
    let answer = ask(&store, id, &query).await;
    assert_eq!((&answer["positions"], &answer["revision"]), (&json!([7]), &json!(2)));
}

#[tokio::test]
async fn what_cannot_be_answered_is_refused() {
    let (store, id) = table().await;
    let html = store.create(Widget::html("")).await.unwrap();
    let own = format!("/widget/{id}/rows");
    let good = json!({"start": 0, "end": 1});
    let bad_filter = json!({"start": 0, "end": 1, "filter": {"n": {"filterType": "set"}}});
    let by_n = json!({"field": "n", "direction": "asc"});
    let long_sort = json!({"start": 0, "end": 1, "sort": vec![by_n; 17]});
    let unknown = WidgetId::random().unwrap();
    for (path, body, status) in [
        (own.clone(), "{".to_owned(), StatusCode::BAD_REQUEST),
        (own.clone(), json!({"start": 0, "end": 10_001}).to_string(), StatusCode::BAD_REQUEST),
        (own.clone(), json!({"start": -1, "end": 1}).to_string(), StatusCode::BAD_REQUEST),
        (
            own.clone(),
            json!({"start": 0, "end": 1, "page": 2}).to_string(),
            StatusCode::BAD_REQUEST,
        ),
        (own.clone(), long_sort.to_string(), StatusCode::BAD_REQUEST),
        (own.clone(), bad_filter.to_string(), StatusCode::BAD_REQUEST),
        (own.clone(), " ".repeat(70_000), StatusCode::PAYLOAD_TOO_LARGE),
        (format!("/widget/{html}/rows"), good.to_string(), StatusCode::BAD_REQUEST),
        (format!("/widget/{unknown}/rows"), good.to_string(), StatusCode::NOT_FOUND),
        ("/widget/x/rows".to_owned(), good.to_string(), StatusCode::NOT_FOUND),
    ] {
        let response = post(&store, &path, &[], body.clone()).await;
        assert_eq!(response.status(), status, "{path} {}", &body[..body.len().min(99)]);
    }
    let foreign = [("origin", "http://evil.example")];
    let response = post(&store, &own, &foreign, good.to_string()).await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
}

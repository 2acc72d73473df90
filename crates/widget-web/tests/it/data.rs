//! Figures and rows over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::to_bytes;
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::task::yield_now;
use widget_state::{
    Figure, MemoryStore, Op, RowStrategy, Rows, Widget, WidgetStore, WidgetStoreExt,
};

use crate::server::{get, text};

#[tokio::test]
async fn rows_come_whole_with_their_revision() {
    let store = Arc::new(MemoryStore::new());
    let rows = Rows::parse(r#"[{"a": 1}]"#).unwrap();
    let id = store.create(Widget::table(rows)).await.unwrap();
    let more = Op::TableRows {
        block_id: None,
        strategy: RowStrategy::Append,
        rows: r#"[{"a": 2}]"#.into(),
    };
    store.apply(id, more).await.unwrap();
    let path = format!("/widget/{id}/data");
    let response = get(&store, &path, &[]).await;
    assert_eq!(response.headers()["etag"], "\"2\"");
    assert_eq!(response.headers()["cross-origin-resource-policy"], "same-origin");
    let value: Value = serde_json::from_str(&text(response).await).unwrap();
    assert_eq!(value, json!([{"a": 1}, {"a": 2}]));
    let known = get(&store, &path, &[("if-none-match", "\"2\"")]).await;
    assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn a_figure_is_compressed_and_unknown_widgets_have_none() {
    let store = Arc::new(MemoryStore::new());
    let figure = Figure::parse(json!({"data": [{"y": vec![1; 10_000]}]}).to_string()).unwrap();
    let id = store.create(Widget::chart(figure.clone())).await.unwrap();
    let path = format!("/widget/{id}/data");
    assert_eq!(text(get(&store, &path, &[]).await).await, figure.as_json());
    for (accepted, used) in [("gzip", "gzip"), ("gzip, deflate, br, zstd", "br")] {
        let response = get(&store, &path, &[("accept-encoding", accepted)]).await;
        assert_eq!(response.headers()["content-encoding"], used);
    }
    store.remove(id).await.unwrap();
    assert_eq!(get(&store, &path, &[]).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(get(&store, "/widget/x/data", &[]).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn other_work_goes_on_while_an_answer_is_compressed() {
    let store = Arc::new(MemoryStore::new());
    let figure = Figure::parse(json!({"data": [{"y": vec![1.5; 250_000]}]}).to_string()).unwrap();
    let bytes = figure.as_json().len();
    let id = store.create(Widget::chart(figure)).await.unwrap();
    let turns = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&turns);
    let other = tokio::spawn(async move {
        loop {
            counted.fetch_add(1, Ordering::Relaxed);
            yield_now().await;
        }
    });
    let response = get(&store, &format!("/widget/{id}/data"), &[("accept-encoding", "br")]).await;
    let before = turns.load(Ordering::Relaxed);
    let compressed = to_bytes(response.into_body(), bytes).await.unwrap();
    other.abort();
    assert!(compressed.len() < bytes / 10);
    let turns = turns.load(Ordering::Relaxed) - before;
    assert!(turns >= bytes / (64 << 10), "{turns} turns for {bytes} bytes");
}

#[tokio::test]
async fn each_block_has_data_and_a_revision_of_its_own() {
    let store = Arc::new(MemoryStore::new());
    let blocks = json!([
        {"type": "card", "blocks": [{"type": "chart", "id": "left", "figure": {"data": []}}]},
        {"type": "table", "id": "rows", "rows": [{"a": 1}]},
    ]);
    let widget = Widget::page(serde_json::from_value(blocks).unwrap()).unwrap();
    let id = store.create(widget).await.unwrap();
    let rows = Op::TableRows {
        block_id: None,
        strategy: RowStrategy::Append,
        rows: r#"[{"a":2}]"#.into(),
    };
    store.apply(id, rows).await.unwrap();
    for (block, etag, expected) in
        [("left", "\"1\"", json!({"data": []})), ("rows", "\"2\"", json!([{"a": 1}, {"a": 2}]))]
    {
        let response = get(&store, &format!("/widget/{id}/data?block={block}"), &[]).await;
        assert_eq!(response.headers()["etag"], etag);
        assert_eq!(serde_json::from_str::<Value>(&text(response).await).unwrap(), expected);
    }
    let none = get(&store, &format!("/widget/{id}/data?block=other"), &[]).await;
    assert_eq!(none.status(), StatusCode::NO_CONTENT);
}

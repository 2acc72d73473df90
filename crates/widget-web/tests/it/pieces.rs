//! Data and rows in pieces, for hosts that cap what a call may bring.

use std::sync::Arc;

use serde_json::{Value, json};
use widget_state::{Figure, MemoryStore, Rows, Widget, WidgetId, WidgetStore};
use widget_web::{RowsRequest, WebError, WebState};

async fn state_of(widget: Widget) -> (WebState, WidgetId) {
    let store = MemoryStore::new();
    let id = store.create(widget).await.unwrap();
    (WebState::new(Arc::new(store)), id)
}

async fn whole(state: &WebState, id: WidgetId) -> (String, usize) {
    let (mut text, mut pieces, mut start) = (String::new(), 0, Some(0));
    while let Some(at) = start {
        let piece = state.data_piece(id, None, at).await.unwrap();
        assert!(piece.text.len() <= 256 << 10);
        assert_eq!(piece.revision, 1);
        text.push_str(&piece.text);
        pieces += 1;
        start = piece.next;
    }
    (text, pieces)
}

#[tokio::test]
async fn the_pieces_of_a_figure_make_the_figure() {
    // Characters of three bytes, so that most places are inside of one.
    let figure = json!({"data": [{"y": [1], "name": "…".repeat(300_000)}], "layout": {}});
    let text = figure.to_string();
    let (state, id) = state_of(Widget::chart(Figure::parse(text.clone()).unwrap())).await;
    let (joined, pieces) = whole(&state, id).await;
    assert!(joined == text && pieces == 4, "{pieces}");
    for start in [text.len(), text.len() + 1, usize::MAX, text.find('…').unwrap() + 1] {
        let error = state.data_piece(id, None, start).await.unwrap_err();
        assert!(matches!(error, WebError::NoPiece { start: at } if at == start), "{error}");
    }
}

#[tokio::test]
async fn the_pieces_of_rows_make_the_rows() {
    for count in [0, 1, 20_000] {
        let rows: Vec<_> = (0..count).map(|n| json!({"n": n, "t": format!("tür {n}")})).collect();
        let (state, id) =
            state_of(Widget::table(Rows::parse(json!(rows).to_string()).unwrap())).await;
        let (joined, pieces) = whole(&state, id).await;
        assert_eq!(serde_json::from_str::<Value>(&joined).unwrap(), json!(rows));
        assert_eq!(pieces > 1, count > 1);
    }
}

#[tokio::test]
async fn html_has_neither() {
    let (state, id) = state_of(Widget::html("text")).await;
    assert!(matches!(state.data_piece(id, None, 0).await, Err(WebError::NoData)));
    assert!(matches!(state.rows(id, rows(0, 1), 1_000).await, Err(WebError::NoRows)));
}

#[tokio::test]
async fn as_many_rows_come_as_go_into_an_answer() {
    let all: Vec<_> = (0..100).map(|n| json!({"n": n, "t": "x".repeat(100)})).collect();
    let (state, id) = state_of(Widget::table(Rows::parse(json!(all).to_string()).unwrap())).await;
    let part = state.rows(id, rows(10, 60), 1_000).await.unwrap();
    assert_eq!((part.count, part.revision), (100, 1));
    assert_eq!(part.positions, (10..18).collect::<Vec<_>>());
    assert_eq!(json!(part.rows[0]), all[10]);
    let one = state.rows(id, rows(99, 200), 10).await.unwrap();
    assert_eq!(json!(one.rows), json!([all[99]]));
    let error = state.rows(id, rows(0, 10_001), 1_000).await.unwrap_err();
    assert_eq!(error.to_string(), "more than 10000 rows at a time");
}

fn rows(start: usize, end: usize) -> RowsRequest {
    RowsRequest { block_id: None, start, end, sort: Vec::new(), filter: Default::default() }
}

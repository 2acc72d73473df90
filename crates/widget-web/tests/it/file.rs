//! Files that people put into forms, over HTTP.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tower::ServiceExt;
use widget_state::{MemoryStore, UploadRef, Widget, WidgetId, WidgetStore};
use widget_web::{WebState, router};

struct Server {
    web: WebState,
    store: Arc<MemoryStore>,
    form: WidgetId,
}

impl Server {
    async fn new() -> Self {
        let store = Arc::new(MemoryStore::new());
        let blocks = json!([{"type": "form", "fields": [{"name": "a", "type": "file"}]}]);
        let widget = Widget::page(serde_json::from_value(blocks).unwrap()).unwrap();
        let form = store.create(widget).await.unwrap();
        let web = WebState::new(Arc::clone(&store) as Arc<dyn WidgetStore>);
        Self { web, store, form }
    }

    async fn send(&self, id: WidgetId, part: Value, origin: &str) -> (StatusCode, String) {
        let request = Request::post(format!("/widget/{id}/file"))
            .header("host", "127.0.0.1:8001")
            .header("origin", origin)
            .body(Body::from(part.to_string()));
        let answer = router::<()>(self.web.clone()).oneshot(request.unwrap()).await.unwrap();
        let status = answer.status();
        let body = axum::body::to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8(body.into()).unwrap())
    }

    async fn part(&self, part: Value) -> (StatusCode, String) {
        self.send(self.form, part, OWN).await
    }
}

const OWN: &str = "http://127.0.0.1:8001";

fn first(size: usize, bytes: &[u8]) -> Value {
    json!({"file": {"name": "a.txt", "type": "text/plain", "size": size}, "start": 0,
        "base64": STANDARD.encode(bytes)})
}

#[tokio::test]
async fn a_file_comes_in_parts_and_is_there_whole() {
    let server = Server::new().await;
    let (status, answer) = server.part(first(10, b"01234")).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["received"], 5);
    let reference: UploadRef = answer["ref"].as_str().unwrap().parse().unwrap();
    let last = json!({"ref": reference, "start": 5, "base64": STANDARD.encode(b"56789")});
    let (_, answer) = server.part(last).await;
    assert_eq!(answer, format!("{{\"ref\":\"{reference}\",\"received\":10}}"));
    assert_eq!(server.web.uploads().get(reference).unwrap().bytes, b"0123456789");
}

#[tokio::test]
async fn what_is_no_part_of_a_file_is_refused_with_the_reason() {
    let server = Server::new().await;
    let elsewhere = server.send(server.form, first(1, b"0"), "https://evil.example").await;
    assert_eq!(elsewhere.0, StatusCode::FORBIDDEN);
    let unknown = server.send(WidgetId::random().unwrap(), first(1, b"0"), OWN).await;
    assert_eq!(unknown.0, StatusCode::NOT_FOUND);
    let plain = server.store.create(Widget::html("<b>no form</b>")).await.unwrap();
    let (status, reason) = server.send(plain, first(1, b"0"), OWN).await;
    assert_eq!((status.as_u16(), &*reason), (422, "this widget takes no files.\n"));
    let reference = "0".repeat(32);
    for (part, code, reason) in [
        (first(1, b"01"), 422, "larger than was announced"),
        (first(21 << 20, b"0"), 422, "it is larger than 20 MiB"),
        (json!({"start": 0, "base64": ""}), 422, "either file or ref"),
        (json!({"ref": reference, "start": 0, "base64": ""}), 422, "send it again from its start"),
        (json!({"ref": reference, "base64": "no base64!"}), 422, "not base64"),
        (json!({"ref": "x", "base64": ""}), 400, "32 lowercase"),
        (json!({"base64": "A".repeat(600 << 10)}), 413, "not read"),
    ] {
        let (status, said) = server.part(part).await;
        assert_eq!(status.as_u16(), code, "{said}");
        assert!(said.contains(reason), "{said}");
    }
}

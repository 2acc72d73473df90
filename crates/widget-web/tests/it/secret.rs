//! Secrets over HTTP.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt;
use widget_state::{
    MemoryStore, SecretRef, SecretText, SecretVault, Toolbar, Widget, WidgetId, WidgetStore,
};
use widget_web::{WebState, router};

use crate::server::text;

struct Pages {
    store: Arc<MemoryStore>,
    vault: SecretVault,
    id: WidgetId,
}

impl Pages {
    async fn new() -> Self {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "secret", "component_id": "token"},
            {"type": "secret", "component_id": "off", "disabled": true},
            {"type": "text", "component_id": "name"},
        ]}))
        .unwrap();
        let store = Arc::new(MemoryStore::new());
        let widget = Widget::html("<input id=pin type=password>").with_toolbars([toolbar]).unwrap();
        let id = store.create(widget).await.unwrap();
        Self { store, vault: SecretVault::new(), id }
    }

    async fn post(&self, path: &str, origin: &str, body: &str) -> Response<Body> {
        let state = WebState::new(Arc::clone(&self.store) as Arc<dyn WidgetStore>);
        let app = router(state.with_secrets(self.vault.clone()));
        let request = Request::post(path)
            .header("host", "127.0.0.1:8001")
            .header("origin", origin)
            .header("content-type", "text/plain; charset=utf-8")
            .body(Body::from(body.to_owned()))
            .unwrap();
        app.oneshot(request).await.unwrap()
    }
}

const OWN: &str = "http://127.0.0.1:8001";

#[tokio::test]
async fn a_secret_goes_into_the_vault_and_its_reference_comes_back() {
    let pages = Pages::new().await;
    let path = format!("/widget/{}/secret/token", pages.id);
    let response = pages.post(&path, OWN, "hunter2").await;
    assert_eq!(response.status(), StatusCode::OK);
    let answer = text(response).await;
    assert!(!answer.contains("hunter2"), "{answer}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let reference: SecretRef = answer["secret_ref"].as_str().unwrap().parse().unwrap();
    let redeemed = pages.vault.redeem(reference).await.unwrap();
    assert_eq!(redeemed.as_ref().map(SecretText::expose), Some("hunter2"));
    let document = pages.store.get(pages.id).await.unwrap();
    assert_eq!(document.revision(), 1, "the document knows nothing of it");
}

#[tokio::test]
async fn a_password_field_of_the_html_is_kept_by_its_own_name() {
    let pages = Pages::new().await;
    let path = format!("/widget/{}/secret/pin", pages.id);
    let answer = text(pages.post(&path, OWN, "hunter2").await).await;
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let reference: SecretRef = answer["secret_ref"].as_str().unwrap().parse().unwrap();
    let redeemed = pages.vault.redeem(reference).await.unwrap();
    assert_eq!(redeemed.as_ref().map(SecretText::expose), Some("hunter2"));
    let long = format!("/widget/{}/secret/{}", pages.id, "x".repeat(257));
    assert_eq!(pages.post(&long, OWN, "x").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_is_no_secret_of_this_page_is_refused() {
    let pages = Pages::new().await;
    let id = pages.id;
    let unknown = WidgetId::random().unwrap();
    let large = "x".repeat(8_193);
    let huge = "x".repeat(20_000);
    for (path, origin, body, status) in [
        (format!("/widget/{id}/secret/token"), "http://evil.example", "x", StatusCode::FORBIDDEN),
        (format!("/widget/{id}/secret/token"), "null", "x", StatusCode::FORBIDDEN),
        (format!("/widget/{id}/secret/name"), OWN, "x", StatusCode::NOT_FOUND),
        (format!("/widget/{id}/secret/off"), OWN, "x", StatusCode::NOT_FOUND),
        (format!("/widget/{unknown}/secret/token"), OWN, "x", StatusCode::NOT_FOUND),
        ("/widget/x/secret/token".into(), OWN, "x", StatusCode::NOT_FOUND),
        (format!("/widget/{id}/secret/token"), OWN, "", StatusCode::UNPROCESSABLE_ENTITY),
        (format!("/widget/{id}/secret/token"), OWN, &large, StatusCode::UNPROCESSABLE_ENTITY),
        (format!("/widget/{id}/secret/token"), OWN, &huge, StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        let response = pages.post(&path, origin, body).await;
        assert_eq!(response.status(), status, "{path} from {origin}");
    }
}

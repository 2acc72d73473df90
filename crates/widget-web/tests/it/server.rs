//! A server of one store on a free port.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::request::Builder;
use axum::http::{Request, Response};
use tokio::net::TcpListener;
use tower::ServiceExt;
use widget_state::{MemoryStore, WidgetStore};
use widget_web::{WebState, router};

/// The store and its pages.
pub(crate) struct Server {
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) async fn start() -> Self {
        let store = Arc::new(MemoryStore::new());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = pages(&store);
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { store, address }
    }
}

fn pages(store: &Arc<MemoryStore>) -> axum::Router {
    router(WebState::new(Arc::clone(store) as Arc<dyn WidgetStore>))
}

/// Answers one request without a socket.
pub(crate) async fn get(
    store: &Arc<MemoryStore>,
    path: &str,
    headers: &[(&str, &str)],
) -> Response<Body> {
    send(store, Request::get(path), headers, Body::empty()).await
}

/// Answers one request with a body without a socket.
pub(crate) async fn post(
    store: &Arc<MemoryStore>,
    path: &str,
    headers: &[(&str, &str)],
    body: String,
) -> Response<Body> {
    send(store, Request::post(path), headers, body.into()).await
}

async fn send(
    store: &Arc<MemoryStore>,
    request: Builder,
    headers: &[(&str, &str)],
    body: Body,
) -> Response<Body> {
    let mut request = request.header("host", "127.0.0.1:8001");
    for (name, value) in headers {
        request.headers_mut().unwrap().insert(
            axum::http::HeaderName::from_bytes(name.as_bytes()).unwrap(),
            value.parse().unwrap(),
        );
    }
    pages(store).oneshot(request.body(body).unwrap()).await.unwrap()
}

pub(crate) async fn text(response: Response<Body>) -> String {
    let bytes = axum::body::to_bytes(response.into_body(), 64 << 20).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

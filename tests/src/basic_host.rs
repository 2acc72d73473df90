//! The example host of MCP Apps (`examples/basic-host` of ext-apps, which is in no registry): its
//! bridge as npm has it, its two frames, and its introduction, which announces no views.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::apps_host::{POLICY, relay};
use crate::browser::Browser;
use crate::browser::page::Page;
use crate::client::Client;
use crate::handshake::Handshake;
use crate::node;

/// The name by which the host introduces itself.
const NAME: &str = "MCP Apps Host";

/// A page with one conversation, and its agent.
#[derive(Debug)]
pub struct BasicHost {
    clients: Arc<Vec<Client>>,
    page: Page,
    /// The address of the outer frame.
    sandbox: String,
    _browser: Browser,
}

impl BasicHost {
    /// Opens the page, as a client of the server at this address.
    pub async fn start(handshake: Handshake, endpoint: &str) -> Self {
        let capabilities = json!({"elicitation": {}});
        let capabilities: ClientCapabilities =
            serde_json::from_value(capabilities).expect("capabilities");
        let itself = ClientConfig::new(capabilities, Implementation::new(NAME, "1.0.0"));
        let clients = Arc::new(vec![Client::http_introduced(itself, handshake, endpoint).await]);
        let app = Router::new()
            .route("/", get(|| async { Html(include_str!("basic_host/page.html")) }))
            .route("/host.js", get(|| async { script(include_str!("basic_host/host.js").into()) }))
            .route("/sandbox", get(sandbox))
            .route("/modules/{*path}", get(module))
            .merge(relay(Arc::clone(&clients)));
        let (page, sandbox) = (serve(app.clone()).await, serve(app).await + "/sandbox");
        let browser = Browser::start().await;
        let page = browser.open(&page).await;
        page.shell_holds("window.show !== undefined").await;
        Self { clients, page, sandbox, _browser: browser }
    }

    /// The agent of the conversation.
    #[must_use]
    pub fn agent(&self) -> &Client {
        &self.clients[0]
    }

    /// Calls a tool as the model does, and shows its view; returns the result.
    pub async fn create(&self, tool: &str, arguments: Value) -> Value {
        let created = self.agent().call(tool, arguments).await;
        let view = self.agent().view_of(tool).await;
        let result = json!({"content": [], "structuredContent": created});
        let call = json!({
            "name": NAME, "sandbox": self.sandbox, "view": format!("/0/view/{view}"),
            "result": result,
        });
        self.page.shell_value(&format!("void show({call})")).await;
        created
    }

    /// The view, in the inner frame.
    #[must_use]
    pub fn view(&self) -> Page {
        self.page.inner(0)
    }
}

/// Serves the application at an origin of its own; its address.
async fn serve(app: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    tokio::spawn(async move { axum::serve(listener, app).await.expect("the pages are served") });
    format!("http://{address}")
}

async fn sandbox() -> impl IntoResponse {
    ([(CONTENT_SECURITY_POLICY, POLICY)], Html(include_str!("basic_host/sandbox.html")))
}

/// A script of the npm packages of the clients.
async fn module(Path(path): Path<String>) -> Response {
    let read = move || std::fs::read_to_string(node::module(&path));
    match tokio::task::spawn_blocking(read).await.expect("a file is read") {
        Ok(text) => script(text).into_response(),
        Err(error) => (StatusCode::NOT_FOUND, error.to_string()).into_response(),
    }
}

fn script(text: String) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript")], text)
}

//! A host of MCP Apps in a browser, over real MCP clients; it misbehaves as a test says.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::browser::Browser;
use crate::browser::page::Page;
use crate::client::Client;
use crate::eventually::eventually;

/// The policy of a host for a view that asks for nothing (MCP Apps 2026-01-26).
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'unsafe-inline'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; \
    connect-src 'none'";

/// A page with one conversation for each client. The agent of a conversation is its client.
#[derive(Debug)]
pub struct AppsHost {
    clients: Arc<Vec<Client>>,
    page: Page,
    browser: Browser,
}

impl AppsHost {
    /// The greatest height that a view is given, in CSS pixels.
    pub const MAX_HEIGHT: f64 = 2_000.0;

    /// Opens the page; each conversation makes the mistake that its client is paired with.
    pub async fn start(conversations: Vec<(&str, Client)>) -> Self {
        let (faults, clients): (Vec<_>, Vec<_>) = conversations.into_iter().unzip();
        let clients = Arc::new(clients);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let app = Router::new()
            .route("/", get(|| async { Html(include_str!("apps_host/page.html")) }))
            .route("/host.js", get(script))
            .merge(relay(Arc::clone(&clients)));
        tokio::spawn(
            async move { axum::serve(listener, app).await.expect("the pages are served") },
        );
        let browser = Browser::start().await;
        let page = browser.open(&format!("http://{address}")).await;
        page.shell_holds("window.host !== undefined").await;
        page.shell_value(&format!("void host.begin({}, {})", json!(faults), Self::MAX_HEIGHT))
            .await;
        Self { clients, page, browser }
    }

    /// The agent of a conversation.
    #[must_use]
    pub fn agent(&self, number: usize) -> &Client {
        &self.clients[number]
    }

    /// Calls a tool that makes a widget, as the model of a conversation, whose host shows the view
    /// of the tool in its way; returns the result.
    pub async fn create(&self, number: usize, tool: &str, arguments: Value) -> Value {
        let agent = self.agent(number);
        let view = agent.view_of(tool).await;
        let created = agent.call(tool, arguments).await;
        let result = json!({"content": [], "structuredContent": created});
        let call = json!({"view": view, "result": result});
        self.page.shell_value(&format!("void host.show({number}, {call})")).await;
        created
    }

    /// Mounts the view of a conversation, once more or at last.
    pub async fn mount(&self, number: usize) {
        self.page.shell_value(&format!("void host.mount({number})")).await;
    }

    /// Takes the frames of a conversation away.
    pub async fn kill(&self, number: usize) {
        self.page.shell_value(&format!("void host.kill({number})")).await;
    }

    /// Returns the method and parameters of all that views have asked to tell the model of a
    /// conversation.
    pub async fn said(&self, number: usize) -> Value {
        self.page.shell_value(&format!("host.said({number})")).await
    }

    /// Sends the views of a conversation the result that its host forgot.
    pub async fn remember(&self, number: usize) {
        self.page.shell_value(&format!("void host.remember({number})")).await;
    }

    /// The heights that the views of a conversation have asked for, in CSS pixels.
    pub async fn heights(&self, number: usize) -> Vec<f64> {
        let heights = self.page.shell_value(&format!("host.heights({number})")).await;
        serde_json::from_value(heights).expect("heights")
    }

    /// Waits until the only view of a conversation has the height that it asked for last.
    pub async fn is_as_high_as_wanted(&self, number: usize) {
        eventually("the view to be as high as it asked for", async || {
            let heights = self.heights(number).await;
            match self.page.value("innerHeight").await.as_f64() {
                own if own.is_some() && own == heights.last().copied() => Ok(()),
                own => Err(format!("{own:?} after {heights:?}")),
            }
        })
        .await;
    }

    /// The first view on the page.
    #[must_use]
    pub fn view(&self) -> &Page {
        &self.page
    }

    /// Waits until the agent of a conversation is told of so many open viewers.
    pub async fn has_viewers(&self, number: usize, widget: &Value, expected: u64) {
        eventually(&format!("{expected} viewers"), async || {
            match self.viewers(number, widget).await {
                open if open == expected => Ok(()),
                open => Err(open.to_string()),
            }
        })
        .await;
    }

    /// Returns the number of open viewers, as the agent of a conversation is told.
    pub async fn viewers(&self, number: usize, widget: &Value) -> u64 {
        let arguments = json!({"widget_id": widget["widget_id"]});
        let described = self.agent(number).call("get_widget", arguments).await;
        described["viewers"]["open"].as_u64().expect("a number of viewers")
    }

    /// Opens another tab for the person.
    pub async fn open(&self, url: &str) -> Page {
        self.browser.open(url).await
    }
}

/// Brings pages to the servers of their conversations: the views, and the calls of these.
pub(crate) fn relay(clients: Arc<Vec<Client>>) -> Router {
    Router::new()
        .route("/{number}/view/{name}", get(view))
        .route("/{number}/call", post(call))
        .with_state(clients)
}

async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript")], include_str!("apps_host/host.js"))
}

/// The view of this name, as the server has it.
async fn view(
    State(clients): State<Arc<Vec<Client>>>,
    Path((number, name)): Path<(usize, String)>,
) -> Response {
    let html = clients[number].resource(&format!("ui://widget-mcp/{name}")).await;
    ([(CONTENT_SECURITY_POLICY, POLICY)], Html(html)).into_response()
}

#[derive(Deserialize)]
struct ToolCall {
    name: String,
    arguments: Value,
}

/// Passes a call of a view on, and what the server says.
async fn call(
    State(clients): State<Arc<Vec<Client>>>,
    Path(number): Path<usize>,
    body: Bytes,
) -> Response {
    let call: ToolCall = serde_json::from_slice(&body).expect("a call");
    match clients[number].attempt(&call.name, call.arguments).await {
        Ok(result) => serde_json::to_string(&result).expect("a result is JSON").into_response(),
        // The server may end before the page does.
        Err(error) => (StatusCode::BAD_GATEWAY, error.to_string()).into_response(),
    }
}

//! Messages over HTTP.

use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::task::AbortHandle;

/// A client with connections of its own. It trusts no certificate: reading the system's certificates
/// would take longer than a test.
fn client() -> Client {
    let client = Client::builder().no_proxy().tls_certs_only([]);
    client.build().expect("an HTTP client")
}

/// HTTP+SSE: one stream for what comes, a request for each message that goes.
#[derive(Debug)]
pub(super) struct Sse {
    client: Client,
    messages: String,
    reading: AbortHandle,
}

impl Sse {
    pub(super) async fn open(address: &str, messages: UnboundedSender<Value>) -> Self {
        let client = client();
        let stream = client.get(format!("{address}/sse")).send().await.expect("the server answers");
        assert_eq!(stream.status(), StatusCode::OK);
        let (named, mut endpoint) = mpsc::unbounded_channel();
        let reading = tokio::spawn(read(stream, move |event, data| {
            let taken = match event {
                "endpoint" => named.send(data.to_owned()).is_ok(),
                _ => messages.send(serde_json::from_str(data).expect("a message")).is_ok(),
            };
            taken.then_some(())
        }));
        let path = endpoint.recv().await.expect("the stream begins with the endpoint");
        Self { client, messages: format!("{address}{path}"), reading: reading.abort_handle() }
    }

    pub(super) async fn send(&self, message: &Value) {
        let request = self.client.post(&self.messages).header("content-type", "application/json");
        let response = request.body(message.to_string()).send().await.expect("an answer");
        assert_eq!(response.status(), StatusCode::ACCEPTED, "{:?}", response.text().await);
    }
}

impl Drop for Sse {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

/// Streamable HTTP: each request is answered where it was sent.
#[derive(Debug)]
pub(super) struct Streamable {
    client: Client,
    endpoint: String,
    session: Option<String>,
    messages: UnboundedSender<Value>,
}

impl Streamable {
    pub(super) fn new(address: &str, messages: UnboundedSender<Value>) -> Self {
        let endpoint = format!("{address}/mcp");
        Self { client: client(), endpoint, session: None, messages }
    }

    pub(super) async fn send(&mut self, message: Value, version: &str) {
        let request = self.request(&message, version).body(message.to_string());
        if message["id"].is_null() {
            let response = request.send().await.expect("an answer");
            assert_eq!(response.status(), StatusCode::ACCEPTED, "{:?}", response.text().await);
            return;
        }
        let messages = self.messages.clone();
        if version == super::MODERN {
            // The answer begins only when there is something to say.
            tokio::spawn(async move {
                pass_on(request.send().await.expect("an answer"), messages).await;
            });
        } else {
            let response = request.send().await.expect("an answer");
            if let Some(session) = response.headers().get("mcp-session-id") {
                self.session = Some(session.to_str().expect("an id").to_owned());
            }
            tokio::spawn(pass_on(response, messages));
        }
    }

    fn request(&self, message: &Value, version: &str) -> RequestBuilder {
        let method = message["method"].as_str().unwrap_or_default();
        let mut request = self
            .client
            .post(&self.endpoint)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        if method != "initialize" {
            request = request.header("mcp-protocol-version", version);
        }
        if version == super::MODERN {
            request = request.header("mcp-method", method);
            if let Some(name) = message["params"]["name"].as_str() {
                request = request.header("mcp-name", name);
            }
        }
        request
    }
}

/// Hands on what the server answers, as one message or as a stream of them.
async fn pass_on(response: Response, messages: UnboundedSender<Value>) {
    let kind = response.headers().get("content-type").cloned();
    if kind.is_some_and(|kind| kind == "application/json") {
        let text = response.text().await.unwrap_or_default();
        messages.send(serde_json::from_str(&text).expect("a message")).ok();
        return;
    }
    assert_eq!(response.status(), StatusCode::OK, "{:?}", response.text().await);
    read(response, |_, data| messages.send(serde_json::from_str(data).expect("a message")).ok())
        .await;
}

/// Reads events until the stream ends or the receiver is gone.
async fn read(mut response: Response, mut take: impl FnMut(&str, &str) -> Option<()>) {
    let (mut text, mut event) = (String::new(), String::from("message"));
    while let Ok(Some(chunk)) = response.chunk().await {
        text.push_str(std::str::from_utf8(&chunk).expect("events are text"));
        while let Some((line, rest)) = text.split_once('\n') {
            let line = line.trim_end_matches('\r');
            if let Some(name) = line.strip_prefix("event:") {
                event = name.trim().to_owned();
            } else if let Some(data) = line.strip_prefix("data:").map(str::trim)
                && !data.is_empty()
                && take(&std::mem::replace(&mut event, "message".into()), data).is_none()
            {
                return;
            }
            text = rest.to_owned();
        }
    }
}

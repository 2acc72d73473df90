//! An MCP client that sends exactly what a test says: JSON-RPC by hand.

mod http;
mod line;

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::eventually::in_time;
use crate::process::Process;
use crate::server::Server;
use http::{Sse, Streamable};
use line::Line;

/// The version without `initialize`: each request says who asks.
pub const MODERN: &str = "2026-07-28";

/// Every version there is, oldest first.
pub const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN];

/// A connection on which a test writes the messages itself.
#[derive(Debug)]
pub struct Wire {
    outgoing: Outgoing,
    incoming: mpsc::UnboundedReceiver<Value>,
    /// Messages that are not claimed yet.
    unread: VecDeque<Value>,
    version: &'static str,
    next_id: u64,
}

#[derive(Debug)]
enum Outgoing {
    Line(Line),
    Sse(Sse),
    Streamable(Streamable),
}

impl Wire {
    /// The release binary on its standard input and output.
    pub async fn stdio() -> Self {
        Self::stdio_with(&[], &[]).await
    }

    /// The same with further flags and environment variables.
    pub async fn stdio_with(flags: &[&str], environment: &[(&str, &str)]) -> Self {
        let (messages, incoming) = mpsc::unbounded_channel();
        Self::new(Outgoing::Line(Line::start_with(flags, environment, messages)), incoming)
    }

    /// HTTP+SSE.
    pub async fn sse(server: &Server) -> Self {
        Self::sse_at(server.address()).await
    }

    /// HTTP+SSE of the server at this address.
    pub async fn sse_at(address: &str) -> Self {
        let (messages, incoming) = mpsc::unbounded_channel();
        Self::new(Outgoing::Sse(Sse::open(address, messages).await), incoming)
    }

    /// Streamable HTTP.
    #[must_use]
    pub fn http(server: &Server) -> Self {
        Self::http_at(server.address())
    }

    /// Streamable HTTP of the server at this address.
    #[must_use]
    pub fn http_at(address: &str) -> Self {
        let (messages, incoming) = mpsc::unbounded_channel();
        Self::new(Outgoing::Streamable(Streamable::new(address, messages)), incoming)
    }

    /// One connection of each kind, each to a server of its own, with its name.
    pub async fn each(server: &Server) -> [(&'static str, Self); 3] {
        [
            ("stdio", Self::stdio().await),
            ("sse", Self::sse(server).await),
            ("http", Self::http(server)),
        ]
    }

    fn new(outgoing: Outgoing, incoming: mpsc::UnboundedReceiver<Value>) -> Self {
        Self { outgoing, incoming, unread: VecDeque::new(), version: VERSIONS[0], next_id: 1 }
    }

    /// Shakes hands as clients of this version do; what the server said about itself.
    pub async fn begin(&mut self, version: &'static str) -> Value {
        self.version = version;
        if version == MODERN {
            return self.call("server/discover", json!({})).await;
        }
        let client = json!({"name": "wire", "version": "0"});
        let parameters =
            json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
        let answer = self.call("initialize", parameters).await;
        self.notify("notifications/initialized", json!({})).await;
        answer
    }

    /// Sends a request; its id.
    pub async fn request(&mut self, method: &str, mut params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        if self.version == MODERN {
            let meta = params.as_object_mut().expect("params are an object").entry("_meta");
            let meta = meta.or_insert_with(|| json!({}));
            let own = [
                ("protocolVersion", json!(MODERN)),
                ("clientCapabilities", json!({})),
                ("clientInfo", json!({"name": "wire", "version": "0"})),
            ];
            for (key, value) in own {
                meta[format!("io.modelcontextprotocol/{key}")] = value;
            }
        }
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(message).await;
        id
    }

    /// Sends a notification.
    pub async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
    }

    /// Gives a request up. (Over streamable HTTP, clients of the newest version close its
    /// connection instead.)
    pub async fn cancel(&mut self, id: u64) {
        self.notify("notifications/cancelled", json!({"requestId": id})).await;
    }

    /// Sends a message as it is.
    pub async fn send(&mut self, message: Value) {
        match &mut self.outgoing {
            Outgoing::Line(line) => line.send(message.to_string().as_bytes()).await,
            Outgoing::Sse(sse) => sse.send(&message).await,
            Outgoing::Streamable(streamable) => streamable.send(message, self.version).await,
        }
    }

    /// Sends a line that may be anything. Over stdio only.
    pub async fn raw(&mut self, line: &[u8]) {
        let Outgoing::Line(standard) = &mut self.outgoing else { panic!("lines are for stdio") };
        standard.send(line).await;
    }

    /// The process of the server. Over stdio only.
    pub fn process(&mut self) -> Process<'_> {
        let Outgoing::Line(standard) = &mut self.outgoing else { panic!("it has no server") };
        standard.process()
    }

    /// The answer to a request, whole.
    pub async fn answer(&mut self, id: u64) -> Value {
        self.first(|message| message["id"] == id && message.get("method").is_none()).await
    }

    /// The first message that is not claimed yet and that matches.
    pub async fn first(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.unread.iter().position(&is_it) {
            return self.unread.remove(at).expect("it is there");
        }
        in_time("a message of the server", async {
            loop {
                let message = self.incoming.recv().await.expect("the connection is open");
                if is_it(&message) {
                    return message;
                }
                self.unread.push_back(message);
            }
        })
        .await
    }

    /// Sends a request; its result.
    pub async fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params).await;
        let answer = self.answer(id).await;
        answer.get("result").unwrap_or_else(|| panic!("{method}: {answer}")).clone()
    }

    /// Calls a tool that is to succeed; its `structuredContent`.
    pub async fn tool(&mut self, name: &str, arguments: Value) -> Value {
        let params = json!({"name": name, "arguments": arguments});
        let result = self.call("tools/call", params).await;
        assert_ne!(result["isError"], true, "{name}: {result}");
        result["structuredContent"].clone()
    }
}

//! A page without a browser: only what it says to the server.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::eventually::in_time;

/// The WebSocket of one widget.
#[derive(Debug)]
pub struct Viewer {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    widget_id: String,
    sent: u64,
}

impl Viewer {
    /// Connects to the widget whose page is at `url`.
    pub async fn open(url: &str) -> Self {
        let (_, widget_id) = url.rsplit_once('/').expect("the address of a page");
        let live = format!("{}/live", url.replacen("http", "ws", 1));
        let connected = tokio_tungstenite::connect_async(live).await;
        let (socket, _) = connected.expect("the server takes the connection");
        Self { socket, widget_id: widget_id.to_owned(), sent: 0 }
    }

    /// Sends an event and waits until the server has stored it.
    pub async fn event(&mut self, event_type: &str, data: Value) {
        self.sent += 1;
        let n = self.sent;
        let event = json!({"n": n, "event_type": event_type, "data": data});
        let answer = self.sync(json!([event]), 0).await;
        assert_eq!(answer["acked"], n, "{answer}");
    }

    /// Begins to wait for news, as an open page does.
    pub async fn wait(&mut self) {
        self.send(json!([]), 25_000).await;
    }

    async fn sync(&mut self, events: Value, wait_ms: u64) -> Value {
        self.send(events, wait_ms).await;
        in_time("the answer to widget_sync", async {
            loop {
                let message = self.socket.next().await.expect("the connection is open");
                if let Message::Text(text) = message.expect("a message") {
                    let answer: Value = serde_json::from_str(&text).expect("JSON");
                    return answer["result"].clone();
                }
            }
        })
        .await
    }

    async fn send(&mut self, events: Value, wait_ms: u64) {
        let params = json!({
            "widget_id": self.widget_id,
            "viewer_id": "0123456789abcdef0123456789abcdef",
            "revision": null,
            "failures": [],
            "events": events,
            "wait_ms": wait_ms,
        });
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "widget_sync", "params": params});
        let sent = self.socket.send(Message::text(call.to_string())).await;
        sent.expect("the connection is open");
    }
}

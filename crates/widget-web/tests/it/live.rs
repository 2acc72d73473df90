//! The WebSocket between shell and server.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use widget_state::{
    Content, EventFilter, EventQuery, Op, Watermark, Widget, WidgetId, WidgetStore, WidgetStoreExt,
};

use crate::server::Server;

/// A shell without a page.
struct Shell {
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    id: WidgetId,
    calls: u64,
}

impl Shell {
    async fn connect(
        server: &Server,
        id: WidgetId,
        origin: Option<&str>,
    ) -> tungstenite::Result<Self> {
        let url = format!("ws://{}/widget/{id}/live", server.address);
        let mut request = url.into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        Ok(Self { socket: connect_async(request).await?.0, id, calls: 0 })
    }

    async fn send(&mut self, revision: Option<u64>, events: Value, wait_ms: u64) -> u64 {
        self.calls += 1;
        let params = json!({
            "widget_id": self.id, "viewer_id": "0".repeat(32), "revision": revision,
            "events": events, "wait_ms": wait_ms,
        });
        let call =
            json!({"jsonrpc": "2.0", "id": self.calls, "method": "widget_sync", "params": params});
        self.raw(call.to_string()).await;
        self.calls
    }

    async fn raw(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    async fn receive(&mut self) -> Value {
        loop {
            match self.socket.next().await.unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(frame) => return json!({ "closed": u16::from(frame.unwrap().code) }),
                _ => {}
            }
        }
    }
}

async fn counter(server: &Server) -> WidgetId {
    server.store.create(Widget::html("<b id=counter>0</b>")).await.unwrap()
}

fn click(n: u64) -> Value {
    json!({"n": n, "event_type": "counter:increment", "data": {}})
}

#[tokio::test]
async fn only_pages_of_this_server_may_connect() {
    let server = Server::start().await;
    let id = counter(&server).await;
    let own = format!("http://{}", server.address);
    assert!(Shell::connect(&server, id, Some(&own)).await.is_ok());
    for origin in ["http://evil.example", "http://127.0.0.1:1", "null"] {
        let refused = Shell::connect(&server, id, Some(origin)).await.err().unwrap();
        assert!(refused.to_string().contains("403"), "{origin}: {refused}");
    }
}

#[tokio::test]
async fn the_document_comes_first_and_operations_follow() {
    let server = Server::start().await;
    let id = counter(&server).await;
    let mut shell = Shell::connect(&server, id, None).await.unwrap();
    shell.send(None, json!([]), 25_000).await;
    let first = shell.receive().await;
    assert_eq!(first["result"]["document"]["blocks"][0]["html"], "<b id=counter>0</b>");
    assert_eq!(first["result"]["revision"], 1);
    shell.send(Some(1), json!([]), 25_000).await;
    let op = Op::set_content("counter", Content::Text("5".into()));
    server.store.apply(id, op).await.unwrap();
    let news = shell.receive().await;
    let expected = json!([{"revision": 2, "op":
        {"type": "set_content", "component_id": "counter", "content": {"text": "5"}}}]);
    assert_eq!(news["result"]["ops"], expected);
}

#[tokio::test]
async fn a_call_sent_again_stores_its_events_once() {
    let server = Server::start().await;
    let id = counter(&server).await;
    for _ in 0..3 {
        let mut shell = Shell::connect(&server, id, None).await.unwrap();
        shell.send(Some(1), json!([click(1), click(2)]), 25_000).await;
        assert_eq!(shell.receive().await["result"]["acked"], 2);
    }
    let filter = EventFilter::Audible([].into());
    let sent = EventQuery { filter, ..EventQuery::after(0) };
    let page = server.store.read_events(id, sent).await.unwrap();
    assert_eq!(page.events.len(), 2);
    let widget = server.store.get(id).await.unwrap();
    assert_eq!(widget.content("counter"), Some(&Content::Text("2".into())));
}

#[tokio::test]
async fn a_new_call_displaces_the_waiting_one() {
    let server = Server::start().await;
    let id = counter(&server).await;
    let mut shell = Shell::connect(&server, id, None).await.unwrap();
    let waiting = shell.send(Some(1), json!([]), 25_000).await;
    let click = shell.send(Some(1), json!([click(1)]), 25_000).await;
    let displaced = shell.receive().await;
    assert_eq!((&displaced["id"], &displaced["result"]["ops"]), (&json!(waiting), &json!([])));
    let answer = shell.receive().await;
    assert_eq!((&answer["id"], &answer["result"]["acked"]), (&json!(click), &json!(1)));
    assert_eq!(answer["result"]["ops"][0]["revision"], 2);
}

#[tokio::test]
async fn viewers_are_counted_while_they_are_connected() {
    let server = Server::start().await;
    let id = counter(&server).await;
    let viewers = async || server.store.list().await.unwrap()[0].viewers.open;
    let mut shell = Shell::connect(&server, id, None).await.unwrap();
    shell.send(None, json!([]), 0).await;
    shell.receive().await;
    assert_eq!(viewers().await, 0, "a call that does not wait brings events of the past");
    shell.send(None, json!([]), 25_000).await;
    shell.receive().await;
    assert_eq!(viewers().await, 1);
    drop(shell);
    let mut seen = Watermark::default();
    while viewers().await > 0 {
        seen = server.store.changed(id, seen).await.unwrap();
    }
}

#[tokio::test]
async fn a_widget_that_ends_tells_its_viewers() {
    let server = Server::start().await;
    let id = counter(&server).await;
    let mut shell = Shell::connect(&server, id, None).await.unwrap();
    shell.send(Some(1), json!([click(1)]), 25_000).await;
    shell.receive().await;
    shell.send(Some(2), json!([]), 25_000).await;
    server.store.remove(id).await.unwrap();
    assert_eq!(shell.receive().await["result"]["destroyed"], true);
    assert_eq!(shell.receive().await, json!({"closed": 4404}));
    let refused = Shell::connect(&server, id, None).await.err();
    let is_gone =
        matches!(&refused, Some(tungstenite::Error::Http(answer)) if answer.status() == 404);
    assert!(is_gone, "{refused:?}");
}

#[tokio::test]
async fn the_viewer_of_an_event_is_not_what_its_page_is_known_by() {
    let server = Server::start().await;
    let id = counter(&server).await;
    let mut shell = Shell::connect(&server, id, None).await.unwrap();
    shell.send(Some(1), json!([click(1)]), 0).await;
    shell.receive().await;
    let event = server.store.read_events(id, EventQuery::after(0)).await.unwrap().events.remove(0);
    assert_ne!(event.viewer.to_string(), "0".repeat(32));
    // With the id that events show, another page is another viewer.
    let params =
        json!({"widget_id": id, "viewer_id": event.viewer, "revision": 1, "events": [click(1)]});
    let call = json!({"jsonrpc": "2.0", "id": 9, "method": "widget_sync", "params": params});
    shell.raw(call.to_string()).await;
    shell.receive().await;
    let events = server.store.read_events(id, EventQuery::after(0)).await.unwrap().events;
    assert_ne!(events.last().unwrap().viewer, event.viewer);
}

#[tokio::test]
async fn an_invalid_call_gets_an_error_and_the_connection_stays_open() {
    let server = Server::start().await;
    let id = counter(&server).await;
    let mut shell = Shell::connect(&server, id, None).await.unwrap();
    let foreign = json!({"id": 7, "method": "widget_sync", "params":
        {"widget_id": "f".repeat(32), "viewer_id": "0".repeat(32), "revision": null}});
    for (text, code) in [("{", -32600), ("[]", -32600), (&*foreign.to_string(), -32601)] {
        shell.raw(text.into()).await;
        assert_eq!(shell.receive().await["error"]["code"], code, "{text}");
    }
    shell.send(None, json!([]), 0).await;
    assert_eq!(shell.receive().await["result"]["revision"], 1);
}

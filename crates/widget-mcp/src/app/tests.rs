//! Tests for clients with and without views.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientConfig, Implementation, ReadResourceRequestParams,
    ResourceContents,
};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use widget_state::Limits;

use super::*;
use crate::{WidgetServer, Widgets};

fn client(settings: &Value) -> ClientCapabilities {
    serde_json::from_value(json!({"extensions": {EXTENSION: settings}})).unwrap()
}

#[test]
fn only_a_client_that_takes_our_kind_of_view_shows_it() {
    assert!(shows_views(Some(&client(&json!({"mimeTypes": ["text/x", MIME_TYPE]}))), None));
    for settings in [json!({}), json!({"mimeTypes": []}), json!({"mimeTypes": "text/html"})] {
        assert!(!shows_views(Some(&client(&settings)), None), "{settings}");
    }
    let nothing = ClientCapabilities::default();
    assert!(!shows_views(Some(&nothing), Some(&Implementation::new("other", "1"))));
    assert!(!shows_views(None, None));
    assert!(shows_views(Some(&nothing), Some(&Implementation::new(BASIC_HOST, "1.0.0"))));
}

/// A client of a server of its own.
struct Client(RunningService<RoleClient, ClientConfig>);

impl Client {
    async fn with_views() -> Self {
        Self::connect(client(&json!({"mimeTypes": [MIME_TYPE]}))).await
    }

    async fn without_views() -> Self {
        Self::connect(ClientCapabilities::default()).await
    }

    async fn connect(capabilities: ClientCapabilities) -> Self {
        let (widgets, _) = Widgets::bind(0, Limits::default()).await.unwrap();
        let server = WidgetServer::new(Arc::new(widgets), "test");
        let (near, far) = tokio::io::duplex(64 << 10);
        tokio::spawn(async move { server.serve(far).await.unwrap().waiting().await });
        let client = ClientConfig::new(capabilities, Implementation::new("test", "1"));
        Self(client.serve(near).await.unwrap())
    }

    async fn tools(&self) -> Vec<Value> {
        let tools = self.0.list_all_tools().await.unwrap();
        tools.iter().map(|tool| serde_json::to_value(tool).unwrap()).collect()
    }

    async fn call(&self, tool: &'static str, arguments: Value) -> CallToolResult {
        let request = CallToolRequestParams::new(tool).with_arguments(object(arguments));
        self.0.call_tool(request).await.unwrap()
    }

    async fn answer(&self, tool: &'static str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        result.structured_content.unwrap_or_else(|| panic!("{:?}", result.content))
    }
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn tools_for_views_are_named_only_to_clients_that_show_views() {
    let (with, without) = (Client::with_views().await, Client::without_views().await);
    let (all, others) = (with.tools().await, without.tools().await);
    for name in ["widget_sync", "widget_rows", "widget_data", "widget_file", "widget_program"] {
        let tool = all.iter().find(|tool| tool["name"] == name).expect(name);
        assert_eq!(tool["_meta"], json!({"ui": {"visibility": ["app"]}}), "{name}");
        assert!(!names(&others).contains(&name), "{name}");
    }
    assert_eq!(all.len(), others.len() + 5);
    // Scripts in a view may call what is for views, which is the default.
    for tool in &others {
        assert_eq!(tool["_meta"]["ui"]["visibility"], json!(["model"]), "{}", tool["name"]);
    }
    for (name, view) in
        [("create_widget", "html"), ("show_chart", "chart"), ("show_dataframe", "table")]
    {
        let tool = all.iter().find(|tool| tool["name"] == name).expect(name);
        let address = format!("ui://widget-mcp/{view}");
        assert_eq!(tool["_meta"]["ui"]["resourceUri"], address);
        assert_eq!(tool["_meta"]["ui/resourceUri"], address);
    }
}

#[tokio::test]
async fn a_view_is_one_html_file_that_asks_for_nothing() {
    let client = Client::with_views().await;
    for (name, _) in VIEWS {
        let uri = format!("{ADDRESS}{name}");
        let read = client.0.read_resource(ReadResourceRequestParams::new(&uri)).await.unwrap();
        let [ResourceContents::TextResourceContents { uri: at, mime_type, text, meta }] =
            &read.contents[..]
        else {
            panic!("one text: {read:?}")
        };
        assert_eq!((at, mime_type.as_deref()), (&uri, Some(MIME_TYPE)));
        assert!(text.starts_with("<!doctype html>"), "{name}");
        let ui = &meta.as_ref().expect("what it asks for").0["ui"];
        assert_eq!(ui["csp"]["connectDomains"], json!([]));
        assert_eq!(ui["permissions"], json!({}));
    }
    let unknown = ReadResourceRequestParams::new(format!("{ADDRESS}tables"));
    let error = client.0.read_resource(unknown).await.unwrap_err().to_string();
    assert!(error.contains("did you mean ui://widget-mcp/table?"), "{error}");
}

#[tokio::test]
async fn an_inline_widget_is_shown_by_the_client_and_not_in_a_result() {
    let arguments = || json!({"html": "<p id=\"p\">a text that stands nowhere else</p>"});
    for (client, mode) in
        [(Client::with_views().await, "inline"), (Client::without_views().await, "headless")]
    {
        let result = client.call("create_widget", arguments()).await;
        let text = serde_json::to_string(&result).unwrap();
        assert!(!text.contains("nowhere else"), "{text}");
        let created = result.structured_content.unwrap();
        assert_eq!(created["mode"], mode);
        assert!(created["url"].as_str().unwrap().starts_with("http://127.0.0.1:"));
    }
}

#[tokio::test(start_paused = true)]
async fn the_agent_is_told_that_the_client_shows_no_view_until_one_comes() {
    let client = Client::with_views().await;
    let made = client.answer("create_widget", json!({"html": "text"})).await;
    assert_eq!((&made["mode"], &made["notice"]), (&json!("inline"), &Value::Null));
    let id = &made["widget_id"];
    let notice =
        async || client.answer("get_widget", json!({"widget_id": id})).await["notice"].take();
    assert_eq!(notice().await, Value::Null);
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    for _ in 0..2 {
        let notice = notice().await.to_string();
        assert!(notice.contains(made["url"].as_str().unwrap()), "{notice}");
    }
    let next = client.answer("create_widget", json!({"html": "text"})).await;
    assert_eq!(next["mode"], "headless", "the client is remembered");
    let hello = json!({"widget_id": id, "viewer_id": "0".repeat(32), "wait_ms": 1});
    client.answer("widget_sync", hello).await;
    assert_eq!(notice().await, Value::Null);
    let next = client.answer("create_widget", json!({"html": "text"})).await;
    assert_eq!(next["mode"], "inline", "its view came late");
}

#[tokio::test]
async fn a_view_gets_its_widget_and_the_agent_what_the_person_did() {
    let client = Client::with_views().await;
    let figure = json!({"data": [{"y": [1, 2]}], "layout": {}});
    let made = client.answer("show_chart", json!({"figure_json": figure.to_string()})).await;
    let (id, viewer) = (&made["widget_id"], "0".repeat(32));
    let sync = |revision: Value, events: Value| {
        json!({"widget_id": id, "viewer_id": viewer, "revision": revision, "failures": [],
            "events": events, "wait_ms": 25_000})
    };
    let result = client.call("widget_sync", sync(Value::Null, json!([]))).await;
    assert!(result.content.is_empty(), "no model reads it: {:?}", result.content);
    let first = result.structured_content.unwrap();
    assert_eq!(first["document"]["blocks"][0]["data"], json!({"revision": 1}));
    let data = client.answer("widget_data", json!({"widget_id": id})).await;
    assert_eq!(data, json!({"revision": 1, "text": figure.to_string()}));

    let event = json!([{"n": 1, "event_type": "a:b", "data": {}, "label": ""}]);
    let (_, waited) = tokio::join!(
        client.call("widget_sync", sync(json!(1), event)),
        client.answer("wait_for_events", json!({"widget_id": id})),
    );
    assert_eq!(waited["events"][0]["event_type"], "a:b");

    client.answer("destroy_widget", json!({"widget_id": id})).await;
    let end = client.answer("widget_sync", sync(json!(1), json!([]))).await;
    assert_eq!(end["destroyed"], true);
    let late = client.call("widget_data", json!({"widget_id": id})).await;
    assert_eq!(late.is_error, Some(true));
}

#[tokio::test]
async fn what_a_view_asks_wrongly_is_refused_with_a_reason() {
    let client = Client::with_views().await;
    let html = client.answer("create_widget", json!({"html": "text"})).await;
    let id = &html["widget_id"];
    for (tool, arguments, reason) in [
        ("widget_data", json!({"widget_id": id}), "widget_id: this widget has no figure"),
        ("widget_rows", json!({"widget_id": id, "start": 0, "end": 1}), "has no rows"),
        (
            "widget_rows",
            json!({"widget_id": id, "start": 0, "end": 20_000}),
            "end: more than 10000",
        ),
        ("widget_sync", json!({"widget_id": id, "viewer_id": "me"}), "viewer_id: "),
    ] {
        let result = client.call(tool, arguments).await;
        assert_eq!(result.is_error, Some(true), "{tool}");
        let text = serde_json::to_string(&result.content).unwrap();
        assert!(text.contains(reason), "{tool}: {text}");
    }
}

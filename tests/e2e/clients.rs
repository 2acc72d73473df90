//! Every client does what an agent does, over every transport it speaks.

use serde_json::{Value, json};
use widget_e2e::{Agent, Browser, Client, Created, Endpoint, ForeignClient, Handshake, Server};

use crate::widgets::{counter, types};

const NEW: &str = "2026-07-28";
const OLD: &str = "2025-11-25";

#[tokio::test]
async fn python_over_stdio() {
    works(&ForeignClient::python(Endpoint::Stdio, Handshake::Discover).await, NEW).await;
}

#[tokio::test]
async fn python_over_stdio_with_initialize() {
    works(&ForeignClient::python(Endpoint::Stdio, Handshake::Initialize).await, OLD).await;
}

#[tokio::test]
async fn python_over_sse() {
    let server = Server::start().await;
    works(&ForeignClient::python(Endpoint::Sse(&server), Handshake::Discover).await, NEW).await;
}

#[tokio::test]
async fn python_over_sse_with_initialize() {
    let server = Server::start().await;
    works(&ForeignClient::python(Endpoint::Sse(&server), Handshake::Initialize).await, OLD).await;
}

#[tokio::test]
async fn python_over_http() {
    let server = Server::start().await;
    works(&ForeignClient::python(Endpoint::Http(&server), Handshake::Discover).await, NEW).await;
}

#[tokio::test]
async fn python_over_http_with_initialize() {
    let server = Server::start().await;
    works(&ForeignClient::python(Endpoint::Http(&server), Handshake::Initialize).await, OLD).await;
}

#[tokio::test]
async fn typescript_over_stdio() {
    works(&ForeignClient::typescript(Endpoint::Stdio, Handshake::Discover).await, NEW).await;
}

#[tokio::test]
async fn typescript_over_stdio_with_initialize() {
    works(&ForeignClient::typescript(Endpoint::Stdio, Handshake::Initialize).await, OLD).await;
}

#[tokio::test]
async fn typescript_over_sse() {
    let server = Server::start().await;
    works(&ForeignClient::typescript(Endpoint::Sse(&server), Handshake::Discover).await, NEW).await;
}

#[tokio::test]
async fn typescript_over_sse_with_initialize() {
    let server = Server::start().await;
    works(&ForeignClient::typescript(Endpoint::Sse(&server), Handshake::Initialize).await, OLD)
        .await;
}

#[tokio::test]
async fn typescript_over_http() {
    let server = Server::start().await;
    works(&ForeignClient::typescript(Endpoint::Http(&server), Handshake::Discover).await, NEW)
        .await;
}

#[tokio::test]
async fn typescript_over_http_with_initialize() {
    let server = Server::start().await;
    let agent = ForeignClient::typescript(Endpoint::Http(&server), Handshake::Initialize).await;
    works(&agent, OLD).await;
}

#[tokio::test]
async fn rmcp_over_stdio() {
    works(&Client::stdio_without_initialize().await, NEW).await;
}

#[tokio::test]
async fn rmcp_over_stdio_with_initialize() {
    works(&Client::stdio().await, OLD).await;
}

#[tokio::test]
async fn rmcp_over_http() {
    works(&Server::start().await.client_without_initialize().await, NEW).await;
}

#[tokio::test]
async fn rmcp_over_http_with_initialize() {
    works(&Server::start().await.client().await, OLD).await;
}

/// All of it, with a person at the page.
async fn works(agent: &impl Agent, protocol: &str) {
    let connection = ask(agent, "connection", Value::Null).await;
    assert_eq!(connection, json!({"server": "widget-mcp", "protocol": protocol}));
    tools_are_listed(agent).await;
    let widget: Created = serde_json::from_value(call(agent, "create_widget", counter()).await)
        .expect("the answer describes the widget");
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#counter", "0").await;

    let wait = json!({"widget_id": widget.widget_id, "timeout_ms": 20_000});
    let (heard, ()) =
        tokio::join!(call(agent, "wait_for_events", wait.clone()), page.click("#more"));
    assert_eq!(types(heard["events"].as_array().expect("a list")), ["counter:increment"]);
    let change = json!({"widget_id": widget.widget_id, "component_id": "counter", "text": "41"});
    assert_eq!(call(agent, "set_content", change).await["delivery"]["status"], "applied");
    page.shows("#counter", "41").await;

    a_refusal_is_a_result(agent, &widget).await;
    progress_is_told(agent, &widget).await;

    // The server would give the click to a call that nobody waits for any more.
    let forever = json!({"widget_id": widget.widget_id, "timeout_ms": 300_000});
    let call_up = json!({"name": "wait_for_events", "arguments": forever});
    ask(agent, "tools/give-up", call_up).await;
    call(agent, "list_widgets", json!({})).await;
    page.click("#less").await;
    let heard = call(agent, "wait_for_events", wait).await;
    assert_eq!(types(heard["events"].as_array().expect("a list")), ["counter:decrement"]);
}

async fn tools_are_listed(agent: &impl Agent) {
    let tools = ask(agent, "tools/list", Value::Null).await;
    let names: Vec<&str> =
        tools.as_array().expect("a list").iter().filter_map(|tool| tool["name"].as_str()).collect();
    for name in ["create_widget", "show_chart", "show_dataframe", "wait_for_events"] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
}

async fn a_refusal_is_a_result(agent: &impl Agent, widget: &Created) {
    let wrong = json!({"widget_id": widget.widget_id, "component_id": "countr", "text": "1"});
    let refused =
        ask(agent, "tools/call", json!({"name": "set_content", "arguments": wrong})).await;
    assert_eq!(refused["result"]["isError"], true, "{refused}");
    let text = refused["result"]["content"][0]["text"].as_str().expect("a text");
    assert!(text.contains("countr") && text.contains("did you mean"), "{text}");
}

async fn progress_is_told(agent: &impl Agent, widget: &Created) {
    let brief = json!({"widget_id": widget.widget_id, "timeout_ms": 100});
    let answer =
        ask(agent, "tools/call", json!({"name": "wait_for_events", "arguments": brief})).await;
    assert_eq!(answer["result"]["structuredContent"]["timed_out"], true, "{answer}");
    let first = &answer["progress"][0];
    assert_eq!(
        (&first["total"], &first["message"]),
        (&json!(0.1), &json!("waiting for the person"))
    );
}

/// Calls a tool that is to succeed; its `structuredContent`.
async fn call(agent: &impl Agent, tool: &str, arguments: Value) -> Value {
    let mut answer = ask(agent, "tools/call", json!({"name": tool, "arguments": arguments})).await;
    assert_ne!(answer["result"]["isError"], true, "{tool} refused: {answer}");
    answer["result"]["structuredContent"].take()
}

async fn ask(agent: &impl Agent, method: &str, params: Value) -> Value {
    let answer = agent.ask(method, params).await;
    answer.unwrap_or_else(|error| panic!("{method}: {error}"))
}

//! Every client does what an agent does, over every transport it speaks.

use serde_json::{Value, json};
use widget_e2e::{
    Agent, Browser, Client, Created, Endpoint, ForeignClient, Handshake, Inspector, Page, Server,
};

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

#[tokio::test]
async fn inspector_over_http() {
    let server = Server::start().await;
    inspects(&Inspector::new(Endpoint::Http(&server), Handshake::Discover).await, NEW).await;
}

#[tokio::test]
async fn inspector_over_sse() {
    let server = Server::start().await;
    inspects(&Inspector::new(Endpoint::Sse(&server), Handshake::Initialize).await, OLD).await;
}

/// Each request of the Inspector gets a server of its own, so nothing lasts until a person comes.
#[tokio::test]
async fn inspector_over_stdio() {
    for (handshake, protocol) in [(Handshake::Discover, NEW), (Handshake::Initialize, OLD)] {
        let agent = Inspector::new(Endpoint::Stdio, handshake).await;
        introduces_itself(&agent, protocol).await;
        tools_are_listed(&agent).await;
        call(&agent, "create_widget", counter()).await;
        let skills = agent.verify_skills().await;
        assert!(skills.contains("10 skills"), "{skills}");
    }
}

async fn inspects(agent: &Inspector, protocol: &str) {
    introduces_itself(agent, protocol).await;
    tools_are_listed(agent).await;
    let (widget, _browser, _page) = a_click_reaches_the_agent(agent).await;
    resources_and_prompts_are_read(agent, &widget).await;
    a_refusal_is_a_result(agent, &widget).await;
}

/// All of it, with a person at the page.
async fn works(agent: &impl Agent, protocol: &str) {
    introduces_itself(agent, protocol).await;
    tools_are_listed(agent).await;
    let (widget, _browser, page) = a_click_reaches_the_agent(agent).await;
    resources_and_prompts_are_read(agent, &widget).await;
    a_refusal_is_a_result(agent, &widget).await;
    a_cancelled_call_receives_nothing(agent, &widget, &page).await;
}

async fn introduces_itself(agent: &impl Agent, protocol: &str) {
    let connection = ask(agent, "connection", Value::Null).await;
    assert_eq!(connection, json!({"server": "widget-mcp", "protocol": protocol}));
}

async fn a_click_reaches_the_agent(agent: &impl Agent) -> (Created, Browser, Page) {
    let widget: Created = serde_json::from_value(call(agent, "create_widget", counter()).await)
        .expect("the answer describes the widget");
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#counter", "0").await;
    let wait = call(agent, "wait_for_events", wait_for(&widget, 20_000));
    let (heard, ()) = tokio::join!(wait, page.click("#more"));
    assert_eq!(types(heard["events"].as_array().expect("a list")), ["counter:increment"]);
    let change = json!({"widget_id": widget.widget_id, "component_id": "counter", "text": "41"});
    assert_eq!(call(agent, "set_content", change).await["viewers"]["open"], 1);
    page.shows("#counter", "41").await;
    (widget, browser, page)
}

/// A server that does not notice gives the next event to the cancelled call, which is given up
/// when the client has been told how far it is.
async fn a_cancelled_call_receives_nothing(agent: &impl Agent, widget: &Created, page: &Page) {
    let forever = json!({"name": "wait_for_events", "arguments": wait_for(widget, 300_000)});
    let told = ask(agent, "tools/give-up", forever).await;
    assert_eq!(told["message"], "waiting for the person", "{told}");
    assert_eq!(told["total"].as_f64(), Some(300.0), "{told}");
    call(agent, "list_widgets", json!({})).await;
    page.click("#less").await;
    let heard = call(agent, "wait_for_events", wait_for(widget, 20_000)).await;
    assert_eq!(types(heard["events"].as_array().expect("a list")), ["counter:decrement"]);
}

fn wait_for(widget: &Created, timeout_ms: u64) -> Value {
    json!({"widget_id": widget.widget_id, "timeout_ms": timeout_ms})
}

async fn tools_are_listed(agent: &impl Agent) {
    let tools = ask(agent, "tools/list", Value::Null).await;
    let names: Vec<&str> =
        tools.as_array().expect("a list").iter().filter_map(|tool| tool["name"].as_str()).collect();
    for name in ["create_widget", "show_chart", "show_dataframe", "wait_for_events"] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
}

async fn resources_and_prompts_are_read(agent: &impl Agent, widget: &Created) {
    let uri = format!("pkg://widget/{}", widget.widget_id);
    let resources = ask(agent, "resources/list", Value::Null).await;
    let is_listed = |resource: &Value| resource["uri"] == uri;
    assert!(resources.as_array().expect("a list").iter().any(is_listed), "{resources}");
    let templates = ask(agent, "resources/templates/list", Value::Null).await;
    let is_listed = |template: &Value| template["uriTemplate"] == "pkg://widget/{widget_id}";
    assert!(templates.as_array().expect("a list").iter().any(is_listed), "{templates}");
    let now = ask(agent, "resources/read", json!({"uri": uri})).await;
    let text = now["contents"][0]["text"].as_str().expect("a text");
    assert!(text.contains("Counter"), "{text}");
    let refused = agent.ask("resources/read", json!({"uri": "pkg://docs/reedme"})).await;
    let problem = refused.expect_err("there is no such resource");
    assert!(problem.contains("pkg://docs/readme"), "{problem}");

    let prompts = ask(agent, "prompts/list", Value::Null).await;
    assert_eq!(prompts.as_array().expect("a list").len(), 10, "{prompts}");
    let prompt = ask(agent, "prompts/get", json!({"name": "interactive_buttons"})).await;
    let skill = ask(agent, "resources/read", json!({"uri": "pkg://skill/interactive_buttons"}));
    let skill = skill.await["contents"][0]["text"].take();
    let told = call(agent, "get_skills", json!({"skill": "interactive_buttons"})).await;
    assert_eq!(prompt["messages"][0]["content"]["text"], skill);
    assert_eq!(told["text"], skill);
}

async fn a_refusal_is_a_result(agent: &impl Agent, widget: &Created) {
    let wrong = json!({"widget_id": widget.widget_id, "component_id": "countr", "text": "1"});
    let refused =
        ask(agent, "tools/call", json!({"name": "set_content", "arguments": wrong})).await;
    assert_eq!(refused["isError"], true, "{refused}");
    let text = refused["content"][0]["text"].as_str().expect("a text");
    assert!(text.contains("countr") && text.contains("did you mean"), "{text}");
}

/// Calls a tool that is to succeed; its `structuredContent`.
async fn call(agent: &impl Agent, tool: &str, arguments: Value) -> Value {
    let mut answer = ask(agent, "tools/call", json!({"name": tool, "arguments": arguments})).await;
    assert_ne!(answer["isError"], true, "{tool} refused: {answer}");
    answer["structuredContent"].take()
}

async fn ask(agent: &impl Agent, method: &str, params: Value) -> Value {
    let answer = agent.ask(method, params).await;
    answer.unwrap_or_else(|error| panic!("{method}: {error}"))
}

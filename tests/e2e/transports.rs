//! The same server over every transport and handshake.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Server};

use crate::widgets::{counter, types};

const TOOLS: [&str; 38] = [
    "build_div",
    "build_ticker_item",
    "create_widget",
    "destroy_widget",
    "download",
    "export_widget",
    "get_component_docs",
    "get_component_source",
    "get_events",
    "get_skills",
    "get_widget",
    "inject_css",
    "inspect_widget",
    "list_resources",
    "list_widgets",
    "navigate",
    "open_widget",
    "read_file",
    "remove_css",
    "request_chart_state",
    "request_grid_state",
    "request_toolbar_state",
    "reset_grid_state",
    "restore_grid_state",
    "screenshot_widget",
    "send_event",
    "set_content",
    "set_style",
    "set_toolbar_values",
    "show_chart",
    "show_dataframe",
    "show_toast",
    "update_chart",
    "update_marquee",
    "update_theme",
    "update_ticker_item",
    "update_widget",
    "wait_for_events",
];

#[tokio::test]
async fn every_tool_says_what_it_takes_gives_and_does() {
    let agent = Client::stdio().await;
    let mut tools = agent.tools().await;
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), TOOLS);
    for tool in tools {
        let name = &tool.name;
        assert!(tool.description.is_some_and(|text| text.len() > 20), "{name}");
        assert!(tool.output_schema.is_some(), "{name}");
        assert_eq!(tool.input_schema["type"], "object", "{name}");
        let hints = serde_json::to_value(tool.annotations).expect("annotations are JSON");
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(hints[hint].is_boolean(), "{name} says nothing about {hint}");
        }
    }
}

#[tokio::test]
async fn a_widget_made_over_http_works_in_the_page() {
    let server = Server::start().await;
    let agent = server.client().await;
    let widget = agent.create("create_widget", counter()).await;
    assert!(widget.url.starts_with(server.address()), "{}", widget.url);
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let wait = json!({"widget_id": widget.widget_id, "timeout_ms": 20_000});
    let (heard, ()) = tokio::join!(agent.call("wait_for_events", wait), page.click("#more"));
    assert_eq!(types(heard["events"].as_array().expect("a list")), ["counter:increment"]);
    page.shows("#counter", "1").await;
}

#[tokio::test]
async fn two_http_clients_see_the_same_widgets() {
    let server = Server::start().await;
    let (first, second) = (server.client().await, server.client().await);
    let widget = first.create("create_widget", counter()).await;
    let list = second.call("list_widgets", json!({})).await;
    assert_eq!(list["widgets"][0]["widget_id"], widget.widget_id);
}

#[tokio::test]
async fn a_client_that_never_initializes_is_served() {
    let agent = Client::stdio_without_initialize().await;
    let widget = agent.create("create_widget", counter()).await;
    let list = agent.call("list_widgets", json!({})).await;
    assert_eq!(list["widgets"][0]["widget_id"], widget.widget_id);
}

#[tokio::test]
async fn many_calls_at_once_are_all_answered() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let get = || agent.call("get_events", json!({"widget_id": widget.widget_id}));
    let wait = || {
        let arguments = json!({"widget_id": widget.widget_id, "timeout_ms": 200});
        agent.call("wait_for_events", arguments)
    };
    let answers: (Value, Value, Value, Value) = tokio::join!(wait(), get(), wait(), get());
    for answer in [answers.0, answers.1, answers.2, answers.3] {
        assert_eq!(answer["events"], json!([]));
    }
}

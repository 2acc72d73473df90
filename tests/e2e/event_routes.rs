//! Events that are told to the model beside the log: in the conversation by its host, elsewhere by
//! notifications.

use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, SubscribeRequestParams};
use serde_json::{Value, json};
use widget_e2e::{AppsHost, Browser, Client, Handshake, Opener, eventually, widget_mcp};

fn routed() -> Value {
    let button = |label: &str, event: &str| {
        let id = event.replace(':', "-");
        json!({"type": "button", "label": label, "event": event, "component_id": id})
    };
    let items = [button("Send", "form:send"), button("Look", "app:look"), button("Log", "app:log")];
    // Its script says more than the person did.
    let html =
        "<p id='p'>Page</p><script>setTimeout(() => widget.emit('form:send', 'alone'))</script>";
    json!({
        "title": "Order", "html": html, "toolbars": [{"position": "top", "items": items}],
        "routes": {"form:*": "wake", "app:look": "context"},
    })
}

#[tokio::test]
async fn a_view_tells_the_model_by_its_host() {
    let opener = Opener::new();
    let program = widget_mcp();
    let flags = ["--inline-timeout=30000"];
    let client =
        Client::stdio_with_views(&program, ("none", Handshake::Initialize), &flags, opener.env());
    let host = AppsHost::start(vec![("none", client.await)]).await;
    let widget = host.create(0, "create_widget", routed()).await;
    host.has_viewers(0, &widget, 1).await;
    let id = widget["widget_id"].as_str().expect("an id");
    let agent = host.agent(0);
    agent.event_count(id, 1).await;

    let view = host.view();
    view.click("#app-log").await;
    view.click("#app-look").await;
    view.click("#form-send").await;
    view.click("#form-send").await;
    // All are in the log; the model was told of one message and of one context.
    agent.event_count(id, 5).await;
    let said = eventually("both to be said", async || {
        let said = host.said(0).await;
        if said.as_array().map(Vec::len) == Some(2) { Ok(said) } else { Err(said.to_string()) }
    })
    .await;
    let text = |event: &str| {
        let text = format!(
            "In the widget \"Order\":\n{event} {{\"componentId\":\"{}\"}}",
            event.replace(':', "-")
        );
        json!([{"type": "text", "text": text}])
    };
    let mut said = said.as_array().expect("a list").clone();
    said.sort_by_key(|one| one[0].to_string());
    assert_eq!(said[0], json!(["ui/message", {"role": "user", "content": text("form:send")}]));
    assert_eq!(said[1], json!(["ui/update-model-context", {"content": text("app:look")}]));
}

#[tokio::test]
async fn a_page_wakes_the_model_by_notifications() {
    let capabilities = json!({"experimental": {"claude/channel": {}}});
    let capabilities: ClientCapabilities =
        serde_json::from_value(capabilities).expect("capabilities");
    let config = ClientConfig::new(capabilities, Implementation::new("listener", "1"));
    let agent = Client::stdio_introduced(config).await;
    let widget = agent.create("create_widget", routed()).await;
    let uri = format!("pkg://widget/{}", widget.widget_id);
    subscribe(&agent, &uri).await;

    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click("#app-log").await;
    agent.event_count(&widget.widget_id, 2).await;
    let told = async |part: &str, expected: usize| {
        eventually(&format!("{expected} of {part}"), async || {
            let heard = agent.heard();
            let count = heard.iter().filter(|one| one.contains(part)).count();
            if count == expected { Ok(()) } else { Err(format!("{heard:?}")) }
        })
        .await;
    };
    // The script of the page has woken it: outside of a chat no click is asked for.
    told("form:send \\\"alone\\\"", 1).await;
    told(&uri, 1).await;
    page.click("#form-send").await;
    told("form:send {\\\"componentId\\\":\\\"form-send\\\"}", 1).await;
    told(&uri, 2).await;
    assert!(agent.heard().iter().all(|one| !one.contains("app:log")), "{:?}", agent.heard());
}

#[expect(deprecated, reason = "the clients of the older protocols do it")]
async fn subscribe(agent: &Client, uri: &str) {
    agent.peer().subscribe(SubscribeRequestParams::new(uri)).await.expect("subscribed");
}

//! Events that are told to the model beside the log: in the conversation by its host, elsewhere by
//! notifications.

use std::sync::Arc;

use parking_lot::Mutex;
use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, ServerNotification, SubscribeRequestParams,
    SubscriptionFilter,
};
use serde_json::{Value, json};
use widget_e2e::{AppsHost, Browser, Client, Handshake, Opener, Server, eventually, widget_mcp};

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

fn listener() -> ClientConfig {
    let capabilities = json!({"experimental": {"claude/channel": {}}});
    let capabilities: ClientCapabilities =
        serde_json::from_value(capabilities).expect("capabilities");
    ClientConfig::new(capabilities, Implementation::new("listener", "1"))
}

/// Has a client told of a resource in the way of its protocol. Returns the addresses of the updates
/// that come outside of its notifications.
async fn follow(agent: &Client, handshake: Handshake, uri: &str) -> Arc<Mutex<Vec<String>>> {
    let updated = Arc::<Mutex<Vec<String>>>::default();
    match handshake {
        Handshake::Initialize => subscribe(agent, uri).await,
        Handshake::Discover => {
            let filter = SubscriptionFilter::builder().resource_subscriptions([uri.to_owned()]);
            let mut listening = agent.peer().listen(filter.build()).await.expect("established");
            let updated = Arc::clone(&updated);
            tokio::spawn(async move {
                while let Ok(Some(told)) = listening.next().await {
                    let ServerNotification::ResourceUpdatedNotification(told) = told else {
                        panic!("{told:?}")
                    };
                    updated.lock().push(told.params.uri);
                }
            });
        }
    }
    updated
}

#[expect(deprecated, reason = "the clients of the older protocols do it")]
async fn subscribe(agent: &Client, uri: &str) {
    agent.peer().subscribe(SubscribeRequestParams::new(uri)).await.expect("subscribed");
}

async fn wakes(agent: Client, handshake: Handshake, has_channel: bool) {
    let widget = agent.create("create_widget", routed()).await;
    let uri = format!("pkg://widget/{}", widget.widget_id);
    let updated = follow(&agent, handshake, &uri).await;
    let all = || [agent.heard(), updated.lock().clone()].concat();
    let told = async |part: &str, expected: usize| {
        eventually(&format!("{expected} of {part}"), async || {
            let all = all();
            let count = all.iter().filter(|one| one.contains(part)).count();
            if count == expected { Ok(()) } else { Err(format!("{all:?}")) }
        })
        .await;
    };

    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click("#app-log").await;
    agent.event_count(&widget.widget_id, 2).await;
    // The script of the page has woken it: outside of a chat no click is asked for.
    told(&uri, 1).await;
    let channel = usize::from(has_channel);
    told("form:send \\\"alone\\\"", channel).await;
    page.click("#form-send").await;
    told(&uri, 2).await;
    told("form:send {\\\"componentId\\\":\\\"form-send\\\"}", channel).await;
    assert!(all().iter().all(|one| !one.contains("app:log")), "{:?}", all());
}

#[tokio::test]
async fn a_page_wakes_the_model_by_notifications_over_stdio() {
    for handshake in [Handshake::Initialize, Handshake::Discover] {
        wakes(Client::stdio_introduced(listener(), handshake).await, handshake, true).await;
    }
}

/// Over HTTP 2026-07-28 has no stream but those of `subscriptions/listen`, which hold no message of
/// a channel.
#[tokio::test]
async fn a_page_wakes_the_model_by_notifications_over_http() {
    let server = Server::start().await;
    let endpoint = format!("{}/mcp", server.address());
    for (handshake, has_channel) in [(Handshake::Initialize, true), (Handshake::Discover, false)] {
        let agent = Client::http_introduced(listener(), handshake, &endpoint).await;
        wakes(agent, handshake, has_channel).await;
    }
}

#[tokio::test]
async fn charts_and_tables_wake_the_model() {
    let agent = Client::stdio_introduced(listener(), Handshake::Initialize).await;
    let browser = Browser::start().await;
    let figure = json!({"data": [{"type": "bar", "x": ["a"], "y": [1]}]}).to_string();
    let rows = json!([{"name": "Ada"}]).to_string();
    for (tool, mut arguments, event, click) in [
        ("show_chart", json!({"figure_json": figure}), "chart:click", ".bars .point path"),
        ("show_dataframe", json!({"data_json": rows}), "grid:cell-click", "[col-id=name].ag-cell"),
    ] {
        arguments["routes"] = json!({event: "wake"});
        let widget = agent.create(tool, arguments).await;
        let page = browser.open(&widget.url).await;
        page.point_and_click(click).await;
        eventually(&format!("{event} to be told"), async || {
            let heard = agent.heard();
            let is_told = heard.iter().any(|one| one.contains(event));
            if is_told { Ok(()) } else { Err(format!("{heard:?}")) }
        })
        .await;
    }
}

//! Properties of all tools, and the tools that only read or build.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Key};

use crate::widgets::{counter, total};

#[tokio::test]
async fn a_call_without_a_widget_id_means_the_only_widget() {
    let agent = Client::stdio().await;
    let text = json!({"component_id": "total", "text": "42"});
    let message = agent.refusal("set_content", text.clone()).await;
    assert!(message.contains("no widget yet") && message.contains("create_widget"), "{message}");

    agent.create("create_widget", total()).await;
    assert_eq!(agent.call("set_content", text.clone()).await["revision"], 2);
    assert_eq!(agent.call("get_events", json!({})).await["events"], json!([]));
    let toast = agent.call("show_toast", json!({"message": "Hello"})).await;
    assert_eq!(toast["revision"], 3, "arguments that are flattened as well");

    let second = agent.create("create_widget", counter()).await;
    let message = agent.refusal("set_content", text).await;
    for part in ["widget_id", "there are 2 widgets", "\"Total\"", "\"Counter\"", &second.widget_id]
    {
        assert!(message.contains(part), "{part}: {message}");
    }
    let message = agent.refusal("destroy_widget", json!({})).await;
    assert!(message.contains("there are 2 widgets"), "{message}");
    agent.call("destroy_widget", json!({"widget_id": second.widget_id})).await;
    assert_eq!(agent.call("destroy_widget", json!({})).await["destroyed"], true);
}

#[tokio::test]
async fn widget_id_is_required_by_no_tool_and_described_by_all() {
    let agent = Client::stdio().await;
    let mut with_widget = 0;
    for tool in agent.tools().await {
        let schema = Value::Object((*tool.input_schema).clone());
        let required = schema["required"].as_array().into_iter().flatten();
        assert!(!required.into_iter().any(|name| name == "widget_id"), "{}", tool.name);
        if let Some(description) = schema["properties"]["widget_id"]["description"].as_str() {
            with_widget += 1;
            assert!(description.contains("the only one"), "{}: {description}", tool.name);
        }
    }
    assert!(with_widget > 20, "{with_widget}");
}

#[tokio::test]
async fn json_is_taken_as_text_and_as_itself() {
    let agent = Client::stdio().await;
    let figure = json!({"data": [{"y": [1, 2]}], "layout": {}});
    let rows = json!([{"a": 1}, {"a": 2}]);
    for (tool, name, value, part) in [
        ("show_chart", "figure_json", figure, "chart"),
        ("show_dataframe", "data_json", rows, "table"),
    ] {
        let mut described = Vec::new();
        for given in [json!(value.to_string()), value] {
            let widget = agent.create(tool, json!({name: given})).await;
            let arguments = json!({"widget_id": widget.widget_id});
            described.push(agent.call("get_widget", arguments).await[part].clone());
        }
        assert!(described[0].is_object() && described[0] == described[1], "{described:?}");
    }
}

#[tokio::test]
async fn a_small_set_of_tools_is_offered_and_the_others_say_why_not() {
    let all = Client::stdio().await.tools().await.len();
    let agent = Client::stdio_with(&["--headless", "--tools", "core"], []).await;
    let tools = agent.tools().await;
    assert!(tools.len() <= 14 && tools.len() * 2 < all, "{} of {all}", tools.len());
    agent.create("create_widget", total()).await;
    agent.call("set_content", json!({"component_id": "total", "text": "42"})).await;
    let style = json!({"component_id": "total", "style": {"color": "red"}});
    let message = agent.protocol_error("set_style", style).await;
    assert!(message.contains("not offered") && message.contains("--tools all"), "{message}");
    let message = agent.protocol_error("set_contnt", json!({})).await;
    assert!(message.contains("did you mean set_content?"), "{message}");
}

#[tokio::test]
async fn values_are_read_with_and_without_a_page() {
    let agent = Client::stdio().await;
    let arguments = json!({"html": "<p id=a>secret words</p>", "title": "Form", "height": 300,
    "toolbars": [{"items": [
        {"type": "text", "component_id": "name", "label": "Name"},
        {"type": "toggle", "component_id": "dark"},
    ]}]});
    let widget = agent.create("create_widget", arguments).await;
    let state = agent.call("request_toolbar_state", json!({})).await;
    assert_eq!(state["values"], json!({"dark": false, "name": ""}));
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#a", "secret words").await;
    page.tab_to("#name").await;
    page.press("Ada" + Key::Enter).await;
    page.tab_to("#dark").await;
    page.press(Key::Space).await;
    agent.event_count(&widget.widget_id, 2).await;
    let state = agent.call("request_toolbar_state", json!({})).await;
    assert_eq!(state["values"], json!({"dark": true, "name": "Ada"}));

    let described = agent.call("get_widget", json!({})).await;
    assert_eq!(described["values"], state["values"]);
    assert_eq!(described["html"], json!({"bytes": 24, "ids": ["a"], "id_count": 1}));
    for (field, expected) in [
        ("title", json!("Form")),
        ("kind", json!("html")),
        ("height", json!(300)),
        ("theme", json!("system")),
        ("viewers", json!({"open": 1})),
        ("events", json!(3)),
        ("url", json!(widget.url)),
    ] {
        assert_eq!(described[field], expected, "{field}");
    }
    assert!(!described.to_string().contains("secret words"), "{described}");
}

#[tokio::test]
async fn what_is_built_looks_the_same_in_a_toolbar_and_in_html() {
    let agent = Client::stdio().await;
    let markup = "<b>5 & 6</b> \"quoted\"";
    let style = json!({"backgroundColor": "rgb(1, 2, 3)"});
    let div = agent
        .call("build_div", json!({"text": markup, "component_id": "in-bar", "style": style}))
        .await;
    let in_html = agent.call("build_div", json!({"text": markup, "style": style})).await;
    let item = agent.call("build_ticker_item", json!({"ticker": "A\"B", "text": markup})).await;
    let item_html = item["html"].as_str().expect("HTML");
    let html = format!("<main>{}{item_html}</main>", in_html["html"].as_str().expect("HTML"));
    let marquee = json!({"type": "marquee", "component_id": "news", "behavior": "static"});
    let toolbars = json!([{"items": [div["component"], marquee]}]);
    let widget = agent.create("create_widget", json!({"html": html, "toolbars": toolbars})).await;
    let mut moved = item["component"].clone();
    moved["component_id"] = json!("moved");
    agent.call("update_marquee", json!({"component_id": "news", "items": [moved]})).await;

    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let made = in_html["component_id"].as_str().expect("an id");
    for css in [
        "#in-bar",
        &format!("main > #{made}"),
        "main > .widget-ticker",
        ".widget-marquee .widget-ticker",
    ] {
        page.shows(css, markup).await;
    }
    for css in ["#in-bar", &format!("#{made}")] {
        let color = format!("getComputedStyle(document.querySelector('{css}')).backgroundColor");
        page.holds(&format!("{color} === 'rgb(1, 2, 3)'")).await;
    }
    let update = json!({"ticker": "A\"B", "text": "7"});
    agent.call("update_ticker_item", update).await;
    page.shows(".widget-marquee .widget-ticker", "7").await;
}

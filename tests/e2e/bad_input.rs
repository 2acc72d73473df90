//! Wrong arguments get an answer that helps, and leave nothing behind.

use serde_json::{Value, json};
use widget_e2e::{Client, Created};

use crate::widgets::counter;

const UNKNOWN: &str = "00000000000000000000000000000000";

/// A call that is to be refused, and what the refusal says.
struct Case {
    tool: &'static str,
    arguments: Value,
    says: &'static [&'static str],
}

fn case(tool: &'static str, arguments: Value, says: &'static [&'static str]) -> Case {
    Case { tool, arguments, says }
}

/// Makes every call, and looks after each whether the server lives and has only what it had.
async fn are_refused(agent: &Client, cases: impl IntoIterator<Item = Case>) {
    let before = agent.call("list_widgets", json!({})).await;
    for Case { tool, arguments, says } in cases {
        let shown = shorten(&arguments.to_string());
        let message = agent.refusal(tool, arguments).await;
        for expected in says {
            assert!(
                message.to_lowercase().contains(&expected.to_lowercase()),
                "{tool} {shown} should mention {expected:?}: {message}"
            );
        }
        let is_helped = message.contains(tool)
            || message.contains("get_component_docs")
            || message.starts_with("changes[");
        assert!(is_helped, "{tool} {shown} should show a correct call: {message}");
        let after = agent.call("list_widgets", json!({})).await;
        assert_eq!(before, after, "{tool} {shown} left something behind");
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(200).collect()
}

fn toolbar(item: &Value) -> Value {
    json!({"html": "", "toolbars": [{"position": "top", "items": [item]}]})
}

#[tokio::test]
async fn a_widget_that_is_not_there_is_named() {
    let id = |extra: Value| {
        let mut arguments = json!({"widget_id": UNKNOWN});
        let fields = extra.as_object().expect("an object").clone();
        arguments.as_object_mut().expect("an object").extend(fields);
        arguments
    };
    let says: &[&str] = &["widget_id", UNKNOWN];
    are_refused(
        &Client::stdio().await,
        [
            case("set_content", id(json!({"component_id": "a", "text": "b"})), says),
            case("update_chart", id(json!({"figure_json": "{\"data\": []}"})), says),
            case("send_event", id(json!({"event_type": "a:b", "data": {}})), says),
            case("get_events", id(json!({})), says),
            case("wait_for_events", id(json!({"timeout_ms": 1000})), says),
            case("destroy_widget", id(json!({})), says),
            case("get_events", json!({"widget_id": "cars"}), &["widget_id", "32"]),
            case("get_events", json!({}), &["widget_id", "no widget yet"]),
            case("get_widget", id(json!({})), says),
            case("request_toolbar_state", id(json!({})), says),
            case("set_style", id(json!({"component_id": "a", "style": {"top": 0}})), says),
            case("inject_css", id(json!({"css": "b{}"})), says),
            case("update_theme", id(json!({"theme": "dark"})), says),
            case("navigate", id(json!({"url": "https://e.example"})), says),
            case("download", id(json!({"filename": "a.txt", "text": "x"})), says),
        ],
    )
    .await;
}

#[tokio::test]
async fn malformed_json_is_pointed_at_by_line_and_column() {
    are_refused(
        &Client::stdio().await,
        [
            case(
                "show_chart",
                json!({"figure_json": "{\"data\": [\n  {]}"}),
                &["figure_json", "line 2", "column 4"],
            ),
            case("show_chart", json!({"figure_json": ""}), &["figure_json", "line 1"]),
            case("show_chart", json!({"figure_json": "[1, 2]"}), &["figure_json", "object"]),
            case("show_chart", json!({"figure_json": "{\"data\": {}}"}), &["figure_json", "data"]),
            case(
                "show_dataframe",
                json!({"data_json": "[{\"a\": 1},\n {\"a\": NaN}]"}),
                &["data_json", "line 2"],
            ),
            case("show_dataframe", json!({"data_json": "[{\"a\": 1},"}), &["data_json", "line 1"]),
        ],
    )
    .await;
}

#[tokio::test]
async fn rows_that_are_not_objects_are_named() {
    are_refused(
        &Client::stdio().await,
        [
            case("show_dataframe", json!({"data_json": "[1, 2]"}), &["data_json", "object"]),
            case(
                "show_dataframe",
                json!({"data_json": "[{\"a\": 1}, [2]]"}),
                &["data_json", "object"],
            ),
            case("show_dataframe", json!({"data_json": "{\"a\": 1}"}), &["data_json", "list"]),
            case(
                "show_dataframe",
                json!({"data_json": "[{\"name\": 1}]", "row_id": "nmae"}),
                &["row_id", "nmae", "name"],
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn components_that_cannot_be_are_named_with_the_nearest_that_can() {
    are_refused(
        &Client::stdio().await,
        [
            case(
                "create_widget",
                toolbar(&json!({"type": "buton", "label": "Go"})),
                &["toolbars", "buton", "did you mean", "button"],
            ),
            case(
                "create_widget",
                toolbar(&json!({"type": "button", "lable": "Go"})),
                &["toolbars", "lable", "label"],
            ),
            case("create_widget", toolbar(&json!({"label": "Go"})), &["toolbars", "type"]),
            case(
                "create_widget",
                toolbar(&json!({"type": "button", "label": "Go", "event": "grid:go"})),
                &["grid:go", "reserved"],
            ),
            case(
                "create_widget",
                toolbar(&json!({"type": "button", "label": "Go", "event": "go"})),
                &["go", "namespace:action"],
            ),
            case(
                "create_widget",
                json!({"html": "", "toolbars": [{"position": "topp", "items": []}]}),
                &["position", "topp", "top"],
            ),
            case("create_widget", json!({"htm": "<p>"}), &["htm", "html"]),
            case("create_widget", json!({"html": true}), &["html", "string"]),
            case("create_widget", json!({"html": "", "height": -1}), &["height"]),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_change_that_cannot_be_is_refused() {
    let agent = Client::stdio().await;
    let Created { widget_id, .. } = agent.create("create_widget", counter()).await;
    let id = &widget_id;
    are_refused(
        &agent,
        [
            case(
                "set_content",
                json!({"widget_id": id, "component_id": "countr", "text": "1"}),
                &["component_id", "countr", "counter"],
            ),
            case(
                "set_content",
                json!({"widget_id": id, "component_id": "counter"}),
                &["text", "html"],
            ),
            case(
                "update_chart",
                json!({"widget_id": id, "figure_json": "{\"data\": []}"}),
                &["widget_id", "chart"],
            ),
            case(
                "send_event",
                json!({"widget_id": id, "event_type": "grid:update-data", "data": {"data": []}}),
                &["widget_id"],
            ),
            case(
                "send_event",
                json!({"widget_id": id, "event_type": "chart:click", "data": {}}),
                &["event_type", "reserved"],
            ),
            case(
                "send_event",
                json!({"widget_id": id, "event_type": "", "data": {}}),
                &["event_type"],
            ),
            case("get_events", json!({"widget_id": id, "limit": 0}), &["limit"]),
            case("wait_for_events", json!({"widget_id": id, "timeout_ms": -5}), &["timeout_ms"]),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_look_or_an_offer_that_cannot_be_is_refused() {
    let agent = Client::stdio().await;
    agent.create("create_widget", counter()).await;
    let style = |id: &str, style: Value| json!({"component_id": id, "style": style});
    let file = |name: &str, more: Value| {
        let mut file = json!({"filename": name});
        file.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        file
    };
    are_refused(
        &agent,
        [
            case(
                "set_style",
                style("countr", json!({"top": 0})),
                &["component_id", "\"counter\"?"],
            ),
            case("set_style", style("counter", json!({"colr": "red"})), &["style", "\"color\"?"]),
            case("set_style", style("counter", json!({"top": [1]})), &["style.top", "a number"]),
            case("set_style", style("counter", json!({})), &["style", "at least one"]),
            case("set_style", style("counter", json!({"top": "0;"})), &["style", "holds ;"]),
            case("inject_css", json!({"css": " "}), &["css", "empty"]),
            case("inject_css", json!({"css": "@import 'a'"}), &["css", "network", "data:"]),
            case("inject_css", json!({"css": "b{}", "css_id": "a b"}), &["css_id", "letters"]),
            case("remove_css", json!({"css_id": "x"}), &["css_id", "none was injected"]),
            case("update_theme", json!({"theme": "drak"}), &["theme", "did you mean \"dark\"?"]),
            case("navigate", json!({"url": "javascript:alert(1)"}), &["url", "http and https"]),
            case("navigate", json!({"url": "example.com"}), &["url", "use an absolute one"]),
            case("download", file("a.html", json!({"text": "x"})), &["filename", ".csv"]),
            case("download", file("a.txt", json!({})), &["text", "either text or base64"]),
            case("download", file("a.png", json!({"text": "x"})), &["text", "give base64"]),
            case("download", file("a.png", json!({"base64": "?"})), &["base64", "standard base64"]),
            case(
                "download",
                file("a", json!({"text": "x", "mime_type": "text/cvs"})),
                &["mime_type", "\"text/csv\"?"],
            ),
            case("build_div", json!({}), &["content", "children"]),
            case("build_div", json!({"text": "x", "component_id": "a b"}), &["component_id"]),
            case("build_ticker_item", json!({"ticker": ""}), &["ticker"]),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_is_larger_than_allowed_is_refused_with_the_limit() {
    let agent = Client::stdio().await;
    let Created { widget_id, .. } = agent.create("create_widget", counter()).await;
    let large = "x".repeat((1 << 20) + 1);
    let id = &widget_id;
    are_refused(
        &agent,
        [
            case("create_widget", json!({"html": large}), &["html", "1048576"]),
            case(
                "set_content",
                json!({"widget_id": id, "component_id": "counter", "text": large}),
                &["1048576"],
            ),
            case(
                "send_event",
                json!({"widget_id": id, "event_type": "a:b", "data": {"x": large}}),
                &["data", "65536"],
            ),
            case("create_widget", json!({"html": "", "title": large}), &["title"]),
            case("inject_css", json!({"css": large}), &["css", "1048576", "--max-html-bytes"]),
            case(
                "set_style",
                json!({"component_id": "counter", "style": {"--x": large}}),
                &["style", "1048576", "--max-html-bytes"],
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn an_unknown_tool_does_not_end_the_connection() {
    let agent = Client::stdio().await;
    let message = agent.protocol_error("show_chrat", json!({})).await;
    assert!(message.contains("show_chrat"), "{message}");
    agent.call("list_widgets", json!({})).await;
}

//! Known weaknesses of other servers of this kind, where no other test covers them.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::process::Command;
use widget_e2e::{Browser, Client, Server, cars, in_time, serve_page, widget_mcp};

use crate::widgets::counter;

/// In bytes; a model pays for each of them.
const SMALL: usize = 1_000;

#[tokio::test]
async fn an_answer_does_not_carry_the_widget_back() {
    let agent = Client::stdio().await;
    let text = "x".repeat(100_000);
    let figure = json!({"data": [{"y": vec![1; 10_000], "name": text}]}).to_string();
    let rows = Value::from(cars()).to_string();
    for (tool, arguments) in [
        ("create_widget", json!({"html": format!("<p id=a>{text}</p>")})),
        ("show_chart", json!({"figure_json": figure})),
        ("show_dataframe", json!({"data_json": rows})),
    ] {
        let answer = agent.call(tool, arguments).await.to_string();
        assert!(answer.len() < SMALL, "{tool} answers with {} bytes", answer.len());
    }
    let list = agent.call("list_widgets", json!({})).await.to_string();
    assert!(list.len() < 3 * SMALL, "list_widgets answers with {} bytes", list.len());
}

/// Nothing, a number and a list for every argument that there is.
#[tokio::test]
async fn a_wrong_call_of_any_tool_is_an_error_that_says_what_is_wrong() {
    let agent = Client::stdio().await;
    for tool in agent.tools().await {
        let fields = tool.input_schema.get("properties").and_then(Value::as_object).cloned();
        let fields = fields.unwrap_or_default();
        for wrong in [json!({}), json!(-1.5), json!([[]])] {
            let mut arguments: serde_json::Map<String, Value> =
                fields.keys().map(|name| (name.clone(), wrong.clone())).collect();
            arguments.insert("no_such_argument".into(), wrong);
            let message = agent.refusal(&tool.name, arguments.into()).await;
            let a_name = fields.keys().map(String::as_str).chain(["no_such_argument"]);
            assert!(a_name.into_iter().any(|name| message.contains(name)), "{message}");
            for leak in ["panicked", ".rs:", "RUST_BACKTRACE", "Traceback", "/src/"] {
                assert!(!message.contains(leak), "{}: {message}", tool.name);
            }
        }
    }
}

#[tokio::test]
async fn every_argument_and_result_has_a_type() {
    let agent = Client::stdio().await;
    for tool in agent.tools().await {
        let name = &tool.name;
        let results = tool.output_schema.as_deref().expect("an output schema");
        for schema in [&*tool.input_schema, results] {
            assert_eq!(schema["type"], "object", "{name}");
            let fields = schema.get("properties").and_then(Value::as_object);
            for (field, schema) in fields.into_iter().flatten() {
                let says = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref"];
                let typed = says.iter().any(|keyword| schema.get(keyword).is_some());
                assert!(typed, "{name}: {field} may be anything: {schema}");
            }
        }
    }
}

/// A page of another site reads nothing of the server, with nothing but its address.
#[tokio::test]
async fn a_page_of_another_site_reads_nothing() {
    let server = Server::start().await;
    let agent = server.client().await;
    let widget = agent.create("create_widget", counter()).await;
    let addresses = [
        widget.url.clone(),
        format!("{}/data", widget.url),
        format!("{}/mcp", server.address()),
        format!("{}/sse", server.address()),
    ];
    let browser = Browser::start().await;
    let port = serve_page("<!doctype html><title>Elsewhere</title>").await;
    let elsewhere = format!("http://other.example:{port}/");
    for (from, expected) in [(&widget.url, "read"), (&elsewhere, "refused")] {
        let page = browser.open(from).await;
        for address in &addresses {
            let read = format!(
                "void fetch({}, {{headers: {{accept: 'text/event-stream'}}}}).then(
                    () => {{ window.outcome = 'read'; }},
                    () => {{ window.outcome = 'refused'; }})",
                json!(address)
            );
            page.shell_value("delete window.outcome").await;
            page.shell_value(&read).await;
            page.shell_holds("window.outcome !== undefined").await;
            let outcome = page.shell_value("window.outcome").await;
            assert_eq!(outcome, expected, "{address} from {from}");
        }
    }
}

#[tokio::test]
async fn a_taken_port_is_an_error_at_once() {
    let first = Server::start().await;
    let (_, port) = first.address().rsplit_once(':').expect("an address with a port");
    for transport in ["--http", "--sse"] {
        let second = Command::new(widget_mcp())
            .args(["--headless", transport, port])
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output();
        let output = tokio::time::timeout(Duration::from_secs(10), second).await;
        let output = output.expect("it ends by itself").expect("the server starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(port), "{said}");
        assert!(output.stdout.is_empty(), "stdout belongs to the protocol");
    }
    // The one that has the port is not disturbed.
    in_time("the first server", first.client()).await.call("list_widgets", json!({})).await;
}

//! The server ends when it is asked to, whatever is going on.
#![cfg(unix)]

use std::process::Stdio;

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use widget_e2e::{Process, Server, Viewer, Wire, in_time, widget_mcp};

use crate::widgets::counter;

#[tokio::test]
async fn signals_end_it_while_streams_are_open_and_calls_wait() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::start().await;
        let mut wires = [Wire::http(&server), Wire::sse(&server).await];
        let mut viewers = Vec::new();
        for wire in &mut wires {
            wire.begin("2025-06-18").await;
            let widget = wire.tool("create_widget", counter()).await;
            let wait = json!({"widget_id": widget["widget_id"], "timeout_ms": 60_000});
            let call = json!({"name": "wait_for_events", "arguments": wait});
            wire.request("tools/call", call).await;
            let mut viewer = Viewer::open(widget["url"].as_str().expect("a page")).await;
            viewer.event("note:say", json!({})).await;
            viewer.wait().await;
            viewers.push(viewer);
        }
        // This client keeps a GET stream of /mcp open.
        let client = server.client().await;
        client.call("list_widgets", json!({})).await;
        server.process().signal(signal).await;
        server.process().ends_at_once(signal).await;
    }
}

fn on_stdio() -> Child {
    Command::new(widget_mcp())
        .arg("--headless")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts")
}

const BEGIN: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"eof","version":"0"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"create_widget","#,
    r#""arguments":{"html":"<b>x</b>"}}}"#,
    "\n",
);

/// The server with a widget in it and a call that waits; its process and its page.
async fn waiting() -> (Child, String) {
    let mut child = on_stdio();
    let input = child.stdin.as_mut().expect("its input");
    input.write_all(BEGIN.as_bytes()).await.expect("it reads");
    let mut lines = BufReader::new(child.stdout.as_mut().expect("its output")).lines();
    let mut next = async || {
        let line = in_time("a line", lines.next_line()).await.expect("its output is readable");
        line.expect("it goes on")
    };
    next().await;
    let created: serde_json::Value = serde_json::from_str(&next().await).expect("JSON");
    let widget = &created["result"]["structuredContent"];
    let wait = json!({"widget_id": widget["widget_id"], "timeout_ms": 60_000});
    let params = json!({"name": "wait_for_events", "arguments": wait});
    let call = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": params});
    input.write_all(format!("{call}\n").as_bytes()).await.expect("it reads");
    (child, widget["url"].as_str().expect("a page").to_owned())
}

#[tokio::test]
async fn the_end_of_its_input_ends_it_while_a_page_is_open_and_a_call_waits() {
    let (mut child, url) = waiting().await;
    let mut viewer = Viewer::open(&url).await;
    viewer.wait().await;
    drop(child.stdin.take());
    Process::of(&mut child).ends_at_once("EOF").await;
}

#[tokio::test]
async fn signals_end_it_on_stdio_too() {
    for signal in ["INT", "TERM"] {
        let (mut child, url) = waiting().await;
        let mut viewer = Viewer::open(&url).await;
        viewer.wait().await;
        Process::of(&mut child).signal(signal).await;
        Process::of(&mut child).ends_at_once(signal).await;
    }
}

#[tokio::test]
async fn a_client_that_leaves_before_it_begins_has_made_no_mistake() {
    let mut child = on_stdio();
    drop(child.stdin.take());
    Process::of(&mut child).ends_at_once("EOF").await;
}

/// Requests that arrive in one go, as by a shell's pipe, are answered before the end.
#[tokio::test]
async fn the_last_answers_go_out_before_the_end() {
    let mut child = on_stdio();
    let mut input = child.stdin.take().expect("its input");
    input.write_all(BEGIN.as_bytes()).await.expect("it reads");
    drop(input);
    let output = in_time("the end", child.wait_with_output()).await.expect("its output");
    let answers = String::from_utf8(output.stdout).expect("text");
    assert_eq!(answers.lines().count(), 2, "{answers}");
}

//! Clients of every protocol version over every transport, message by message.

use serde_json::{Value, json};
use widget_e2e::{MODERN, Proxy, Server, VERSIONS, Viewer, Wire};

use crate::widgets::{counter, types};

/// Begins with each version over each transport, each time on a new connection.
async fn everywhere(check: impl AsyncFn(&str, Wire, &Value)) {
    let server = Server::start().await;
    for version in VERSIONS {
        for (transport, mut wire) in Wire::each(&server).await {
            let server_says = wire.begin(version).await;
            check(&format!("{version} over {transport}"), wire, &server_says).await;
        }
    }
}

#[tokio::test]
async fn every_version_works_over_every_transport() {
    everywhere(async |place, mut wire, server_says| {
        if place.starts_with(MODERN) {
            let versions = server_says["supportedVersions"].as_array().expect("a list");
            assert!(versions.contains(&json!(MODERN)), "{place}: {server_says}");
        } else {
            let version = server_says["protocolVersion"].as_str().expect("a version");
            assert!(place.starts_with(version), "{place}: {server_says}");
        }
        let tools = wire.call("tools/list", json!({})).await;
        let tools = tools["tools"].as_array().expect("a list").len();
        assert!(tools > 15, "{place}: {tools} tools");
        let widget = wire.tool("create_widget", counter()).await;
        let listed = wire.tool("list_widgets", json!({})).await;
        let listed = listed["widgets"].as_array().expect("a list");
        let id = &widget["widget_id"];
        assert!(listed.iter().any(|other| other["widget_id"] == *id), "{place}: {listed:?}");
        let wrong = json!({"name": "destroy_widget", "arguments": {"widget": id}});
        let refused = wire.call("tools/call", wrong).await;
        assert_eq!(refused["isError"], true, "{place}: {refused}");
    })
    .await;
}

/// Calls `wait_for_events`, which has begun to wait; the id of the request.
async fn wait(wire: &mut Wire, widget: &Value) -> u64 {
    let wait = json!({"widget_id": widget["widget_id"], "timeout_ms": 60_000});
    let call = json!({"name": "wait_for_events", "arguments": wait, "_meta": {"progressToken": 1}});
    let id = wire.request("tools/call", call).await;
    wire.first(|message| message["method"] == "notifications/progress").await;
    id
}

/// The events that the next wait brings.
async fn next(wire: &mut Wire, widget: &Value) -> Vec<Value> {
    let wait = json!({"widget_id": widget["widget_id"], "timeout_ms": 60_000});
    let answer = wire.tool("wait_for_events", wait).await;
    answer["events"].as_array().expect("a list").clone()
}

async fn viewer(widget: &Value) -> Viewer {
    Viewer::open(widget["url"].as_str().expect("a page")).await
}

/// The event that a wait which was given up would have taken is there for the next.
#[tokio::test]
async fn a_cancelled_wait_ends_at_once() {
    everywhere(async |place, mut wire, _| {
        if place.starts_with(MODERN) && place.ends_with("http") {
            return; // Leaving is what cancels there: see the next test.
        }
        let widget = wire.tool("create_widget", counter()).await;
        let mut viewer = viewer(&widget).await;
        let id = wait(&mut wire, &widget).await;
        viewer.event("note:first", json!({})).await;
        let answer = wire.answer(id).await;
        let events = &answer["result"]["structuredContent"]["events"];
        assert_eq!(events[0]["event_type"], "note:first", "{place}: {answer}");

        let given_up = wait(&mut wire, &widget).await;
        wire.cancel(given_up).await;
        // Answered after the cancellation has been worked on.
        wire.tool("list_widgets", json!({})).await;
        viewer.event("note:second", json!({})).await;
        assert_eq!(types(&next(&mut wire, &widget).await), ["note:second"], "{place}");
    })
    .await;
}

#[tokio::test]
async fn a_wait_ends_when_its_client_has_left() {
    let server = Server::start().await;
    let mut staying = Wire::http(&server);
    staying.begin(MODERN).await;
    for version in [MODERN, "2025-03-26"] {
        let widget = staying.tool("create_widget", counter()).await;
        let mut viewer = viewer(&widget).await;
        let proxy = Proxy::start(server.address()).await;
        let address = proxy.url(server.address());
        let mut leaving = match version {
            MODERN => Wire::http_at(&address),
            _ => Wire::sse_at(&address).await,
        };
        leaving.begin(version).await;
        wait(&mut leaving, &widget).await;
        proxy.leave().await;
        viewer.event("note:say", json!({})).await;
        assert_eq!(types(&next(&mut staying, &widget).await), ["note:say"], "{version}");
    }
}

/// Waits longer than a client without news would.
#[tokio::test]
async fn a_long_wait_reports_its_progress() {
    let server = Server::start().await;
    let waits = VERSIONS.map(async |version| {
        for (transport, mut wire) in Wire::each(&server).await {
            wire.begin(version).await;
            let widget = wire.tool("create_widget", counter()).await;
            let wait = json!({"widget_id": widget["widget_id"], "timeout_ms": 10_500});
            let call = json!({
                "name": "wait_for_events",
                "arguments": wait,
                "_meta": {"progressToken": "waiting"},
            });
            let id = wire.request("tools/call", call).await;
            let place = format!("{version} over {transport}");
            // As it begins, and every ten seconds.
            for (from, to) in [(0.0, 9.0), (9.0, 10.5)] {
                let report =
                    wire.first(|message| message["method"] == "notifications/progress").await;
                let params = &report["params"];
                assert_eq!(params["progressToken"], "waiting", "{place}");
                let progress = params["progress"].as_f64().expect("a number");
                assert!((from..to).contains(&progress), "{place}: {report}");
                assert_eq!(params["total"], 10.5, "{place}: {report}");
            }
            let answer = wire.answer(id).await;
            assert_eq!(answer["result"]["structuredContent"]["timed_out"], true, "{place}");
        }
    });
    let [a, b, c, d, e] = waits;
    tokio::join!(a, b, c, d, e);
}

#[tokio::test]
async fn what_comes_before_the_first_request_does_not_end_the_connection() {
    let server = Server::start().await;
    for mut wire in [Wire::stdio().await, Wire::sse(&server).await] {
        wire.notify("notifications/initialized", json!({})).await;
        wire.send(json!({"jsonrpc": "2.0", "id": 7, "result": {}})).await;
        wire.begin("2025-06-18").await;
        wire.tool("list_widgets", json!({})).await;
    }
}

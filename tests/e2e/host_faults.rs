//! Chat clients that announce views and show them badly, or not at all: the person sees the widget
//! all the same, and the agent is not told otherwise.
#![cfg(target_os = "linux")]

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::process::Command;
use widget_e2e::{AppsHost, Client, Handshake, Opener, Server, eventually, widget_mcp};

use crate::widgets::counter;

/// The faults in which no view is seen. It need not be waited for, so its time is short here.
const UNSEEN: [&str; 8] = [
    "never mounts",
    "mounts hidden",
    "mounts without display",
    "drops initialized",
    "answers no tool call",
    "has no serverTools",
    "forgets the result",
    "moves the frame",
];

#[derive(Clone, Copy)]
enum Transport {
    Stdio,
    Http,
}

/// Clients whose names are their faults, and the browser in which their servers open pages.
struct Clients {
    opener: Opener,
    clients: Vec<(&'static str, Client)>,
    _server: Option<Server>,
}

async fn clients(
    transport: Transport,
    handshake: Handshake,
    flag: &str,
    faults: &[&'static str],
) -> Clients {
    let opener = Opener::new();
    let (server, clients) = match transport {
        Transport::Stdio => {
            let (program, flags) = (widget_mcp(), [flag]);
            let begin = |fault| {
                let client = (fault, handshake);
                Client::stdio_with_views(&program, client, &flags, opener.env())
            };
            (None, join_all(faults.iter().copied().map(begin)).await)
        }
        Transport::Http => {
            let mut command = Command::new(widget_mcp());
            command.args(["--http", "0", flag]).envs(opener.env());
            let server = Server::run(command).await;
            let endpoint = format!("{}/mcp", server.address());
            let begin = |fault| Client::http_with_views(fault, handshake, &endpoint);
            let clients = join_all(faults.iter().copied().map(begin)).await;
            (Some(server), clients)
        }
    };
    Clients { opener, clients: faults.iter().copied().zip(clients).collect(), _server: server }
}

/// A host of one client, whose view is waited for longer than a test takes.
async fn one_view(fault: &'static str) -> (Opener, AppsHost) {
    let Clients { opener, clients, .. } =
        clients(Transport::Stdio, Handshake::Initialize, "--inline-timeout=600000", &[fault]).await;
    (opener, AppsHost::start(clients).await)
}

async fn unseen(transport: Transport, handshake: Handshake) {
    let Clients { opener, clients, _server } =
        clients(transport, handshake, "--inline-timeout=1000", &UNSEEN).await;
    let host = AppsHost::start(clients).await;
    let mut widgets = Vec::new();
    for (number, fault) in UNSEEN.iter().enumerate() {
        let widget = host.create(number, "create_widget", counter()).await;
        assert_eq!(widget["mode"], "inline", "{fault}: {widget}");
        assert_eq!(widget["viewers"], json!({"open": 0, "ever": false}), "{fault}");
        widgets.push(widget);
    }
    for (number, (fault, widget)) in UNSEEN.iter().zip(&widgets).enumerate() {
        opener.opens(address(widget)).await;
        // The program is told the address before the server knows that it has run.
        eventually(&format!("{fault}: a notice"), async || {
            let wait = json!({"widget_id": widget["widget_id"], "timeout_ms": 1});
            let waited = host.agent(number).call("wait_for_events", wait).await;
            // The browser shows nothing, so the agent may not be told that anything is shown.
            assert_eq!(waited["viewers"], json!({"open": 0, "ever": false}), "{fault}");
            let notice = waited["notice"].as_str().unwrap_or_default();
            if notice.contains("browser") { Ok(()) } else { Err(waited.to_string()) }
        })
        .await;
    }
    host.open(address(&widgets[0])).await.shows("#counter", "0").await;
    host.has_viewers(0, &widgets[0], 1).await;
    // Each opened once, and the clients are remembered.
    assert_eq!(opener.opened().len(), UNSEEN.len(), "{:?}", opener.opened());
    let next = host.agent(0).call("create_widget", counter()).await;
    assert_eq!(next["mode"], "browser", "{next}");
    opener.opens(address(&next)).await;
}

fn address(widget: &Value) -> &str {
    widget["url"].as_str().expect("an address")
}

async fn seen(transport: Transport, handshake: Handshake) {
    let Clients { opener, clients, _server } =
        clients(transport, handshake, "--inline-timeout=10000", &["none", "mounts twice"]).await;
    let host = AppsHost::start(clients).await;
    let mut widgets = Vec::new();
    for (number, expected) in [(0, 1), (1, 2)] {
        let widget = host.create(number, "create_widget", counter()).await;
        host.has_viewers(number, &widget, expected).await;
        widgets.push(widget);
    }
    // Longer than clients have time.
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(11) {
        let wait = json!({"widget_id": widgets[1]["widget_id"], "timeout_ms": 11_500});
        host.agent(1).call("wait_for_events", wait).await;
    }
    assert_eq!(opener.opened(), [""; 0]);
    host.has_viewers(0, &widgets[0], 1).await;
}

async fn late(transport: Transport, handshake: Handshake) {
    let Clients { opener, clients, _server } =
        clients(transport, handshake, "--inline-timeout=1000", &["mounts late"]).await;
    let host = AppsHost::start(clients).await;
    let widget = host.create(0, "create_widget", counter()).await;
    opener.opens(address(&widget)).await;
    host.mount(0).await;
    host.has_viewers(0, &widget, 1).await;
    // The view has come, so the next one is waited for.
    let next = host.agent(0).call("create_widget", counter()).await;
    assert_eq!(next["mode"], "inline", "{next}");
    // The host ends the frame, as some do with an idle one, and says nothing; the agent is told.
    host.kill(0).await;
    host.has_viewers(0, &widget, 0).await;
    let again = json!({"widget_id": widget["widget_id"]});
    let shown = host.create(0, "open_widget", again).await;
    assert_eq!(shown["mode"], "inline", "{shown}");
    host.mount(0).await;
    host.has_viewers(0, &widget, 1).await;
    let again = json!({"widget_id": widget["widget_id"], "place": "browser"});
    let opened = host.agent(0).call("open_widget", again).await;
    assert_eq!((&opened["mode"], &opened["url"]), (&json!("browser"), &widget["url"]));
    assert_eq!(opened["elsewhere"], true);
}

#[tokio::test]
async fn an_unseen_view_is_replaced_over_stdio() {
    unseen(Transport::Stdio, Handshake::Initialize).await;
}

#[tokio::test]
async fn an_unseen_view_is_replaced_over_stdio_without_initialize() {
    unseen(Transport::Stdio, Handshake::Discover).await;
}

#[tokio::test]
async fn an_unseen_view_is_replaced_over_http() {
    unseen(Transport::Http, Handshake::Initialize).await;
}

#[tokio::test]
async fn an_unseen_view_is_replaced_over_http_without_initialize() {
    unseen(Transport::Http, Handshake::Discover).await;
}

#[tokio::test]
async fn a_view_that_is_seen_is_enough_over_stdio() {
    seen(Transport::Stdio, Handshake::Initialize).await;
}

#[tokio::test]
async fn a_view_that_is_seen_is_enough_over_stdio_without_initialize() {
    seen(Transport::Stdio, Handshake::Discover).await;
}

#[tokio::test]
async fn a_view_that_is_seen_is_enough_over_http() {
    seen(Transport::Http, Handshake::Initialize).await;
}

#[tokio::test]
async fn a_view_that_is_seen_is_enough_over_http_without_initialize() {
    seen(Transport::Http, Handshake::Discover).await;
}

#[tokio::test]
async fn a_view_that_comes_and_goes_is_told_over_stdio() {
    late(Transport::Stdio, Handshake::Initialize).await;
}

#[tokio::test]
async fn a_view_that_comes_and_goes_is_told_over_stdio_without_initialize() {
    late(Transport::Stdio, Handshake::Discover).await;
}

#[tokio::test]
async fn a_view_that_comes_and_goes_is_told_over_http() {
    late(Transport::Http, Handshake::Initialize).await;
}

#[tokio::test]
async fn a_view_that_comes_and_goes_is_told_over_http_without_initialize() {
    late(Transport::Http, Handshake::Discover).await;
}

#[tokio::test]
async fn a_view_as_high_as_its_window_settles() {
    let (_opener, host) = one_view("none").await;
    let html = "<div style='min-height: 100vh; margin: 8px'><p id='count'>0</p></div>";
    let widget = host.create(0, "create_widget", json!({"html": html})).await;
    host.has_viewers(0, &widget, 1).await;
    for count in ["1", "2", "3", "4"] {
        let change =
            json!({"widget_id": widget["widget_id"], "component_id": "count", "text": count});
        host.agent(0).call("set_content", change).await;
        host.view().shows("#count", count).await;
        host.is_as_high_as_wanted(0).await;
    }
    let heights = host.heights(0).await;
    assert!(heights.len() <= 3, "{heights:?}");
    assert!(heights.iter().all(|height| *height < AppsHost::MAX_HEIGHT), "{heights:?}");
}

#[tokio::test]
async fn a_view_that_is_told_nothing_says_so_and_draws_a_late_result() {
    let (_opener, host) = one_view("forgets the result").await;
    let widget = host.create(0, "create_widget", counter()).await;
    let advice = "document.body.innerText.includes('ask the agent to show the widget again')";
    host.view().holds(advice).await;
    host.remember(0).await;
    host.view().shows("#counter", "0").await;
    host.view().holds(&format!("!{advice}")).await;
    host.has_viewers(0, &widget, 1).await;
}

#[tokio::test]
async fn native_wins_over_views() {
    for handshake in [Handshake::Initialize, Handshake::Discover] {
        let Clients { opener, clients, .. } =
            clients(Transport::Stdio, handshake, "--native", &["none"]).await;
        // There is no display, so the browser stands for the window.
        let widget = clients[0].1.call("create_widget", counter()).await;
        assert_eq!(widget["mode"], "browser", "{widget}");
        opener.opens(address(&widget)).await;
    }
}

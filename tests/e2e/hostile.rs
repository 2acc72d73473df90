//! Attacks: markup in data, other origins, other names.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;
use widget_e2e::{Browser, Client, Page, Server, get, serve_page};

use crate::widgets::counter;

const MARKUP: &str = "</script><script>alert(1)</script><img src=x onerror=alert(1)>";

/// No element came of the markup, in the shell and in the view. An open `alert` would fail this too.
async fn is_harmless(page: &Page) {
    let no_element = "![...document.querySelectorAll('script, img')].some(
        element => element.outerHTML.includes('alert(1)'))";
    page.holds(no_element).await;
    page.shell_holds(no_element).await;
}

#[tokio::test]
async fn markup_in_a_title_does_nothing() {
    let agent = Client::stdio().await;
    let arguments = json!({"html": "<p id=a>here</p>", "title": MARKUP});
    let widget = agent.create("create_widget", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#a", "here").await;
    page.shell_holds(&format!("document.title.includes({})", json!(MARKUP))).await;
    is_harmless(&page).await;
}

#[tokio::test]
async fn markup_in_a_cell_is_text() {
    let agent = Client::stdio().await;
    let rows = json!([{"name": MARKUP, MARKUP: 1}]).to_string();
    let widget = agent.create("show_dataframe", json!({"data_json": rows})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("[row-index='0'] [col-id='name']", MARKUP).await;
    is_harmless(&page).await;
}

#[tokio::test]
async fn markup_in_a_label_is_text() {
    let agent = Client::stdio().await;
    let item = json!({"type": "button", "component_id": "b", "label": MARKUP});
    let toolbars = json!([{"position": "top", "items": [item]}]);
    let widget = agent.create("create_widget", json!({"html": "", "toolbars": toolbars})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#b", MARKUP).await;
    is_harmless(&page).await;
}

#[tokio::test]
async fn the_html_of_an_agent_does_not_reach_its_host() {
    let agent = Client::stdio().await;
    let html = "<p id=out>waiting</p><script>
        const tries = {
            parent: () => parent.document.title,
            storage: () => {
                const frame = document.createElement('iframe');
                document.body.append(frame);
                return frame.contentWindow.localStorage.length;
            },
            cookie: () => document.cookie,
        };
        const open = Object.entries(tries).filter(([, attempt]) => {
            try { attempt(); return true; } catch { return false; }
        });
        out.textContent = 'open: ' + open.map(([name]) => name).join(' ');
    </script>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#out", "open:").await;
}

/// The ways out of a page that stays open. Each is refused by a directive of the policy.
const WAYS_OUT: &str = "<script>
    const refused = new Set();
    document.addEventListener('securitypolicyviolation', event => {
        refused.add(event.effectiveDirective);
        document.body.dataset.refused = [...refused].sort().join(' ');
    });
    fetch(ADDRESS, {mode: 'no-cors'}).catch(() => {});
    navigator.sendBeacon(ADDRESS, 'typed');
    try { new WebSocket(ADDRESS.replace('http', 'ws')); } catch {}
    for (const [tag, values] of Object.entries({
        img: {src: ADDRESS}, script: {src: ADDRESS}, iframe: {src: ADDRESS},
        object: {data: ADDRESS}, video: {src: ADDRESS}, link: {rel: 'stylesheet', href: ADDRESS},
    })) document.body.append(Object.assign(document.createElement(tag), values));
</script>";

const REFUSED: &str = "connect-src frame-src img-src media-src object-src \
                       script-src-elem style-src-elem";

/// Chromium connects to where a frame wants to go before it asks the policy, and then sends
/// nothing. So what counts is a request.
async fn requests_elsewhere() -> (Value, UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = json!(format!("http://{}/", listener.local_addr().expect("an address")));
    let (requests, heard) = unbounded_channel();
    tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            let requests = requests.clone();
            tokio::spawn(async move {
                let line = BufReader::new(connection).lines().next_line().await;
                line.ok().flatten().map(|line| requests.send(line))
            });
        }
    });
    (address, heard)
}

#[tokio::test]
async fn the_html_of_an_agent_does_not_reach_the_network() {
    let (address, mut requests) = requests_elsewhere().await;
    let agent = Client::stdio().await;
    let html = WAYS_OUT.replace("ADDRESS", &address.to_string());
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds(&format!("document.body.dataset.refused === {}", json!(REFUSED))).await;

    let watch = "document.addEventListener('securitypolicyviolation',
        event => { window.refused = event.effectiveDirective; }) ?? true";
    page.shell_holds(watch).await;
    page.value(&format!("void (location.href = {address})")).await;
    page.shell_holds("window.refused === 'frame-src'").await;

    // A page without the policy does reach it, and its request is the first.
    let port = serve_page("<!doctype html><title>Elsewhere</title>").await;
    page.goto(&format!("http://127.0.0.1:{port}/")).await;
    page.shell_value(&format!("void fetch({address} + 'control', {{mode: 'no-cors'}})")).await;
    let first = timeout(Duration::from_secs(20), requests.recv()).await;
    assert_eq!(first.expect("a request").as_deref(), Some("GET /control HTTP/1.1"));
}

#[tokio::test]
async fn a_page_from_another_origin_cannot_open_the_web_socket() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#counter", "0").await;
    let open = format!(
        "(window.state ??= (() => {{
            const socket = new WebSocket({});
            socket.onopen = () => {{ window.state = 'open'; }};
            socket.onerror = () => {{ window.state = 'refused'; }};
            return 'waiting';
        }})())",
        json!(format!("{}/live", widget.url.replacen("http", "ws", 1)))
    );

    page.shell_holds(&format!("{open} === 'open'")).await;
    let port = serve_page("<!doctype html><title>Elsewhere</title>").await;
    for origin in ["127.0.0.1", "other.example"] {
        page.goto(&format!("http://{origin}:{port}/")).await;
        page.shell_holds(&format!("{open} === 'refused'")).await;
    }
}

#[tokio::test]
async fn a_foreign_host_header_is_refused() {
    let server = Server::start().await;
    let agent = server.client().await;
    let widget = agent.create("create_widget", counter()).await;
    let own = server.address().strip_prefix("http://").expect("an http address");
    let own_host = format!("Host: {own}");
    assert_eq!(get(&widget.url, &[&own_host]).await.status, 200);

    let mcp = format!("{}/mcp", server.address());
    let data = format!("{}/data", widget.url);
    let live = format!("{}/live", widget.url);
    for address in [&widget.url, &data, &live, &mcp] {
        for host in ["Host: other.example", "Host: 127.0.0.1.other.example", "Accept: */*"] {
            let response = get(address, &[host]).await;
            let status = response.status;
            assert!([400, 403, 421].contains(&status), "{address} with {host}: {status}");
            assert!(!response.text.contains("counter"), "{}", response.text);
        }
    }
}

#[tokio::test]
async fn a_foreign_origin_cannot_call_the_mcp_endpoint() {
    let server = Server::start().await;
    let own = server.address().strip_prefix("http://").expect("an http address");
    let host = format!("Host: {own}");
    let accept = "Accept: application/json, text/event-stream";
    let mcp = format!("{}/mcp", server.address());
    let response = get(&mcp, &[&host, accept, "Origin: http://other.example"]).await;
    assert_eq!(response.status, 403, "{}", response.text);
}

#[tokio::test]
async fn a_page_under_a_name_that_is_not_ours_is_refused_by_the_server() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url.replacen("127.0.0.1", "other.example", 1)).await;
    assert_eq!(page.shell_value("document.querySelector('iframe') === null").await, true);
}

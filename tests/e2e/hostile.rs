//! What must not work: markup in data, other origins, other names.

use serde_json::json;
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
async fn the_html_of_an_agent_reaches_neither_its_host_nor_the_network() {
    let agent = Client::stdio().await;
    let html = "<p id=out>waiting</p><script>
        const tries = {
            parent: () => parent.document.title,
            storage: () => localStorage.length,
            cookie: () => document.cookie,
            fetch: () => fetch('/view').then(() => 'open'),
        };
        (async () => {
            const open = [];
            for (const [name, attempt] of Object.entries(tries)) {
                try { await attempt(); open.push(name); } catch {}
            }
            out.textContent = 'open: ' + open.join(' ');
        })();
    </script>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#out", "open:").await;
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

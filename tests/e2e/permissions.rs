//! Authorization of requests, and the names under which the server answers.

use std::process::Output;

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::process::Command;
use widget_e2e::{Server, get, in_time, widget_mcp};

const TOKEN: &str = "n0t-for-everybody";

/// A first message, as a client of `/mcp` or `/messages` posts it.
fn initialize() -> Value {
    let client = json!({"name": "permissions", "version": "0"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

/// Returns the answer of each MCP route to a request with these headers.
async fn ask(server: &Server, headers: &[(&str, &str)]) -> [(&'static str, reqwest::Response); 3] {
    let client = Client::builder().no_proxy().build().expect("an HTTP client");
    let address = server.address();
    let send = async |mut request: reqwest::RequestBuilder| {
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.send().await.expect("an answer")
    };
    let post = |path: &str| {
        let request = client.post(format!("{address}{path}")).body(initialize().to_string());
        request
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
    };
    [
        ("/mcp", send(post("/mcp")).await),
        ("/sse", send(client.get(format!("{address}/sse"))).await),
        ("/messages", send(post("/messages?sessionId=0")).await),
    ]
}

/// An unknown session is what `/messages` says to who may call it.
fn is_let_in(path: &str, status: StatusCode) -> bool {
    status == if path == "/messages" { StatusCode::NOT_FOUND } else { StatusCode::OK }
}

#[tokio::test]
async fn every_mcp_route_asks_for_the_token_and_pages_do_not() {
    for (flags, environment) in [
        (&["--http", "0", "--token", TOKEN][..], &[][..]),
        (&["--http", "0"][..], &[("WIDGET_MCP_TOKEN", TOKEN)][..]),
    ] {
        let server = Server::start_with(flags, environment).await;
        for (path, response) in ask(&server, &[]).await {
            assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{path}");
            assert_eq!(response.headers()["www-authenticate"], "Bearer realm=\"widget-mcp\"");
        }
        for wrong in ["Bearer n0t-for-everybodz", "Basic n0t-for-everybody", "Bearer"] {
            for (path, response) in ask(&server, &[("authorization", wrong)]).await {
                assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{path}: {wrong}");
                let challenge = &response.headers()["www-authenticate"];
                assert!(
                    challenge.to_str().expect("text").contains("invalid_token"),
                    "{challenge:?}"
                );
            }
        }
        let bearer = format!("Bearer {TOKEN}");
        for (path, response) in ask(&server, &[("authorization", &bearer)]).await {
            assert!(is_let_in(path, response.status()), "{path}: {}", response.status());
        }
        let host = server.address().strip_prefix("http://").expect("an http address");
        let page = get(&format!("{}/view", server.address()), &[&format!("Host: {host}")]).await;
        assert_eq!(page.status, 200, "{}", page.text);
    }
}

#[tokio::test]
async fn pages_of_other_sites_may_not_call_it() {
    let server = Server::start().await;
    for origin in ["https://evil.example", "http://127.0.0.1.evil.example", "null", "file://"] {
        for (path, response) in ask(&server, &[("origin", origin)]).await {
            assert_eq!(response.status(), StatusCode::FORBIDDEN, "{path}: {origin}");
        }
    }
    for origin in ["http://localhost:6274", "http://127.0.0.1:1", "http://[::1]"] {
        for (path, response) in ask(&server, &[("origin", origin)]).await {
            assert!(is_let_in(path, response.status()), "{path}: {origin}: {}", response.status());
        }
    }
}

/// DNS rebinding: a foreign name that leads to this machine.
#[tokio::test]
async fn foreign_names_are_refused_until_they_are_allowed() {
    let names = [("host", "widgets.example"), ("origin", "https://widgets.example")];
    for (path, response) in ask(&Server::start().await, &names).await {
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{path}");
    }
    let flags = ["--http", "0", "--allow-host", "widgets.example"];
    let server = Server::start_with(&flags, &[]).await;
    for (path, response) in ask(&server, &names).await {
        assert!(is_let_in(path, response.status()), "{path}: {}", response.status());
    }
    let view = format!("{}/view", server.address());
    assert_eq!(get(&view, &["Host: widgets.example:8001"]).await.status, 200);
    assert_eq!(get(&view, &["Host: evil.example"]).await.status, 403);
}

#[tokio::test]
async fn behind_a_proxy_answers_name_the_address_of_the_proxy() {
    let flags = ["--http", "0", "--base-url", "https://widgets.example"];
    let server = Server::start_with(&flags, &[]).await;
    let widget = server.client().await.create("create_widget", json!({"html": "<p>"})).await;
    assert_eq!(widget.url, format!("https://widgets.example/widget/{}", widget.widget_id));
    // The proxy may pass its own name on or not.
    let page = format!("{}/widget/{}", server.address(), widget.widget_id);
    for host in ["Host: widgets.example", "Host: 127.0.0.1:8001"] {
        assert_eq!(get(&page, &[host]).await.status, 200, "{host}");
        let upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
        let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
        let live = async |origin| {
            let headers = [&[host, key, origin][..], &upgrade].concat();
            get(&format!("{page}/live"), &headers).await.status
        };
        assert_eq!(live("Origin: https://widgets.example").await, 101, "{host}");
        assert_eq!(live("Origin: https://evil.example").await, 403, "{host}");
    }
}

/// Runs the server with flags that it is to refuse; what it says.
async fn refusal(flags: &[&str]) -> String {
    let mut command = Command::new(widget_mcp());
    let output = command.args(flags).kill_on_drop(true).output();
    let Output { status, stderr, stdout } = in_time("it to end", output).await.expect("it starts");
    assert!(!status.success(), "{flags:?}");
    assert!(stdout.is_empty(), "standard output belongs to the protocol");
    String::from_utf8(stderr).expect("text")
}

#[tokio::test]
async fn others_than_this_machine_need_a_token() {
    for transport in ["--http", "--sse"] {
        for host in ["0.0.0.0", "::"] {
            let said = refusal(&[transport, "0", "--host", host]).await;
            assert!(said.contains("--token") && said.contains("127.0.0.1"), "{said}");
        }
    }
    let flags = ["--http", "0", "--host", "0.0.0.0", "--token", TOKEN];
    let server = Server::start_with(&flags, &[]).await;
    let port = server.address().rsplit(':').next().expect("a port");
    let view = format!("http://127.0.0.1:{port}/view");
    assert_eq!(get(&view, &["Host: localhost"]).await.status, 200);
}

#[tokio::test]
async fn a_taken_port_is_an_error_at_once() {
    let taken = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = taken.local_addr().expect("a port").port().to_string();
    for transport in ["--http", "--sse"] {
        let said = refusal(&[transport, &port]).await;
        assert!(said.contains(&format!("127.0.0.1:{port}")), "{said}");
        assert!(said.contains("choose another port"), "{said}");
    }
}

#[tokio::test]
async fn the_token_is_in_no_message_and_no_log() {
    let said = refusal(&["--http", "0", "--token", "s3cret with blanks"]).await;
    assert!(said.contains("openssl"), "{said}");
    let log = Command::new(widget_mcp())
        .args(["--http", "--help"])
        .env("WIDGET_MCP_TOKEN", TOKEN)
        .output();
    let help = String::from_utf8(log.await.expect("it starts").stdout).expect("text");
    assert!(help.contains("WIDGET_MCP_TOKEN") && !help.contains(TOKEN), "{help}");
}

#[tokio::test]
async fn sse_alone_has_no_other_endpoint() {
    let server = Server::start_with(&["--sse", "0"], &[]).await;
    let [mcp, sse, messages] = ask(&server, &[]).await.map(|(_, response)| response.status());
    assert_eq!(mcp, StatusCode::NOT_FOUND);
    assert_eq!((sse, messages), (StatusCode::OK, StatusCode::NOT_FOUND));
}

/// Each is refused before it costs anything, with the reason.
#[tokio::test]
async fn messages_that_cannot_be_are_refused_with_the_reason() {
    let server = Server::start_with(
        &[
            "--sse",
            "0",
            "--max-html-bytes=1000",
            "--max-figure-bytes=1000",
            "--max-rows-bytes=1000",
            "--max-download-bytes=1000",
        ],
        &[],
    )
    .await;
    let client = Client::builder().no_proxy().build().expect("an HTTP client");
    let mut stream = client.get(format!("{}/sse", server.address())).send().await.expect("open");
    let first = stream.chunk().await.expect("an event").expect("an event");
    let first = String::from_utf8(first.to_vec()).expect("text");
    let (_, path) = first.trim().split_once("data: ").expect("the endpoint");
    let post = async |path: &str, kind: &str, body: String| {
        let request = client.post(format!("{}{path}", server.address()));
        let response = request.header("content-type", kind).body(body).send().await;
        let response = response.expect("an answer");
        (response.status().as_u16(), response.text().await.expect("a reason"))
    };
    let json = "application/json; charset=utf-8";
    let ping = || json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    let cases = [
        ("/messages", json, ping(), 400, "GET /sse"),
        ("/messages?sessionId=1", json, ping(), 404, "open GET /sse again"),
        (path, "text/plain", ping(), 415, "application/json"),
        (path, json, "{".into(), 400, "not a JSON-RPC message"),
        (path, json, format!("[{}]", ping()), 400, "on its own"),
        (path, json, format!("{{\"a\": \"{}\"}}", "x".repeat(2 << 20)), 413, "1050576 bytes"),
    ];
    for (path, kind, body, status, reason) in cases {
        let (got, said) = post(path, kind, body).await;
        assert_eq!(got, status, "{said}");
        assert!(said.contains(reason), "{said}");
    }
    assert_eq!(post(path, json, ping()).await.0, 202);
}

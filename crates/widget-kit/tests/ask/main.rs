//! The examples `ask` and `lunch` as a person sees them: a terminal and a browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Command;
use widget_e2e::{Browser, VERSIONS, Wire, example, in_time};

#[tokio::test]
async fn a_program_asks_receives_and_answers() {
    asks("ask", Some("3 clicks")).await;
}

#[tokio::test]
async fn so_does_one_without_tools() {
    asks("lunch", None).await;
}

async fn asks(name: &str, last: Option<&str>) {
    let mut program = Command::new(example(name))
        .env("WIDGET_MCP_HEADLESS", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap()).lines();
    let url = in_time("the address", output.next_line()).await.unwrap().unwrap();
    let browser = Browser::start().await;
    let page = browser.open(&url).await;
    page.click("#button-1").await;
    page.shows("#answer", "Soup it is.").await;
    page.click("#button-2").await;
    page.shows("#answer", "Salad it is.").await;
    page.click("#button-3").await;
    assert_eq!(in_time("the end", output.next_line()).await.unwrap().as_deref(), last);
    assert!(in_time("the end", program.wait()).await.unwrap().success());
}

#[tokio::test]
async fn a_website_serves_agents_and_people() {
    let mut program = Command::new(example("mcp_server"))
        .env("PORT", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap()).lines();
    let site = in_time("the address", output.next_line()).await.unwrap().unwrap();
    let mut agent = Wire::http_at(&site);
    agent.begin(VERSIONS[0]).await;
    let html = serde_json::json!({"html": "<h1 id=title>Hello</h1>"});
    let made = agent.tool("create_widget", html).await;
    let url = made["url"].as_str().unwrap();
    assert!(url.starts_with(&site), "{url}");
    let browser = Browser::start().await;
    browser.open(url).await.shows("#title", "Hello").await;
}

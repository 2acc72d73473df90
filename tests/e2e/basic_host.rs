//! Widgets in the example host of ext-apps, which mounts views without announcing it.
#![cfg(target_os = "linux")]

use serde_json::json;
use tokio::process::Command;
use widget_e2e::{BasicHost, Handshake, Opener, Server, eventually, widget_mcp};

use crate::widgets::counter;

async fn shown_once(handshake: Handshake) {
    let opener = Opener::new();
    let mut command = Command::new(widget_mcp());
    command.args(["--http", "0", "--inline-timeout", "600000"]).envs(opener.env());
    let server = Server::run(command).await;
    let host = BasicHost::start(handshake, &format!("{}/mcp", server.address())).await;
    let widget = host.create("create_widget", counter()).await;
    assert_eq!(widget["mode"], "inline", "{widget}");
    let view = host.view();
    let change = json!({"widget_id": widget["widget_id"], "component_id": "counter", "text": "42"});
    host.agent().call("set_content", change).await;
    view.shows("#counter", "42").await;
    let about = json!({"widget_id": widget["widget_id"]});
    eventually("the view to count", async || {
        let read = host.agent().call("get_events", about.clone()).await;
        if read["viewers"]["open"] == 1 { Ok(()) } else { Err(read.to_string()) }
    })
    .await;
    // The pointer of chromedriver does not reach a frame that was written into.
    view.value("document.querySelector('#more').click()").await;
    view.shows("#counter", "43").await;
    assert_eq!(opener.opened(), [""; 0]);
}

#[tokio::test]
async fn no_page_opens_beside_the_view_of_the_example_host() {
    shown_once(Handshake::Discover).await;
}

#[tokio::test]
async fn no_page_opens_beside_the_view_of_the_example_host_with_initialize() {
    shown_once(Handshake::Initialize).await;
}

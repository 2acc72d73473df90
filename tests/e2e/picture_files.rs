//! Pictures that an agent names as files below a folder that the person has allowed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use widget_e2e::{Browser, Client};

/// A picture of one pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

#[tokio::test]
async fn a_picture_below_the_folder_is_shown_and_changed_and_nothing_else_is_read() {
    let temporary = tempfile::tempdir().unwrap();
    let (outside, folder) = (temporary.path().join("o.png"), temporary.path().join("plots"));
    std::fs::create_dir(&folder).unwrap();
    let png = STANDARD.decode(PNG).unwrap();
    std::fs::write(&outside, &png).unwrap();
    std::fs::write(folder.join("a.png"), &png).unwrap();
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'></svg>";
    std::fs::write(folder.join("b.svg"), svg).unwrap();
    let flags = ["--headless", "--data", folder.to_str().unwrap()];
    let agent = Client::stdio_with(&flags, []).await;
    let image = |src: &str| json!({"type": "image", "id": "plot", "src": src, "alt": "A plot"});
    let widget = agent.create("create_widget", json!({"blocks": [image("a.png")]})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('#plot img').naturalWidth == 1").await;
    let change = json!({"op": "set", "id": "plot", "block": {"src": folder.join("b.svg")}});
    agent.call("update_widget", json!({"changes": [change]})).await;
    page.holds("document.querySelector('#plot img').naturalWidth == 8").await;
    for src in ["../o.png", outside.to_str().unwrap(), "none.png"] {
        let error = agent.refusal("create_widget", json!({"blocks": [image(src)]})).await;
        assert!(error.contains("no such file below a folder of --data"), "{src}: {error}");
    }
}

#[tokio::test]
async fn without_a_folder_the_agent_hears_of_the_flag() {
    let agent = Client::stdio().await;
    let blocks = json!([{"type": "image", "src": "/etc/hostname", "alt": ""}]);
    let error = agent.refusal("create_widget", json!({"blocks": blocks})).await;
    assert!(error.contains("--data DIR"), "{error}");
}

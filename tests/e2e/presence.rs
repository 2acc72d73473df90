//! Presence, as the next answer tells an agent of it.
#![cfg(target_os = "linux")]

use serde_json::json;
use widget_e2e::{Browser, Client, Opener, eventually, widget_mcp};

use crate::widgets::counter;

#[tokio::test]
async fn a_page_that_is_never_opened_and_one_that_is_closed_are_known() {
    let opener = Opener::new();
    let agent = Client::not_headless(&widget_mcp(), opener.env()).await;
    let widget = agent.create("create_widget", counter()).await;
    let about = json!({"widget_id": widget.widget_id});
    let change = json!({"widget_id": widget.widget_id, "component_id": "counter", "text": "7"});
    // The browser of the person shows nothing.
    opener.opens(&widget.url).await;
    let changed = agent.call("set_content", change.clone()).await;
    assert_eq!(changed["viewers"], json!({"open": 0, "ever": false}));

    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#counter", "7").await;
    page.reload().await;
    page.shows("#counter", "7").await;
    let changed = agent.call("set_content", change).await;
    assert_eq!(changed["viewers"], json!({"open": 1}));
    let wait = agent.call("wait_for_events", about.clone());
    let (waited, ()) = tokio::join!(wait, page.close());
    assert_eq!((&waited["closed"], &waited["timed_out"]), (&json!(true), &json!(false)));
    let viewers = &waited["viewers"];
    assert_eq!((&viewers["open"], &viewers["ever"]), (&json!(0), &json!(true)), "{waited}");
    assert!(viewers["last_seen"].is_string(), "{waited}");
    // That it was loaded again is neither.
    let log = agent.log(&widget.widget_id).await;
    let names: Vec<_> = log.iter().map(|event| &event["event_type"]).collect();
    assert_eq!(names, ["viewer:opened", "viewer:closed"]);

    let again = agent.call("open_widget", about).await;
    assert_eq!((&again["mode"], &again["viewers"]["open"]), (&json!("browser"), &json!(0)));
    eventually("the page to open again", async || match opener.opened() {
        opened if opened == [&*widget.url, &*widget.url] => Ok(()),
        opened => Err(format!("{opened:?}")),
    })
    .await;
}

//! Input of the person arrives at the agent.

use serde_json::json;
use widget_e2e::{Browser, Client, Server};

use crate::widgets::{counter, seqs, types};

#[tokio::test]
async fn a_click_in_the_page_answers_wait_for_events() {
    let agent = Client::stdio().await;
    let html = "<button id=save data-event='form:save' data-payload='{\"row\": 7}'>Save</button>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;

    let wait = json!({"widget_id": widget.widget_id, "timeout_ms": 20_000});
    let (heard, ()) = tokio::join!(agent.call("wait_for_events", wait), page.click("#save"));

    let event = &heard["events"][0];
    assert_eq!(event["event_type"], "form:save");
    assert_eq!(event["data"]["row"], 7);
    assert_eq!(event["seq"], 2, "after viewer:opened");
    assert_eq!(heard["timed_out"], false);
}

#[tokio::test]
async fn two_agents_on_one_widget_get_every_event_each() {
    let server = Server::start_with(&["--http", "0"], &[]).await;
    for (one, other) in [
        (server.client().await, server.client().await),
        (server.client_without_initialize().await, server.client().await),
    ] {
        let widget = one.create("create_widget", counter()).await;
        let browser = Browser::start().await;
        let page = browser.open(&widget.url).await;
        page.click("#more").await;
        page.click("#more").await;
        page.shows("#counter", "2").await;
        let wait = json!({"widget_id": widget.widget_id, "timeout_ms": 20_000});
        for agent in [&one, &other] {
            let heard = agent.call("wait_for_events", wait.clone()).await;
            assert_eq!(seqs(heard["events"].as_array().expect("events")), [2, 3]);
            let at_once = json!({"widget_id": widget.widget_id, "timeout_ms": 1});
            let again = agent.call("wait_for_events", at_once).await;
            assert_eq!(again["timed_out"], true, "{again}");
        }
        // Cleared for the one, they are there for the other.
        let clear = json!({"widget_id": widget.widget_id, "clear": true});
        one.call("get_events", clear).await;
        assert_eq!(seqs(&other.events(&widget.widget_id).await), [2, 3]);
        assert_eq!(one.events(&widget.widget_id).await.len(), 0);
    }
}

#[tokio::test]
async fn waiting_without_an_event_ends_with_its_timeout() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let wait = json!({"widget_id": widget.widget_id, "timeout_ms": 50});
    let heard = agent.call("wait_for_events", wait).await;
    assert_eq!(heard["timed_out"], true);
    assert_eq!(heard["events"], json!([]));
}

#[tokio::test]
async fn counter_buttons_change_the_number_by_themselves_and_are_logged() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    assert_eq!(widget.component_ids, ["less", "more", "reset"]);
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;

    for (button, number) in [("#more", "1"), ("#more", "2"), ("#less", "1"), ("#reset", "0")] {
        page.click(button).await;
        page.shows("#counter", number).await;
    }

    let events = agent.event_count(&widget.widget_id, 4).await;
    assert_eq!(
        types(&events),
        ["counter:increment", "counter:increment", "counter:decrement", "counter:reset"]
    );
    assert_eq!(seqs(&events), [2, 3, 4, 5]);
    assert_eq!(events[0]["label"], "More");
}

#[tokio::test]
async fn callbacks_map_any_event_to_an_action() {
    let agent = Client::stdio().await;
    let widget = agent.create(
        "create_widget",
        json!({
            "html": "<p id=votes>0</p><button id=vote data-event=poll:vote>Vote</button>",
            "callbacks": {"poll:vote": {"action": "increment", "target": "votes"}},
        }),
    );
    let widget = widget.await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click("#vote").await;
    page.shows("#votes", "1").await;
    assert_eq!(types(&agent.event_count(&widget.widget_id, 1).await), ["poll:vote"]);
}

#[tokio::test]
async fn reading_after_a_cursor_gives_only_what_is_new() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click("#more").await;
    agent.event_count(&widget.widget_id, 1).await;

    let first = agent.call("get_events", json!({"widget_id": widget.widget_id})).await;
    page.click("#less").await;
    agent.event_count(&widget.widget_id, 2).await;
    let after = json!({"widget_id": widget.widget_id, "after": first["cursor"]});
    let second = agent.call("get_events", after).await;

    assert_eq!(types(second["events"].as_array().expect("a list")), ["counter:decrement"]);
}

#[tokio::test]
async fn a_signal_of_the_agent_reaches_the_scripts_of_the_page() {
    let agent = Client::stdio().await;
    let html = "<p id=heard>nothing</p><script>
        widget.on('note:say', (data) => { heard.textContent = data.text; });
    </script>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#heard", "nothing").await;
    let signal = json!({
        "widget_id": widget.widget_id, "event_type": "note:say", "data": {"text": "hello"},
    });
    agent.call("send_event", signal).await;
    page.shows("#heard", "hello").await;
}

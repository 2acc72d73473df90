//! Hearing of changes in the old form and in that of 2026-07-28.

use rmcp::model::UnsubscribeRequestParams;
use rmcp::model::{ServerNotification, SubscribeRequestParams, SubscriptionFilter};
use rmcp::service::Subscription;
use serde_json::json;
use widget_e2e::{Browser, Client, Created, Server, eventually, in_time};

use crate::resources::read;
use crate::widgets::counter;

fn uri(widget: &Created) -> String {
    format!("pkg://widget/{}", widget.widget_id)
}

async fn set(agent: &Client, widget: &Created, text: &str) {
    let id = &widget.widget_id;
    let arguments = json!({"widget_id": id, "component_id": "counter", "text": text});
    agent.call("set_content", arguments).await;
}

async fn destroy(agent: &Client, widget: &Created) {
    agent.call("destroy_widget", json!({"widget_id": widget.widget_id})).await;
}

/// Waits until a client has heard of it once more than `before` times.
async fn hears(agent: &Client, what: &str, before: usize) {
    eventually(&format!("{what} to be told"), async || {
        let heard = agent.heard();
        let count = heard.iter().filter(|heard| *heard == what).count();
        if count > before { Ok(()) } else { Err(format!("{heard:?}")) }
    })
    .await;
}

fn count(agent: &Client, what: &str) -> usize {
    agent.heard().iter().filter(|heard| *heard == what).count()
}

#[expect(deprecated, reason = "the clients of the older protocols do it")]
async fn subscribe(agent: &Client, uri: &str) -> Result<(), String> {
    let asked = SubscribeRequestParams::new(uri);
    agent.peer().subscribe(asked).await.map_err(|error| error.to_string())
}

#[expect(deprecated, reason = "the clients of the older protocols do it")]
async fn unsubscribe(agent: &Client, uri: &str) {
    agent.peer().unsubscribe(UnsubscribeRequestParams::new(uri)).await.expect("unsubscribed");
}

#[tokio::test]
async fn an_older_client_is_notified_of_its_subscriptions() {
    let server = Server::start().await;
    for agent in [Client::stdio().await, server.client().await] {
        let widget = agent.create("create_widget", counter()).await;
        let other = agent.create("create_widget", counter()).await;
        let uri = uri(&widget);
        subscribe(&agent, &uri).await.expect("subscribed");
        set(&agent, &other, "1").await;
        set(&agent, &widget, "1").await;
        hears(&agent, &uri, 0).await;
        let before = count(&agent, &uri);
        set(&agent, &widget, "2").await;
        hears(&agent, &uri, before).await;

        unsubscribe(&agent, &uri).await;
        let before = count(&agent, &uri);
        let third = self::uri(&other);
        subscribe(&agent, &third).await.expect("subscribed");
        // The second of two cannot be told before the first of another is.
        for (round, text) in ["3", "4"].into_iter().enumerate() {
            set(&agent, &widget, text).await;
            set(&agent, &other, text).await;
            hears(&agent, &third, round).await;
        }
        assert_eq!(count(&agent, &uri), before, "unsubscribed, and told: {:?}", agent.heard());
        // Its end is a change, too.
        let before = count(&agent, &third);
        destroy(&agent, &other).await;
        hears(&agent, &third, before).await;
    }
}

#[tokio::test]
async fn an_older_client_is_notified_when_widgets_come_and_go() {
    let server = Server::start().await;
    let (agent, other) = (server.client().await, server.client().await);
    let widget = other.create("create_widget", counter()).await;
    hears(&agent, "list", 0).await;
    let before = count(&agent, "list");
    destroy(&other, &widget).await;
    hears(&agent, "list", before).await;

    let agent = Client::stdio().await;
    agent.create("create_widget", counter()).await;
    hears(&agent, "list", 0).await;
}

#[tokio::test]
async fn what_a_person_changes_is_told_as_well() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    subscribe(&agent, &uri(&widget)).await.expect("subscribed");
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    assert_eq!(count(&agent, &uri(&widget)), 0, "opening a page changes nothing");
    page.click("#more").await;
    hears(&agent, &uri(&widget), 0).await;
    let now = read(&agent, &uri(&widget)).await;
    assert!(now.contains("\"revision\": 2"), "{now}");
}

#[tokio::test]
async fn a_burst_of_changes_is_no_burst_of_notifications() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let uri = uri(&widget);
    subscribe(&agent, &uri).await.expect("subscribed");
    let begin = tokio::time::Instant::now();
    for n in 0..100 {
        set(&agent, &widget, &n.to_string()).await;
    }
    let told = count(&agent, &uri);
    let most = begin.elapsed().as_millis() / 100 + 1;
    assert!(told as u128 <= most, "told {told} times, at most {most} are right");
    // The last of them is told, though others were told shortly before.
    destroy(&agent, &widget).await;
    hears(&agent, &uri, told).await;
}

#[tokio::test]
async fn subscriptions_to_nothing_are_refused_and_to_what_never_changes_are_not() {
    let agent = Client::stdio().await;
    for uri in ["pkg://widget/0123456789abcdef0123456789abcdef", "pkg://widget/x", "x:y", ""] {
        let error = subscribe(&agent, uri).await.expect_err("refused");
        assert!(error.contains("there is no resource"), "{error}");
    }
    subscribe(&agent, "pkg://docs/readme").await.expect("it is there");
    unsubscribe(&agent, "pkg://widget/never-subscribed").await;
}

async fn next(listening: &mut Subscription) -> String {
    let told = in_time("a notification", listening.next()).await.expect("it goes on");
    match told.expect("it goes on") {
        ServerNotification::ResourceUpdatedNotification(updated) => updated.params.uri,
        ServerNotification::ResourceListChangedNotification(_) => "list".into(),
        other => panic!("{other:?}"),
    }
}

/// Waits for it and takes what comes before it, which may be a change told twice.
async fn until(listening: &mut Subscription, what: &str) {
    while next(listening).await != what {}
}

#[tokio::test]
async fn a_client_of_2026_07_28_is_notified_of_what_it_listens_for() {
    let server = Server::start().await;
    for agent in
        [Client::stdio_without_initialize().await, server.client_without_initialize().await]
    {
        let widget = agent.create("create_widget", counter()).await;
        let unknown = "pkg://nothing/here".to_owned();
        let filter = SubscriptionFilter::builder()
            .resources_list_changed()
            .tools_list_changed()
            .resource_subscriptions([uri(&widget), unknown])
            .build();
        let mut listening = agent.peer().listen(filter).await.expect("established");
        let accepted = listening.acknowledged();
        assert_eq!(accepted.resources_list_changed, Some(true));
        assert_eq!(accepted.tools_list_changed, None);
        assert_eq!(accepted.resource_subscriptions, Some(vec![uri(&widget)]));

        set(&agent, &widget, "1").await;
        assert_eq!(next(&mut listening).await, uri(&widget));
        let other = agent.create("create_widget", counter()).await;
        until(&mut listening, "list").await;
        set(&agent, &other, "1").await;
        destroy(&agent, &widget).await;
        let mut told = [next(&mut listening).await, next(&mut listening).await];
        told.sort();
        assert_eq!(told, ["list".to_owned(), uri(&widget)]);
        listening.cancel().await.expect("cancelled");
        // The connection continues without it.
        set(&agent, &other, "2").await;
    }
}

#[tokio::test]
async fn clients_of_one_server_are_notified_of_what_they_asked_for_only() {
    let server = Server::start().await;
    let (one, two) = (server.client().await, server.client().await);
    let widget = one.create("create_widget", counter()).await;
    subscribe(&one, &uri(&widget)).await.expect("subscribed");
    set(&two, &widget, "1").await;
    hears(&one, &uri(&widget), 0).await;
    destroy(&two, &widget).await;
    hears(&two, "list", 1).await;
    assert_eq!(count(&two, &uri(&widget)), 0);
}

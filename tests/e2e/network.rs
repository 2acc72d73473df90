//! A page that loses its server keeps what the person did and delivers it once.

use widget_e2e::{Browser, Client, Proxy};

use crate::widgets::{counter, seqs, types};

const SAYS_LOST: &str = "document.body.innerText.includes('Connection lost')";

#[tokio::test]
async fn a_page_cut_off_delivers_the_clicks_made_meanwhile_exactly_once() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let proxy = Proxy::start(&widget.url).await;
    let browser = Browser::start().await;
    let page = browser.open(&proxy.url(&widget.url)).await;
    page.click("#more").await;
    page.shows("#counter", "1").await;

    proxy.cut();
    page.shell_holds(SAYS_LOST).await;
    page.click("#more").await;
    page.click("#less").await;
    page.click("#more").await;
    assert_eq!(agent.events(&widget.widget_id).await.len(), 1);

    proxy.heal();
    agent.event_count(&widget.widget_id, 4).await;
    page.shows("#counter", "2").await;
    page.shell_holds(&format!("!{SAYS_LOST}")).await;

    // A repeat would come before this click, or in its place.
    page.click("#reset").await;
    let events = agent.event_count(&widget.widget_id, 5).await;
    assert!(seqs(&events).is_sorted_by(|a, b| a < b), "{events:?}");
    assert_eq!(
        types(&events)[1..],
        ["counter:increment", "counter:decrement", "counter:increment", "counter:reset",]
    );
}

#[tokio::test]
async fn a_click_whose_confirmation_was_lost_is_not_stored_twice() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let proxy = Proxy::start(&widget.url).await;
    let browser = Browser::start().await;
    let page = browser.open(&proxy.url(&widget.url)).await;
    page.shows("#counter", "0").await;

    proxy.lose_answers();
    page.click("#more").await;
    agent.event_count(&widget.widget_id, 1).await;
    proxy.cut();
    page.shell_holds(SAYS_LOST).await;
    proxy.heal();

    // The page sends the first click again before it sends this one.
    page.shows("#counter", "1").await;
    page.click("#less").await;
    page.shows("#counter", "0").await;
    let events = agent.event_count(&widget.widget_id, 2).await;
    assert_eq!(types(&events), ["counter:increment", "counter:decrement"]);
}

#[tokio::test]
async fn clicks_made_while_cut_off_survive_a_reload() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let proxy = Proxy::start(&widget.url).await;
    let browser = Browser::start().await;
    let page = browser.open(&proxy.url(&widget.url)).await;
    page.shows("#counter", "0").await;

    proxy.lose_answers();
    page.click("#more").await;
    agent.event_count(&widget.widget_id, 1).await;
    proxy.cut();
    page.shell_holds(SAYS_LOST).await;
    page.click("#more").await;
    let kept = "Object.values(sessionStorage).join().split('counter:increment').length - 1";
    page.shell_holds(&format!("{kept} === 2")).await;
    proxy.heal();
    page.reload().await;

    page.shows("#counter", "2").await;
    agent.event_count(&widget.widget_id, 2).await;
}

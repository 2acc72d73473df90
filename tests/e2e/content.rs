//! Changes by the agent show in every page, whenever it opens.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, is_applied};

use crate::widgets::{counter, total};

async fn set_total(agent: &Client, widget: &Created, text: &str) -> Value {
    let arguments = json!({"widget_id": widget.widget_id, "component_id": "total", "text": text});
    agent.call("set_content", arguments).await
}

#[tokio::test]
async fn set_content_changes_the_text_in_the_page_and_after_a_reload() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", total()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#total", "unknown").await;

    let answer = set_total(&agent, &widget, "42").await;
    assert!(is_applied(&answer), "{answer}");
    assert_eq!(answer["revision"], widget.revision + 1);
    page.shows("#total", "42").await;

    page.reload().await;
    page.shows("#total", "42").await;
}

#[tokio::test]
async fn an_update_sent_before_any_page_was_open_is_there_when_one_opens() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", total()).await;
    let answer = set_total(&agent, &widget, "early").await;
    assert_eq!(answer["delivery"]["status"], "pending", "{answer}");

    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#total", "early").await;
}

#[tokio::test]
async fn two_pages_of_one_widget_show_the_same() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let browser = Browser::start().await;
    let first = browser.open(&widget.url).await;
    let second = browser.open(&widget.url).await;

    first.click("#more").await;
    second.click("#more").await;
    first.shows("#counter", "2").await;
    second.shows("#counter", "2").await;

    let list = agent.call("list_widgets", json!({})).await;
    assert_eq!(list["widgets"][0]["viewers"], json!({"open": 2}), "{list}");
}

#[tokio::test]
async fn one_page_shows_several_widgets() {
    let agent = Client::stdio().await;
    let first = agent.create("create_widget", total()).await;
    let second = agent.create("create_widget", counter()).await;
    let browser = Browser::start().await;
    let page = browser.open(&format!("{},{}", first.url, second.widget_id)).await;

    page.shows("#total", "unknown").await;
    page.view(1).click("#more").await;
    page.view(1).shows("#counter", "1").await;
    agent.event_count(&second.widget_id, 1).await;
    assert_eq!(agent.events(&first.widget_id).await, Vec::<Value>::new());
}

#[tokio::test]
async fn widgets_of_one_page_have_their_natural_heights() {
    let agent = Client::stdio().await;
    let tall = |height: i32| {
        let html = format!("<div style=\"height: {height}px; background: teal\"></div>");
        agent.create("create_widget", json!({"html": html}))
    };
    let (low, high, endless) = (tall(20).await, tall(1_500).await, tall(20_000).await);
    let browser = Browser::start().await;
    let ids = format!("{},{},{}", low.url, high.widget_id, endless.widget_id);
    let page = browser.open(&ids).await;
    let heights = "[...document.querySelectorAll('iframe')].map(({clientHeight}) => clientHeight)";
    page.shell_holds(&format!("{heights}[0] === 120 && {heights}[2] === 6000")).await;
    // That of its content, and of what is around it.
    page.shell_holds(&format!("{heights}[1] >= 1500 && {heights}[1] < 1600")).await;
}

#[tokio::test]
async fn a_page_of_several_widgets_has_their_titles_and_no_toolbar_covers_a_heading() {
    let agent = Client::stdio().await;
    let toolbar = json!({"position": "inside", "items": [{"type": "button", "label": "Refresh"}]});
    let html = "<style>i { color: red }</style><h1>Results of the third quarter for all shops of \
        all regions</h1>";
    let widget = |title: &str| json!({"title": title, "html": html, "toolbars": [toolbar]});
    let first = agent.create("create_widget", widget("First")).await;
    let second = agent.create("create_widget", widget("Second")).await;
    let browser = Browser::start().await;
    browser.set_size(390, 800).await;
    let page = browser.open(&format!("{},{}", first.url, second.widget_id)).await;
    page.shell_holds("document.title === 'First · Second – Widget'").await;
    let place =
        |selector: &str| format!("document.querySelector('{selector}').getBoundingClientRect()");
    let (bar, heading) = (place(".widget-at-inside"), place("h1"));
    page.holds(&format!("{bar}.bottom <= {heading}.top")).await;
    let body = "document.querySelector('.widget-body')";
    page.holds(&format!("{body}.scrollHeight <= {body}.clientHeight")).await;

    // Where there is room beside it the heading flows around it, and has no gap above.
    browser.set_size(700, 800).await;
    let page = browser.open(&first.url).await;
    let lines = "(() => { const range = document.createRange(); \
        range.selectNodeContents(document.querySelector('h1')); return [...range.getClientRects()] })()";
    page.holds(&format!("{lines}.length > 0 && {bar}.top < {heading}.bottom")).await;
    let is_free = format!("(line) => line.right <= {bar}.left || line.top >= {bar}.bottom");
    page.holds(&format!("{lines}.every({is_free}) && {heading}.top < 24")).await;

    // Anything else stands below it.
    let blocks =
        json!([{"type": "markdown", "id": "text", "markdown": "# Results of the quarter"}]);
    let third = json!({"title": "Third", "blocks": blocks, "toolbars": [toolbar]});
    let third = agent.create("create_widget", third).await;
    let page = browser.open(&third.url).await;
    page.holds(&format!("{bar}.bottom <= {heading}.top")).await;

    // So does a chart or table at the top of HTML.
    let title = "Results of the third quarter for all shops of all regions";
    let blocks = json!({
        "c": {"type": "chart", "figure": {"data": [{"y": [1]}], "layout": {"title": title}}},
        "t": {"type": "table", "title": title, "rows": [{"a": 1}]},
    });
    for id in ["c", "t"] {
        let html = format!("<widget-block id={id}></widget-block>");
        let blocks = json!({id: blocks[id]});
        let made = json!({"html": html, "blocks": blocks, "toolbars": [toolbar]});
        let page = browser.open(&agent.create("create_widget", made).await.url).await;
        page.holds(&format!("{bar}.bottom <= {}.top", place(&format!("#{id}")))).await;
    }
}

#[tokio::test]
async fn html_replaces_html_and_text_stays_text() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", total()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;

    set_total(&agent, &widget, "<b>7</b>").await;
    page.shows("#total", "<b>7</b>").await;
    let html = json!({"widget_id": widget.widget_id, "component_id": "total", "html": "<b>7</b>"});
    agent.call("set_content", html).await;
    page.shows("#total b", "7").await;
}

#[tokio::test]
async fn a_destroyed_widget_says_so_and_is_gone() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#counter", "0").await;

    let gone = agent.call("destroy_widget", json!({"widget_id": widget.widget_id})).await;
    assert_eq!(gone["destroyed"], true);
    page.shell_holds("document.body.innerText.includes('closed this widget')").await;
    assert_eq!(agent.call("list_widgets", json!({})).await["widgets"], json!([]));
}

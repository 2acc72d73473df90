//! Input of a secret component reaches nothing but the server's vault.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Key, Page, eventually};

use crate::components::{focus, show};

const TYPED: &str = "hunter2-Grüße";

/// The condition that nothing of the page or of what it keeps holds the secret.
const NOWHERE: &str = "![document.documentElement.outerHTML, location.href,
        ...[...document.querySelectorAll('input, textarea')].map((field) => field.value),
        ...(() => { try { return [JSON.stringify(sessionStorage)]; } catch { return []; } })(),
    ].some((text) => text.includes('hunter2'))";

const ASKED: &str = "document.querySelector('dialog[open]') !== null";

/// Agrees to be asked, and returns the page on which the secret is typed.
async fn go_on(browser: &Browser, page: &Page) -> Page {
    page.agree().await;
    let typing = browser.opened("/secret/").await;
    typing.shell_holds("document.activeElement === document.querySelector('#secret-input')").await;
    typing
}

#[tokio::test]
async fn a_secret_is_typed_on_a_page_of_its_own_and_only_its_reference_arrives() {
    a_secret_is_typed_on_a_page_of_its_own_in(&Browser::start().await).await;
}

pub(crate) async fn a_secret_is_typed_on_a_page_of_its_own_in(browser: &Browser) {
    let agent = Client::stdio().await;
    let item = json!({"type": "secret", "label": "API token", "placeholder": "None yet"});
    let (widget_id, page) = show(&agent, &item, browser).await;
    page.holds("document.querySelector('#c').textContent.includes('None yet')").await;
    // Scripts of the agent receive every key of their page.
    page.value("void (window.heard = '', addEventListener('keydown', ({key}) => { window.heard += key; }, true))").await;
    focus(&page, "#c").await;
    page.press(Key::Enter).await;
    page.shell_holds("document.querySelector('dialog[open]').matches(':modal')").await;
    page.shell_holds("document.querySelector('dialog input') === null").await;
    page.shell_holds(&format!(
        "document.querySelector('dialog[open] .address').textContent.endsWith('/{widget_id}/secret/c')"
    ))
    .await;
    let typing = go_on(browser, &page).await;
    typing.shell_holds("document.querySelector('label').textContent === 'API token'").await;
    typing.shell_holds("document.querySelector('iframe') === null").await;
    // As a hostile page takes the focus back.
    page.value("void setInterval(() => document.querySelector('#c').focus(), 20)").await;
    typing.press_in_shell(format!("{TYPED}{}", Key::Enter.value())).await;
    page.shell_holds(&format!("!({ASKED})")).await;

    let events = agent.event_count(&widget_id, 1).await;
    let data = &events[0]["data"];
    let reference = data["secret_ref"].as_str().expect("a reference");
    assert_eq!(*data, json!({"secret_ref": reference, "componentId": "c"}));
    assert!(reference.len() == 32 && !events[0].to_string().contains("hunter2"), "{events:?}");
    page.holds("document.querySelector('#c').textContent.includes('Change')").await;
    page.holds(NOWHERE).await;
    page.holds("!window.heard.includes('h')").await;
    page.shell_holds(NOWHERE).await;

    page.reload().await;
    page.shows("#text", "Words").await;
    page.holds("document.querySelector('#c').textContent.includes('Change')").await;
    let clear = json!({"widget_id": widget_id, "values": {"c": null}});
    agent.call("set_toolbar_values", clear).await;
    page.holds("document.querySelector('#c').textContent.includes('None yet')").await;
}

#[tokio::test]
async fn a_secret_that_is_not_given_is_no_event_and_is_not_asked_for_at_once_again() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget_id, page) = show(&agent, &json!({"type": "secret"}), &browser).await;
    page.click("#c").await;
    page.shell_holds(ASKED).await;
    let typing = go_on(&browser, &page).await;
    typing.press_in_shell("abc").await;
    typing.shell_click(".buttons button:not(.open)").await;
    page.shell_holds(&format!("!({ASKED})")).await;
    let again = "(document.querySelector('#c').click(), true)";
    assert_eq!(page.value(again).await, true);
    page.shell_holds(&format!("!({ASKED})")).await;
    eventually("the pause to end", async || {
        page.value(again).await;
        match page.shell_value(ASKED).await {
            Value::Bool(true) => Ok(()),
            other => Err(other.to_string()),
        }
    })
    .await;
    page.press_in_shell(Key::Escape).await;
    page.shell_holds(&format!("!({ASKED})")).await;
    assert!(agent.events(&widget_id).await.is_empty());
}

#[tokio::test]
async fn the_page_of_a_secret_that_is_loaded_again_takes_nothing_that_nobody_waits_for() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (_, page) = show(&agent, &json!({"type": "secret"}), &browser).await;
    page.click("#c").await;
    page.shell_holds(ASKED).await;
    let typing = go_on(&browser, &page).await;
    typing.reload().await;
    typing
        .shell_holds("document.querySelector('main').textContent.includes('does not wait')")
        .await;
    typing.shell_holds("document.querySelector('input') === null").await;
    page.shell_holds(&format!("!({ASKED})")).await;
}

#[tokio::test]
async fn a_page_asks_only_for_a_secret_that_it_has() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let widget = agent.create("create_widget", json!({"html": "<p id=p>No secret"})).await;
    let page = browser.open(&widget.url).await;
    page.shows("#p", "No secret").await;
    let ask = json!({"jsonrpc": "2.0", "id": "s", "method": "tools/call", "params": {
        "name": "widget_secret", "arguments": {"widget_id": widget.widget_id,
        "component_id": "bank", "label": "Password of your bank", "placeholder": ""}}});
    page.value(&format!(
        "void (addEventListener('message', ({{data}}) => {{ if (data.id === 's') window.said = data; }}),
            parent.postMessage({ask}, '*'))"
    ))
    .await;
    page.holds("window.said?.error !== undefined").await;
    page.shell_holds(&format!("!({ASKED})")).await;
}

#[tokio::test]
async fn a_password_field_of_an_agents_html_is_a_secret_too() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let html = "<form data-event='login:send'><input name=user value=Ada>
        <input id=pin name=pin type=password required><button id=send>Send</button></form>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let page = browser.open(&widget.url).await;
    page.click("#pin").await;
    page.shell_holds(ASKED).await;
    let typing = go_on(&browser, &page).await;
    typing.press_in_shell(format!("{TYPED}{}", Key::Enter.value())).await;
    page.shell_holds(&format!("!({ASKED})")).await;
    page.holds("document.querySelector('#pin').value !== ''").await;
    page.click("#send").await;

    let events = agent.event_count(&widget.widget_id, 1).await;
    let data = &events[0]["data"];
    let reference = data["pin"]["secret_ref"].as_str().expect("a reference");
    assert_eq!(*data, json!({"user": "Ada", "pin": {"secret_ref": reference}}));
    page.holds(NOWHERE).await;
    page.shell_holds(NOWHERE).await;
}

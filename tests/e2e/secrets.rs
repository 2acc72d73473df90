//! Input of a secret component reaches nothing but the server's vault.

use serde_json::json;
use widget_e2e::{Browser, Client, Key};

use crate::components::{focus, show};

const TYPED: &str = "hunter2-Grüße";

/// True if nothing of the page or of what it keeps holds the secret.
const NOWHERE: &str = "![document.documentElement.outerHTML, location.href,
        ...[...document.querySelectorAll('input, textarea')].map((field) => field.value),
        ...(() => { try { return [JSON.stringify(sessionStorage)]; } catch { return []; } })(),
    ].some((text) => text.includes('hunter2'))";

#[tokio::test]
async fn a_secret_is_typed_by_keyboard_and_only_its_reference_arrives() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let item = json!({"type": "secret", "label": "API token", "placeholder": "None yet"});
    let (widget_id, page) = show(&agent, &item, &browser).await;
    page.holds("document.querySelector('#c').textContent.includes('None yet')").await;
    // Scripts of the agent receive every key of their page.
    page.value("void (window.heard = '', addEventListener('keydown', ({key}) => { window.heard += key; }, true))").await;
    focus(&page, "#c").await;
    page.press(Key::Enter).await;
    page.shell_holds("document.querySelector('dialog.secret').matches(':modal')").await;
    page.shell_holds("document.querySelector('dialog.secret label').textContent === 'API token'")
        .await;
    page.shell_holds("document.activeElement === document.querySelector('#secret-input')").await;
    page.press_in_shell(format!("{TYPED}{}", Key::Enter.value())).await;
    page.shell_holds("!document.querySelector('dialog.secret').open").await;

    let events = agent.event_count(&widget_id, 1).await;
    let data = &events[0]["data"];
    let reference = data["secret_ref"].as_str().expect("a reference");
    assert_eq!(*data, json!({"secret_ref": reference, "componentId": "c"}));
    assert!(reference.len() == 32 && !events[0].to_string().contains("hunter2"), "{events:?}");
    page.holds("document.querySelector('#c').textContent.includes('Change')").await;
    page.holds(NOWHERE).await;
    page.holds("!window.heard.includes('hunter')").await;
    page.shell_holds(NOWHERE).await;

    page.reload().await;
    page.shows("#text", "Words").await;
    page.holds("document.querySelector('#c').textContent.includes('Change')").await;
    let clear = json!({"widget_id": widget_id, "values": {"c": null}});
    agent.call("set_toolbar_values", clear).await;
    page.holds("document.querySelector('#c').textContent.includes('None yet')").await;
}

#[tokio::test]
async fn a_secret_that_is_not_given_is_no_event() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget_id, page) = show(&agent, &json!({"type": "secret"}), &browser).await;
    page.click("#c").await;
    page.shell_holds("document.querySelector('dialog.secret').open").await;
    page.press_in_shell(format!("abc{}", Key::Escape.value())).await;
    page.shell_holds("!document.querySelector('dialog.secret').open").await;
    page.shell_holds("document.querySelector('#secret-input').value === ''").await;
    page.click("#c").await;
    page.shell_holds("document.querySelector('dialog.secret').open").await;
    page.press_in_shell(Key::Escape).await;
    assert!(agent.events(&widget_id).await.is_empty());
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
    page.shell_holds("document.querySelector('dialog.secret').matches(':modal')").await;
    page.press_in_shell(format!("{TYPED}{}", Key::Enter.value())).await;
    page.shell_holds("!document.querySelector('dialog.secret').open").await;
    page.holds("document.querySelector('#pin').value !== ''").await;
    page.click("#send").await;

    let events = agent.event_count(&widget.widget_id, 1).await;
    let data = &events[0]["data"];
    let reference = data["pin"]["secret_ref"].as_str().expect("a reference");
    assert_eq!(*data, json!({"user": "Ada", "pin": {"secret_ref": reference}}));
    page.holds(NOWHERE).await;
    page.shell_holds(NOWHERE).await;
}

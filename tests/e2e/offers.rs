//! Addresses and files that the agent offers: the person decides.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Page, eventually, is_applied, serve_page};

const ASKED: &str = "document.querySelector('dialog[open]') !== null";
const ADDRESS: &str = "document.querySelector('dialog[open] .address')?.textContent";

async fn open(agent: &Client, browser: &Browser) -> (Page, Created) {
    let widget = agent.create("create_widget", json!({"html": "<p id=here>here</p>"})).await;
    let page = browser.open(&widget.url).await;
    page.shows("#here", "here").await;
    (page, widget)
}

async fn offer(agent: &Client, tool: &str, widget: &Created, arguments: Value) -> Value {
    let mut arguments = arguments;
    arguments["widget_id"] = json!(widget.widget_id);
    agent.call(tool, arguments).await
}

#[tokio::test]
async fn an_address_opens_only_when_the_person_agrees() {
    let url = format!("http://127.0.0.1:{}/goal?a=1", serve_page("<title>Goal</title>").await);
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (page, widget) = open(&agent, &browser).await;
    let before = browser.tabs().await;

    let answer = offer(&agent, "navigate", &widget, json!({"url": url})).await;
    assert!(is_applied(&answer), "{answer}");
    page.shell_holds(&format!("{ADDRESS} === {}", json!(url))).await;
    assert_eq!(browser.tabs().await, before, "opened unasked");
    page.shell_click("dialog[open] button:not(.open)").await;
    page.shell_holds(&format!("!({ASKED})")).await;
    assert_eq!(browser.tabs().await, before);

    // After a refusal there is a pause.
    eventually("the question", async || {
        let answer = offer(&agent, "navigate", &widget, json!({"url": url})).await;
        if is_applied(&answer) { Ok(()) } else { Err(answer.to_string()) }
    })
    .await;
    page.agree().await;
    eventually("a new tab", async || match browser.tabs().await {
        count if count == before + 1 => Ok(()),
        count => Err(format!("{count} tabs")),
    })
    .await;
    page.shows("#here", "here").await;
}

#[tokio::test]
async fn one_question_is_asked_at_a_time_and_the_agent_is_told_of_the_others() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (page, widget) = open(&agent, &browser).await;
    offer(&agent, "navigate", &widget, json!({"url": "https://one.example/"})).await;
    page.shell_holds(ASKED).await;
    let file = json!({"filename": "a.txt", "text": "x"});
    for (tool, arguments) in
        [("navigate", json!({"url": "https://two.example/"})), ("download", file)]
    {
        let answer = offer(&agent, tool, &widget, arguments).await;
        assert_eq!(answer["delivery"]["status"], "failed", "{tool}: {answer}");
        let reason = answer["delivery"]["reason"].as_str().expect("a reason");
        assert!(reason.contains("another question is open"), "{reason}");
    }
    page.shell_holds(&format!("{ADDRESS} === 'https://one.example/'")).await;
}

#[tokio::test]
async fn an_offer_waits_for_the_first_page_and_is_made_once() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", json!({"html": "<p id=here>here</p>"})).await;
    let answer = offer(&agent, "navigate", &widget, json!({"url": "https://e.example"})).await;
    assert_eq!(answer["delivery"]["status"], "pending", "{answer}");
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shell_holds(&format!("{ADDRESS} === 'https://e.example/'")).await;
    let update = json!({"widget_id": widget.widget_id, "component_id": "here", "text": "there"});
    agent.call("set_content", update).await;
    page.shows("#here", "there").await;
    page.reload().await;
    page.shows("#here", "there").await;
    page.shell_holds(&format!("!({ASKED})")).await;
}

#[tokio::test]
async fn files_are_saved_as_they_were_sent_when_the_person_agrees() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (page, widget) = open(&agent, &browser).await;
    let downloads = browser.downloads().await;
    // One white pixel.
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsYDxQgAAAABJRU5ErkJggg==";
    let text = "Ünï\n</script>\u{1f600}";
    let files = [
        (json!({"filename": "notes.txt", "text": text}), "notes.txt", text.as_bytes()),
        (json!({"filename": "dot.png", "base64": png}), "dot.png", b"\x89PNG".as_slice()),
        (
            json!({"filename": "data", "mime_type": "application/json", "text": "{}"}),
            "data.json",
            b"{}",
        ),
    ];
    for (already, (arguments, name, begins)) in files.into_iter().enumerate() {
        let answer = offer(&agent, "download", &widget, arguments).await;
        assert!(is_applied(&answer), "{answer}");
        page.shell_holds(&format!("{ADDRESS}?.startsWith({})", json!(name))).await;
        assert_eq!(downloads.count(), already, "saved unasked");
        page.agree().await;
        let bytes = downloads.file(name).await;
        assert!(bytes.starts_with(begins), "{name}: {bytes:?}");
    }
    offer(&agent, "download", &widget, json!({"filename": "no.txt", "text": "x"})).await;
    page.shell_click("dialog[open] button:not(.open)").await;
    page.shell_holds(&format!("!({ASKED})")).await;
    assert_eq!(downloads.count(), 3);
}

#[tokio::test]
async fn a_file_of_megabytes_arrives_whole() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (page, widget) = open(&agent, &browser).await;
    let downloads = browser.downloads().await;
    let text: String = (0..700_000).map(|n| format!("{n}\n")).collect();
    offer(&agent, "download", &widget, json!({"filename": "large.csv", "text": text})).await;
    page.agree().await;
    assert!(downloads.file("large.csv").await == text.as_bytes());
    let large = json!({"widget_id": widget.widget_id, "filename": "a.txt", "text": "x".repeat((8 << 20) + 1)});
    let message = agent.refusal("download", large).await;
    assert!(message.contains("8388608") && message.contains("--max-download-bytes"), "{message}");
}

#[tokio::test]
async fn a_double_click_agrees_to_nothing() {
    a_double_click_agrees_to_nothing_in(&Browser::start().await).await;
}

/// The first click makes the widget ask, the second one falls on the button that agrees.
pub(crate) async fn a_double_click_agrees_to_nothing_in(browser: &Browser) {
    let url = format!("http://127.0.0.1:{}/goal", serve_page("<title>Goal</title>").await);
    let html = "<p id=here>here</p><script>addEventListener('pointerdown', () =>
        parent.postMessage({jsonrpc: '2.0', id: 'ask', method: 'ui/open-link',
            params: {url: 'URL'}}, '*'))</script>";
    let html = html.replace("URL", &url);
    let agent = Client::stdio().await;

    // In a page of the same size, the place of the button.
    let (page, widget) = open(&agent, browser).await;
    offer(&agent, "navigate", &widget, json!({"url": url})).await;
    page.shell_holds(ASKED).await;
    let place = "(({x, y, width, height}) => [x + width / 2, y + height / 2].map(Math.round))
        (document.querySelector('dialog[open] button.open').getBoundingClientRect())";
    let place: (i64, i64) = serde_json::from_value(page.shell_value(place).await).expect("a place");

    let widget = agent.create("create_widget", json!({"html": html})).await;
    let page = browser.open(&widget.url).await;
    page.shows("#here", "here").await;
    let tabs = browser.tabs().await;
    page.double_click_at(place).await;
    page.shell_holds(&format!("{ADDRESS} === {}", json!(url))).await;
    page.shell_holds("document.querySelector('dialog[open] button.open').disabled === false").await;
    assert_eq!(browser.tabs().await, tabs, "the second click opened the address");
    // The same two clicks, after the person has read the question.
    page.double_click_at(place).await;
    eventually("a new tab", async || match browser.tabs().await {
        count if count > tabs => Ok(()),
        count => Err(format!("{count} tabs")),
    })
    .await;
}

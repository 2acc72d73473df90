//! Changes of parts of a widget by their ids: lines of a log, and batches.

use serde_json::{Value, json};
use tempfile::TempDir;
use widget_e2e::{Browser, Client, Page, is_applied};

use crate::export_page::export;

fn log() -> Value {
    json!({
        "html": "<ul id=log style='height: 120px; overflow-y: auto'></ul><b id=count>0</b>\
            <widget-block id=notes></widget-block>",
        "blocks": {"notes": {"type": "markdown", "markdown": "# Notes"}},
    })
}

/// Six lines, and how many there are with them.
fn lines(from: usize) -> Value {
    let html: String = (from..from + 6).map(|n| format!("<li id=line-{n}>Line {n}</li>")).collect();
    json!([
        {"op": "append", "id": "log", "html": html},
        {"op": "set", "id": "count", "text": (from + 5).to_string()},
    ])
}

/// The numbers of the lines in their order.
const LINES: &str = "[...document.querySelectorAll('#log li')].map((line) => line.id).join()";

const IS_AT_END: &str = "(() => { const log = document.querySelector('#log');
    return log.scrollTop > 0 && log.scrollHeight - log.clientHeight - log.scrollTop <= 4;
})()";

async fn shows_the_end_of_30_lines(page: &Page) {
    page.shows("#count", "30").await;
    let expected: Vec<String> = (1..=30).map(|n| format!("line-{n}")).collect();
    assert_eq!(page.value(LINES).await, json!(expected.join(",")));
    page.holds(IS_AT_END).await;
}

#[tokio::test]
async fn a_log_grows_at_its_end_and_is_all_there_after_a_reload() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", log()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#count", "0").await;
    for from in [1, 7, 13, 19, 25] {
        let answer = agent.call("update_widget", json!({"changes": lines(from)})).await;
        assert!(is_applied(&answer), "{answer}");
    }
    shows_the_end_of_30_lines(&page).await;
    page.reload().await;
    shows_the_end_of_30_lines(&page).await;

    let (_, html) = export(&agent, &widget.widget_id, "html").await;
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("widget.html");
    std::fs::write(&path, html).expect("the file is written");
    let exported = browser.open(&format!("file://{}", path.display())).await;
    shows_the_end_of_30_lines(&exported).await;
}

#[tokio::test]
async fn a_log_of_markdown_is_at_its_end_live_and_after_a_reload() {
    let agent = Client::stdio().await;
    let html = "<div id=log style='height: 120px; overflow-y: auto'></div>";
    let widget = agent.create("create_widget", json!({ "html": html })).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('#log') !== null").await;
    for n in 1..=4 {
        let text = format!("## Step {n}\n\n- one\n- two\n- three");
        let id = format!("step-{n}");
        let block = json!({ id: {"type": "markdown", "markdown": text} });
        let change = json!({"op": "append", "id": "log", "blocks": block});
        agent.call("update_widget", json!({"changes": [change]})).await;
    }
    let last = "document.querySelector('#step-4 li:last-child')?.textContent";
    for _ in ["live", "after a reload"] {
        page.holds(&format!("{last} === 'three'")).await;
        page.holds(IS_AT_END).await;
        page.reload().await;
    }
}

#[tokio::test]
async fn a_person_who_has_scrolled_up_stays_there() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", log()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#count", "0").await;
    for from in [1, 7] {
        agent.call("update_widget", json!({"changes": lines(from)})).await;
    }
    page.shows("#count", "12").await;
    page.value("document.querySelector('#log').scrollTop = 20").await;
    agent.call("update_widget", json!({"changes": lines(13)})).await;
    page.shows("#count", "18").await;
    page.holds("document.querySelector('#log').scrollTop === 20").await;
}

#[tokio::test]
async fn a_batch_with_one_wrong_change_changes_nothing() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", log()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#count", "0").await;
    let changes = json!([
        {"op": "append", "id": "log", "html": "<li id=line-1>1</li>"},
        {"op": "append", "id": "notes", "text": "\n\n- one"},
        {"op": "set", "id": "cuont", "text": "1"},
    ]);
    let error = agent.refusal("update_widget", json!({"changes": changes})).await;
    for part in ["changes[2]", "did you mean \"count\"?", "nothing is changed"] {
        assert!(error.contains(part), "{part}: {error}");
    }
    let late = json!({"changes": [{"op": "remove", "id": "log"}], "if_revision": 9});
    let error = agent.refusal("update_widget", late).await;
    assert!(error.contains("at revision 1, not 9"), "{error}");

    let mut right = changes;
    right[2]["id"] = "count".into();
    let answer = agent.call("update_widget", json!({"changes": right, "if_revision": 1})).await;
    assert!(is_applied(&answer), "{answer}");
    assert_eq!(answer["revision"], 2, "only what was right counts");
    page.shows("#count", "1").await;
    page.shows("#log li", "1").await;
    page.shows("#notes li", "one").await;
    page.reload().await;
    page.shows("#notes li", "one").await;
    page.shows("#log li", "1").await;
}

#[tokio::test]
async fn elements_come_change_and_go() {
    let agent = Client::stdio().await;
    let html = "<table><caption id=title>Rows</caption><tbody id=rows></tbody></table>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#title", "Rows").await;
    let row = |n: usize| format!("<tr id=row-{n}><td id=cell-{n}>{n}</td></tr>");
    let rows = [row(1), row(2)].concat();
    let changes = json!([
        {"op": "append", "id": "rows", "html": rows},
        {"op": "before", "id": "row-2", "html": row(3)},
        {"op": "remove", "id": "row-1"},
        {"op": "class", "id": "row-2", "add": ["done"]},
        {"op": "attributes", "id": "cell-2", "attributes": {"title": "two"}},
        {"op": "set", "id": "cell-3", "text": "three"},
    ]);
    let answer = agent.call("update_widget", json!({"changes": changes})).await;
    assert!(is_applied(&answer), "{answer}");
    for _ in 0..2 {
        page.holds("document.querySelector('#rows').textContent === 'three2'").await;
        page.holds("document.querySelector('#rows > .done > [title=two]').id === 'cell-2'").await;
        page.reload().await;
    }
    let gone = json!({"changes": [{"op": "remove", "id": "cell-1"}]});
    let error = agent.refusal("update_widget", gone).await;
    assert!(error.contains("no element \"cell-1\""), "it went with its row: {error}");
    assert_eq!(agent.call("list_widgets", json!({})).await["widgets"][0]["revision"], 2);
    assert_eq!(widget.revision, 1);
}

//! A table is saved as a file: through the shell, and when the person agrees.

use serde_json::json;
use widget_e2e::{Browser, Client, Downloads};

const EXPORT: &str = ".widget-grid-footer button:last-child";

async fn file(downloads: &Downloads, name: &str) -> String {
    String::from_utf8(downloads.file(name).await).expect("text")
}

#[tokio::test]
async fn the_rows_that_are_shown_are_saved_in_their_order() {
    let agent = Client::stdio().await;
    let rows = json!([
        {"name": "Ada, \"Countess\"", "n": -1.5, "tag": "=1+1"},
        {"name": "Grace", "n": 2, "tag": null},
        {"name": "Üna\nTwo", "n": 10, "tag": {"a": 1}},
    ]);
    let arguments = json!({"data_json": rows.to_string(), "title": "Cars: a/b",
        "columns": [{"field": "n", "title": "Number"}]});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let downloads = browser.downloads().await;
    page.click(".ag-header-cell[col-id='n'] .ag-header-cell-label").await;
    page.click(".ag-header-cell[col-id='n'] .ag-header-cell-label").await;
    page.shows(".ag-row[row-index='0'] [col-id='n']", "10.0").await;
    page.click(EXPORT).await;
    page.shell_holds("document.querySelector('dialog[open]').innerText.includes('Cars a b.csv')")
        .await;
    assert_eq!(downloads.count(), 0, "saved unasked");
    page.agree().await;
    // Excel takes a text with a byte-order mark for UTF-8.
    let expected = "\u{feff}name,Number,tag\r\n\"Üna\nTwo\",10,\"{\"\"a\"\":1}\"\r\nGrace,2,\r\n\
        \"Ada, \"\"Countess\"\"\",-1.5,'=1+1\r\n";
    assert_eq!(file(&downloads, "Cars a b.csv").await, expected);
}

#[tokio::test]
async fn a_large_table_is_saved_whole() {
    let agent = Client::stdio().await;
    let rows = 100_500;
    let json: Vec<String> = (0..rows).map(|n| format!("{{\"n\":{n}}}")).collect();
    let arguments = json!({"data_json": format!("[{}]", json.join(",")), "title": "Large"});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let downloads = browser.downloads().await;
    page.shows(".widget-grid-footer span", "100,500 rows").await;
    page.click(EXPORT).await;
    page.agree().await;
    let text = file(&downloads, "Large.csv").await;
    let expected: String = (0..rows).map(|n| format!("{n}\r\n")).collect();
    assert!(text == format!("\u{feff}n\r\n{expected}"), "{} bytes", text.len());
}

#[tokio::test]
async fn a_page_cannot_save_what_runs_or_what_the_person_declines() {
    let agent = Client::stdio().await;
    let ask = |name: &str, mime: &str| {
        let resource = json!({"uri": format!("file:///{name}"), "mimeType": mime, "text": "x"});
        let message = json!({"jsonrpc": "2.0", "id": "own", "method": "ui/download-file",
            "params": {"contents": [{"type": "resource", "resource": resource}]}});
        format!("parent.postMessage({message}, '*')")
    };
    let html = format!(
        "<button id=exe onclick='{}'>1</button><button id=csv onclick='{}'>2</button><p id=said></p>\
        <script>addEventListener('message', (event) => {{ if (event.data.id === 'own') \
        said.textContent = event.data.error ? 'refused' : 'asked' }})</script>",
        ask("run.exe", "application/x-msdownload").replace('\'', "&#39;"),
        ask("../../x.exe", "text/csv").replace('\'', "&#39;"),
    );
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let downloads = browser.downloads().await;
    page.click("#exe").await;
    page.shows("#said", "refused").await;
    page.click("#csv").await;
    page.shows("#said", "asked").await;
    page.shell_holds(
        "document.querySelector('dialog[open] .address').innerText === 'x.csv (1 kB)'",
    )
    .await;
    page.shell_click("dialog[open] button:not(.open)").await;
    page.shell_holds("document.querySelector('dialog[open]') === null").await;
    assert_eq!(downloads.count(), 0);
}

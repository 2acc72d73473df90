//! A widget as one file, opened without its server.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use widget_e2e::{Browser, Client, Page, cars};

/// The page in a file, with the server that made it gone.
pub(crate) async fn export(agent: &Client, id: &str, format: &str) -> (Value, String) {
    let arguments = json!({"widget_id": id, "format": format});
    let answer = agent.call("export_widget", arguments).await;
    let url = answer["url"].as_str().expect("an address");
    let client = reqwest::Client::builder().no_proxy().build().expect("an HTTP client");
    let response = client.get(url).send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    let header = |name: &str| response.headers()[name].to_str().expect("text").to_owned();
    assert!(header("content-disposition").starts_with("attachment; filename="));
    assert!(header("content-security-policy").starts_with("sandbox;"));
    let body = String::from_utf8(response.bytes().await.expect("a body").to_vec()).expect("text");
    assert_eq!(answer["bytes"].as_u64(), Some(body.len() as u64), "{answer}");
    assert!(!answer.to_string().contains("<"), "no HTML in the answer");
    let resource = agent.resource(answer["resource_uri"].as_str().expect("an address")).await;
    assert!(resource == body, "the resource is the same file");
    (answer, body)
}

async fn open(browser: &Browser, folder: &Path, html: &str) -> Page {
    let path = folder.join("widget.html");
    std::fs::write(&path, html).expect("the file is written");
    browser.open(&format!("file://{}", path.display())).await
}

#[tokio::test]
async fn an_html_widget_counts_toggles_and_opens_modals_without_its_server() {
    let agent = Client::stdio().await;
    let arguments = json!({
        "title": "Offline </title><script>alert(1)</script>",
        "html": "<b id=counter>5</b> <i id=state>Off</i> <u id=said>nothing</u>
            <button data-event='app:say' id=say>Say</button>
            <script>widget.on('app:bell', ({loud}) => { state.textContent = `bell ${loud}`; });</script>",
        "toolbars": [{"items": [
            {"type": "button", "component_id": "more", "label": "More", "event": "counter:increment"},
            {"type": "button", "component_id": "back", "label": "Back", "event": "counter:reset"},
            {"type": "button", "component_id": "ring", "label": "Ring", "event": "app:ring"},
            {"type": "button", "component_id": "ask", "label": "Ask", "event": "box:open"},
            {"type": "toggle", "component_id": "dark", "label": "Dark"},
            {"type": "secret", "component_id": "token", "label": "Token"},
        ]}],
        "modals": [{"component_id": "box", "title": "Box"}],
        "callbacks": {
            "app:say": {"action": "set", "target": "said", "value": "</script>said"},
            "app:ring": {"action": "emit", "event": "app:bell", "data": {"loud": 3}},
        },
    });
    let widget = agent.create("create_widget", arguments).await;
    let id = &widget.widget_id;
    let set = json!({"widget_id": id, "component_id": "counter", "text": "7"});
    agent.call("set_content", set).await;
    agent.call("set_toolbar_values", json!({"widget_id": id, "values": {"dark": true}})).await;
    let (_, html) = export(&agent, id, "html").await;
    drop(agent);

    let folder = TempDir::new().expect("a temporary folder");
    let browser = Browser::start().await;
    let page = open(&browser, folder.path(), &html).await;
    page.shows("#counter", "7").await;
    page.holds("document.querySelector('#dark').getAttribute('aria-checked') === 'true'").await;
    page.click("#more").await;
    page.click("#more").await;
    page.shows("#counter", "9").await;
    page.click("#back").await;
    page.shows("#counter", "5").await;
    page.click("#say").await;
    page.shows("#said", "</script>said").await;
    page.click("#ring").await;
    page.shows("#state", "bell 3").await;
    page.click("#dark").await;
    page.holds("document.querySelector('#dark').getAttribute('aria-checked') === 'false'").await;
    page.holds("document.querySelector('#token').matches(':disabled, :has(:disabled)')").await;
    page.click("#ask").await;
    page.holds("document.querySelector('dialog:modal') !== null").await;
    page.press(widget_e2e::Key::Escape).await;
    page.holds("document.querySelector('dialog:modal') === null").await;

    let requests = "performance.getEntriesByType('resource').map(({name}) => name)
        .filter((name) => !/^(data|blob|about):/.test(name)).length === 0";
    page.holds(requests).await;
    page.shell_holds(requests).await;
    page.reload().await;
    page.shows("#counter", "7").await;
}

#[tokio::test]
async fn a_long_page_is_reached_by_its_links_and_printed_whole() {
    let agent = Client::stdio().await;
    let html = "<a id=foot href='#end'>Foot</a><div style='height: 4000px'></div><p id=end>End</p>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let (_, html) = export(&agent, &widget.widget_id, "html").await;
    let folder = TempDir::new().expect("a temporary folder");
    let browser = Browser::start().await;
    let page = open(&browser, folder.path(), &html).await;
    for _ in 0..2 {
        page.holds("(document.querySelector('#foot').scrollIntoView(), true)").await;
        page.point_and_click("#foot").await;
        page.holds(
            "document.querySelector('#end:target').getBoundingClientRect().top < innerHeight",
        )
        .await;
    }
    let sheets = page.printed_sheets().await;
    assert!(sheets > 2, "{sheets}");
}

#[tokio::test]
async fn a_chart_and_a_table_bring_their_data_along() {
    let agent = Client::stdio().await;
    let figure = json!({"data": [{"type": "scatter3d", "x": [1], "y": [1], "z": [1]},
        {"name": "</script>", "y": [1, 2, 3]}]});
    let chart = agent.create("show_chart", json!({"figure_json": figure})).await;
    let (_, chart) = export(&agent, &chart.widget_id, "html").await;
    let rows = json!({"data_json": cars(), "editable": true, "title": "Cars"});
    let table = agent.create("show_dataframe", rows).await;
    let (_, table) = export(&agent, &table.widget_id, "html").await;
    drop(agent);

    let folder = TempDir::new().expect("a temporary folder");
    let browser = Browser::start().await;
    let page = open(&browser, folder.path(), &chart).await;
    page.holds("document.querySelector('.gl-container canvas') !== null").await;
    page.holds("document.querySelector('.widget-problem').hidden").await;

    let page = open(&browser, folder.path(), &table).await;
    page.shows("[row-index='0'] [col-id='Origin']", "USA").await;
    page.click(".ag-header-cell[col-id='Acceleration'] .ag-header-cell-label").await;
    page.shows("[row-index='0'] [col-id='Acceleration']", "8.0").await;
    page.shell_holds("document.title === 'Cars'").await;
}

//! Tables are drawn, sorted and selected in.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, cars};

const FIRST_ROW: &str = ".ag-row[row-index='0']";

/// How many rows are drawn. A row has a part in each pinned section.
const DRAWN_ROWS: &str = "new Set([...document.querySelectorAll('.ag-row')].map(row => row.getAttribute('row-index'))).size";

async fn show_cars(agent: &Client) -> Created {
    let rows = Value::from(cars()).to_string();
    agent.create("show_dataframe", json!({"data_json": rows, "title": "Cars"})).await
}

#[tokio::test]
async fn four_hundred_and_six_cars_are_drawn() {
    let agent = Client::stdio().await;
    let widget = show_cars(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&format!("{FIRST_ROW} [col-id='Name']"), "chevrolet chevelle malibu").await;
    // The header is a row as well.
    page.holds("document.querySelector('[aria-rowcount]').ariaRowCount === '407'").await;
    page.holds(&format!("{DRAWN_ROWS} > 10")).await;
    page.screenshot("table").await;
}

#[tokio::test]
async fn a_click_on_a_header_sorts() {
    let agent = Client::stdio().await;
    let widget = show_cars(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;

    page.click(".ag-header-cell[col-id='Weight_in_lbs'] .ag-header-cell-label").await;
    page.shows(&format!("{FIRST_ROW} [col-id='Name']"), "datsun 1200").await;

    let event = agent.event(&widget.widget_id, "grid:sort-changed").await;
    assert_eq!(event["data"]["sort"], json!([{"field": "Weight_in_lbs", "direction": "asc"}]));
}

#[tokio::test]
async fn a_selected_row_arrives_as_an_event() {
    let agent = Client::stdio().await;
    let widget = show_cars(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;

    page.click("[row-index='2'] .ag-selection-checkbox").await;

    let event = agent.event(&widget.widget_id, "grid:row-selected").await;
    assert_eq!(event["data"]["rows"], json!([cars()[2]]), "{event}");
    assert_eq!(event["data"]["count"], 1, "{event}");
}

#[tokio::test]
async fn a_clicked_cell_arrives_as_an_event() {
    let agent = Client::stdio().await;
    let widget = show_cars(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click(&format!("{FIRST_ROW} [col-id='Origin']")).await;
    let event = agent.event(&widget.widget_id, "grid:cell-click").await;
    assert_eq!(
        (&event["data"]["field"], &event["data"]["value"]),
        (&json!("Origin"), &json!("USA"))
    );
}

#[tokio::test]
async fn rows_are_set_appended_and_updated() {
    let agent = Client::stdio().await;
    let rows = json!([{"id": "a", "n": 1}, {"id": "b", "n": 2}]).to_string();
    let arguments = json!({"data_json": rows, "row_id": "id"});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let cell = |row: usize| format!(".ag-row[row-index='{row}'] [col-id='n']");
    page.shows(&cell(1), "2").await;

    let change = async |strategy: &str, rows: Value| {
        let data = json!({"strategy": strategy, "data": rows});
        let id = &widget.widget_id;
        let arguments = json!({"widget_id": id, "event_type": "grid:update-data", "data": data});
        agent.call("send_event", arguments).await
    };
    change("append", json!([{"id": "c", "n": 3}])).await;
    page.shows(&cell(2), "3").await;
    change("update", json!([{"id": "b", "n": 20}])).await;
    page.shows(&cell(1), "20").await;
    page.reload().await;
    page.shows(&cell(1), "20").await;
    page.shows(&cell(2), "3").await;
    change("set", json!([{"id": "z", "n": 9}])).await;
    page.shows(&cell(0), "9").await;
    page.holds(&format!("{DRAWN_ROWS} === 1")).await;
}

//! More rows than the first screen needs, and more than a page holds: the server sorts, filters
//! and pages these.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Key, Proxy, eventually};

const ROWS: u64 = 150_000;
const COUNT: &str = ".widget-grid-footer span";

fn row(n: u64) -> Value {
    json!({"id": n, "name": format!("item {}", n * 7919 % ROWS), "price": (n * 31 % 1000) as f64 / 4.0})
}

async fn table(agent: &Client) -> Created {
    let rows: Vec<Value> = (0..ROWS).map(row).collect();
    let arguments = json!({"data_json": Value::from(rows).to_string(), "row_id": "id",
        "editable": true});
    agent.create("show_dataframe", arguments).await
}

fn cell(index: usize, field: &str) -> String {
    format!(".ag-row[row-index='{index}'] [col-id='{field}']")
}

#[tokio::test]
async fn a_large_table_is_sorted_and_filtered_as_a_list_would_be() {
    let agent = Client::stdio().await;
    let widget = table(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(COUNT, "150,000 rows").await;
    page.shows(&cell(0, "name"), "item 0").await;

    page.click(".ag-header-cell[col-id='name'] .ag-header-cell-label").await;
    page.click(".ag-header-cell[col-id='name'] .ag-header-cell-label").await;
    page.shows(&cell(0, "name"), "item 149999").await;
    page.shows(&cell(5, "name"), "item 149994").await;

    page.click(".ag-header-cell[col-id='price'] .ag-header-cell-filter-button").await;
    page.click(".ag-filter input[type='number']").await;
    page.press("249.75" + Key::Enter).await;
    let mut expected: Vec<Value> =
        (0..ROWS).map(row).filter(|row| row["price"] == 249.75).collect();
    expected.sort_by_key(|row| {
        let number = row["name"].as_str().and_then(|name| name[5..].parse::<u64>().ok());
        std::cmp::Reverse(number)
    });
    page.shows(COUNT, &format!("{} of 150,000 rows", expected.len())).await;
    for (index, row) in expected.iter().take(8).enumerate() {
        page.shows(&cell(index, "id"), &row["id"].to_string()).await;
        page.shows(&cell(index, "price"), "249.75").await;
    }

    // In short: the rows that pass, all of them.
    page.click(".widget-grid-footer button").await;
    let found = expected.len();
    page.shows("dialog[open] h2", &format!("{found} of 150,000 rows")).await;
    let line = format!("'price|{found}|0|1|249.75'");
    page.holds(&format!(
        "[...document.querySelectorAll('.widget-summary tr')].some((line) => \
            line.innerText.split('\\t').slice(0, 5).join('|') === {line})"
    ))
    .await;
    page.press(Key::Escape).await;
    page.holds("document.activeElement.innerText === 'Summary'").await;

    // The same for who comes later.
    page.reload().await;
    page.shows(COUNT, &format!("{} of 150,000 rows", expected.len())).await;
    page.shows(&cell(0, "id"), &expected[0]["id"].to_string()).await;
}

#[tokio::test]
async fn a_large_table_is_scrolled_selected_edited_and_changed() {
    let agent = Client::stdio().await;
    let widget = table(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(COUNT, "150,000 rows").await;
    page.click(&cell(0, "name")).await;
    page.press(Key::Control + Key::End).await;
    page.shows(&cell(149_999, "id"), "149999").await;
    page.click(".ag-row[row-index='149998'] .ag-selection-checkbox").await;
    eventually("both rows to be selected", async || {
        let event = agent.event(&widget.widget_id, "grid:row-selected").await;
        let data = &event["data"];
        let right = data["row_ids"] == json!([0, 149_998])
            && data["rows"][1]["name"] == row(149_998)["name"];
        if right { Ok(()) } else { Err(event.to_string()) }
    })
    .await;

    page.double_click(&cell(149_999, "price")).await;
    page.holds("document.activeElement.matches('input')").await;
    page.press("8.5" + Key::Enter).await;
    let event = agent.event(&widget.widget_id, "grid:cell-edit").await;
    assert_eq!(event["data"]["row_id"], 149_999);
    assert_eq!(event["data"]["new_value"], 8.5);
    page.shows(&cell(149_999, "price"), "8.50").await;

    let change = async |strategy: &str, rows: Value| {
        let data = json!({"strategy": strategy, "data": rows});
        let id = &widget.widget_id;
        let arguments = json!({"widget_id": id, "event_type": "grid:update-data", "data": data});
        agent.call("send_event", arguments).await
    };
    change("append", json!([{"id": 150_000, "name": "new", "price": 1}])).await;
    page.shows(COUNT, "150,001 rows").await;
    change("update", json!([{"id": 149_999, "name": "changed", "price": 2}])).await;
    page.shows(&cell(149_999, "name"), "changed").await;
    change("set", json!([{"id": 1, "name": "one", "price": 3}])).await;
    page.shows(COUNT, "1 row").await;
    page.shows(&cell(0, "name"), "one").await;
}

#[tokio::test]
async fn the_first_rows_are_drawn_before_the_others_have_come() {
    const ALL: u64 = 20_000;
    let agent = Client::stdio().await;
    let rows: Vec<Value> = (0..ALL).map(row).collect();
    let arguments = json!({"data_json": Value::from(rows).to_string()});
    let widget = agent.create("show_dataframe", arguments).await;
    let network = Proxy::start(&widget.url).await;
    network.hold("/data");
    let browser = Browser::start().await;
    let page = browser.open(&network.url(&widget.url)).await;
    page.shows(&cell(0, "id"), "0").await;
    page.shows(COUNT, "20,000 rows").await;
    page.holds("document.querySelector('.widget-grid-footer button:last-child').disabled").await;

    // All that comes meanwhile is about all rows in the end.
    page.click(".ag-header-cell[col-id='id'] .ag-header-cell-label").await;
    page.click(".ag-header-cell[col-id='id'] .ag-header-cell-label").await;
    page.shows(&cell(0, "id"), "99").await;
    page.click(".ag-row[row-index='3'] .ag-selection-checkbox").await;
    page.holds("document.querySelector('.ag-header .ag-checkbox-input') === null").await;
    let data = json!({"strategy": "append", "data": [row(ALL)]});
    let id = &widget.widget_id;
    let append = json!({"widget_id": id, "event_type": "grid:update-data", "data": data});
    agent.call("send_event", append).await;
    network.heal();
    page.shows(COUNT, "20,001 rows").await;
    page.shows(&cell(0, "id"), "20000").await;
    page.shows(&cell(1, "id"), "19999").await;
    page.holds("!document.querySelector('.widget-grid-footer button:last-child').disabled").await;
    page.holds("document.querySelector('.ag-header .ag-checkbox-input') !== null").await;
    let selected = agent.event(id, "grid:row-selected").await;
    assert_eq!(selected["data"]["row_ids"], json!([96]));

    // The same for who comes later.
    page.reload().await;
    page.shows(COUNT, "20,001 rows").await;
    page.shows(&cell(0, "id"), "20000").await;
    page.click(".ag-header .ag-checkbox-input").await;
    eventually("all rows to be selected", async || {
        let event = agent.event(id, "grid:row-selected").await;
        if event["data"]["count"] == ALL + 1 { Ok(()) } else { Err(event.to_string()) }
    })
    .await;
}

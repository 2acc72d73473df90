//! Cells and columns are changed, by the person and by the agent.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Key, eventually, is_applied};

fn cell(row: usize, field: &str) -> String {
    format!(".ag-row[row-index='{row}'] [col-id='{field}']")
}

async fn prices(agent: &Client, more: &Value) -> Created {
    let rows = json!([
        {"sku": "a", "price": 1.5, "since": "2026-01-05", "sold": true, "note": null},
        {"sku": "b", "price": 2, "since": "2026-02-01", "sold": false, "note": "x"},
    ]);
    let mut arguments = json!({"data_json": rows.to_string(), "row_id": "sku", "editable": true});
    for (name, value) in more.as_object().expect("arguments") {
        arguments[name] = value.clone();
    }
    agent.create("show_dataframe", arguments).await
}

async fn send(agent: &Client, widget: &Created, event_type: &str, data: Value) -> Value {
    let id = &widget.widget_id;
    let arguments = json!({"widget_id": id, "event_type": event_type, "data": data});
    agent.call("send_event", arguments).await
}

#[tokio::test]
async fn an_edit_is_an_event_and_is_there_after_a_reload_and_for_others() {
    let agent = Client::stdio().await;
    let widget = prices(&agent, &json!({})).await;
    let browser = Browser::start().await;
    let (page, other) = (browser.open(&widget.url).await, browser.open(&widget.url).await);
    other.shows(&cell(0, "price"), "1.5").await;
    page.double_click(&cell(0, "price")).await;
    page.press("9.25" + Key::Enter).await;
    page.shows(&cell(0, "price"), "9.25").await;

    let event = agent.event(&widget.widget_id, "grid:cell-edit").await;
    let expected = json!({"row_id": "a", "field": "price", "old_value": 1.5, "new_value": 9.25});
    assert_eq!(event["data"], expected);
    other.shows(&cell(0, "price"), "9.25").await;
    page.reload().await;
    page.shows(&cell(0, "price"), "9.25").await;
}

#[tokio::test]
async fn a_large_integer_keeps_every_digit_when_it_is_edited() {
    let agent = Client::stdio().await;
    let rows = r#"[{"id": 9007199254740993, "count": 9007199254740995}, {"id": 2, "count": 7}]"#;
    let table = json!({"data_json": rows, "row_id": "id", "editable": true, "title": "Counts"});
    let widget = agent.create("show_dataframe", table).await;
    let browser = Browser::start().await;
    let (page, other) = (browser.open(&widget.url).await, browser.open(&widget.url).await);
    other.shows(&cell(0, "count"), "9007199254740995").await;
    page.double_click(&cell(0, "count")).await;
    page.holds("document.activeElement.matches('input')").await;
    page.press("9007199254740997" + Key::Enter).await;
    let event = agent.event(&widget.widget_id, "grid:cell-edit").await;
    let expected = json!({"row_id": 9_007_199_254_740_993_u64, "field": "count",
        "old_value": 9_007_199_254_740_995_u64, "new_value": 9_007_199_254_740_997_u64});
    assert_eq!(event["data"], expected);
    other.shows(&cell(0, "count"), "9007199254740997").await;
    let data = json!({"row_id": 9_007_199_254_740_993_u64, "field": "count",
        "value": 9_007_199_254_740_999_u64});
    assert!(is_applied(&send(&agent, &widget, "grid:update-cell", data).await));
    page.shows(&cell(0, "count"), "9007199254740999").await;
    page.reload().await;
    page.shows(&cell(0, "count"), "9007199254740999").await;
    let downloads = browser.downloads().await;
    page.click(".widget-grid-footer button:last-child").await;
    page.agree().await;
    let csv = String::from_utf8(downloads.file("Counts.csv").await).expect("text");
    assert!(csv.contains("9007199254740993,9007199254740999"), "{csv}");
}

#[tokio::test]
async fn a_cell_is_reached_and_edited_by_keyboard() {
    let agent = Client::stdio().await;
    let widget = prices(&agent, &json!({})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let focus = "document.activeElement.closest('.ag-row')?.getAttribute('row-index') + ' ' + \
        document.activeElement.getAttribute('col-id')";
    // The grid may still be fitting its columns, and then forgets a click.
    eventually("the focus in a cell", async || {
        page.click(&cell(0, "sku")).await;
        let seen = page.value(focus).await;
        if seen == "0 sku" {
            return Ok(());
        }
        // A second click soon after the first would open an editor.
        page.press(Key::Escape).await;
        Err(seen.to_string())
    })
    .await;
    page.press(Key::Right + Key::Down).await;
    page.holds(&format!("{focus} === '1 price'")).await;
    page.press(Key::Enter).await;
    page.holds("document.activeElement.matches('input')").await;
    page.press("7" + Key::Enter).await;
    page.shows(&cell(1, "price"), "7.0").await;
    let event = agent.event(&widget.widget_id, "grid:cell-edit").await;
    assert_eq!((&event["data"]["row_id"], &event["data"]["new_value"]), (&json!("b"), &json!(7)));
    // The click has selected the first row. Space selects the one that has the focus.
    page.press(" ").await;
    eventually("the second row to be selected", async || {
        let event = agent.event(&widget.widget_id, "grid:row-selected").await;
        let selected = event["data"]["row_ids"].as_array().expect("a list");
        if selected.contains(&json!("b")) { Ok(()) } else { Err(event.to_string()) }
    })
    .await;
}

#[tokio::test]
async fn what_is_no_date_and_what_is_not_editable_stays() {
    let agent = Client::stdio().await;
    let columns = json!([{"field": "price", "editable": false, "title": "Price (€)"}]);
    let widget = prices(&agent, &json!({"columns": columns})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(".ag-header-cell[col-id='price'] .ag-header-cell-text", "Price (€)").await;
    for field in ["price", "sku"] {
        page.double_click(&cell(0, field)).await;
        page.holds("document.querySelector('.ag-cell-edit-wrapper') === null").await;
    }
    page.double_click(&cell(0, "since")).await;
    page.holds("document.activeElement.matches('input')").await;
    page.press("soon" + Key::Enter).await;
    page.shows(&cell(0, "since"), "2026-01-05").await;
    page.double_click(&cell(0, "since")).await;
    page.holds("document.activeElement.matches('input')").await;
    page.press("2026-03-04" + Key::Enter).await;
    page.shows(&cell(0, "since"), "2026-03-04").await;
    let events = agent.events(&widget.widget_id).await;
    let edits = events.iter().filter(|event| event["event_type"] == "grid:cell-edit");
    assert_eq!(edits.count(), 1, "{events:?}");
}

#[tokio::test]
async fn the_agent_sets_a_cell_and_names_columns() {
    let agent = Client::stdio().await;
    let widget = prices(&agent, &json!({"editable": false})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&cell(1, "price"), "2.0").await;
    let data = json!({"row_id": "b", "field": "price", "value": 3.75});
    let answer = send(&agent, &widget, "grid:update-cell", data).await;
    assert!(is_applied(&answer), "{answer}");
    page.shows(&cell(1, "price"), "3.75").await;
    let data = json!({"columns": [{"field": "price", "title": "Cost", "editable": true}]});
    send(&agent, &widget, "grid:update-columns", data).await;
    page.shows(".ag-header-cell[col-id='price'] .ag-header-cell-text", "Cost").await;
    page.double_click(&cell(1, "price")).await;
    page.press("4" + Key::Enter).await;
    page.shows(&cell(1, "price"), "4.00").await;
    agent.event(&widget.widget_id, "grid:cell-edit").await;
}

#[tokio::test]
async fn changes_of_what_is_not_there_are_refused_with_what_to_write() {
    let agent = Client::stdio().await;
    let widget = prices(&agent, &json!({})).await;
    for (event_type, data, part) in [
        ("grid:update-cell", json!({"row_id": "c", "field": "price", "value": 1}), "data.row_id"),
        ("grid:update-cell", json!({"row_id": "a", "field": "prize"}), "did you mean \"price\"?"),
        ("grid:update-cell", json!({"row_id": "a", "field": "sku"}), "row id"),
        ("grid:update-columns", json!({"columns": [{"field": "cost"}]}), "no column \"cost\""),
        ("grid:request-state", json!({}), "request_grid_state"),
    ] {
        let id = &widget.widget_id;
        let arguments = json!({"widget_id": id, "event_type": event_type, "data": data});
        let refusal = agent.refusal("send_event", arguments).await;
        assert!(refusal.contains(part), "{event_type}: {refusal}");
    }
    for (arguments, part) in [
        (json!({"data_json": "[]", "page_size": 0}), "page_size"),
        (json!({"data_json": "[{\"a\": 1}]", "columns": [{"field": "b"}]}), "columns"),
    ] {
        let refusal = agent.refusal("show_dataframe", arguments).await;
        assert!(refusal.contains(part), "{refusal}");
    }
}

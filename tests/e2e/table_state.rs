//! The view state of a table is kept: over a reload, for a second viewer, for the agent.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Key, Page, cars};

const FIRST_NAME: &str = ".ag-row[row-index='0'] [col-id='name']";

async fn people(agent: &Client) -> Created {
    let rows = json!([
        {"id": "a", "name": "Ada", "born": 1815},
        {"id": "g", "name": "Grace", "born": 1906},
        {"id": "k", "name": "Katherine", "born": 1918},
    ]);
    agent.create("show_dataframe", json!({"data_json": rows.to_string(), "row_id": "id"})).await
}

async fn state(agent: &Client, widget: &Created) -> Value {
    agent.call("request_grid_state", json!({"widget_id": widget.widget_id})).await["state"].clone()
}

/// The fields of the columns from left to right, and the names of the rows from top to bottom.
async fn shows(page: &Page, columns: &[&str], names: &[&str]) {
    let texts = |css: &str, text: &str, order: &str| {
        format!(
            "[...document.querySelectorAll(`{css}`)].sort((a, b) => {order}).map(e => {text}).join()"
        )
    };
    let left = "a.getBoundingClientRect().left - b.getBoundingClientRect().left";
    let top = "a.getBoundingClientRect().top - b.getBoundingClientRect().top";
    let headers =
        texts(".ag-header-cell[col-id]:not([col-id^=ag-Grid])", "e.getAttribute('col-id')", left);
    page.holds(&format!("{headers} === {:?}", columns.join(","))).await;
    let cells = texts(".ag-row [col-id=name]", "e.innerText.trim()", top);
    page.holds(&format!("{cells} === {:?}", names.join(","))).await;
}

#[tokio::test]
async fn what_the_person_did_is_there_after_a_reload_and_for_a_second_viewer() {
    let agent = Client::stdio().await;
    let widget = people(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(FIRST_NAME, "Ada").await;

    let header = ".ag-header-cell[col-id='born'] .ag-header-cell-label";
    page.click(header).await;
    page.click(header).await;
    page.shows(FIRST_NAME, "Katherine").await;
    page.click(".ag-row[row-index='1'] .ag-selection-checkbox").await;
    page.drag(".ag-header-cell[col-id='name'] .ag-header-cell-resize", (0, 0), (60, 0)).await;

    let event = agent.event(&widget.widget_id, "grid:state").await;
    let width = event["data"]["columns"][1]["width"].as_u64().expect("a width");
    assert!(width > 100, "{event}");
    let expected = json!({
        "columns": [{"field": "id"}, {"field": "name", "width": width}, {"field": "born"}],
        "sort": [{"field": "born", "direction": "desc"}],
        "filter": {},
        "selection": {"row_ids": ["g"], "count": 1},
    });
    assert_eq!(event["data"], expected);
    assert_eq!(state(&agent, &widget).await, expected);

    page.reload().await;
    let second = browser.open(&widget.url).await;
    for viewer in [&page, &second] {
        shows(viewer, &["id", "name", "born"], &["Katherine", "Grace", "Ada"]).await;
        viewer
            .holds("document.querySelector('.ag-row-selected').innerText.includes('Grace')")
            .await;
        let drawn = "Math.round(document.querySelector('.ag-header-cell[col-id=name]').getBoundingClientRect().width)";
        viewer.holds(&format!("{drawn} === {width}")).await;
    }
    // Both pages are open: what is done in one is seen in the other at once.
    second.click(header).await;
    shows(&page, &["id", "name", "born"], &["Ada", "Grace", "Katherine"]).await;
}

#[tokio::test]
async fn each_table_of_a_page_keeps_what_the_person_did_with_it() {
    let agent = Client::stdio().await;
    let table = json!({"type": "table", "rows": [{"name": "Ada"}, {"name": "Grace"}]});
    let blocks = json!([
        {"id": "left", "type": table["type"], "rows": table["rows"]},
        {"id": "right", "type": table["type"], "rows": table["rows"]},
    ]);
    let widget = agent.create("create_widget", json!({"blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#right .ag-row[row-index='0'] [col-id='name']", "Ada").await;
    let header = "#right .ag-header-cell[col-id='name']";
    page.click(&format!("{header} .ag-header-cell-label")).await;
    page.click(&format!("{header} .ag-header-cell-label")).await;
    page.shows("#right .ag-row[row-index='0'] [col-id='name']", "Grace").await;
    page.drag(&format!("{header} .ag-header-cell-resize"), (0, 0), (-90, 0)).await;

    let event = agent.event(&widget.widget_id, "grid:state").await;
    assert_eq!(event["block"], "right", "{event}");
    let width = event["data"]["columns"][0]["width"].as_u64().expect("a width");
    let state = async |block: &str| {
        let arguments = json!({"widget_id": widget.widget_id, "block_id": block});
        agent.call("request_grid_state", arguments).await["state"].clone()
    };
    let kept = state("right").await;
    assert_eq!(kept["sort"], json!([{"field": "name", "direction": "desc"}]));
    assert_eq!(kept["columns"], json!([{"field": "name", "width": width}]));
    assert_eq!(state("left").await["sort"], json!([]));

    page.reload().await;
    for viewer in [&page, &browser.open(&widget.url).await] {
        viewer.shows("#right .ag-row[row-index='0'] [col-id='name']", "Grace").await;
        viewer.shows("#left .ag-row[row-index='0'] [col-id='name']", "Ada").await;
        let drawn =
            format!("Math.round(document.querySelector(`{header}`).getBoundingClientRect().width)");
        viewer.holds(&format!("{drawn} === {width}")).await;
    }
}

#[tokio::test]
async fn the_agent_restores_and_resets_a_state_with_and_without_a_page() {
    let agent = Client::stdio().await;
    let widget = people(&agent).await;
    let id = &widget.widget_id;
    let wanted = json!({
        "columns": [{"field": "born", "pinned": "left"}, {"field": "id", "hidden": true}],
        "sort": [{"field": "name", "direction": "desc"}],
        "filter": {"born": {"filterType": "number", "type": "greaterThan", "filter": 1900}},
        "selection": {"row_ids": ["k"]},
    });
    let answer = agent.call("restore_grid_state", json!({"widget_id": id, "state": wanted})).await;
    assert_eq!(answer["delivery"]["status"], "pending");
    let kept = state(&agent, &widget).await;
    assert_eq!(kept["selection"], json!({"row_ids": ["k"], "count": 1}));

    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    shows(&page, &["born", "name"], &["Katherine", "Grace"]).await;
    page.holds("document.querySelector('.ag-row-selected').innerText.includes('Katherine')").await;

    agent.apply("reset_grid_state", json!({"widget_id": id})).await;
    shows(&page, &["id", "name", "born"], &["Ada", "Grace", "Katherine"]).await;
    page.holds("document.querySelector('.ag-row-selected') === null").await;

    let event =
        json!({"widget_id": id, "event_type": "grid:restore-state", "data": {"state": wanted}});
    agent.call("send_event", event).await;
    shows(&page, &["born", "name"], &["Katherine", "Grace"]).await;
    // What the agent does is not an event of the person.
    assert!(agent.events(id).await.is_empty());
}

#[tokio::test]
async fn a_filter_of_the_person_is_an_event_and_is_kept() {
    let agent = Client::stdio().await;
    let rows = Value::from(cars()).to_string();
    let widget = agent.create("show_dataframe", json!({"data_json": rows})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click(".ag-header-cell[col-id='Origin'] .ag-header-cell-filter-button").await;
    page.click(".ag-filter input[type='text']").await;
    page.press("japan" + Key::Enter).await;

    let count = cars().iter().filter(|car| car["Origin"] == "Japan").count();
    page.shows(".widget-grid-footer span", &format!("{count} of 406 rows")).await;
    let event = agent.event(&widget.widget_id, "grid:filter-changed").await;
    let filter = json!({"Origin": {"filterType": "text", "type": "contains", "filter": "japan"}});
    assert_eq!(event["data"], json!({"filter": filter}));
    assert_eq!(state(&agent, &widget).await["filter"], filter);
    page.reload().await;
    page.shows(".widget-grid-footer span", &format!("{count} of 406 rows")).await;
}

#[tokio::test]
async fn a_filter_of_another_type_is_fitted_to_its_column_or_refused() {
    let agent = Client::stdio().await;
    let rows = r#"[{"zip": "10115", "n": 1, "id": 9007199254740992},
        {"zip": "20095", "n": 2, "id": 9007199254740993},
        {"zip": "80331", "n": 3, "id": 9007199254740995}]"#;
    let widget = agent.create("show_dataframe", json!({"data_json": rows})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(".widget-grid-footer span", "3 rows").await;
    for (field, condition, found) in [
        ("zip", json!({"filterType": "number", "type": "equals", "filter": 20_095}), "20095"),
        ("n", json!({"filterType": "text", "type": "equals", "filter": "3"}), "80331"),
        (
            "id",
            json!({"filterType": "number", "type": "equals", "filter": 9_007_199_254_740_993_u64}),
            "20095",
        ),
        ("id", json!({"filterType": "text", "type": "contains", "filter": "740995"}), "80331"),
    ] {
        let state = json!({"filter": {field: condition}});
        let arguments = json!({"widget_id": widget.widget_id, "state": state});
        agent.apply("restore_grid_state", arguments).await;
        page.shows(".widget-grid-footer span", "1 of 3 rows").await;
        page.shows(".ag-row[row-index='0'] [col-id='zip']", found).await;
    }
    let contains = json!({"filterType": "text", "type": "contains", "filter": "2"});
    let state = json!({"filter": {"n": contains}});
    let arguments = json!({"widget_id": widget.widget_id, "state": state});
    let refused = agent.refusal("restore_grid_state", arguments).await;
    assert!(refused.contains("\"n\" holds numbers"), "{refused}");
    page.shows(".widget-grid-footer span", "1 of 3 rows").await;
    assert!(agent.events(&widget.widget_id).await.is_empty());
}

#[tokio::test]
async fn all_rows_selected_stay_selected() {
    let agent = Client::stdio().await;
    let rows: Vec<_> = (0..2_500).map(|n| json!({"n": n})).collect();
    let arguments = json!({"data_json": json!(rows).to_string()});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click(".ag-header-select-all").await;
    let event = agent.event(&widget.widget_id, "grid:row-selected").await;
    assert_eq!(event["data"]["count"], 2_500);
    assert_eq!(event["data"]["rows"].as_array().map(Vec::len), Some(100));
    assert_eq!(event["data"]["row_ids"].as_array().map(Vec::len), Some(1_000));
    page.reload().await;
    page.holds("document.querySelectorAll('.ag-row-selected').length > 10").await;
    page.holds("document.querySelectorAll('.ag-row:not(.ag-row-selected)').length === 0").await;
    page.holds("document.querySelector('.ag-header-select-all input').checked").await;
}

#[tokio::test]
async fn a_selection_larger_than_what_is_sent_stays_as_it_is() {
    let agent = Client::stdio().await;
    let rows: Vec<_> = (0..2_500).map(|n| json!({"n": n})).collect();
    let arguments = json!({"data_json": json!(rows).to_string()});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click(".ag-header-select-all").await;
    page.click(".ag-row[row-index='3'] .ag-selection-checkbox").await;
    let event = agent.event_count(&widget.widget_id, 2).await;
    assert_eq!(event[1]["data"]["count"], 2_499);
    // This event comes after what became of the others, and sees what is selected then.
    page.click(".ag-row[row-index='4'] .ag-selection-checkbox").await;
    let event = agent.event_count(&widget.widget_id, 3).await;
    assert_eq!(event[2]["data"]["count"], 2_498);
    page.reload().await;
    page.holds("document.querySelector('.widget-toasts').innerText.includes('2498 rows')").await;
}

#[tokio::test]
async fn a_state_that_cannot_be_is_refused_with_what_to_write() {
    let agent = Client::stdio().await;
    let widget = people(&agent).await;
    let html = agent.create("create_widget", json!({"html": "<p>text</p>"})).await;
    let id = &widget.widget_id;
    for (tool, arguments, part) in [
        (
            "restore_grid_state",
            json!({"widget_id": id, "state": {"sort": [{"field": "naem", "direction": "asc"}]}}),
            "did you mean \"name\"?",
        ),
        (
            "restore_grid_state",
            json!({"widget_id": id, "state": {"sort": [{"field": "name", "direction": "up"}]}}),
            "state.sort[0].direction",
        ),
        (
            "restore_grid_state",
            json!({"widget_id": id, "state": {"filter": {"name": {"filterType": "set"}}}}),
            "\"set\"",
        ),
        ("restore_grid_state", json!({"widget_id": id}), "missing field \"state\""),
        ("request_grid_state", json!({"widget_id": html.widget_id}), "not a table"),
        ("reset_grid_state", json!({"widget_id": html.widget_id}), "not a table"),
    ] {
        let refusal = agent.refusal(tool, arguments).await;
        assert!(refusal.contains(part), "{tool}: {refusal}");
        assert!(refusal.contains(&format!(": {tool} {{")), "{refusal}");
    }
    assert_eq!(state(&agent, &widget).await["sort"], json!([]));
}

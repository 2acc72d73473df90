//! Columns are drawn by what all their values have in common, however these came.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Key, Page, serve_page};

fn cell(index: usize, field: &str) -> String {
    format!(".ag-row[row-index='{index}'] [col-id='{field}']")
}

/// The texts of all cells in their order, and the widths of the columns.
const DRAWN: &str = "JSON.stringify([
    [...document.querySelectorAll('.ag-header-cell')].map(cell => [cell.getAttribute('col-id'), cell.offsetWidth]),
    [...document.querySelectorAll('.ag-row')].map(row => [Number(row.getAttribute('row-index')),
        [...row.querySelectorAll('.ag-cell')].map(cell => [cell.getAttribute('col-id'), cell.textContent,
            cell.className.includes('ag-right-aligned-cell'), cell.querySelector('a') !== null])])
        .sort(([a], [b]) => a - b),
])";

async fn update(agent: &Client, widget: &Created, strategy: &str, rows: &Value) {
    let data = json!({"strategy": strategy, "data": rows});
    let id = &widget.widget_id;
    let arguments = json!({"widget_id": id, "event_type": "grid:update-data", "data": data});
    agent.call("send_event", arguments).await;
}

async fn is_the_same_when_reloaded(page: &Page) {
    let live = page.value(DRAWN).await;
    page.reload().await;
    page.holds(&format!("{DRAWN} === {live}")).await;
}

#[tokio::test]
async fn a_live_table_is_drawn_as_a_reloaded_one() {
    let agent = Client::stdio().await;
    let rows = json!([
        {"id": "a", "day": "2024-01-02T00:00:00Z", "n": 1999, "t": "10", "d": "Jan 5 2024", "o": {"x": 1}},
        {"id": "b", "day": "2024-01-01T00:00:00Z", "n": 7, "t": "9", "d": "Feb 1 2023", "o": {"x": 2}},
    ]);
    let arguments = json!({"data_json": rows.to_string(), "row_id": "id",
        "columns": [{"field": "o.x"}]});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&cell(0, "day"), "2024-01-02").await;
    page.click(".ag-header-cell[col-id='t'] .ag-header-cell-label").await;
    page.shows(&cell(0, "t"), "9").await;

    let more = json!([{"id": "c", "day": "2024-01-03T10:30:00+02:00", "n": 52000, "t": "-64.7",
        "d": "n/a", "link": "https://example.com/a/long/address", "o": {"x": "wide ".repeat(9)}}]);
    update(&agent, &widget, "append", &more).await;
    page.shows(&cell(0, "day"), "2024-01-03 10:30:00 +02:00").await;
    page.shows(&cell(0, "n"), "52,000").await;
    page.shows(&cell(1, "n"), "7").await;
    page.shows(&cell(1, "day"), "2024-01-01 00:00:00 UTC").await;
    is_the_same_when_reloaded(&page).await;

    // A column that is no number any longer sorts as text.
    update(&agent, &widget, "append", &json!([{"id": "d", "t": "none", "n": 12.5}])).await;
    page.shows(&cell(3, "t"), "none").await;
    page.shows(&cell(0, "n"), "52,000.0").await;
    is_the_same_when_reloaded(&page).await;

    update(&agent, &widget, "update", &json!([{"id": "a", "t": "long ".repeat(20)}])).await;
    page.holds(&format!("{DRAWN}.includes('long long')")).await;
    is_the_same_when_reloaded(&page).await;
}

#[tokio::test]
async fn a_table_above_100_000_rows_is_drawn_and_sorted_as_a_small_one() {
    let agent = Client::stdio().await;
    let row = |n: u64| {
        json!({"at": format!("2024-01-01T{:02}:00:00+0{}:00", n % 24, n % 3), "salary": 40_000 + n * 7919 % 50_000,
            "order_id": 10_000 + n, "text": format!("{}", (n as f64 - 50_000.0) / 4.0),
            "link": format!("https://example.com/{n}"), "o": {"n": n}})
    };
    let rows: Vec<Value> = (0..100_001).map(row).collect();
    let arguments = json!({"data_json": Value::from(rows).to_string(),
        "columns": [{"field": "o.n"}]});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&cell(1, "at"), "2024-01-01 01:00:00 +01:00").await;
    page.shows(&cell(1, "salary"), "47,919").await;
    page.shows(&cell(1, "order_id"), "10001").await;
    page.shows(&format!("{} a", cell(1, "link")), "https://example.com/1").await;
    page.shows(&cell(1, "o.n"), "1").await;

    // By the instant: 01:00 at +01:00 is midnight in UTC.
    page.click(".ag-header-cell[col-id='at'] .ag-header-cell-label").await;
    page.shows(&cell(1, "at"), "2024-01-01 01:00:00 +01:00").await;
    page.shows(&cell(3, "at"), "2024-01-01 00:00:00 +00:00").await;
    page.click(".ag-header-cell[col-id='text'] .ag-header-cell-label").await;
    page.shows(&cell(0, "text"), "-12500").await;
    page.shows(&cell(1, "text"), "-12499.75").await;
    page.click(".ag-header-cell[col-id='o.n'] .ag-header-cell-label").await;
    page.click(".ag-header-cell[col-id='o.n'] .ag-header-cell-label").await;
    page.shows(&cell(0, "o.n"), "100000").await;
}

#[tokio::test]
async fn a_column_inside_objects_is_shown_sorted_filtered_and_saved() {
    let agent = Client::stdio().await;
    let quake =
        |id: &str, mag: Value| json!({"id": id, "properties": {"mag": mag, "place": {"name": id}}});
    let rows = json!([quake("a", json!(7.5)), quake("b", json!(10)), quake("c", Value::Null)]);
    let columns = json!([{"field": "properties.mag", "title": "Magnitude"},
        {"field": "properties.place.name"}]);
    let arguments = json!({"data_json": rows.to_string(), "columns": columns, "title": "Quakes"});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let downloads = browser.downloads().await;
    page.shows(".ag-header-cell[col-id='properties.mag'] .ag-header-cell-text", "Magnitude").await;
    page.shows(&cell(1, "properties.mag"), "10.0").await;
    page.shows(&cell(2, "properties.place.name"), "c").await;
    page.click(".ag-header-cell[col-id='properties.mag'] .ag-header-cell-label").await;
    page.shows(&cell(0, "properties.place.name"), "c").await;
    page.shows(&cell(2, "properties.mag"), "10.0").await;
    page.click(".ag-header-cell[col-id='properties.mag'] .ag-header-cell-filter-button").await;
    page.click(".ag-filter input[type='number']").await;
    page.press("7.5" + Key::Enter).await;
    page.shows(".widget-grid-footer span", "1 of 3 rows").await;
    page.shows(&cell(0, "id"), "a").await;
    page.press(Key::Escape).await;
    page.click(".widget-grid-footer button:last-child").await;
    page.agree().await;
    let text = String::from_utf8(downloads.file("Quakes.csv").await).expect("text");
    let expected = "\u{feff}id,properties,Magnitude,properties.place.name\r\n\
        a,\"{\"\"mag\"\":7.5,\"\"place\"\":{\"\"name\"\":\"\"a\"\"}}\",7.5,a\r\n";
    assert_eq!(text, expected);
    let columns = json!([{"field": "properties.mga"}]);
    let arguments = json!({"data_json": rows.to_string(), "columns": columns});
    let error = agent.refusal("show_dataframe", arguments).await;
    assert!(error.contains("did you mean \"properties.mag\"?"), "{error}");
}

#[tokio::test]
async fn a_cell_opens_on_its_whole_value() {
    const DIALOG: &str = "dialog.widget-cell[open]";
    let agent = Client::stdio().await;
    let long = format!("first line\n{}", "a long text with many words ".repeat(200));
    let rows = json!([{"name": "x", "text": long, "o": {"a": [1, {"b": "<i>"}]},
        "link": "https://example.com/?q=1", "n": null, "edit": "me"}]);
    let columns = json!([{"field": "text", "title": "Notes"}, {"field": "edit", "editable": true}]);
    let arguments = json!({"data_json": rows.to_string(), "columns": columns});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;

    page.double_click(&cell(0, "text")).await;
    page.shows(&format!("{DIALOG} h2"), "Notes").await;
    let text = format!("document.querySelector('{DIALOG} pre').textContent === {}", json!(long));
    page.holds(&text).await;
    page.screenshot("table-cell").await;
    page.press(Key::Escape).await;
    page.holds(&format!("document.querySelector('{DIALOG}') === null")).await;

    // By keyboard: to the next cell, open, scroll, close, and back in the cell.
    page.press(Key::Right).await;
    page.press(Key::Enter).await;
    let json = "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"<i>\"\n    }\n  ]\n}";
    page.holds(&format!("document.querySelector('{DIALOG} pre')?.textContent === {}", json!(json)))
        .await;
    page.holds(&format!("document.activeElement.matches('{DIALOG} pre')")).await;
    page.press(Key::Escape).await;
    page.holds(&format!("document.activeElement.matches(\"{}\")", cell(0, "o"))).await;

    page.press(Key::Right).await;
    page.press(Key::Enter).await;
    page.shows(&format!("{DIALOG} a"), "https://example.com/?q=1").await;
    page.click(&format!("{DIALOG} .widget-button")).await;
    page.shows(&format!("{DIALOG} .widget-button"), "Copied").await;
    page.click(&format!("{DIALOG} .widget-close")).await;

    // What can be edited is, and nothing has nothing to show.
    page.double_click(&cell(0, "edit")).await;
    page.holds("document.activeElement.matches('.ag-cell input')").await;
    page.press(Key::Escape).await;
    page.double_click(&cell(0, "n")).await;
    page.press(Key::Enter).await;
    page.holds(&format!("document.querySelector('{DIALOG}') === null")).await;
}

#[tokio::test]
async fn an_address_in_a_cell_opens_once_the_person_agrees() {
    let agent = Client::stdio().await;
    let port = serve_page("<p id=there>there").await;
    let url = format!("http://127.0.0.1:{port}/");
    let rows = json!([{"n": 1, "link": url}]).to_string();
    let widget = agent.create("show_dataframe", json!({"data_json": rows})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&format!("{} a", cell(0, "link")), &url).await;
    let before = browser.tabs().await;
    page.point_and_click(&format!("{} a", cell(0, "link"))).await;
    let asked = "document.querySelector('dialog[open] .address')?.textContent";
    page.shell_holds(&format!("{asked} === {}", json!(url))).await;
    assert_eq!(browser.tabs().await, before, "opened unasked");
    page.agree().await;
    let there = browser.opened(&url).await.without_views();
    there.holds("document.querySelector('#there')?.textContent === 'there'").await;
}

#[tokio::test]
async fn long_texts_and_headers_can_be_read() {
    let agent = Client::stdio().await;
    let long = "the whole of a long text that no column has room for, up to its very last word";
    let row = json!({"text": long, "a": "x".repeat(30), "b": "x".repeat(30), "c": "x".repeat(30),
        "d": "x".repeat(30), "e": "x".repeat(30), "f": "x".repeat(30)});
    let title = "A header of many words that is longer than its column is wide";
    let columns = json!([{"field": "a", "title": title}]);
    let arguments = json!({"data_json": json!([row]).to_string(), "columns": columns});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(".ag-header-cell[col-id='a'] .ag-header-cell-text", title).await;

    // In several lines, of which none is cut.
    page.holds(
        "(({scrollWidth, clientWidth, clientHeight}) => scrollWidth <= clientWidth && \
            clientHeight > 30)(document.querySelector(\".ag-header-cell[col-id='a'] \
            .ag-header-cell-text\"))",
    )
    .await;
    let fits = format!(
        "(({{scrollWidth, clientWidth}}) => scrollWidth <= clientWidth)(document.querySelector(\
            \"{} .ag-cell-value\"))",
        cell(0, "text")
    );
    page.holds(&format!("!{fits}")).await;
    page.hover(&cell(0, "text"), (0, 0)).await;
    page.shows(".ag-tooltip", long).await;
    page.double_click(".ag-header-cell[col-id='text'] .ag-header-cell-resize").await;
    page.holds(&fits).await;
}

#[tokio::test]
async fn a_hidden_column_is_not_shown_and_rows_are_not_selected_where_they_cannot_be() {
    let agent = Client::stdio().await;
    let table = json!({"type": "table", "id": "people", "row_id": "id", "selectable": false,
        "rows": [{"id": 1, "name": "Ada", "born": 1815}, {"id": 2, "name": "Alan", "born": 1912}],
        "columns": [{"field": "id", "hidden": true}]});
    let widget = agent.create("create_widget", json!({"blocks": [table]})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&cell(0, "name"), "Ada").await;
    let columns =
        "[...document.querySelectorAll('.ag-header-cell')].map(at => at.getAttribute('col-id'))";
    let shown = page.value(columns).await;
    assert_eq!(shown, json!(["name", "born"]), "no box, no id");
    let outline = agent.call("inspect_widget", json!({})).await.to_string();
    assert!(outline.contains("hidden columns: id"), "{outline}");
    page.click(&cell(1, "name")).await;
    let clicked = json!({"widget_id": widget.widget_id, "events": ["grid:cell-click"]});
    let events = agent.call("wait_for_events", clicked).await["events"].take();
    assert_eq!(events[0]["data"]["row_id"], 2, "{events}");
    page.holds("document.querySelectorAll('.ag-row-selected, .ag-checkbox').length === 0").await;
    let events = agent.events(&widget.widget_id).await;
    assert!(events.iter().all(|event| event["event_type"] != "grid:row-selected"), "{events:?}");

    let both = json!([{"op": "set", "id": "people", "block": {"selectable": true,
        "columns": [{"field": "id", "hidden": false}]}}]);
    agent.call("update_widget", json!({"changes": both})).await;
    page.shows(&cell(1, "id"), "2").await;
    page.click(&cell(1, "name")).await;
    page.holds("document.querySelectorAll('.ag-row-selected').length === 1").await;
}

/// A picture of one red point.
const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

#[tokio::test]
async fn cells_look_as_the_agent_says() {
    let agent = Client::stdio().await;
    let rows = json!([
        {"id": 1001, "day": "2024-01-05T08:30:00+02:00", "sales": 50, "change": -3, "state": "Late", "face": PICTURE},
        {"id": 1002, "day": "2024-03-01", "sales": 200, "change": 4, "state": "done", "face": "none"},
    ]);
    let columns = json!([
        {"field": "id", "type": "text", "width": 90, "pinned": "left"},
        {"field": "day", "type": "date", "format": "%d/%m/%y"},
        {"field": "sales", "type": "bar"},
        {"field": "change", "align": "center", "styles": [
            {"when": {"lt": 0}, "style": {"color": "rgb(200, 0, 0)", "fontWeight": "bold"}},
            {"when": {"gte": 4, "ne": 5}, "style": {"color": "rgb(0, 120, 0)"}}]},
        {"field": "state", "styles": [
            {"when": {"contains": "late"}, "style": {"background": "rgb(255, 220, 0)"}}]},
        {"field": "face", "type": "image"},
    ]);
    let arguments = json!({"data_json": rows.to_string(), "row_id": "id", "columns": columns});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&cell(0, "day"), "05/01/24").await;
    page.shows(&cell(0, "id"), "1001").await;
    let css = |index: usize, field: &str, name: &str, value: &str| {
        let cell = cell(index, field);
        format!("getComputedStyle(document.querySelector(\"{cell}\")).{name}.includes('{value}')")
    };
    let looks = [
        css(0, "change", "color", "rgb(200, 0, 0)"),
        css(0, "change", "textAlign", "center"),
        css(0, "change", "fontWeight", "700"),
        css(1, "change", "color", "rgb(0, 120, 0)"),
        css(1, "change", "fontWeight", "400"),
        css(0, "state", "backgroundColor", "rgb(255, 220, 0)"),
        css(1, "state", "backgroundColor", "rgba(0, 0, 0, 0)"),
        css(0, "sales", "backgroundImage", " 25%"),
        css(1, "sales", "backgroundImage", " 100%"),
        format!("document.querySelector(\"{} img\")?.naturalWidth === 1", cell(0, "face")),
        format!("!document.querySelector(\"{} img\")", cell(1, "face")),
        format!("document.querySelector(\"{}\").offsetWidth === 90", cell(0, "id")),
        format!("document.querySelector(\"{}\").closest('[class*=pinned-left]')", cell(0, "id")),
    ];
    for look in &looks {
        page.holds(&format!("Boolean({look})")).await;
    }
    page.reload().await;
    for look in &looks {
        page.holds(&format!("Boolean({look})")).await;
    }

    // A change draws the cell again, and a greater number all bars.
    let changed = json!([{"id": 1001, "change": 1, "sales": 400}]);
    update(&agent, &widget, "update", &changed).await;
    page.shows(&cell(0, "change"), "1").await;
    for look in [
        css(0, "change", "fontWeight", "400"),
        css(0, "sales", "backgroundImage", " 100%"),
        css(1, "sales", "backgroundImage", " 50%"),
    ] {
        page.holds(&look).await;
    }
    let wrong =
        json!({"data_json": rows.to_string(), "columns": [{"field": "state", "type": "bar"}]});
    let refused = agent.refusal("show_dataframe", wrong).await;
    assert!(refused.contains("the values of \"state\" are texts, not numbers"), "{refused}");
}

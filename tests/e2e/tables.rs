//! Tables are drawn, sorted and selected in.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, ColorScheme, Created, cars};

const FIRST_ROW: &str = ".ag-row[row-index='0']";

/// Counts the rows drawn. A row has a part in each pinned section.
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
    let sort = json!([{"field": "Weight_in_lbs", "direction": "asc"}]);
    assert_eq!(event["data"], json!({"sort": sort}));
}

#[tokio::test]
async fn a_selected_row_arrives_as_an_event() {
    let agent = Client::stdio().await;
    let widget = show_cars(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;

    page.click("[row-index='2'] .ag-selection-checkbox").await;

    let event = agent.event(&widget.widget_id, "grid:row-selected").await;
    assert_eq!(event["data"], json!({"rows": [cars()[2]], "row_ids": [2], "count": 1}));
}

#[tokio::test]
async fn a_clicked_cell_arrives_as_an_event() {
    let agent = Client::stdio().await;
    let widget = show_cars(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click(&format!("{FIRST_ROW} [col-id='Origin']")).await;
    let event = agent.event(&widget.widget_id, "grid:cell-click").await;
    assert_eq!(event["data"], json!({"row_id": 0, "field": "Origin", "value": "USA"}));
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

#[tokio::test]
async fn an_empty_table_has_its_columns_before_and_after_the_rows() {
    let agent = Client::stdio().await;
    let columns = json!([{"field": "price", "title": "Price"}, {"field": "item"}]);
    let arguments = json!({"data_json": "[]", "columns": columns});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let header = "[...document.querySelectorAll('.ag-header-cell-text')].map(cell => cell.textContent).filter(Boolean).join()";
    let titles = format!("{header} === 'Price,item'");
    page.holds(&titles).await;

    let change = async |strategy: &str, rows: Value| {
        let data = json!({"strategy": strategy, "data": rows});
        let id = &widget.widget_id;
        let arguments = json!({"widget_id": id, "event_type": "grid:update-data", "data": data});
        agent.call("send_event", arguments).await
    };
    let cell = |row: usize| format!(".ag-row[row-index='{row}'] [col-id='price']");
    change("append", json!([{"item": "a", "price": 7966}, {"item": "b", "price": 7953.6}])).await;
    page.shows(&cell(0), "7966.0").await;
    page.shows(&cell(1), "7953.6").await;
    page.holds(&titles).await;
    change("set", json!([])).await;
    page.holds(&format!("{DRAWN_ROWS} === 0")).await;
    page.holds(&titles).await;
    page.reload().await;
    page.holds(&titles).await;
}

#[tokio::test]
async fn values_are_written_as_their_type_asks() {
    let agent = Client::stdio().await;
    let rows = json!([{"t": "<b>x</b>", "n": 1.5, "d": "2026-01-05T10:00:00Z", "b": true, "e": null,
        "o": {"k": [1]}}]);
    let widget = agent.create("show_dataframe", json!({"data_json": rows.to_string()})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    for (field, text) in [
        ("t", "<b>x</b>"),
        ("n", "1.5"),
        ("d", "2026-01-05 10:00:00"),
        ("b", "true"),
        ("e", ""),
        ("o", "{\"k\":[1]}"),
    ] {
        page.shows(&format!("{FIRST_ROW} [col-id='{field}']"), text).await;
    }
    let alignment = |field: &str| {
        format!(
            "document.querySelector('.ag-row [col-id={field}]').matches('.ag-right-aligned-cell')"
        )
    };
    page.holds(&alignment("n")).await;
    page.holds(&format!("!{}", alignment("t"))).await;
}

#[tokio::test]
async fn pages_come_on_demand() {
    let agent = Client::stdio().await;
    let rows = Value::from(cars()).to_string();
    let arguments = json!({"data_json": rows, "page_size": 5});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds(&format!("{DRAWN_ROWS} === 5")).await;
    let names = cars();
    let name = |index: usize| names[index]["Name"].as_str().expect("a name").to_owned();
    page.shows(&format!("{FIRST_ROW} [col-id='Name']"), &name(0)).await;
    page.click(".ag-paging-button[aria-label='Next Page']").await;
    page.shows(".ag-row[row-index='5'] [col-id='Name']", &name(5)).await;
    page.click(".ag-paging-button[aria-label='Last Page']").await;
    page.shows(".ag-row[row-index='405'] [col-id='Name']", &name(405)).await;
    page.holds(&format!("{DRAWN_ROWS} === 1")).await;
}

#[tokio::test]
async fn a_table_is_dark_where_the_page_is() {
    let agent = Client::stdio().await;
    let widget = show_cars(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&format!("{FIRST_ROW} [col-id='Origin']"), "USA").await;
    page.click(".ag-header-cell[col-id='Name'] .ag-header-cell-filter-button").await;
    // A canvas reads a color in whatever way it is written; what has none shows what is behind.
    let lightness = |css: &str, property: &str| {
        format!(
            "(() => {{
                const canvas = document.createElement('canvas').getContext('2d');
                let element = document.querySelector('{css}');
                let color;
                do {{
                    canvas.clearRect(0, 0, 1, 1);
                    canvas.fillStyle = getComputedStyle(element).{property};
                    canvas.fillRect(0, 0, 1, 1);
                    color = canvas.getImageData(0, 0, 1, 1).data;
                    element = element.parentElement;
                }} while (color[3] === 0);
                return Math.max(...color.slice(0, 3));
            }})()"
        )
    };
    for (scheme, ground, ink) in
        [(ColorScheme::Dark, "< 80", "> 150"), (ColorScheme::Light, "> 200", "< 120")]
    {
        browser.prefer(scheme).await;
        for css in [".ag-header", ".ag-root-wrapper", ".ag-filter-menu, .ag-menu"] {
            page.holds(&format!("{} {ground}", lightness(css, "backgroundColor"))).await;
        }
        page.holds(&format!("{} {ink}", lightness(".ag-row .ag-cell", "color"))).await;
        page.screenshot(if ground == "< 80" { "table-dark" } else { "table-light" }).await;
    }
}

/// As in WebKitGTK and Firefox.
#[tokio::test]
async fn a_scrollbar_that_lies_over_the_rows_hides_nothing() {
    let agent = Client::stdio().await;
    let widget = show_cars(&agent).await;
    let css = "::-webkit-scrollbar { width: 0; height: 0; }";
    agent.call("inject_css", json!({"css_id": "scrollbars", "css": css})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&format!("{FIRST_ROW} [col-id='Name']"), "chevrolet chevelle malibu").await;
    page.holds(
        "document.querySelector('.ag-body-vertical-scroll.ag-scrollbar-invisible')?.offsetWidth > 10",
    )
    .await;

    let end = "(({right, top, bottom}) => [right - 12, top, 12, bottom - top])\
        (document.querySelector('.ag-body-vertical-scroll-viewport').getBoundingClientRect())";
    let end: [f64; 4] = serde_json::from_value(page.value(end).await).expect("four numbers");
    let rows = page.picture().await.part(end.map(|length| length as usize));
    assert!(rows.shades() > 1, "no line between rows: {}", rows.save("rows-end").display());
}

#[tokio::test]
async fn the_newest_rows_are_first_and_the_oldest_go() {
    let agent = Client::stdio().await;
    let row = |n: u32| json!({"n": n, "text": format!("line {n}")});
    let rows = Value::from_iter((1..=3).map(row)).to_string();
    let arguments = json!({"data_json": rows, "row_id": "n", "newest_first": true, "max_rows": 4});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let shown = "[...document.querySelectorAll('.ag-row')]
        .sort((a, b) => a.getAttribute('row-index') - b.getAttribute('row-index'))
        .map((row) => row.querySelector('[col-id=n]')?.innerText).filter(Boolean).join()";
    let holds = async |numbers: &str| page.holds(&format!("{shown} === '{numbers}'")).await;
    holds("3,2,1").await;
    let append = async |numbers: &[u32]| {
        let rows: Vec<Value> = numbers.iter().copied().map(row).collect();
        let data = json!({"strategy": "append", "data": rows});
        let id = &widget.widget_id;
        let arguments = json!({"widget_id": id, "event_type": "grid:update-data", "data": data});
        agent.apply("send_event", arguments).await;
    };
    append(&[4]).await;
    holds("4,3,2,1").await;
    append(&[5, 6]).await;
    holds("6,5,4,3").await;
    page.reload().await;
    holds("6,5,4,3").await;
    // What the person sorts by decides.
    page.click(".ag-header-cell[col-id='n'] .ag-header-cell-label").await;
    holds("3,4,5,6").await;
    append(&[7]).await;
    holds("4,5,6,7").await;

    let many = Value::from_iter((1..=100_001).map(|n| json!({"n": n}))).to_string();
    let many =
        agent.create("show_dataframe", json!({"data_json": many, "newest_first": true})).await;
    let page = browser.open(&many.url).await;
    page.shows(&format!("{FIRST_ROW} [col-id='n']"), "100001").await;
    page.shows(".ag-row[row-index='1'] [col-id='n']", "100000").await;
}

#[tokio::test]
async fn a_person_sees_the_columns_in_short() {
    let agent = Client::stdio().await;
    let widget = show_cars(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows(&format!("{FIRST_ROW} [col-id='Name']"), "chevrolet chevelle malibu").await;
    page.click(".widget-grid-footer button").await;
    page.shows("dialog[open] h2", "406 rows").await;
    let line = |name: &str| {
        format!(
            "[...document.querySelectorAll('.widget-summary tr')]
                .find((line) => line.firstChild.innerText === '{name}')
                .innerText.split('\\t').slice(0, 5).join('|')"
        )
    };
    page.holds(&format!("{} === 'Cylinders|406|0|5|3 – 8, mean 5.48'", line("Cylinders"))).await;
    page.holds(&format!("{}.startsWith('Miles_per_Gallon|398|8|129|9')", line("Miles_per_Gallon")))
        .await;
    page.holds(&format!(
        "{} === 'Origin|406|0|3|USA (254), Japan (79), Europe (73)'",
        line("Origin")
    ))
    .await;
    for scheme in [ColorScheme::Light, ColorScheme::Dark] {
        browser.prefer(scheme).await;
        let found = page.barriers().await;
        assert!(found.is_empty(), "{scheme:?}: {found:#?}");
        page.screenshot(&format!("table-summary-{scheme:?}")).await;
    }
    page.press(widget_e2e::Key::Escape).await;
    page.holds("document.querySelector('dialog[open]') === null").await;
}

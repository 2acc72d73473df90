//! The agent makes a widget light or dark, with everything in it and around it.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, ColorScheme, Created, Page};

/// The lightness of the color behind an element's text, 0 to 255.
fn ground(css: &str) -> String {
    format!(
        "(() => {{
            let element = document.querySelector({});
            const colorOf = () => getComputedStyle(element).backgroundColor;
            while (element.parentElement && /, 0\\)$/.test(colorOf())) element = element.parentElement;
            return Math.max(...colorOf().match(/[\\d.]+/g).slice(0, 3).map(Number));
        }})()",
        json!(css)
    )
}

async fn is_dark(page: &Page, css: &str) {
    page.holds(&format!("{} < 80", ground(css))).await;
}

async fn ready(page: &Page, css: &str) {
    page.holds(&format!("{} > 200", ground(css))).await;
}

async fn set(agent: &Client, widget: &Created, theme: &str) {
    let arguments = json!({"widget_id": widget.widget_id, "theme": theme});
    agent.apply("update_theme", arguments).await;
}

#[tokio::test]
async fn the_page_follows_the_agent_and_then_the_system_again() {
    let agent = Client::stdio().await;
    let arguments = json!({"html": "<p id=text>Words</p>", "title": "Words"});
    let widget = agent.create("create_widget", arguments).await;
    let browser = Browser::start().await;
    let pages = [browser.open(&widget.url).await, browser.open(&widget.url).await];
    for page in &pages {
        ready(page, "#text").await;
    }
    set(&agent, &widget, "dark").await;
    for page in &pages {
        is_dark(page, "#text").await;
        page.shell_holds(&format!("{} < 80", ground("section"))).await;
    }
    pages[0].reload().await;
    is_dark(&pages[0], "#text").await;
    pages[0].shell_holds("document.documentElement.dataset.theme === 'dark'").await;
    let described = agent.call("get_widget", json!({"widget_id": widget.widget_id})).await;
    assert_eq!(described["theme"], "dark");

    set(&agent, &widget, "system").await;
    ready(&pages[0], "#text").await;
    browser.prefer(ColorScheme::Dark).await;
    is_dark(&pages[0], "#text").await;
    pages[0].shell_holds("document.documentElement.dataset.theme === 'dark'").await;
}

#[tokio::test]
async fn charts_and_tables_follow() {
    let agent = Client::stdio().await;
    let figure: Value = json!({"data": [{"y": [1, 3, 2]}], "layout": {"title": {"text": "T"}}});
    let chart = agent.create("show_chart", json!({"figure_json": figure})).await;
    let rows = json!([{"name": "Ada", "born": 1815}]);
    let table = agent.create("show_dataframe", json!({"data_json": rows})).await;
    let browser = Browser::start().await;
    let page = browser.open(&format!("{},{}", chart.url, table.widget_id)).await;
    let title = "Math.max(...getComputedStyle(document.querySelector('.gtitle')).fill\
        .match(/[\\d.]+/g).map(Number))";
    page.holds(&format!("{title} < 80")).await;
    ready(&page.view(1), ".ag-cell").await;

    set(&agent, &chart, "dark").await;
    set(&agent, &table, "dark").await;
    page.holds(&format!("{title} > 200")).await;
    is_dark(&page.view(1), ".ag-cell").await;
    is_dark(&page.view(1), ".ag-header-cell").await;
    page.screenshot("dark-chart-and-table").await;

    // Beside others each has its own, and the page is the person's.
    set(&agent, &chart, "light").await;
    page.holds(&format!("{title} < 80")).await;
    page.shell_holds(
        "document.documentElement.dataset.theme === 'light'
            && [...document.querySelectorAll('section')].map((one) => one.dataset.theme).join()
                === 'light,dark'",
    )
    .await;
}

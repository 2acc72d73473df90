//! The programs that draw a widget: a view loads them on the first visit; from then on the page
//! around it has them in its cache and hands them over.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Page};

/// The scripts that the view has loaded, by their names without the hash.
const LOADED: &str = "performance.getEntriesByType('resource')
    .map(({name}) => /\\/assets\\/(.+)-\\w+\\.js$/.exec(name)?.[1] ?? name).sort().join()";

async fn line(agent: &Client) -> Created {
    let figure = json!({"data": [{"type": "scatter", "y": [1, 3, 2]}]});
    agent.create("show_chart", json!({"figure_json": figure})).await
}

async fn drawn(page: &Page) {
    page.holds("document.querySelector('.scatterlayer .trace') !== null").await;
}

async fn kept(page: &Page) {
    let kept = "(localStorage.getItem('widget-programs') ?? '')";
    page.shell_holds(&format!("{kept}.includes('/assets/plotly-cartesian-')")).await;
}

#[tokio::test]
async fn a_second_visit_loads_no_program() {
    let agent = Client::stdio().await;
    let widget = line(&agent).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    drawn(&page).await;
    assert_eq!(page.value(LOADED).await, json!("chart,plotly-cartesian,view"));
    kept(&page).await;

    page.reload().await;
    drawn(&page).await;
    assert_eq!(page.value(LOADED).await, json!("view"));
    let sizes = "performance.getEntriesByType('resource')
        .filter(({name}) => name.includes('/assets/plotly')).map(({transferSize}) => transferSize)";
    assert_eq!(page.shell_value(sizes).await, json!([0]), "it comes from the cache");

    // What the page around it has not at hand is loaded.
    let polar = json!({"data": [{"type": "scatterpolar", "r": [1, 2], "theta": [0, 90]}]});
    let change = json!({"widget_id": widget.widget_id, "figure_json": polar});
    agent.call("update_chart", change).await;
    page.holds("document.querySelector('.polar') !== null").await;
    assert_eq!(page.value(LOADED).await, json!("plotly,view"));
}

#[tokio::test]
async fn several_charts_load_the_library_once() {
    let agent = Client::stdio().await;
    let chart = |y: i32| json!({"type": "chart", "figure": {"data": [{"y": [1, y]}]}});
    let mut blocks: Value = (0..6).map(|n| (format!("chart-{n}"), chart(n))).collect();
    let widget = agent.create("create_widget", json!({"blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let are_drawn =
        |count| format!("document.querySelectorAll('.scatterlayer .trace').length === {count}");
    page.holds(&are_drawn(6)).await;
    assert_eq!(page.value(LOADED).await, json!("chart,plotly-cartesian,view"));

    // One that needs all of it is enough for the others.
    let polar = json!({"data": [{"type": "scatterpolar", "r": [1, 2], "theta": [0, 90]}]});
    blocks["polar"] = json!({"type": "chart", "figure": polar});
    let mixed = agent.create("create_widget", json!({"blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&mixed.url).await;
    page.holds(&format!("{} && document.querySelector('.polar') !== null", are_drawn(7))).await;
    assert_eq!(page.value(LOADED).await, json!("chart,plotly,view"));
}

#[tokio::test]
async fn what_a_browser_has_lost_from_its_cache_is_fetched_again() {
    let agent = Client::stdio().await;
    let plain = agent.create("create_widget", json!({"html": "<b id=b>here</b>"})).await;
    let browser = Browser::start().await;
    let page = browser.open(&plain.url).await;
    page.shows("#b", "here").await;
    let claim = "localStorage.setItem('widget-programs', JSON.stringify(Object.values(
        JSON.parse(document.querySelector('script[data-widget-assets]').textContent))))";
    let Value::Null = page.shell_value(claim).await else { panic!("it answers nothing") };
    page.goto(&line(&agent).await.url).await;
    drawn(&page).await;
    assert_eq!(page.value(LOADED).await, json!("view"));
}

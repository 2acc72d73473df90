//! The pages in Firefox: `cargo xtask nightly`.

use serde_json::json;
use widget_e2e::{Browser, Client};

use crate::offers::a_double_click_agrees_to_nothing_in;
use crate::secrets::a_secret_is_typed_on_a_page_of_its_own_in;

const PLOT: &str = "document.querySelector('.main-svg .trace') !== null";

#[tokio::test]
#[ignore = "needs Firefox and geckodriver: `cargo xtask nightly`"]
async fn a_person_and_an_agent_work_on_every_kind_of_widget() {
    let agent = Client::stdio().await;
    let browser = Browser::start_firefox().await;
    let html = "<p id=here>here</p><button id=say data-event='note:say'>Say</button>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let page = browser.open(&widget.url).await;
    page.click("#say").await;
    agent.event(&widget.widget_id, "note:say").await;
    let change = json!({"widget_id": widget.widget_id, "component_id": "here", "text": "new"});
    agent.call("set_content", change).await;
    page.shows("#here", "new").await;
    page.reload().await;
    page.shows("#here", "new").await;

    let figure = json!({"data": [{"type": "bar", "x": ["a", "b"], "y": [3, 5]}]});
    let chart = agent.create("show_chart", json!({"figure_json": figure})).await;
    let page = browser.open(&chart.url).await;
    page.holds(PLOT).await;
    let update = json!({"widget_id": chart.widget_id, "restyle": {"y": [[7, 1]]}, "traces": [0]});
    let answer = agent.call("update_chart", update).await;
    assert_eq!(answer["delivery"]["status"], "applied", "{answer}");

    let rows = json!([{"name": "Ada", "born": 1815}, {"name": "Grace", "born": 1906}]);
    let table = agent.create("show_dataframe", json!({"data_json": rows})).await;
    let page = browser.open(&table.url).await;
    page.shows("[row-index='1'] [col-id$='name']", "Grace").await;
}

#[tokio::test]
#[ignore = "needs Firefox and geckodriver: `cargo xtask nightly`"]
async fn a_double_click_agrees_to_nothing() {
    a_double_click_agrees_to_nothing_in(&Browser::start_firefox().await).await;
}

#[tokio::test]
#[ignore = "needs Firefox and geckodriver: `cargo xtask nightly`"]
async fn a_secret_is_typed_on_a_page_of_its_own() {
    a_secret_is_typed_on_a_page_of_its_own_in(&Browser::start_firefox().await).await;
}

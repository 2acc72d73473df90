//! Input in a chart arrives as exactly these events.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Page, eventually};

/// The part of a chart that the mouse works in.
pub(crate) const PLOT: &str = ".nsewdrag";
const POINTS: &str = "document.querySelectorAll('.scatterlayer .point').length";

/// Three points of one trace and two of another, with room around them.
pub(crate) fn two_traces() -> Value {
    json!({
        "data": [
            {"type": "scatter", "mode": "markers", "name": "A", "marker": {"size": 20},
             "x": [1, 2, 3], "y": [1, 2, 3], "customdata": ["a", "b", "c"]},
            {"type": "scatter", "mode": "markers", "name": "B", "marker": {"size": 20},
             "x": [1, 3], "y": [3, 1]},
        ],
        "layout": {"xaxis": {"range": [0, 4]}, "yaxis": {"range": [0, 4]}},
    })
}

pub(crate) async fn show(agent: &Client, figure: &Value) -> Created {
    agent.create("show_chart", json!({"figure_json": figure.to_string(), "title": "Chart"})).await
}

async fn open(agent: &Client, figure: &Value) -> (Browser, Page, String) {
    let widget = show(agent, figure).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds(&format!("{POINTS} === 5")).await;
    (browser, page, widget.widget_id)
}

fn with_layout(mut figure: Value, name: &str, value: Value) -> Value {
    figure["layout"][name] = value;
    figure
}

#[tokio::test]
async fn a_point_that_the_mouse_rests_on_arrives() {
    let agent = Client::stdio().await;
    let (_browser, page, id) = open(&agent, &two_traces()).await;
    // The middle of the plot is the second point of A.
    page.hover(PLOT, (0, 0)).await;
    let event = agent.event(&id, "chart:hover").await;
    let point = json!({"curve": 0, "trace": "A", "index": 1, "x": 2, "y": 2, "customdata": "b"});
    assert_eq!(event["data"], json!({"points": [point]}), "{event}");

    page.hover(PLOT, (1, 1)).await;
    page.drag(PLOT, (-100, -100), (100, 100)).await;
    agent.event(&id, "chart:relayout").await;
    let events = agent.events(&id).await;
    let hovers = events.iter().filter(|event| event["event_type"] == "chart:hover");
    assert_eq!(hovers.count(), 1, "the same point is told once: {events:?}");
}

#[tokio::test]
async fn points_in_a_box_arrive_with_the_box() {
    let agent = Client::stdio().await;
    let figure = with_layout(two_traces(), "dragmode", json!("select"));
    let (_browser, page, id) = open(&agent, &figure).await;
    let width = page
        .value(&format!("document.querySelector('{PLOT}').getBoundingClientRect().width"))
        .await;
    let height = page
        .value(&format!("document.querySelector('{PLOT}').getBoundingClientRect().height"))
        .await;
    let quarter = |side: &Value| (side.as_f64().expect("a length") / 4.0) as i64;
    let (x, y) = (quarter(&width), quarter(&height));
    // Around the points (2, 2) and (3, 3) of A.
    page.drag(PLOT, (-x / 2, y / 2), (x * 3 / 2, -y * 3 / 2)).await;
    let event = agent.event(&id, "chart:selected").await;
    let point = |index: u8, value: u8, custom: &str| json!({"curve": 0, "trace": "A", "index": index, "x": value, "y": value, "customdata": custom});
    assert_eq!(event["data"]["points"], json!([point(1, 2, "b"), point(2, 3, "c")]), "{event}");
    let selection = &event["data"]["selections"][0];
    assert_eq!((&selection["type"], &selection["xref"]), (&json!("rect"), &json!("x")), "{event}");
    let state = agent.call("request_chart_state", json!({"widget_id": id})).await;
    assert_eq!(state["view"]["layout"]["selections"], event["data"]["selections"], "{state}");

    page.double_click(PLOT).await;
    let is_removed = async || {
        let event = agent.event(&id, "chart:selected").await;
        let none = json!({"points": [], "selections": []});
        if event["data"] == none { Ok(()) } else { Err(event.to_string()) }
    };
    eventually("no selection", is_removed).await;
}

#[tokio::test]
async fn zooming_in_and_out_arrives() {
    let agent = Client::stdio().await;
    let (_browser, page, id) = open(&agent, &two_traces()).await;
    page.drag(PLOT, (-150, -100), (150, 100)).await;
    let event = agent.event(&id, "chart:relayout").await;
    let names: Vec<&String> = event["data"].as_object().expect("an object").keys().collect();
    let expected = ["xaxis.range[0]", "xaxis.range[1]", "yaxis.range[0]", "yaxis.range[1]"];
    assert_eq!(names, expected, "{event}");
    let number = |name: &str| event["data"][name].as_f64().expect("a number");
    let (low, high) = (number("xaxis.range[0]"), number("xaxis.range[1]"));
    assert!(0.0 < low && low < 2.0 && 2.0 < high && high < 4.0, "{event}");

    page.double_click(PLOT).await;
    let expected = json!({"xaxis.range": [0, 4], "yaxis.range": [0, 4]});
    let is_out = async || {
        let event = agent.event(&id, "chart:relayout").await;
        if event["data"] == expected { Ok(()) } else { Err(event.to_string()) }
    };
    eventually("the range of the author", is_out).await;
}

#[tokio::test]
async fn a_click_in_the_legend_arrives_with_what_shows_now() {
    let agent = Client::stdio().await;
    // Plotly's own hints cover the right upper corner.
    let figure = with_layout(two_traces(), "legend", json!({"orientation": "h"}));
    let (_browser, page, id) = open(&agent, &figure).await;
    page.point_and_click(".legend .traces:nth-child(2) .legendtoggle").await;
    let event = agent.event(&id, "chart:legend-click").await;
    let expected = json!({"curve": 1, "trace": "B", "visible": {"1": "legendonly"}});
    assert_eq!(event["data"], expected, "{event}");
    page.holds(&format!("{POINTS} === 3")).await;
    page.point_and_click(".legend .traces:nth-child(2) .legendtoggle").await;
    page.holds(&format!("{POINTS} === 5")).await;
    let events = agent.event_count(&id, 2).await;
    assert_eq!(events[1]["data"]["visible"], json!({"1": true}), "{events:?}");
}

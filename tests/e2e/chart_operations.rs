//! Changes of a chart by the agent show in the open page and after a reload.

use futures_util::future::join_all;
use serde_json::{Map, Value, json};
use widget_e2e::{Browser, Client, Page};

use crate::chart_events::show;

const DATA: &str = "document.querySelector('.js-plotly-plot').data";

fn figure() -> Value {
    json!({"data": [
        {"type": "scatter", "mode": "markers", "x": [1, 2], "y": [1, 2]},
        {"type": "bar", "x": [1, 2], "y": [3, 4]},
    ]})
}

async fn drawn(page: &Page) {
    page.holds("document.querySelectorAll('.points .point').length >= 4").await;
}

/// The arguments of `update_chart`, and the same as an event.
fn changes() -> [(Value, &'static str, Value); 3] {
    let extend = json!({"x": [[3, 4]], "y": [[9, 8]]});
    [
        (
            json!({"layout": {"title.text": "New"}}),
            "chart:update-layout",
            json!({"layout": {"title.text": "New"}}),
        ),
        (
            json!({"restyle": {"marker.color": ["red", "blue"]}}),
            "chart:restyle",
            json!({"restyle": {"marker.color": ["red", "blue"]}}),
        ),
        (
            json!({"extend": extend, "traces": [0], "max_points": 3}),
            "chart:extend-traces",
            json!({"extend": extend, "traces": [0], "max_points": 3}),
        ),
    ]
}

async fn all_three_show(page: &Page) {
    page.shows(".gtitle", "New").await;
    page.holds(&format!("{DATA}.map(trace => trace.marker.color).join() === 'red,blue'")).await;
    page.holds(&format!("{DATA}[0].x.join() === '2,3,4' && {DATA}[0].y.join() === '2,9,8'")).await;
    page.holds("document.querySelectorAll('.scatterlayer .point').length === 3").await;
}

#[tokio::test]
async fn update_chart_changes_layout_style_and_points() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &figure()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    drawn(&page).await;
    for (mut arguments, _, _) in changes() {
        arguments["widget_id"] = json!(widget.widget_id);
        let answer = agent.call("update_chart", arguments).await;
        assert_ne!(answer["delivery"]["status"], "failed", "{answer}");
    }
    all_three_show(&page).await;
    page.reload().await;
    all_three_show(&page).await;
}

#[tokio::test]
async fn events_change_the_same_before_any_page_is_open() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &figure()).await;
    for (_, event_type, data) in changes() {
        let id = &widget.widget_id;
        let arguments = json!({"widget_id": id, "event_type": event_type, "data": data});
        let answer = agent.call("send_event", arguments).await;
        assert_eq!(answer["delivery"]["status"], "pending", "{answer}");
    }
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    all_three_show(&page).await;

    let figure = json!({"data": [{"type": "bar", "y": [1, 2, 3, 4, 5, 6]}]});
    let update = json!({"widget_id": widget.widget_id, "event_type": "chart:update-figure",
        "data": {"figure": figure}});
    agent.call("send_event", update).await;
    page.holds("document.querySelectorAll('.barlayer .point').length === 6").await;
}

#[tokio::test]
async fn changes_that_do_not_fit_name_the_argument_and_change_nothing() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &figure()).await;
    let id = &widget.widget_id;
    for (arguments, parts) in [
        (json!({}), ["figure_json", "or layout, restyle, extend"]),
        (json!({"figure_json": "{\"data\": []}", "layout": {"a": 1}}), ["figure_json", "not both"]),
        (json!({"layout": {"a..b": 1}}), ["layout", "is not an attribute"]),
        (json!({"layout": {"__proto__.x": 1}}), ["layout", "is not an attribute"]),
        (json!({"layout": {"a": {}, "a.b": 1}}), ["layout", "are the same place"]),
        (json!({"layout": {"shapes[2]": {}}}), ["layout", "beyond the end of a list of 0"]),
        (json!({"restyle": {"type.x": 1}}), ["restyle", "no object that could have"]),
        (json!({"restyle": {"y": []}}), ["restyle", "list in a list"]),
        (json!({"restyle": {"y": [[1]]}, "traces": [2]}), ["traces", "counted from 0 to 1"]),
        (json!({"restyle": {"y": [[1]]}, "traces": [0, 0]}), ["traces", "there twice"]),
        (json!({"traces": [0], "layout": {"a": 1}}), ["traces", "neither is given"]),
        (json!({"extend": {"y": [[1]]}}), ["extend", "1 lists of points for 2 traces"]),
        (json!({"extend": {"y": [1, 2]}}), ["extend.y[0]", "a list of its own points"]),
        (json!({"extend": {"type": [[1], [2]]}}), ["extend", "not a list"]),
        (json!({"max_points": 3, "reset_zoom": true}), ["max_points", "nothing is extended"]),
        (json!({"layout": 3}), ["layout", "expected an object"]),
        (json!({"extends": {}}), ["extends", "did you mean \"extend\"?"]),
    ] {
        let mut given: Map<String, Value> = arguments.as_object().cloned().expect("an object");
        given.insert("widget_id".into(), json!(id));
        let refusal = agent.refusal("update_chart", given.into()).await;
        for part in parts {
            assert!(refusal.contains(part), "{arguments}: {refusal}");
        }
        // Followed, an example would change the chart: it is for a widget that there is not.
        let (_, call) = refusal.split_once('\n').expect("two lines");
        let is_correct = call.starts_with("A correct call") && call.contains(": update_chart {");
        assert!(is_correct || call.starts_with("An example: update_chart {"), "{refusal}");
        assert_eq!(call.contains(id.as_str()), is_correct, "{refusal}");
        assert!(!is_correct || !call.contains("Sales"), "{refusal}");
    }
    for (event_type, data, part) in [
        ("chart:restyle", json!({"restyle": {"a..b": 1}}), "data.restyle"),
        ("chart:extend-traces", json!({"extend": {"y": [[1]]}}), "data.extend"),
        ("chart:export", json!({"format": "gif"}), "data.format"),
        ("chart:update-figure", json!({"figure": []}), "data.figure"),
        ("chart:restyl", json!({}), "did you mean \"chart:restyle\"?"),
    ] {
        let arguments = json!({"widget_id": id, "event_type": event_type, "data": data});
        let refusal = agent.refusal("send_event", arguments).await;
        assert!(refusal.contains(part), "{event_type}: {refusal}");
    }
    let state = agent.call("request_chart_state", json!({"widget_id": id})).await;
    assert_eq!(state["revision"], 1);
}

#[tokio::test]
async fn several_values_for_one_trace_are_its_list() {
    let agent = Client::stdio().await;
    let line = json!({"data": [{"y": [1]}, {"y": [1, 2]}]});
    let widget = show(&agent, &line).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let several = json!({"widget_id": widget.widget_id, "restyle": {"y": [5, 6, 7]}});
    let refusal = agent.refusal("update_chart", several.clone()).await;
    assert!(refusal.contains("a list of 3 for 2 traces"), "{refusal}");
    let mut of_one = several;
    of_one["traces"] = json!([1]);
    agent.call("update_chart", of_one).await;
    page.holds(&format!("JSON.stringify({DATA}.map(({{y}}) => y)) === '[[1],[5,6,7]]'")).await;
    let points = json!({"widget_id": widget.widget_id, "traces": [0],
        "extend": {"y": [[2, 3]], "text": [["a"]]}});
    let refusal = agent.refusal("update_chart", points).await;
    assert!(refusal.contains("1 points of \"text\" and 2 of \"y\""), "{refusal}");
    // As plotly.py writes numbers.
    let typed = json!({"widget_id": widget.widget_id, "traces": [1],
        "extend": {"y": [{"dtype": "i1", "bdata": "CAk="}]}});
    agent.call("update_chart", typed).await;
    page.holds(&format!("JSON.stringify({DATA}.map(({{y}}) => y)) === '[[1],[5,6,7,8,9]]'")).await;
    let warned = json!({"widget_id": widget.widget_id, "layout": {"titel.text": "A"}});
    let answer = agent.call("update_chart", warned).await;
    assert!(answer["warnings"][0].as_str().is_some_and(|text| text.contains("titel")), "{answer}");
    let longer = json!({"widget_id": widget.widget_id, "traces": [1], "restyle": {"x": [[1, 2]]}});
    let answer = agent.call("update_chart", longer).await;
    let expected = json!(["trace 1: x has 2 values and y 5; only 2 are drawn"]);
    assert_eq!(answer["warnings"], expected);
}

#[tokio::test]
async fn a_stream_of_points_ends_with_the_newest() {
    let agent = Client::stdio().await;
    let line = json!({"data": [{"type": "scattergl", "mode": "lines", "x": [], "y": []}]});
    let widget = show(&agent, &line).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('.js-plotly-plot')?.data.length === 1").await;
    for batch in 0..20 {
        let calls = (0..25).map(|n| {
            let point = batch * 25 + n;
            let arguments = json!({"widget_id": widget.widget_id, "max_points": 100,
                "extend": {"x": [[point]], "y": [[point % 7]]}});
            agent.call("update_chart", arguments)
        });
        join_all(calls).await;
    }
    let all = format!("{DATA}[0].x.length === 100 && Math.max(...{DATA}[0].x) === 499");
    page.holds(&all).await;
    let sum = page.value(&format!("{DATA}[0].x.reduce((sum, x) => sum + x, 0)")).await;
    page.reload().await;
    page.holds(&all).await;
    assert_eq!(page.value(&format!("{DATA}[0].x.reduce((sum, x) => sum + x, 0)")).await, sum);
}

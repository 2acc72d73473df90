//! Changes of a chart by people are part of the document.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Page, eventually};

use crate::chart_events::{PLOT, show, two_traces};

const CHART: &str = "document.querySelector('.js-plotly-plot')";

async fn zoomed(page: &Page) {
    page.holds(&format!("{CHART}?._fullLayout.xaxis.range[0] > 0.2")).await;
}

async fn not_zoomed(page: &Page) {
    page.holds(&format!("{CHART}?._fullLayout.xaxis.range[0] === 0")).await;
}

async fn range(page: &Page) -> Value {
    page.value(&format!("[...{CHART}._fullLayout.xaxis.range, ...{CHART}._fullLayout.yaxis.range]"))
        .await
}

fn bars(count: usize) -> String {
    format!("document.querySelectorAll('.scatterlayer .point').length === {count}")
}

#[tokio::test]
async fn a_zoom_outlives_a_reload_and_shows_in_a_second_viewer() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &two_traces()).await;
    let browser = Browser::start().await;
    let (first, second) = (browser.open(&widget.url).await, browser.open(&widget.url).await);
    not_zoomed(&second).await;
    not_zoomed(&first).await;
    first.drag(PLOT, (-150, -100), (150, 100)).await;
    zoomed(&first).await;
    zoomed(&second).await;
    let range_of_first = range(&first).await;
    assert_eq!(range(&second).await, range_of_first);
    first.reload().await;
    zoomed(&first).await;
    assert_eq!(range(&first).await, range_of_first);

    second.double_click(PLOT).await;
    not_zoomed(&second).await;
    not_zoomed(&first).await;
    // Drawing what another viewer did is not an event.
    let events = agent.events(&widget.widget_id).await;
    let zooms = events.iter().filter(|event| event["event_type"] == "chart:relayout");
    assert_eq!(zooms.count(), 2, "{events:?}");
}

#[tokio::test]
async fn a_hidden_trace_stays_hidden_until_the_agent_shows_it() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &two_traces()).await;
    let browser = Browser::start().await;
    let (first, second) = (browser.open(&widget.url).await, browser.open(&widget.url).await);
    second.holds(&bars(5)).await;
    first.point_and_click(".legend .traces:nth-child(2) .legendtoggle").await;
    first.holds(&bars(3)).await;
    second.holds(&bars(3)).await;
    first.reload().await;
    first.holds(&bars(3)).await;
    let arguments =
        json!({"widget_id": widget.widget_id, "restyle": {"visible": true}, "traces": [1]});
    agent.call("update_chart", arguments).await;
    first.holds(&bars(5)).await;
    second.holds(&bars(5)).await;
}

#[tokio::test]
async fn changes_keep_the_zoom_and_a_new_figure_or_a_reset_ends_it() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &two_traces()).await;
    let id = &widget.widget_id;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds(&bars(5)).await;
    let zoom = async || {
        page.drag(PLOT, (-150, -100), (150, 100)).await;
        zoomed(&page).await;
        state_is(&agent, id, 4).await;
    };
    let update = async |changes: Value| {
        let mut arguments = json!({"widget_id": id});
        arguments
            .as_object_mut()
            .expect("an object")
            .extend(changes.as_object().cloned().expect("an object"));
        let answer = agent.call("update_chart", arguments).await;
        assert_ne!(answer["delivery"]["status"], "failed", "{answer}");
    };
    zoom().await;
    let before = range(&page).await;
    update(json!({"layout": {"xaxis": {"title": {"text": "Days"}}}})).await;
    page.shows(".xtitle", "Days").await;
    update(json!({"restyle": {"marker.color": "rgb(1, 2, 3)"}})).await;
    update(json!({"extend": {"x": [[2], [2]], "y": [[1], [3]]}})).await;
    page.holds(&bars(7)).await;
    assert_eq!(range(&page).await, before);

    update(json!({"reset_zoom": true})).await;
    not_zoomed(&page).await;
    state_is(&agent, id, 0).await;

    zoom().await;
    update(json!({"layout": {"xaxis.range": [-1, 9]}})).await;
    page.holds(&format!("{CHART}._fullLayout.xaxis.range[1] === 9")).await;
    state_is(&agent, id, 2).await;

    page.drag(PLOT, (-150, -100), (150, 100)).await;
    state_is(&agent, id, 4).await;
    update(json!({"figure_json": two_traces()})).await;
    not_zoomed(&page).await;
    state_is(&agent, id, 0).await;
}

/// Waits until the document holds so many attributes that the person has changed.
async fn state_is(agent: &Client, id: &str, count: usize) {
    eventually(&format!("{count} changed attributes"), async || {
        let state = agent.call("request_chart_state", json!({"widget_id": id})).await;
        let layout = state["view"]["layout"].as_object().expect("an object");
        if layout.len() == count { Ok(()) } else { Err(state.to_string()) }
    })
    .await;
}

#[tokio::test]
async fn the_state_of_a_chart_needs_no_page() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &two_traces()).await;
    let id = json!({"widget_id": widget.widget_id});
    let mut state = agent.call("request_chart_state", id).await;
    let notice = state["notice"].take();
    assert!(notice.as_str().is_some_and(|notice| notice.contains(&widget.url)), "{notice}");
    let trace = |index: u8, name: &str, points: u8| json!({"index": index, "name": name, "type": "scatter", "points": points, "visible": true});
    let expected = json!({
        "revision": 1, "view": {"layout": {}, "visible": {}},
        "traces": [trace(0, "A", 3), trace(1, "B", 2)],
        "viewers": {"open": 0, "ever": false}, "notice": null,
    });
    assert_eq!(state, expected);

    let html = agent.create("create_widget", json!({"html": "<b>x</b>"})).await;
    let refusal = agent.refusal("request_chart_state", json!({"widget_id": html.widget_id})).await;
    assert!(refusal.contains("an HTML widget, not a chart"), "{refusal}");
}

//! Charts are drawn, and a click on a point arrives.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Page, seattle_weather, stocks};

/// The height of the bars and lines is what is drawn, not only the frame around them.
const DRAWN: &str = "[...document.querySelectorAll('{}')].some(mark => {
    const box = mark.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
})";

async fn draws(page: &Page, css: &str) {
    page.holds(&DRAWN.replace("{}", css)).await;
}

async fn show(agent: &Client, figure: &Value) -> Created {
    agent.create("show_chart", json!({"figure_json": figure.to_string(), "title": "Chart"})).await
}

/// A line, bars and a heat map, each in axes of its own.
fn three_kinds() -> Value {
    let microsoft: Vec<_> = stocks().into_iter().filter(|row| row[0] == "MSFT").collect();
    let days: Vec<_> = seattle_weather().into_iter().take(31).collect();
    let column = |rows: &[Vec<String>], index: usize| -> Vec<String> {
        rows.iter().map(|row| row[index].clone()).collect()
    };
    let numbers = |texts: Vec<String>| -> Vec<f64> {
        texts.iter().map(|text| text.parse().expect("a number")).collect()
    };
    json!({
        "data": [
            {"type": "scatter", "mode": "lines+markers", "name": "MSFT",
             "x": column(&microsoft, 1), "y": numbers(column(&microsoft, 2))},
            {"type": "bar", "name": "Rain", "xaxis": "x2", "yaxis": "y2",
             "x": column(&days, 0), "y": numbers(column(&days, 1))},
            {"type": "heatmap", "xaxis": "x3", "yaxis": "y3",
             "z": [numbers(column(&days, 2)), numbers(column(&days, 3))]},
        ],
        "layout": {"grid": {"rows": 3, "columns": 1, "pattern": "independent"}, "height": 700},
    })
}

#[tokio::test]
async fn three_trace_types_are_drawn() {
    let agent = Client::stdio().await;
    let widget = show(&agent, &three_kinds()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    draws(&page, ".scatterlayer .trace .point").await;
    draws(&page, ".barlayer .point path").await;
    draws(&page, ".heatmaplayer image").await;
    page.holds("document.querySelector('.main-svg').clientWidth > innerWidth - 60").await;
    page.shell_holds("document.title.includes('Chart')").await;
    page.screenshot("chart").await;
}

#[tokio::test]
async fn a_trace_beyond_the_plane_is_drawn_as_well() {
    let figure = json!({"data": [{"type": "pie", "labels": ["a", "b"], "values": [1, 2]}]});
    let agent = Client::stdio().await;
    let widget = show(&agent, &figure).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    draws(&page, ".pielayer .slice path").await;
}

#[tokio::test]
async fn a_click_on_a_point_arrives_as_an_event() {
    let agent = Client::stdio().await;
    let figure = json!({"data": [{
        "type": "scatter", "mode": "markers", "name": "Points", "marker": {"size": 30},
        "x": [1, 2, 3], "y": [4, 9, 6], "customdata": ["a", "b", "c"],
    }]});
    let widget = show(&agent, &figure).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    draws(&page, ".scatterlayer .point").await;

    page.point_and_click(".scatterlayer .point:nth-child(2)").await;

    let event = agent.event(&widget.widget_id, "chart:click").await;
    let point = &event["data"]["points"][0];
    assert_eq!((&point["x"], &point["y"]), (&json!(2), &json!(9)), "{event}");
    assert_eq!((&point["trace"], &point["index"]), (&json!("Points"), &json!(1)), "{event}");
    assert_eq!(point["customdata"], "b", "{event}");
}

#[tokio::test]
async fn update_chart_redraws_the_open_page_and_stays_after_a_reload() {
    let agent = Client::stdio().await;
    let bars = |values: Value| json!({"data": [{"type": "bar", "y": values}]});
    let widget = show(&agent, &bars(json!([1, 2]))).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let bars_are =
        |count: usize| format!("document.querySelectorAll('.barlayer .point').length === {count}");
    page.holds(&bars_are(2)).await;

    let figure = bars(json!([1, 2, 3, 4, 5])).to_string();
    let update = json!({"widget_id": widget.widget_id, "figure_json": figure});
    let answer = agent.call("update_chart", update).await;
    assert_ne!(answer["delivery"]["status"], "failed", "{answer}");
    page.holds(&bars_are(5)).await;
    page.reload().await;
    page.holds(&bars_are(5)).await;
}

/// Parts that only a network could bring are left out, and both the answer and the page say so.
#[tokio::test]
async fn a_map_is_drawn_without_the_layers_of_a_web_address() {
    const MAP: &str = "document.querySelector('.js-plotly-plot')?._fullLayout.map?._subplot?.map";
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let tiles = "https://tiles.example/{z}/{x}/{y}.png";
    for (kind, map) in [("scattermap", "map"), ("scattermapbox", "mapbox")] {
        let figure = json!({
            "data": [{"type": kind, "lat": [45.5], "lon": [-73.6], "mode": "markers+text",
                "text": ["Montréal"], "marker": {"size": 40}}],
            "layout": {map: {"style": "white-bg", "zoom": 8, "center": {"lat": 45.5, "lon": -73.6},
                "layers": [{"below": "traces", "sourcetype": "raster", "source": [tiles]}]}},
        });
        let arguments = json!({"figure_json": figure.to_string(), "title": "Map"});
        let answer = agent.call("show_chart", arguments).await;
        let told = answer["warnings"][0].as_str().unwrap_or_default();
        assert!(told.starts_with(&format!("layout.{map}.layers[0]: ")), "{answer}");
        assert_eq!(answer["warnings"].as_array().map(Vec::len), Some(1), "{answer}");
        let page = browser.open(answer["url"].as_str().expect("an address")).await;
        page.holds(&format!(
            "{MAP}?.loaded() && {MAP}.queryRenderedFeatures().some(({{geometry}}) => \
                geometry.type === 'Point')"
        ))
        .await;
        page.holds("document.body.innerText.includes('Drawn without layers of the map')").await;
        // The notice takes its room from the chart.
        page.holds(
            "document.querySelector('.js-plotly-plot .main-svg').getBoundingClientRect().bottom \
             <= document.documentElement.clientHeight",
        )
        .await;
    }
}

#[tokio::test]
async fn a_trace_of_an_unknown_type_is_drawn_and_the_agent_and_the_person_are_told_as_what() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let figure = json!({"data": [{"type": "scater", "mode": "markers", "y": [1, 2]}]});
    let arguments = json!({"figure_json": figure.to_string(), "title": "Typo"});
    let answer = agent.call("show_chart", arguments).await;
    let told = answer["warnings"][0].as_str().unwrap_or_default();
    assert!(told.ends_with("draws scatter; did you mean \"scatter\"?"), "{answer}");
    let page = browser.open(answer["url"].as_str().expect("an address")).await;
    draws(&page, ".scatterlayer .point").await;
    page.holds("document.body.innerText.includes('Drawn as scatter: Plotly knows no')").await;
}

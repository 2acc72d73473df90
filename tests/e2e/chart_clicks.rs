//! A click says where it was, whatever the type of the trace.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client};

use crate::chart_events::show;

/// A figure, what is clicked in it, and what the event says of the point besides its trace.
struct Case {
    figure: Value,
    clicked: &'static str,
    said: Value,
}

fn case(trace: &Value, layout: &Value, clicked: &'static str, said: Value) -> Case {
    Case { figure: json!({"data": [trace], "layout": layout}), clicked, said }
}

fn polar_and_ternary() -> Vec<Case> {
    let size = json!({"size": 30});
    vec![
        case(
            &json!({"type": "scatterpolar", "mode": "markers", "marker": size, "r": [1, 2],
                "theta": [0, 90], "customdata": ["a", "b"]}),
            &json!({}),
            ".polar .scatterlayer .point:nth-child(2)",
            json!({"index": 1, "r": 2, "theta": 90, "customdata": "b"}),
        ),
        case(
            &json!({"type": "barpolar", "r": [3], "theta": [90], "width": [60]}),
            &json!({}),
            ".polar .barlayer .point path",
            json!({"index": 0, "r": 3, "theta": 90}),
        ),
        case(
            &json!({"type": "scatterternary", "mode": "markers", "marker": size, "a": [2],
                "b": [2], "c": [4]}),
            &json!({}),
            ".ternary .scatterlayer .point",
            // The parts of their sum.
            json!({"index": 0, "a": 0.25, "b": 0.25, "c": 0.5}),
        ),
        case(
            &json!({"type": "scattersmith", "mode": "markers", "marker": size, "real": [1],
                "imag": [0.5]}),
            &json!({}),
            ".smith .scatterlayer .point",
            json!({"index": 0, "real": 1, "imag": 0.5}),
        ),
    ]
}

fn maps() -> Vec<Case> {
    let square = json!([[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]]);
    let region = json!({"type": "FeatureCollection", "features": [{"type": "Feature",
        "id": "here", "properties": {}, "geometry": {"type": "Polygon", "coordinates": square}}]});
    vec![
        case(
            &json!({"type": "scattergeo", "mode": "markers", "marker": {"size": 30}, "lat": [48],
                "lon": [11], "text": ["Munich"]}),
            &json!({}),
            ".geo .scattergeo .point",
            json!({"index": 0, "lat": 48, "lon": 11, "text": "Munich"}),
        ),
        case(
            &json!({"type": "choropleth", "locations": ["POL"], "z": [4]}),
            &json!({"geo": {"scope": "europe"}}),
            ".geo .choropleth path",
            json!({"index": 0, "location": "POL", "z": 4}),
        ),
        case(
            &json!({"type": "choropleth", "geojson": region, "locations": ["here"], "z": [5]}),
            &json!({"geo": {"visible": false, "fitbounds": "locations"}}),
            ".geo .choropleth path",
            json!({"index": 0, "location": "here", "z": 5}),
        ),
    ]
}

fn parts_of_a_whole() -> Vec<Case> {
    let tree = |kind: &str| {
        json!({"type": kind, "labels": ["All", "One", "Two"], "parents": ["", "All", "All"],
            "values": [0, 3, 1]})
    };
    let leaf = json!({"index": 1, "label": "One", "parent": "All", "value": 3});
    let quarter = json!({"index": 2, "label": "Two", "parent": "All", "value": 1});
    vec![
        case(&tree("sunburst"), &json!({}), ".sunburst .slice:nth-child(3) path", quarter),
        case(&tree("treemap"), &json!({}), ".treemap .slice:nth-child(2) path", leaf.clone()),
        case(&tree("icicle"), &json!({}), ".icicle .slice:nth-child(2) path", leaf),
        case(
            &json!({"type": "pie", "labels": ["a", "b"], "values": [1, 3], "sort": false}),
            &json!({}),
            ".pielayer .slice:nth-child(1) path",
            json!({"label": "a", "value": 1}),
        ),
        case(
            &json!({"type": "sankey", "node": {"label": ["from", "to"], "thickness": 60},
                "link": {"source": [0], "target": [1], "value": [2]}}),
            &json!({}),
            ".sankey .sankey-node .node-rect",
            json!({"index": 0, "label": "from", "value": 2}),
        ),
    ]
}

fn days_and_bins() -> Vec<Case> {
    let day = |kind: &str| {
        json!({"type": kind, "x": ["2024-01-02"], "open": [4], "high": [9], "low": [1],
            "close": [6]})
    };
    let told = json!({"index": 0, "x": "2024-01-02", "open": 4, "high": 9, "low": 1, "close": 6});
    let plain = json!({"xaxis": {"rangeslider": {"visible": false}}});
    vec![
        case(&day("ohlc"), &plain, ".nsewdrag", told.clone()),
        case(&day("candlestick"), &plain, ".nsewdrag", told),
        case(
            &json!({"type": "histogram", "x": [1, 5, 1, 1], "customdata": ["a", "b", "c", "d"],
                "xbins": {"start": 0, "end": 6, "size": 2}}),
            &json!({}),
            ".barlayer .point:nth-child(1) path",
            json!({"y": 3, "pointNumbers": [0, 2, 3], "customdata": ["a", "c", "d"]}),
        ),
    ]
}

async fn all_say_where(cases: Vec<Case>) {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    for Case { figure, clicked, said } in cases {
        let widget = show(&agent, &figure).await;
        let page = browser.open(&widget.url).await;
        page.holds(&format!(
            "document.querySelector('{clicked}')?.getBoundingClientRect().width > 0"
        ))
        .await;
        page.point_and_click(clicked).await;
        let event = agent.event(&widget.widget_id, "chart:click").await;
        let point = &event["data"]["points"][0];
        for (name, value) in said.as_object().expect("members") {
            assert_eq!(&point[name], value, "{name} of {figure}: {event}");
        }
    }
}

#[tokio::test]
async fn in_polar_ternary_and_smith_charts() {
    all_say_where(polar_and_ternary()).await;
}

#[tokio::test]
async fn on_maps() {
    all_say_where(maps()).await;
}

#[tokio::test]
async fn in_hierarchies_pies_and_flows() {
    all_say_where(parts_of_a_whole()).await;
}

#[tokio::test]
async fn on_days_and_bins() {
    all_say_where(days_and_bins()).await;
}

/// Land and borders come with the program, by no network.
#[tokio::test]
async fn land_and_borders_are_seen() {
    let agent = Client::stdio().await;
    let figure = json!({"data": [{"type": "scattergeo", "lat": [48], "lon": [11]}],
        "layout": {"geo": {"showland": true, "showcountries": true}}});
    let widget = show(&agent, &figure).await;
    let page = Browser::start().await.open(&widget.url).await;
    for layer in ["land", "coastlines", "countries"] {
        let outline = format!("document.querySelector('.geo .layer.{layer} path')");
        page.holds(&format!("({outline}?.getAttribute('d') ?? '').length > 10_000")).await;
    }
    page.screenshot("chart-land").await;
}

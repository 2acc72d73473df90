//! Charts of several kinds, and tables small and large.

use serde_json::{Value, json};

/// More than a page holds, so that the server sorts and filters them.
const MANY: u32 = 150_000;

/// The widgets, in reading order: a tool and its arguments each.
pub(super) fn widgets() -> [(&'static str, Value); 5] {
    [
        ("show_chart", chart("Lines", &lines())),
        ("show_chart", chart("Shares", &shares())),
        ("show_chart", chart("100,000 points", &points())),
        ("show_dataframe", people()),
        ("show_dataframe", many()),
    ]
}

fn chart(title: &str, figure: &Value) -> Value {
    json!({"title": title, "figure_json": figure.to_string(), "height": 340})
}

fn lines() -> Value {
    let x: Vec<f64> = (0..200).map(|step| f64::from(step) / 20.0).collect();
    let wave = |shift: f64| -> Vec<f64> { x.iter().map(|x| (x + shift).sin()).collect() };
    json!({"data": [
        {"type": "scatter", "mode": "lines", "name": "sine", "x": x, "y": wave(0.0)},
        {"type": "scatter", "mode": "lines", "name": "later", "x": x, "y": wave(1.0), "fill": "tozeroy"},
        {"type": "bar", "name": "steps", "x": [1, 3, 5, 7, 9], "y": [0.4, -0.3, 0.5, -0.2, 0.6], "width": 0.6},
    ], "layout": {"legend": {"orientation": "h"}}})
}

fn shares() -> Value {
    json!({"data": [{"type": "pie", "hole": 0.5, "labels": ["Wind", "Sun", "Water", "Other"],
        "values": [41, 27, 19, 13]}], "layout": {"legend": {"orientation": "h"}}})
}

/// Drawn by the graphics card.
fn points() -> Value {
    let x: Vec<u32> = (0..100_000).collect();
    let noise = |x: &u32| f64::from(x.wrapping_mul(7_919) % 20_011) / 1e3;
    let y: Vec<f64> =
        x.iter().map(|x| ((f64::from(*x) / 5e3).sin() * 100.0 + noise(x)).round()).collect();
    json!({"data": [{"type": "scattergl", "mode": "markers", "marker": {"size": 2}, "x": x, "y": y}],
        "layout": {}})
}

/// As text, so that the columns keep this order.
fn people() -> Value {
    let rows = r#"[
        {"id": 1, "name": "Ada Lovelace", "born": "1815-12-10", "papers": 1, "alive": false},
        {"id": 2, "name": "Alan Turing", "born": "1912-06-23", "papers": 34, "alive": false},
        {"id": 3, "name": "Barbara Liskov", "born": "1939-11-07", "papers": 157, "alive": true},
        {"id": 4, "name": "Edsger Dijkstra", "born": "1930-05-11", "papers": 80, "alive": false},
        {"id": 5, "name": "Grace Hopper", "born": "1906-12-09", "papers": 52, "alive": false},
        {"id": 6, "name": "Leslie Lamport", "born": "1941-02-07", "papers": 185, "alive": true}
    ]"#;
    json!({"title": "People", "data_json": rows, "row_id": "id", "height": 340, "editable": true})
}

fn many() -> Value {
    let kinds = ["bolt", "nut", "screw", "washer"];
    let row = |n: u32| {
        let kind = kinds[n as usize % kinds.len()];
        format!(
            "{{\"part\":\"{kind} {n}\",\"stock\":{},\"price\":{}}}",
            n * 31 % 997,
            f64::from(n % 500) / 20.0
        )
    };
    let rows: Vec<String> = (0..MANY).map(row).collect();
    json!({"title": "150,000 rows", "data_json": format!("[{}]", rows.join(",")), "height": 340})
}

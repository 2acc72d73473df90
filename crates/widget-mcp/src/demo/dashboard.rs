//! The dashboard of the demonstration, as arguments of the tools.

use serde_json::{Value, json};

/// Rain and sunshine in Amsterdam, monthly means from 1991 to 2020 (KNMI), rounded.
const CLIMATE: [(&str, f64, f64); 12] = [
    ("Jan", 66.0, 67.0),
    ("Feb", 57.0, 93.0),
    ("Mar", 53.0, 149.0),
    ("Apr", 40.0, 195.0),
    ("May", 54.0, 228.0),
    ("Jun", 64.0, 221.0),
    ("Jul", 79.0, 226.0),
    ("Aug", 92.0, 205.0),
    ("Sep", 78.0, 159.0),
    ("Oct", 82.0, 118.0),
    ("Nov", 84.0, 70.0),
    ("Dec", 83.0, 60.0),
];

/// The widgets of the page, in reading order: a tool and its arguments each.
pub(super) fn widgets() -> Vec<(&'static str, Value)> {
    vec![("create_widget", counter()), ("show_chart", chart()), ("show_dataframe", table())]
}

fn counter() -> Value {
    json!({
        "title": "Counter",
        "html": "<p style=\"font-size:4rem;line-height:1.3;font-weight:600;margin:0;text-align:center\" id=\"counter\">0</p>\
                 <p style=\"text-align:center;margin:0\" id=\"heard\">Click a button, a bar or a row: the agent answers here.</p>",
        "height": 160,
        "toolbars": [{"position": "top", "items": [
            {"type": "button", "label": "−1", "event": "counter:decrement", "component_id": "less"},
            {"type": "button", "label": "+1", "event": "counter:increment", "component_id": "more", "variant": "primary"},
            {"type": "button", "label": "Reset", "event": "counter:reset", "component_id": "reset", "variant": "danger"},
            {"type": "text", "event": "demo:name", "component_id": "name", "placeholder": "Your name"},
            {"type": "toggle", "label": "Notify me", "event": "demo:notify", "component_id": "notify"},
        ]}],
    })
}

fn chart() -> Value {
    let months: Vec<&str> = CLIMATE.iter().map(|(month, ..)| *month).collect();
    let rain: Vec<f64> = CLIMATE.iter().map(|(_, rain, _)| *rain).collect();
    let sun: Vec<f64> = CLIMATE.iter().map(|(.., sun)| *sun).collect();
    let figure = json!({
        "data": [
            {"type": "bar", "name": "Rain (mm)", "x": months, "y": rain},
            {"type": "scatter", "name": "Sunshine (h)", "x": months, "y": sun, "yaxis": "y2"},
        ],
        "layout": {
            "legend": {"orientation": "h"},
            "yaxis": {"title": {"text": "mm"}, "range": [0, 100]},
            "yaxis2": {
                "title": {"text": "h"}, "range": [0, 250], "overlaying": "y", "side": "right",
                "showgrid": false,
            },
        },
    });
    json!({"title": "Rain and sunshine", "figure_json": figure.to_string(), "height": 360})
}

fn table() -> Value {
    let rows: Vec<Value> = CLIMATE
        .iter()
        .map(|(month, rain, sun)| json!({"Month": month, "Rain (mm)": rain, "Sunshine (h)": sun}))
        .collect();
    json!({
        "title": "The same as a table",
        "data_json": Value::from(rows).to_string(),
        "row_id": "Month",
        "height": 360,
    })
}

/// Returns the agent's reply to an event.
pub(super) fn answer(event: &Value) -> String {
    let data = &event["data"];
    let name = event["event_type"].as_str().unwrap_or_default();
    match name {
        "chart:click" => {
            let point = &data["points"][0];
            format!("{}: {} in {}.", plain(&point["trace"]), plain(&point["y"]), plain(&point["x"]))
        }
        "grid:row-selected" => {
            let months = data["row_ids"].as_array().into_iter().flatten();
            let months: Vec<String> = months.map(plain).collect();
            if months.is_empty() {
                return "No month is selected.".into();
            }
            format!("You selected {}.", months.join(", "))
        }
        "demo:name" => format!("Hello, {}.", plain(&data["value"])),
        "demo:notify" if data["value"] == true => "I will notify you.".into(),
        "demo:notify" => "I will not notify you.".into(),
        _ => match ["value", "values", "start", "confirmed", "secret_ref"].map(|key| &data[key]) {
            [Value::Null, Value::Null, Value::Null, Value::Null, Value::Null] => {
                format!("I received {name}.")
            }
            _ => format!("I received {name} with {data}."),
        },
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_gets_an_answer() {
        let click = json!({"event_type": "chart:click", "data": {"points": [{"trace": "Rain (mm)", "x": "Jan", "y": 66}]}});
        assert_eq!(answer(&click), "Rain (mm): 66 in Jan.");
        let none = json!({"event_type": "grid:row-selected", "data": {"row_ids": []}});
        assert_eq!(answer(&none), "No month is selected.");
        assert_eq!(answer(&json!({"event_type": "counter:reset"})), "I received counter:reset.");
    }
}

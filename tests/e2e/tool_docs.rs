//! The examples in `docs/tools.md` are calls that work, and their results are what the tools say.

use std::path::Path;

use serde_json::{Value, json};
use widget_e2e::{Browser, Client};

/// Returns the widget that an example works with.
fn fixture(tool: &str) -> (&'static str, Value) {
    match tool {
        "update_chart" | "request_chart_state" => {
            let figure = json!({"data": [{"type": "bar", "x": ["Q1", "Q2"], "y": [3, 5]}]});
            ("show_chart", json!({"figure_json": figure}))
        }
        "send_event" | "request_grid_state" | "restore_grid_state" | "reset_grid_state" => {
            let rows = json!([{"name": "Ada", "born": 1815}, {"name": "Alan", "born": 1912}]);
            ("show_dataframe", json!({"data_json": rows}))
        }
        "read_file" => {
            let form = json!({"type": "form", "fields": [{"name": "receipt", "type": "file"}]});
            ("create_widget", json!({"blocks": [form]}))
        }
        _ => (
            "create_widget",
            json!({
                "title": "Example",
                "html": "<output id=counter>0</output>",
                "toolbars": [{"items": [
                    {"type": "select", "component_id": "colour", "options": ["red", "blue"]},
                    {"type": "toggle", "component_id": "dark"},
                    {"type": "marquee", "component_id": "news", "items": [
                        {"type": "ticker_item", "ticker": "AAPL", "text": "AAPL 230.00"}]},
                ]}],
            }),
        ),
    }
}

/// The example of a tool: the first JSON in its section.
fn example(page: &str, tool: &str) -> Value {
    let heading = format!("\n## `{tool}`\n");
    let (_, rest) = page.split_once(&heading).unwrap_or_else(|| panic!("no section on {tool}"));
    let section = rest.split("\n## ").next().unwrap_or_default();
    let (_, rest) = section.split_once("```json\n").unwrap_or_else(|| panic!("{tool}: no example"));
    let (json, _) = rest.split_once("\n```").expect("a block that ends");
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{tool}: {error}: {json}"))
}

fn fits(what: &str, schema: &Value, value: &Value) {
    let validator = jsonschema::validator_for(schema).expect("a schema");
    let problems: Vec<String> = validator.iter_errors(value).map(|it| it.to_string()).collect();
    assert!(problems.is_empty(), "{what}: {problems:?} in {value}");
}

#[tokio::test]
async fn every_example_works_and_fits_the_schemas() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tools.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let agent = Client::stdio().await;
    let tools = agent.tools().await;
    let sections = page.matches("\n## `").count();
    assert_eq!(sections, tools.len(), "a section for each tool and no other");
    for tool in tools {
        let name = &*tool.name;
        let (maker, arguments) = fixture(name);
        let widget = agent.create(maker, arguments).await;
        let mut arguments = example(&page, name);
        fits(name, &Value::Object((*tool.input_schema).clone()), &arguments);
        if arguments.get("widget_id").is_some() {
            arguments["widget_id"] = json!(widget.widget_id);
        }
        match name {
            // There is no viewer to click.
            "wait_for_events" => arguments["timeout_ms"] = json!(50),
            "remove_css" => {
                let css = json!({"widget_id": widget.widget_id, "css": "b {}",
                    "css_id": arguments["css_id"]});
                agent.call("inject_css", css).await;
            }
            "read_file" => {
                let file = json!({"widget_id": widget.widget_id, "base64": "SGVsbG8=",
                    "file": {"name": "a.txt", "type": "text/plain", "size": 5}});
                arguments["ref"] = agent.call("widget_file", file).await["ref"].clone();
            }
            _ => {}
        }
        // Only a page can draw a picture of itself.
        let page = match name {
            "screenshot_widget" => {
                let browser = Browser::start().await;
                let page = browser.open(&widget.url).await;
                page.shows("#counter", "0").await;
                Some(page)
            }
            _ => None,
        };
        let result = agent.call(name, arguments).await;
        drop(page);
        let schema = tool.output_schema.as_ref().expect("an output schema");
        fits(name, &Value::Object((**schema).clone()), &result);
    }
}

#[test]
fn a_wrong_example_would_be_noticed() {
    let schema =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    for wrong in [json!({}), json!({"a": 1})] {
        let found = std::panic::catch_unwind(|| fits("x", &schema, &wrong));
        assert!(found.is_err(), "{wrong}");
    }
}

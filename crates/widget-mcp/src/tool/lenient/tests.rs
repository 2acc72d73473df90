//! Calls as models and agent frameworks write them.

use std::sync::Arc;

use serde_json::json;
use widget_state::Limits;

use super::*;
use crate::tool::error::ToolError;
use crate::tool::{Call, ToolEntry};
use crate::tools;
use crate::widgets::Widgets;

fn tool(name: &str) -> &'static ToolEntry {
    tools::all().iter().find(|tool| tool.description.name == name).expect("the tool")
}

fn adapted(tool: &ToolEntry, arguments: &Value) -> Value {
    let mut arguments = arguments.as_object().expect("an object").clone();
    tool.types.adapt(&mut arguments);
    arguments.into()
}

/// The value with everything that is no text written as text.
fn as_text(value: &Value) -> Value {
    match value {
        Value::String(_) | Value::Null => value.clone(),
        other => other.to_string().into(),
    }
}

/// Every place of an object, from the outside in.
fn places(value: &Value, at: &str) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(object) => {
            object.iter().map(|(name, value)| (format!("{at}/{name}"), value)).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().map(|(n, item)| (format!("{at}/{n}"), item)).collect()
        }
        _ => Vec::new(),
    };
    let deeper = inner.iter().flat_map(|(at, value)| places(value, at));
    inner.iter().map(|(at, _)| at.clone()).chain(deeper).collect()
}

/// Of what a tool's own types do not describe a text is a text.
fn is_open(types: &ArgumentTypes, place: &str) -> bool {
    let mut schema = &types.root;
    for name in place.split('/').skip(1) {
        schema = types.resolve(schema);
        let next = schema.get("properties").and_then(|properties| properties.get(name));
        let Some(next) = next else { return true };
        schema = next;
    }
    types.takes(schema, "string", MAX_DEPTH)
}

#[test]
fn every_argument_of_every_tool_may_be_written_as_text() {
    for tool in tools::all() {
        let example: Value = serde_json::from_str(tool.example).expect("JSON");
        assert_eq!(adapted(tool, &example), example, "{}", tool.description.name);
        for name in example.as_object().expect("an object").keys() {
            if is_open(&tool.types, &format!("/{name}")) {
                continue;
            }
            let mut written = example.clone();
            written[name] = as_text(&example[name]);
            assert_eq!(adapted(tool, &written), example, "{} {name}", tool.description.name);
        }
    }
}

#[tokio::test]
async fn null_stands_for_every_argument_that_may_be_left_out() {
    let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
    for tool in tools::all() {
        let mut filled: JsonObject = serde_json::from_str(tool.example).expect("JSON");
        let properties = tool.description.input_schema.get("properties");
        for (name, _) in properties.and_then(Value::as_object).into_iter().flatten() {
            filled.entry(name.clone()).or_insert(Value::Null);
        }
        tool.types.adapt(&mut filled);
        // The widget of the example is not there; everything else is right.
        if let Err(ToolError::Argument { name, problem }) = tool.call(&call, filled).await {
            assert_eq!(name, "widget_id", "{}: {problem}", tool.description.name);
        }
    }
}

#[test]
fn at_any_depth() {
    let create = tool("create_widget");
    let right = json!({"toolbars": [{"position": "top", "items": [
        {"type": "slider", "component_id": "a", "min": 1, "max": 5, "step": 1},
        {"type": "select", "component_id": "b", "options": ["x", {"label": "Y", "value": "y"}]},
    ]}], "height": 300, "blocks": [
        {"type": "card", "title": "T", "blocks": [
            {"type": "checkbox", "component_id": "c", "label": "On", "value": true},
        ]},
    ]});
    for place in places(&right, "") {
        let mut written = right.clone();
        let value = written.pointer_mut(&place).expect("the place");
        // A choice may be a text.
        if value.is_string() || place.contains("/options/") {
            continue;
        }
        *value = as_text(value);
        assert_eq!(adapted(create, &written), right, "{place}");
    }
    let with_nulls = json!({"toolbars": [{"position": "top", "items": [
        {"type": "slider", "component_id": "a", "min": "1", "max": 5.0, "step": 1,
         "label": null, "disabled": null},
    ]}]});
    let items = &adapted(create, &with_nulls)["toolbars"][0]["items"][0];
    assert_eq!(items["min"], json!(1));
    assert!(items.get("disabled").is_none(), "{items}");
}

#[test]
fn names_in_other_words_and_single_items_are_taken() {
    for (name, written, meant) in [
        (
            "create_widget",
            json!({"toolbars": {"position": "top", "items": [
                {"type": "button", "id": "go", "text": "Go"},
                {"type": "toggle", "componentId": "on", "title": "On", "checked": true},
                {"type": "select", "choices": "A", "default": "A"},
            ]}}),
            json!({"toolbars": [{"position": "top", "items": [
                {"type": "button", "component_id": "go", "label": "Go"},
                {"type": "toggle", "component_id": "on", "label": "On", "value": true},
                {"type": "select", "options": ["A"], "selected": "A"},
            ]}]}),
        ),
        (
            "create_widget",
            json!({"blocks": [
                {"type": "grid", "items": [{"type": "html", "content": "<p>"}]},
                {"type": "tabs", "tabs": [{"label": "One", "children": []}]},
                {"type": "table", "data": [{"a": 1}]},
            ]}),
            json!({"blocks": [
                {"type": "grid", "blocks": [{"type": "html", "html": "<p>"}]},
                {"type": "tabs", "tabs": [{"title": "One", "blocks": []}]},
                {"type": "table", "rows": [{"a": 1}]},
            ]}),
        ),
        (
            "show_dataframe",
            json!({"data": [{"a": 1}], "columnDefs": [{"field": "a", "headerName": "A"}, "b"]}),
            json!({"data_json": [{"a": 1}], "columns": [{"field": "a", "title": "A"}, {"field": "b"}]}),
        ),
        ("show_chart", json!({"figure": {"data": []}}), json!({"figure_json": {"data": []}})),
        ("update_chart", json!({"traces": 0}), json!({"traces": [0]})),
        ("wait_for_events", json!({"events": "chart:*"}), json!({"events": ["chart:*"]})),
        ("send_event", json!({"eventType": "a:b"}), json!({"event_type": "a:b"})),
    ] {
        assert_eq!(adapted(tool(name), &written), meant, "{name}");
    }
}

#[test]
fn names_that_could_mean_two_things_stay() {
    for (name, written) in [
        ("set_content", json!({"id": "a", "text": "x"})),
        ("create_widget", json!({"body": "a", "content": "b", "blocks": []})),
        ("create_widget", json!({"html": "a", "body": "b"})),
        ("create_widget", json!({"htlm": "a"})),
        ("wait_for_events", json!({"timeout": 5})),
        ("update_chart", json!({"extend": {"y": [1, 2]}})),
        ("send_event", json!({"event_type": "a:b", "data": {"componentId": "x", "text": 1}})),
        ("set_toolbar_values", json!({"values": {"text": "x", "checked": true}})),
    ] {
        assert_eq!(adapted(tool(name), &written), written, "{name}");
    }
}

#[test]
fn a_text_stays_where_a_text_may_be_meant() {
    let right = json!({"widget_id": "0123456789abcdef0123456789abcdef",
        "component_id": "a", "text": "[1, 2]"});
    assert_eq!(adapted(tool("set_content"), &right), right);
    let values = json!({"values": {"a": "5", "b": "true", "c": "[1]", "d": null}});
    assert_eq!(adapted(tool("set_toolbar_values"), &values), values);
    for height in ["tall", "12px", "1e999", "null", ""] {
        let wrong = json!({"html": "x", "height": height});
        assert_eq!(adapted(tool("create_widget"), &wrong), wrong);
    }
}

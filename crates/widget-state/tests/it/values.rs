//! The values of components and blocks, as cases that the TypeScript of the view is tested with
//! too: `tests/fixtures/values.json` holds components of every type and
//! `tests/fixtures/block_values.json` blocks of every type, the value that each starts with, and
//! which values this crate takes for it.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use widget_state::{Block, BlockKind, Component, ComponentKind, Part, Widget};

use crate::fixture::check;

#[test]
fn the_cases_are_what_this_crate_makes_of_them() {
    let written = ComponentKind::TYPES.iter();
    let written = written.map(|name| example_of::<ComponentKind>(name)).chain(others());
    check("values.json", &written.map(case).collect::<Vec<_>>());
}

#[test]
fn every_type_survives_json() {
    for name in ComponentKind::TYPES {
        let example = example_of::<ComponentKind>(name);
        let component: Component = serde_json::from_value(example).expect("a component");
        assert_eq!(component.kind.type_name(), *name);
        let again = serde_json::from_value(json!(component)).expect("a component again");
        assert_eq!(component, again);
    }
}

fn case(mut written: Value) -> Value {
    written["component_id"] = json!("it");
    let component: Component = serde_json::from_value(written).expect("a component");
    let (accepted, refused): (Vec<_>, Vec<_>) =
        values().into_iter().partition(|value| component.accepts(value));
    json!({"component": component, "starts_with": component.initial_value(),
        "accepted": accepted, "refused": refused})
}

#[test]
fn the_cases_of_blocks_are_what_this_crate_makes_of_them() {
    // A tab stands in tabs only, and has no value.
    let types = BlockKind::TYPES.iter().filter(|name| **name != "tab");
    let written = types.map(|name| example_of::<BlockKind>(name));
    check("block_values.json", &written.chain([form()]).map(block_case).collect::<Vec<_>>());
}

fn block_case(mut written: Value) -> Value {
    written["id"] = json!("it");
    let block: Block = serde_json::from_value(written).expect("a block");
    let widget = Widget::page(vec![block]).expect("a page");
    let block = widget.block("it").expect("the block");
    let part = Part::Block(block);
    let (accepted, refused): (Vec<_>, Vec<_>) =
        values().into_iter().chain(states()).partition(|value| part.accepts(value));
    let document = serde_json::to_value(widget.document()).expect("JSON");
    json!({"block": document["blocks"][0], "starts_with": widget.block_value(block),
        "accepted": accepted, "refused": refused})
}

/// The example in the documentation of a type.
fn example_of<T: JsonSchema>(name: &str) -> Value {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    let is_named = |variant: &&Value| variant["properties"]["type"]["const"] == name;
    let variant = schema["oneOf"].as_array().expect("variants").iter().find(is_named);
    variant.expect("the type")["examples"][0].clone()
}

/// Components with bounds and options that the examples do not have.
fn others() -> Vec<Value> {
    vec![
        json!({"type": "number"}),
        json!({"type": "number", "min": 0}),
        json!({"type": "date"}),
        json!({"type": "date", "max": "2026-05-01"}),
        json!({"type": "range", "min": -5, "max": 5, "start": 1}),
        json!({"type": "slider", "min": 2, "max": 2.5}),
        json!({"type": "select", "options": ["a", {"value": "b", "label": "B"}]}),
        json!({"type": "select", "options": ["a"], "placeholder": "None"}),
        json!({"type": "multiselect", "options": ["a", "b"], "selected": ["b"]}),
        json!({"type": "radio", "options": ["a", "b"]}),
        json!({"type": "tabs", "options": ["a", "b"], "selected": "b"}),
    ]
}

/// A form with a field of every kind.
fn form() -> Value {
    let field = |kind: &str| json!({"name": kind, "type": kind});
    let mut fields: Vec<Value> =
        ["text", "textarea", "number", "date", "time", "datetime", "checkbox"].map(field).into();
    for kind in ["select", "multiselect"] {
        fields.push(json!({"name": kind, "type": kind, "options": ["a", "b"]}));
    }
    fields.push(field("file"));
    fields.push(json!({"name": "files", "type": "file", "multiple": true}));
    json!({"type": "form", "fields": fields})
}

/// Values of the form, and what is nearly one.
fn states() -> Vec<Value> {
    let one = |name: &str, value: Value| json!({"values": {name: value}});
    let mut states: Vec<Value> = [
        json!({"values": {"text": "x", "number": 1.5, "checkbox": true, "multiselect": ["b"]}}),
        json!({"values": {}, "errors": {"text": "too short"}, "message": "No.", "busy": false}),
        json!({"errors": {"other": "there is no such field"}}),
        json!({"errors": {"text": 1}}),
        json!({"errors": []}),
        json!({"values": null}),
        json!({"values": [], "message": ""}),
        json!({"message": null}),
        json!({"message": "é".repeat(500)}),
        json!({"message": "é".repeat(501)}),
        json!({"busy": 1}),
        json!({"more": 1}),
        one("other", json!("x")),
        one("text", json!("x".repeat(1_001))),
        one("textarea", json!("x".repeat(1_001))),
        one("text", json!("😀".repeat(501))),
        one("select", json!("c")),
        one("multiselect", json!(["a", "a"])),
        one("date", json!("at any time")),
        one("date", json!("0".repeat(41))),
    ]
    .into();
    let file = |n: u8| json!({"ref": format!("{n:032x}"), "name": "a", "size": 3, "type": "b/c"});
    let with = |name: &str, value: Value| {
        let mut file = file(1);
        file[name] = value;
        one("file", file)
    };
    states.extend([
        one("file", file(1)),
        one("file", json!([file(1)])),
        with("ref", json!("1")),
        with("size", json!(1.5)),
        with("size", json!(-1)),
        with("type", json!(null)),
        with("name", json!("é".repeat(500))),
        with("name", json!("é".repeat(501))),
        with("more", json!(1)),
        one("files", json!([file(1), file(2)])),
        one("files", json!([file(1), file(1)])),
        one("files", json!([file(1), null])),
        one("files", Value::from_iter((0..20).map(file))),
        one("files", Value::from_iter((0..21).map(file))),
        one("files", file(1)),
    ]);
    let names = [
        "text",
        "number",
        "time",
        "datetime",
        "checkbox",
        "select",
        "multiselect",
        "file",
        "files",
    ];
    for value in [json!(null), json!(true), json!(1), json!(""), json!("a"), json!([])] {
        for name in names {
            states.push(one(name, value.clone()));
        }
    }
    states
}

fn values() -> Vec<Value> {
    let mut values = json!([
        null, true, false, 0, 1, 2.5, -1, 7, 30, "", "a", "b", "x", "Red", "ber", "[]",
        "2026-05-01", "2026-02-30", "2026-1-1", "2026-01-01T00:00:00Z", "2025-12-31",
        [], ["a"], ["b", "a"], ["a", "a"], ["ber"], ["x"], [1], [null], {}, {"start": 1, "end": 2},
        {"start": 2, "end": 1}, {"start": 1}, {"start": 1, "end": 2, "more": 3},
        {"start": "1", "end": 2}, {"start": null, "end": 2}, {"start": -50, "end": 500},
    ]);
    let list = values.as_array_mut().expect("a list");
    list.extend([json!("0".repeat(32)), json!("g".repeat(32))]);
    values.as_array().expect("a list").clone()
}

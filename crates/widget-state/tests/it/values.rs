//! The values of components, as cases that the TypeScript of the view is tested with too:
//! `tests/fixtures/values.json` holds components of every type, the value that each starts with,
//! and which values this crate takes for it.

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use widget_state::{Component, ComponentKind};

use crate::fixture::check;

#[test]
fn the_cases_are_what_this_crate_makes_of_them() {
    let written = ComponentKind::TYPES.iter().map(|name| example_of(name)).chain(others());
    check("values.json", &written.map(case).collect::<Vec<_>>());
}

fn case(mut written: Value) -> Value {
    written["component_id"] = json!("it");
    let component: Component = serde_json::from_value(written).expect("a component");
    let (accepted, refused): (Vec<_>, Vec<_>) =
        values().into_iter().partition(|value| component.accepts(value));
    json!({"component": component, "starts_with": component.initial_value(),
        "accepted": accepted, "refused": refused})
}

/// The example in the documentation of a type.
fn example_of(name: &str) -> Value {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<ComponentKind>().to_value();
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

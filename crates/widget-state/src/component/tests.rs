//! Components are read strictly, and errors say what to write instead.

use serde_json::json;

use super::*;

fn error(value: Value) -> String {
    serde_json::from_value::<Component>(value).unwrap_err().to_string()
}

#[test]
fn every_type_survives_json() {
    for value in [
        json!({"type": "button", "component_id": "a", "label": "+1", "event": "counter:increment",
               "variant": "danger", "size": "xl", "data": {"step": 1}, "description": "Adds one"}),
        json!({"type": "select", "options": [{"label": "Red", "value": "red"}], "selected": "red"}),
        json!({"type": "text", "value": "x", "placeholder": "Name", "debounce_ms": 100}),
        json!({"type": "toggle", "value": true, "disabled": true, "style": {"color": "red"}}),
        json!({"type": "div", "content": "<b>x</b>", "class_name": "big",
               "children": [{"type": "toggle"}]}),
    ] {
        let component: Component = serde_json::from_value(value.clone()).unwrap();
        let again = serde_json::to_value(&component).unwrap();
        for (key, expected) in value.as_object().unwrap() {
            if key != "children" {
                assert_eq!(&again[key], expected, "{key}");
            }
        }
        assert_eq!(serde_json::from_value::<Component>(again).unwrap(), component);
    }
}

#[test]
fn unknown_names_get_the_nearest_match() {
    assert!(error(json!({"type": "buton"})).contains("did you mean \"button\"?"));
    assert!(error(json!({"type": "button", "lable": "x"})).contains("did you mean \"label\"?"));
    assert!(error(json!({"type": "select", "option": []})).contains("did you mean \"options\"?"));
    assert!(error(json!({"type": "button", "variant": "primry"})).contains("`primary`"));
    assert!(error(json!({"label": "x"})).contains("the types are button, select"));
    assert!(error(json!({"type": "button", "event": "no namespace"})).contains("namespace:action"));
    assert!(error(json!({"type": "button", "event": "grid:sort"})).contains("reserved"));
}

#[test]
fn options_may_be_strings() {
    let select: Component =
        serde_json::from_value(json!({"type": "select", "options": ["a", "b"]})).unwrap();
    assert_eq!(select.initial_value(), Some(json!("a")));
    assert!(select.accepts(&json!("b")));
    assert!(!select.accepts(&json!("c")));
}

#[test]
fn the_default_event_depends_on_the_type() {
    let component = |name| serde_json::from_value::<Component>(json!({"type": name})).unwrap();
    assert_eq!(component("button").event(), "button:click");
    assert_eq!(component("toggle").event(), "toolbar:change");
}

//! Components are read strictly, and errors say what to write instead.

use serde_json::json;

use super::*;

fn component(value: Value) -> Component {
    serde_json::from_value(value).unwrap()
}

fn error(value: Value) -> String {
    serde_json::from_value::<Component>(value).unwrap_err().to_string()
}

#[test]
fn properties_survive_json() {
    for value in [
        json!({"type": "button", "component_id": "a", "label": "+1", "event": "counter:increment",
               "variant": "danger", "size": "xl", "data": {"step": 1}, "description": "Adds one"}),
        json!({"type": "select", "options": [{"label": "Red", "value": "red"}], "selected": "red",
               "searchable": true}),
        json!({"type": "multiselect", "options": [{"label": "Red", "value": "red"}],
               "selected": ["red"], "placeholder": "Colours"}),
        json!({"type": "toggle", "value": true, "disabled": true, "style": {"color": "red"}}),
        json!({"type": "checkbox", "value": true}),
        json!({"type": "radio", "options": [{"label": "A", "value": "a", "description": "First"}],
               "selected": "a", "direction": "vertical"}),
        json!({"type": "tabs", "options": [{"label": "A", "value": "a"}], "size": "lg"}),
        json!({"type": "text", "value": "x", "placeholder": "Name", "debounce_ms": 100}),
        json!({"type": "textarea", "value": "x\ny", "rows": 5, "cols": 20, "resize": "both"}),
        json!({"type": "search", "value": "x", "placeholder": "Find", "debounce_ms": 0}),
        json!({"type": "number", "value": 0.5, "min": -1, "max": 1, "step": 0.1}),
        json!({"type": "date", "value": "2026-02-28", "min": "2026-01-01", "max": "2026-12-31"}),
        json!({"type": "slider", "value": 3, "min": 1, "max": 5, "step": 0.5, "show_value": false,
               "debounce_ms": 10}),
        json!({"type": "range", "start": 0, "end": 25, "min": 0, "max": 50, "step": 5,
               "show_value": false}),
        json!({"type": "secret", "placeholder": "Token", "show_toggle": false, "show_copy": true}),
        json!({"type": "div", "content": "<b>x</b>", "class_name": "big",
               "children": [{"type": "toggle"}]}),
        json!({"type": "marquee", "items": [{"type": "ticker_item"}], "speed": 100, "gap": 8,
               "direction": "up", "behavior": "alternate", "pause_on_hover": false,
               "clickable": true, "separator": "•"}),
        json!({"type": "ticker_item", "ticker": "AAPL", "html": "<b>1</b>"}),
    ] {
        let component = component(value.clone());
        let again = serde_json::to_value(&component).unwrap();
        for (key, expected) in value.as_object().unwrap() {
            if key != "children" && key != "items" {
                assert_eq!(&again[key], expected, "{key}");
            }
        }
        assert_eq!(serde_json::from_value::<Component>(again).unwrap(), component);
    }
}

#[test]
fn unknown_types_and_properties_get_the_nearest_match() {
    for (value, message) in [
        (json!({"type": "buton"}), "unknown component type \"buton\"; did you mean \"button\"?"),
        (json!({"type": "multi_select"}), "did you mean \"multiselect\"?"),
        (
            json!({"type": "spaceship"}),
            "unknown component type \"spaceship\"; the types are button",
        ),
        (json!({"label": "x"}), "no `type`; the types are button, select"),
        (json!({"type": 3}), "`type` must be a string"),
        (
            json!({"type": "button", "lable": "x"}),
            "a button has no property \"lable\"; did you mean \"label\"?",
        ),
        (json!({"type": "select", "option": []}), "did you mean \"options\"?"),
        (
            json!({"type": "slider", "maximum": 3}),
            "a slider has no property \"maximum\" (it has value, min, max",
        ),
        (json!({"type": "toggle", "tooltip": "x"}), "a toggle has no property \"tooltip\""),
        (
            json!({"type": "button", "variant": "primry"}),
            "unknown variant `primry`, expected one of `primary`",
        ),
        (json!({"type": "div", "children": [{"type": "txt"}]}), "did you mean \"text\"?"),
    ] {
        let text = error(value.clone());
        assert!(text.contains(message), "{value}: {text}");
    }
}

#[test]
fn wrong_values_are_refused_with_what_is_right() {
    for (value, message) in [
        (
            json!({"type": "checkbox", "value": "yes"}),
            "in a checkbox: invalid type: string \"yes\", expected a boolean",
        ),
        (
            json!({"type": "slider", "value": "3"}),
            "in a slider: invalid type: string \"3\", expected a JSON number",
        ),
        (json!({"type": "slider", "min": 10, "max": 5}), "in a slider: min 10 is above max 5"),
        (json!({"type": "range", "step": 0}), "in a range: step 0 is not above 0"),
        (json!({"type": "number", "step": -0.5}), "in a number: step -0.5 is not above 0"),
        (
            json!({"type": "date", "value": "2026-02-30"}),
            "\"2026-02-30\" is not a day; write YYYY-MM-DD",
        ),
        (json!({"type": "date", "value": "2026-02-03T00:00"}), "write YYYY-MM-DD"),
        (
            json!({"type": "date", "min": "2026-02-02", "max": "2026-02-01"}),
            "min 2026-02-02 is after max 2026-02-01",
        ),
        (json!({"type": "textarea", "rows": 0}), "rows is 0; write 1 to 100"),
        (json!({"type": "textarea", "resize": "up"}), "unknown variant `up`"),
        (json!({"type": "radio", "options": ["a", "a"]}), "two options have the value \"a\""),
        (json!({"type": "tabs", "options": [3]}), "an option is a string or {\"label\", \"value\""),
        (
            json!({"type": "select", "options": {"a": "A"}}),
            "write [{\"value\": \"a\", \"label\": …}",
        ),
        (json!({"type": "marquee", "speed": 0}), "speed is 0; write 1 to 2000"),
        (json!({"type": "marquee", "gap": 2000}), "gap is 2000; write 0 to 1000"),
        (
            json!({"type": "marquee", "text": "x", "items": [{"type": "ticker_item"}]}),
            "either text or items, not both",
        ),
        (
            json!({"type": "marquee", "items": [{"type": "button"}]}),
            "of the type ticker_item, not button",
        ),
        (json!({"type": "ticker_item", "text": "x", "html": "y"}), "either text or html, not both"),
        (json!({"type": "button", "event": "no namespace"}), "namespace:action"),
    ] {
        let text = error(value.clone());
        assert!(text.contains(message), "{value}: {text}");
    }
}

#[test]
fn no_component_claims_an_event_of_ours() {
    for namespace in ["widget", "chart", "grid", "toolbar", "modal", "window"] {
        let text = error(json!({"type": "toggle", "event": format!("{namespace}:mine")}));
        assert!(text.contains("reserved namespace"), "{text}");
    }
}

#[test]
fn components_start_with_what_they_say() {
    for (value, expected) in [
        (json!({"type": "select", "options": ["a", "b"]}), json!("a")),
        (json!({"type": "select", "options": ["a"], "placeholder": "Choose"}), json!(null)),
        (json!({"type": "multiselect", "options": ["a"]}), json!([])),
        (json!({"type": "radio", "options": ["a"]}), json!(null)),
        (json!({"type": "tabs", "options": ["a", "b"], "selected": "b"}), json!("b")),
        (json!({"type": "tabs", "options": ["a", "b"]}), json!("a")),
        (json!({"type": "number"}), json!(null)),
        (json!({"type": "number", "value": 0}), json!(0)),
        (json!({"type": "slider", "min": 5}), json!(5)),
        (json!({"type": "slider", "value": 0, "min": -5}), json!(0)),
        (json!({"type": "range", "start": 0, "max": 50}), json!({"start": 0, "end": 50})),
        (json!({"type": "range", "min": -5, "start": 0, "end": 0}), json!({"start": 0, "end": 0})),
        (json!({"type": "date"}), json!(null)),
        (json!({"type": "secret"}), json!(null)),
    ] {
        assert_eq!(component(value.clone()).initial_value(), Some(expected), "{value}");
    }
    for without in ["button", "div", "marquee", "ticker_item"] {
        assert_eq!(component(json!({"type": without})).initial_value(), None);
    }
}

#[test]
fn values_are_those_of_the_type() {
    let options = json!(["a", "b"]);
    let date = json!({"type": "date", "min": "2026-01-01", "max": "2026-12-31"});
    let reference = "0123456789abcdef0123456789abcdef";
    for (kind, right, wrong) in [
        (json!({"type": "select", "options": options}), json!(["b"]), json!(["c", 1, null])),
        (
            json!({"type": "select", "options": options, "placeholder": "x"}),
            json!([null]),
            json!([""]),
        ),
        (
            json!({"type": "multiselect", "options": options}),
            json!([[], ["b", "a"]]),
            json!([["c"], ["a", "a"], "a", null]),
        ),
        (json!({"type": "radio", "options": options}), json!(["a", null]), json!(["c"])),
        (json!({"type": "tabs", "options": options}), json!(["a"]), json!([null, "c"])),
        (json!({"type": "checkbox"}), json!([true]), json!(["true", 1, null])),
        (json!({"type": "text"}), json!(["", "x"]), json!([1, null])),
        (
            json!({"type": "number", "min": 0, "max": 1}),
            json!([0, 1, 0.5, null]),
            json!([-0.1, 2, "1"]),
        ),
        (json!({"type": "slider"}), json!([0, 100]), json!([101, null, "1"])),
        (
            json!({"type": "range"}),
            json!([{"start": 0, "end": 0}]),
            json!([{"start": 2, "end": 1}, {"start": 0}, {"start": 0, "end": 101}, {"start": 0, "end": 1, "x": 2}, 5]),
        ),
        (date, json!(["2026-01-01", null]), json!(["2025-12-31", "2027-01-01", "20260301", ""])),
        (json!({"type": "secret"}), json!([null, reference]), json!(["hunter2", 1])),
        (json!({"type": "button"}), json!([]), json!([null, "x"])),
    ] {
        let component = component(kind.clone());
        for value in right.as_array().unwrap() {
            assert!(component.accepts(value), "{kind}: {value}");
        }
        for value in wrong.as_array().unwrap() {
            assert!(!component.accepts(value), "{kind}: {value}");
        }
    }
}

#[test]
fn what_a_component_takes_is_said_in_words() {
    for (value, words) in [
        (json!({"type": "number", "min": 0}), "a number of at least 0 or null"),
        (json!({"type": "slider", "max": 9}), "a number from 0 to 9"),
        (
            json!({"type": "multiselect", "options": ["a"]}),
            "a list, each one of \"a\" and none twice",
        ),
        (
            json!({"type": "date", "min": "2026-01-01"}),
            "a day as YYYY-MM-DD from 2026-01-01 or null",
        ),
    ] {
        assert_eq!(component(value).describe_accepted(), words);
    }
    let many: Vec<String> = (0..20).map(|n| n.to_string()).collect();
    assert!(
        component(json!({"type": "tabs", "options": many}))
            .describe_accepted()
            .ends_with("\"11\", …")
    );
}

#[test]
fn the_default_event_depends_on_the_type() {
    for (name, event) in [
        ("button", "button:click"),
        ("marquee", "marquee:click"),
        ("toggle", "toolbar:change"),
        ("range", "toolbar:change"),
    ] {
        assert_eq!(component(json!({"type": name})).event_name(), event);
    }
}

#[test]
fn options_may_be_strings() {
    let mixed = component(json!({"type": "radio", "options": ["a", {"value": "b", "label": "B"}]}));
    let ComponentKind::Radio(radio) = mixed.kind else { panic!("a radio") };
    let labels: Vec<_> = radio.options.iter().map(|choice| choice.label.as_str()).collect();
    assert_eq!(labels, ["a", "B"]);
}

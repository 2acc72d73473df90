//! Calls as models and agent frameworks write them.

mod samples;

use std::collections::HashSet;

use serde_json::json;

use super::*;
use crate::tool::ToolEntry;
use crate::tool::error::ToolError;
use crate::tools;
use samples::Sample;

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

/// The value with everything in it, at any depth, as text where no text may be meant.
fn all_as_text(sample: &Sample, value: &Value, at: &str) -> Value {
    let inner = match value {
        Value::Object(object) => {
            let members = object.iter();
            let member = |(name, value): (&String, &Value)| {
                (name.clone(), all_as_text(sample, value, &format!("{at}/{name}")))
            };
            members.map(member).collect()
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.map(|(n, item)| all_as_text(sample, item, &format!("{at}/{n}"))).collect()
        }
        other => other.clone(),
    };
    if at.is_empty() || sample.may_be_text(at) { inner } else { as_text(&inner) }
}

/// Returns why arguments are not of their types. A sample knows no bounds, and no words of a text.
fn type_fault(tool: &ToolEntry, arguments: &Value) -> Option<String> {
    let object = arguments.as_object().expect("an object").clone();
    let Err(ToolError::Argument { problem, .. }) = (tool.check)(object) else { return None };
    let is_of_type = ["invalid type", "missing field", "did not match"];
    let is_fault = is_of_type.iter().any(|words| problem.contains(words));
    is_fault.then(|| format!("{}: {arguments}: {problem}", tool.description.name))
}

/// Returns how arguments are read wrongly.
fn misread(tool: &ToolEntry, written: &Value, right: &Value) -> Option<String> {
    let read = adapted(tool, written);
    (read != *right).then(|| format!("{}: {written} is read as {read}", tool.description.name))
}

/// The samples of every tool. An argument that an earlier tool takes as well is only in the first
/// sample, which has all arguments.
fn all_samples() -> Vec<(&'static ToolEntry, Sample)> {
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for tool in tools::all() {
        for (index, sample) in samples::of(&tool.types).into_iter().enumerate() {
            let members = sample.value.as_object().expect("an object");
            let members = members.iter().map(|(name, value)| (name.clone(), value.to_string()));
            let before = seen.len();
            seen.extend(members);
            if index == 0 || seen.len() > before {
                all.push((tool, sample));
            }
        }
    }
    all
}

#[test]
fn every_argument_of_every_tool_may_be_written_as_text() {
    let mut faults = Vec::new();
    for (tool, sample) in all_samples() {
        let right = &sample.value;
        faults.extend(misread(tool, right, right));
        faults.extend(type_fault(tool, right));
        for place in places(right, "").into_iter().filter(|place| !sample.may_be_text(place)) {
            let right = sample.with_only(&place);
            let mut written = right.clone();
            let value = written.pointer_mut(&place).expect("the place");
            *value = as_text(value);
            faults.extend(misread(tool, &written, &right));
        }
        faults.extend(misread(tool, &all_as_text(&sample, right, ""), right));
    }
    assert!(faults.is_empty(), "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(40)]);
}

#[test]
fn what_may_be_left_out_may_be_said_to_be_nothing() {
    let (mut faults, mut seen) = (Vec::new(), HashSet::new());
    for (tool, sample) in all_samples() {
        for place in &sample.optional {
            let alone = sample.with_only(place);
            for nothing in [json!(null), json!("null"), json!("")] {
                let mut written = alone.clone();
                let value = written.pointer_mut(place).expect("the place");
                let is_text = value.is_string() || sample.may_be_text(place);
                // Properties that many types have in common are said so in one of them.
                let name = place.rsplit('/').next().map(ToOwned::to_owned);
                let is_new = nothing.is_null()
                    || seen.insert((name, value.to_string(), nothing.to_string()));
                if !is_new || (nothing.is_string() && is_text) {
                    continue;
                }
                *value = nothing;
                let read = adapted(tool, &written);
                if read.pointer(place).is_some_and(|value| !value.is_null()) {
                    let name = &tool.description.name;
                    faults.push(format!("{name} {place}: {written} is read as {read}"));
                }
                faults.extend(type_fault(tool, &read));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(40)]);
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

    // Frameworks fill what any component may have.
    let of_others = json!({"toolbars": [{"items": [{"type": "button", "label": "A",
        "options": null, "min": null, "nonsense": 1}]}], "blocks": [
        {"type": "divider", "figure": null, "rows": null}]});
    let read = adapted(create, &of_others);
    let right = json!({"type": "button", "label": "A", "nonsense": 1});
    assert_eq!(read["toolbars"][0]["items"][0], right);
    assert_eq!(read["blocks"][0], json!({"type": "divider"}));
}

#[test]
fn names_in_other_words_and_single_items_are_taken() {
    for (name, written, meant) in [
        (
            "create_widget",
            json!({"blocks": [{"type": "form", "fields": [
                {"id": "n", "type": "number", "minimum": "1", "maximum": 3, "hint": "one to three"},
                {"key": "size", "type": "select", "options": [{"id": 10, "label": "S"}]},
            ]}]}),
            json!({"blocks": [{"type": "form", "fields": [
                {"name": "n", "type": "number", "min": "1", "max": 3, "help": "one to three"},
                {"name": "size", "type": "select", "options": [{"value": "10", "label": "S"}]},
            ]}]}),
        ),
        (
            "create_widget",
            json!({"title": 2024, "toolbars": [{"items": [{"type": "button", "label": 7.0,
                "style": {"fontWeight": 600, "opacity": 0.5}},
                {"type": "select", "options": [10, 25], "selected": 25}]}]}),
            json!({"title": "2024", "toolbars": [{"items": [{"type": "button", "label": "7",
                "style": {"fontWeight": "600", "opacity": "0.5"}},
                {"type": "select", "options": ["10", "25"], "selected": "25"}]}]}),
        ),
        (
            "create_widget",
            json!({"blocks": [{"type": "table", "rows": {"city": ["Oslo", "Rome"], "n": [1, 2]}},
                {"type": "table", "rows": {"city": "Oslo"}}]}),
            json!({"blocks": [{"type": "table", "rows": {"city": ["Oslo", "Rome"], "n": [1, 2]}},
                {"type": "table", "rows": [{"city": "Oslo"}]}]}),
        ),
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
            "create_widget",
            json!({"blocks": [
                {"type": "chart", "title": "Days", "data": [{"y": [1]}], "layout": {"height": 3}},
                {"type": "chart", "title": "Days", "figure": {"data": [{"y": [1]}]}},
                {"type": "chart", "title": "Days", "figure": "{\"data\": [{\"y\": [1]}]}"},
            ]}),
            json!({"blocks": [
                {"type": "chart", "figure": {"data": [{"y": [1]}],
                    "layout": {"height": 3, "title": {"text": "Days"}}}},
                {"type": "chart", "figure": {"data": [{"y": [1]}],
                    "layout": {"title": {"text": "Days"}}}},
                {"type": "chart", "figure": {"data": [{"y": [1]}],
                    "layout": {"title": {"text": "Days"}}}},
            ]}),
        ),
        (
            "show_dataframe",
            json!({"data": [{"a": 1}], "columnDefs": [{"field": "a", "headerName": "A"}, "b"]}),
            json!({"data_json": [{"a": 1}], "columns": [{"field": "a", "title": "A"}, {"field": "b"}]}),
        ),
        (
            "create_widget",
            json!({"blocks": {"sum": {"type": "metric", "title": "Sum", "value": 7, "span": "2"}}}),
            json!({"blocks": {"sum": {"type": "metric", "label": "Sum", "value": 7, "span": 2}}}),
        ),
        (
            "create_widget",
            json!({"blocks": {"top": {"type": "grid", "blocks": {"sum": {"type": "metric",
                "title": "Sum", "value": 7, "span": "2"}}}}}),
            json!({"blocks": {"top": {"type": "grid", "blocks": {"sum": {"type": "metric",
                "label": "Sum", "value": 7, "span": 2}}}}}),
        ),
        (
            "create_widget",
            json!({"blocks": {"type": "spacer", "size": "8"}}),
            json!({"blocks": [{"type": "spacer", "size": 8}]}),
        ),
        (
            "create_widget",
            json!({"blocks": {"a": {"type": "chart", "data": [], "layout": {}, "height": 200}}}),
            json!({"blocks": {"a": {"type": "chart", "height": 200,
                "figure": {"data": [], "layout": {}}}}}),
        ),
        (
            "create_widget",
            json!({"blocks": [{"type": "card", "blocks": [{"type": "text", "text": "# Hi"}]},
                {"type": "text", "content": "Hi", "span": 2}, {"type": "text", "html": "<p>"}]}),
            json!({"blocks": [
                {"type": "card", "blocks": [{"type": "markdown", "markdown": "# Hi"}]},
                {"type": "markdown", "markdown": "Hi", "span": 2}, {"type": "html", "html": "<p>"}]}),
        ),
        (
            "create_widget",
            json!({"blocks": [{"type": "card", "title": "A", "body": "Some *text*"},
                {"type": "card", "content": "<p>Hi"}, {"type": "tabs", "tabs": [
                    {"label": "One", "content": "# Hi"}, {"label": "Two", "blocks": []}]}]}),
            json!({"blocks": [{"type": "card", "title": "A",
                    "blocks": [{"type": "markdown", "markdown": "Some *text*"}]},
                {"type": "card", "blocks": [{"type": "html", "html": "<p>Hi"}]},
                {"type": "tabs", "tabs": [
                    {"title": "One", "blocks": [{"type": "markdown", "markdown": "# Hi"}]},
                    {"title": "Two", "blocks": []}]}]}),
        ),
        (
            "create_widget",
            json!({"blocks": [{"type": "grid", "cols": 3, "blocks": []},
                {"type": "form", "submitLabel": "Send", "fields": []}]}),
            json!({"blocks": [{"type": "grid", "columns": 3, "blocks": []},
                {"type": "form", "submit": "Send", "fields": []}]}),
        ),
        (
            "update_widget",
            json!({"changes": [{"op": "set", "target": "a", "text": "x"}]}),
            json!({"changes": [{"op": "set", "id": "a", "text": "x"}]}),
        ),
        (
            "update_widget",
            json!({"changes": [
                {"op": "insert", "id": "m", "block": {"type": "divider"}, "after": "a"},
                {"op": "insert", "block": {"type": "divider"}, "into": "a"},
                {"op": "insert", "html": "<p>", "before": "a"},
                {"op": "insert", "id": "m", "html": "<p>"},
                {"op": "update", "id": "m", "label": "L"},
                {"op": "update", "id": "t", "rows": [{"id": 1, "n": 2}]},
                {"op": "update", "id": "t", "block": {"rows": [{"id": 1}]}, "text": null},
                {"op": "update", "id": "t", "records": [{"id": 1}]},
            ]}),
            json!({"changes": [
                {"op": "after", "id": "a", "blocks": {"m": {"type": "divider"}}},
                {"op": "append", "id": "a", "blocks": [{"type": "divider"}]},
                {"op": "before", "id": "a", "html": "<p>"},
                {"op": "insert", "id": "m", "html": "<p>"},
                {"op": "set", "id": "m", "block": {"label": "L"}},
                {"op": "update", "id": "t", "rows": [{"id": 1, "n": 2}]},
                {"op": "update", "id": "t", "rows": [{"id": 1}]},
                {"op": "update", "id": "t", "rows": [{"id": 1}]},
            ]}),
        ),
        (
            "update_widget",
            json!({"changes": [{"op": "set", "id": "t", "rows": [{"a": 1}], "height": 200},
                {"op": "set", "id": "md", "markdown": "# Hi"}, {"op": "set", "id": "m", "value": 5},
                {"op": "set", "id": "m", "label": "L", "value": 7},
                {"op": "append", "id": "t", "row": {"a": 1}}]}),
            json!({"changes": [{"op": "set", "id": "t", "block": {"rows": [{"a": 1}], "height": 200}},
                {"op": "set", "id": "md", "block": {"markdown": "# Hi"}},
                {"op": "set", "id": "m", "value": 5},
                {"op": "set", "id": "m", "block": {"label": "L", "value": 7}},
                {"op": "append", "id": "t", "rows": {"a": 1}}]}),
        ),
        ("wait_for_events", json!({"event": "form:submit"}), json!({"events": ["form:submit"]})),
        (
            "create_widget",
            json!({"blocks": [{"type": "metric", "heading": "Sales", "value": 1, "delta": 4,
                "sparkline": [1, 2], "subtitle": "in May"}]}),
            json!({"blocks": [{"type": "metric", "label": "Sales", "value": 1, "change": 4,
                "trend": [1, 2], "caption": "in May"}]}),
        ),
        (
            "create_widget",
            json!({"blocks": [{"type": "heading", "text": "Q3", "level": "1"},
                {"type": "h3", "content": " East "}, {"type": "heading", "title": "All"}]}),
            json!({"blocks": [{"type": "markdown", "markdown": "# Q3"},
                {"type": "markdown", "markdown": "### East"},
                {"type": "markdown", "markdown": "## All"}]}),
        ),
        ("show_chart", json!({"figure": {"data": []}}), json!({"figure_json": {"data": []}})),
        (
            "show_chart",
            json!({"data": [], "layout": {"title": "A"}, "title": "B"}),
            json!({"figure_json": {"data": [], "layout": {"title": "A"}}, "title": "B"}),
        ),
        ("get_component_docs", json!({"type": "button"}), json!({"component": "button"})),
        ("get_skills", json!({"name": "forms"}), json!({"skill": "forms"})),
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
        (
            "create_widget",
            json!({"blocks": [{"type": "text", "text": "a", "content": "b",
            "label": "c"}]}),
        ),
        ("create_widget", json!({"blocks": [{"type": "chart", "figure": {}, "layout": {}}]})),
        ("create_widget", json!({"blocks": [{"type": "heading", "text": "a", "title": "b"}]})),
        ("create_widget", json!({"blocks": [{"type": "heading", "html": "<h1>a</h1>"}]})),
        ("create_widget", json!({"blocks": [{"type": "heading", "text": "a", "level": "top"}]})),
        ("create_widget", json!({"blocks": [{"type": "h3", "text": "a", "level": 2}]})),
        ("create_widget", json!({"blocks": [{"type": "h1", "text": " "}]})),
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
    for height in ["tall", "12px", "1e999", "none"] {
        let wrong = json!({"html": "x", "height": height});
        assert_eq!(adapted(tool("create_widget"), &wrong), wrong);
    }
}

/// One option stands for a list of it, but not a text that could be several.
#[test]
fn a_text_of_several_options_is_no_list_of_one() {
    let call = |options: &str| json!({"toolbars": [{"items": [{"type": "select", "options": options}]}], "html": ""});
    let read = |options: &str| {
        let read = adapted(tool("create_widget"), &call(options));
        read["toolbars"][0]["items"][0]["options"].clone()
    };
    assert_eq!(read("Red"), json!(["Red"]));
    for several in ["Red, Green", "Red;Green", "Red|Green", "Red\nGreen"] {
        assert_eq!(read(several), json!(several));
        let arguments = call(several).as_object().unwrap().clone();
        let Err(ToolError::Argument { problem, .. }) = (tool("create_widget").check)(arguments)
        else {
            panic!("{several} is refused");
        };
        assert!(problem.contains(r#"write ["Red","Green"]"#), "{problem}");
    }
}

//! Every component in all its variants, charts, tables and a page of blocks, as arguments of the
//! tools.

mod blocks;
mod pictures;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::components::of_components;

/// The widgets of the page, in reading order: a tool and its arguments each.
pub(super) fn widgets() -> Vec<(&'static str, Value)> {
    let components = components().into_iter().map(|(title, mut widget)| {
        widget["title"] = json!(title);
        widget["html"] =
            json!("<p id=\"heard\" style=\"margin:0\">The agent is told what you do here.</p>");
        ("create_widget", widget)
    });
    let page = ("create_widget", blocks::page());
    components.chain(pictures::widgets()).chain([page]).collect()
}

/// Widgets with every type of component, by their titles.
fn components() -> Vec<(&'static str, Value)> {
    let mut widgets = vec![
        ("Buttons", buttons()),
        ("Choices", choices()),
        ("Text, numbers and days", fields()),
        ("Marquees", marquees()),
        ("Toolbars", toolbars()),
        ("Modals and toasts", overlays()),
    ];
    let mut shown = BTreeSet::new();
    widgets.iter().for_each(|(_, widget)| find_types(widget, &mut shown));
    let more = others(&shown);
    widgets.extend(more.map(|widget| ("More", widget)));
    widgets
}

/// Finds the types of the components in arguments of a tool.
fn find_types<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    found.extend(value["type"].as_str());
    match value {
        Value::Object(members) => members.values().for_each(|value| find_types(value, found)),
        Value::Array(items) => items.iter().for_each(|value| find_types(value, found)),
        _ => {}
    }
}

/// The types that are not shown yet, as in the examples of their documentation.
fn others(shown: &BTreeSet<&str>) -> Option<Value> {
    let others = of_components().iter().filter(|docs| !shown.contains(docs.name));
    let examples: Vec<&Value> = others.flat_map(|docs| &docs.examples).collect();
    (!examples.is_empty()).then(|| rows(&[json!(examples)]))
}

/// Rows of components, one toolbar each.
fn rows(rows: &[Value]) -> Value {
    let toolbars: Vec<Value> =
        rows.iter().map(|items| json!({"position": "top", "items": items})).collect();
    json!({"toolbars": toolbars})
}

fn buttons() -> Value {
    let variants =
        ["primary", "neutral", "danger", "success", "warning", "secondary", "ghost", "outline"];
    let mut all: Vec<Value> = variants
        .iter()
        .map(|name| json!({"type": "button", "label": capital(name), "variant": name}))
        .collect();
    all.push(
        json!({"type": "button", "label": "★", "variant": "icon", "description": "Favourite"}),
    );
    let sizes = ["xs", "sm", "md", "lg", "xl"].map(|size| {
        json!({"type": "button", "label": size.to_uppercase(), "size": size, "variant": "primary"})
    });
    let disabled = variants[..4].iter().map(
        |name| json!({"type": "button", "label": "Disabled", "variant": name, "disabled": true}),
    );
    rows(&[json!(all), json!(sizes), disabled.collect()])
}

fn choices() -> Value {
    let colours = json!(["Red", "Green", "Blue"]);
    let cities = json!([
        {"label": "Amsterdam", "value": "ams", "description": "Netherlands"},
        {"label": "Berlin", "value": "ber", "description": "Germany"},
        {"label": "Copenhagen", "value": "cph", "description": "Denmark"},
        {"label": "Lisbon", "value": "lis", "description": "Portugal"},
        {"label": "Reykjavík", "value": "rey", "description": "Iceland"},
        {"label": "Vienna", "value": "vie", "description": "Austria"},
    ]);
    rows(&[
        json!([
            {"type": "select", "label": "Colour", "options": colours},
            {"type": "select", "label": "City", "options": cities, "searchable": true, "placeholder": "Type to find"},
            {"type": "multiselect", "label": "Visit", "options": cities, "selected": ["ams", "vie"]},
            {"type": "select", "label": "Fixed", "options": ["Only this"], "disabled": true},
        ]),
        json!([
            {"type": "radio", "label": "Size", "options": ["Small", "Medium", "Large"], "selected": "Medium"},
            {"type": "radio", "label": "Plan", "direction": "vertical", "selected": "free", "options": [
                {"label": "Free", "value": "free", "description": "For one person"},
                {"label": "Team", "value": "team", "description": "For up to ten"}]},
        ]),
        json!([{"type": "div", "content": "<b>A div</b> with", "children": [
            {"type": "button", "label": "a button", "size": "sm"},
            {"type": "checkbox", "label": "and a box"}]}]),
        json!([
            {"type": "tabs", "options": ["Day", "Week", "Month"], "selected": "Week"},
            {"type": "tabs", "options": ["Small", "Tabs"], "size": "sm"},
            {"type": "tabs", "options": ["Large", "Tabs"], "size": "lg"},
        ]),
        json!([
            {"type": "toggle", "label": "Notify me", "value": true},
            {"type": "toggle", "label": "Quiet"},
            {"type": "toggle", "label": "Disabled", "disabled": true},
            {"type": "checkbox", "label": "Agree", "value": true},
            {"type": "checkbox", "label": "Remember"},
            {"type": "checkbox", "label": "Disabled", "disabled": true},
        ]),
    ])
}

fn fields() -> Value {
    rows(&[
        json!([
            {"type": "text", "label": "Name", "placeholder": "Ada Lovelace"},
            {"type": "search", "placeholder": "Search"},
            {"type": "text", "label": "Fixed", "value": "As it is", "disabled": true},
        ]),
        json!([{"type": "textarea", "label": "Notes", "rows": 3, "placeholder": "Several lines"}]),
        json!([
            {"type": "secret", "label": "API token", "show_copy": true,
             "description": "Goes to the server; the agent sees a reference"},
        ]),
        json!([
            {"type": "number", "label": "Seats", "value": 2, "min": 1, "max": 12, "step": 1},
            {"type": "number", "label": "Ratio", "value": 0.5},
            {"type": "date", "label": "Arrival", "value": "2026-05-01", "min": "2026-01-01"},
        ]),
        json!([
            {"type": "slider", "label": "Volume", "value": 30},
            {"type": "slider", "label": "Zoom", "value": 1, "min": 0.5, "max": 2, "step": 0.1},
            {"type": "slider", "label": "Disabled", "value": 50, "disabled": true},
        ]),
        json!([
            {"type": "range", "label": "Price", "start": 0, "end": 25},
            {"type": "range", "label": "Years", "start": 1990, "end": 2010, "min": 1950, "max": 2030},
        ]),
    ])
}

fn marquees() -> Value {
    let shares = json!([
        {"type": "ticker_item", "ticker": "AMS", "html": "AMS <b>14°</b> rain"},
        {"type": "ticker_item", "ticker": "BER", "html": "BER <b>17°</b> cloudy"},
        {"type": "ticker_item", "ticker": "LIS", "html": "LIS <b>24°</b> sunny"},
        {"type": "ticker_item", "ticker": "REY", "html": "REY <b>8°</b> windy"},
    ]);
    rows(&[
        json!([{"type": "marquee", "label": "Weather", "items": shares, "clickable": true, "separator": "•"}]),
        json!([{"type": "marquee", "label": "Alternating", "text": "This text goes to the edge and back again.", "behavior": "alternate"}]),
        json!([{"type": "marquee", "label": "Upwards", "items": shares, "direction": "up", "speed": 20, "gap": 6}]),
        json!([{"type": "marquee", "label": "Static", "items": shares, "behavior": "static", "gap": 16}]),
    ])
}

fn toolbars() -> Value {
    let bar = |position: &str, more: Value| {
        let mut toolbar = json!({"position": position, "items": [
            {"type": "button", "label": capital(position), "size": "sm", "event": format!("bar:{position}")},
        ]});
        if let (Some(toolbar), Value::Object(more)) = (toolbar.as_object_mut(), more) {
            toolbar.extend(more);
        }
        toolbar
    };
    let sidebar = json!([
        {"type": "search", "label": "Filter", "event": "side:filter"},
        {"type": "select", "label": "Sort by", "options": ["Name", "Date"], "event": "side:sort"},
        {"type": "checkbox", "label": "Only mine", "event": "side:mine"},
    ]);
    json!({"height": 150, "toolbars": [
        bar("header", json!({})),
        bar("top", json!({"collapsible": true})),
        bar("left", json!({"collapsible": true, "resizable": true, "items": sidebar})),
        bar("right", json!({})),
        bar("inside", json!({})),
        bar("bottom", json!({})),
        bar("footer", json!({})),
    ]})
}

fn overlays() -> Value {
    let toast = |kind: &str| json!({"type": "button", "label": capital(kind), "event": format!("toast:{kind}")});
    let mut widget = rows(&[
        json!([
            {"type": "button", "label": "Open a modal", "variant": "primary", "event": "booking:open"},
        ]),
        json!([toast("info"), toast("success"), toast("warning"), toast("error"),
            {"type": "button", "label": "Ask me", "variant": "outline", "event": "toast:ask"}]),
    ]);
    widget["height"] = json!(220);
    widget["modals"] = json!([{
        "component_id": "booking", "title": "Book a table", "size": "sm", "reset_on_close": true,
        "items": [
            {"type": "text", "label": "Name", "event": "booking:name"},
            {"type": "date", "label": "Day", "event": "booking:day"},
            {"type": "slider", "label": "Guests", "min": 1, "max": 12, "value": 2, "event": "booking:guests"},
            {"type": "button", "label": "Book", "variant": "primary", "event": "booking:close"},
            {"type": "button", "label": "Cancel", "variant": "ghost", "event": "booking:close"},
        ],
    }]);
    widget
}

/// Returns the toast with which the agent reacts to an event, if any.
pub(super) fn toast(event: &Value) -> Option<Value> {
    let name = event["event_type"].as_str()?;
    let kind = name.strip_prefix("toast:")?;
    match kind {
        "ask" => Some(json!({
            "message": "Shall I go on?", "title": "A question", "kind": "warning",
            "confirm": {"event": "answer:given", "confirm_label": "Go on"},
        })),
        _ => Some(json!({"message": format!("This is what {kind} looks like."), "kind": kind})),
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use widget_state::{ComponentKind, Modal, Toolbar, Widget};

    use super::*;

    fn types_in(widget: &Value) -> BTreeSet<&'static str> {
        let toolbars: Vec<Toolbar> = serde_json::from_value(widget["toolbars"].clone()).unwrap();
        let modals = widget.get("modals").cloned().unwrap_or_else(|| json!([]));
        let modals: Vec<Modal> = serde_json::from_value(modals).unwrap();
        let widget = Widget::html("").with_toolbars(toolbars).unwrap().with_modals(modals).unwrap();
        widget.components().map(|component| component.kind.type_name()).collect()
    }

    #[test]
    fn every_type_is_shown() {
        let found: BTreeSet<_> =
            components().iter().flat_map(|(_, widget)| types_in(widget)).collect();
        assert_eq!(found, ComponentKind::TYPES.iter().copied().collect());
    }

    #[test]
    fn a_type_without_a_place_is_shown_by_its_example() {
        let mut all: BTreeSet<_> = ComponentKind::TYPES.iter().copied().collect();
        assert!(others(&all).is_none());
        assert_eq!(types_in(&others(&BTreeSet::new()).unwrap()), all);
        all.remove("slider");
        assert_eq!(types_in(&others(&all).unwrap()), ["slider"].into());
    }

    #[test]
    fn a_toast_is_what_its_button_says() {
        let toast_of = |name: &str| toast(&json!({"event_type": name}));
        assert_eq!(toast_of("toast:error").unwrap()["kind"], "error");
        assert_eq!(toast_of("toast:ask").unwrap()["confirm"]["event"], "answer:given");
        assert!(toast_of("button:click").is_none());
    }
}

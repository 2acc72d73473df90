//! Live blocks in a page: HTML is the layout, and they stand at its places.

use serde_json::{Value, json};

/// The page, as arguments of `create_widget`.
pub(super) fn page() -> Value {
    json!({
        "title": "Blocks",
        "html": "<h1>Third quarter</h1>\
            <p class=muted>The HTML is the layout; numbers, charts, tables and forms stand in it.</p>\
            <div class=grid><widget-block id=revenue></widget-block>\
            <widget-block id=orders></widget-block><widget-block id=returns></widget-block></div>\
            <h2>By month</h2><widget-block id=months></widget-block>\
            <widget-block id=parts></widget-block>\
            <h2>An expense</h2><widget-block id=expense></widget-block>\
            <p id=heard class=muted>The agent is told what you do here.</p>",
        "blocks": {
            "revenue": {"type": "metric", "class_name": "card", "label": "Revenue",
                "value": 1_240_350, "format": "EUR", "reference": 1_100_000,
                "caption": "against the second", "trend": [390, 402, 448]},
            "orders": {"type": "metric", "class_name": "card", "label": "Orders", "value": 31_250,
                "format": "integer", "reference": 29_800},
            "returns": {"type": "metric", "class_name": "card", "label": "Returned", "value": 0.021,
                "format": ".1%", "reference": 0.024, "good": "down"},
            "months": {"type": "chart", "height": 260, "figure": {
                "data": [{"type": "bar", "x": ["Jul", "Aug", "Sep"], "y": [390, 402, 448]}],
                "layout": {"yaxis": {"title": "1,000 EUR"}}}},
            "parts": parts(),
            "expense": expense(),
        },
    })
}

/// Two panels, of which one is seen.
fn parts() -> Value {
    let rows = json!([
        {"product": "Tea", "revenue": 512_000.5, "share": 0.41},
        {"product": "Coffee", "revenue": 605_349.5, "share": 0.49},
        {"product": "Cocoa", "revenue": 123_000, "share": 0.1},
    ]);
    let columns = json!([
        {"field": "product", "title": "Product"},
        {"field": "revenue", "title": "Revenue", "format": "EUR"},
        {"field": "share", "title": "Share", "type": "bar", "format": ".0%", "max": 1},
    ]);
    json!({"type": "tabs", "tabs": [
        {"title": "Products", "blocks": [
            {"type": "table", "rows": rows, "columns": columns, "selectable": false},
        ]},
        {"title": "Notes", "blocks": [
            {"type": "markdown", "markdown": "**Cocoa** is new.\n\n- [x] Shelves\n- [ ] Prices"},
        ]},
    ]})
}

fn expense() -> Value {
    json!({"type": "form", "submit": "Hand in", "fields": [
        {"name": "what", "label": "What for", "required": true},
        {"name": "amount", "label": "Amount", "help": "In EUR, up to 500.", "type": "number",
            "min": 0.01, "max": 500, "step": 0.01, "required": true},
        {"name": "kind", "label": "Kind", "type": "radio", "options": ["Travel", "Meal"],
            "value": "Travel"},
        {"name": "copy", "label": "Send me a copy", "type": "toggle", "value": true},
    ]})
}

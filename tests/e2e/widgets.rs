//! The widgets that several tests show.

use serde_json::{Value, json};

/// A number and the buttons that change it.
pub(crate) fn counter() -> Value {
    json!({
        "title": "Counter",
        "html": "<output id=\"counter\">0</output>",
        "toolbars": [{"position": "top", "items": [
            {"type": "button", "component_id": "less", "label": "Less", "event": "counter:decrement"},
            {"type": "button", "component_id": "more", "label": "More", "event": "counter:increment"},
            {"type": "button", "component_id": "reset", "label": "Reset", "event": "counter:reset"},
        ]}],
    })
}

/// A line of text to be replaced.
pub(crate) fn total() -> Value {
    json!({"title": "Total", "html": "<p id=\"total\">unknown</p>"})
}

/// JavaScript: true if one does not have to scroll sideways to see all of the page, else the element in
/// which one has to. A table may scroll within itself.
pub(crate) const FITS: &str = "(() => {
    const scrolls = (element) => element.scrollWidth > element.clientWidth + 1
        && (element === document.documentElement
            || ['auto', 'scroll'].includes(getComputedStyle(element).overflowX));
    const elements = [...document.querySelectorAll('html, body, body *')];
    const found = elements.find((element) => scrolls(element) && !element.closest('.ag-root'));
    return found === undefined
        || `<${found.tagName} class='${found.className}'> ${found.scrollWidth} > ${found.clientWidth}`;
})()";

/// The names of a list of events.
pub(crate) fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["event_type"].as_str().expect("a name")).collect()
}

/// The numbers of a list of events.
pub(crate) fn seqs(events: &[Value]) -> Vec<u64> {
    events.iter().map(|event| event["seq"].as_u64().expect("a number")).collect()
}

//! Blocks in the shape that they have in other frameworks.

use rmcp::model::JsonObject;
use serde_json::Value;

/// The members of a Plotly figure.
const FIGURE: [&str; 4] = ["data", "layout", "config", "frames"];

/// The names of the prose of a block, and the type of block that has it.
const PROSE: [(&str, &str); 5] = [
    ("text", "markdown"),
    ("content", "markdown"),
    ("markdown", "markdown"),
    ("body", "markdown"),
    ("html", "html"),
];

/// Properties of a text field that a piece of prose has not.
const OF_FIELD: [&str; 5] = ["label", "value", "placeholder", "event", "required"];

/// Gives a block the shape that it has here: the members of a figure that stand in a chart itself
/// are its `figure`, and a `text`, which is a field here, with prose is a block of prose.
pub(super) fn reshape(block: &mut JsonObject) {
    match block.get("type").and_then(Value::as_str) {
        Some("chart") => gather_figure(block),
        Some("text") => read_as_prose(block),
        _ => {}
    }
}

fn gather_figure(chart: &mut JsonObject) {
    if chart.contains_key("figure") || !chart.get("data").is_some_and(Value::is_array) {
        return;
    }
    let members = FIGURE.into_iter().filter_map(|name| chart.remove_entry(name));
    let figure: JsonObject = members.collect();
    chart.insert("figure".to_owned(), figure.into());
}

fn read_as_prose(block: &mut JsonObject) {
    if OF_FIELD.into_iter().any(|name| block.contains_key(name)) {
        return;
    }
    let mut given =
        PROSE.into_iter().filter(|(name, _)| block.get(*name).is_some_and(Value::is_string));
    if let (Some((name, own)), None) = (given.next(), given.next())
        && let Some(prose) = block.remove(name)
    {
        block.insert("type".to_owned(), own.into());
        block.insert(own.to_owned(), prose);
    }
}

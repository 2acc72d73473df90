//! Blocks in the shape that they have in other frameworks.

use rmcp::model::JsonObject;
use serde_json::{Value, json};
use widget_state::nearest;

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

/// The names of the text of a heading.
const OF_HEADING: [&str; 5] = ["text", "content", "title", "label", "html"];

/// The level of a heading that says none: the title of the page is above it.
const HEADING_LEVEL: u64 = 2;

/// The members of a change of the kind `set`, and one that could be several of them.
const OF_SET: [&str; 8] = ["op", "id", "text", "html", "value", "block", "blocks", "content"];

/// An `insert` says its place as a `move` does: it is the change that puts something there.
pub(super) fn read_insert(change: &mut JsonObject) {
    if change.get("op").is_none_or(|op| op != "insert") {
        return;
    }
    let places = [("before", "before"), ("after", "after"), ("into", "append")];
    let mut given = places.into_iter().filter(|(name, _)| change.contains_key(*name));
    let (Some((place, op)), None) = (given.next(), given.next()) else { return };
    // The id beside a place is that of the block.
    let blocks = match (change.get("id").cloned(), change.get("block").cloned()) {
        (Some(Value::String(id)), Some(block)) => Some(json!({ id: block })),
        (Some(_), _) => return,
        (None, Some(block)) => Some(json!([block])),
        (None, None) => None,
    };
    if let Some(blocks) = blocks {
        change.remove("block");
        change.insert("blocks".to_owned(), blocks);
    }
    let Some(near) = change.remove(place) else { return };
    change.insert("id".to_owned(), near);
    change.insert("op".to_owned(), op.into());
}

/// The names of the rows of a table.
const ROWS: [&str; 6] = ["rows", "row", "data", "records", "rowData", "row_data"];

/// An `update` of something else than rows is a `set`. Rows in its block are those that change.
pub(super) fn read_update(change: &mut JsonObject) {
    if change.get("op").is_none_or(|op| op != "update") {
        return;
    }
    change.retain(|_, value| !value.is_null());
    let rows = change.get_mut("block").and_then(Value::as_object_mut);
    let rows = rows.filter(|block| block.len() == 1).and_then(|block| block.remove("rows"));
    if let Some(rows) = rows {
        change.remove("block");
        change.insert("rows".to_owned(), rows);
    }
    let in_block = change.get("block").and_then(Value::as_object);
    let has_rows = |object: &JsonObject| ROWS.iter().any(|name| object.contains_key(*name));
    if !has_rows(change) && !in_block.is_some_and(has_rows) {
        change.insert("op".to_owned(), "set".into());
    }
}

/// The properties of a block that stand in a change itself are its `block`.
pub(super) fn gather_properties(change: &mut JsonObject) {
    let is_set = change.get("op").is_some_and(|op| op == "set");
    // A value beside other properties is one of them.
    let has_own = OF_SET[2..].iter().any(|name| *name != "value" && change.contains_key(*name));
    if !is_set || has_own {
        return;
    }
    let mut names: Vec<String> =
        change.keys().filter(|name| !OF_SET.contains(&&***name)).cloned().collect();
    // A misspelt one of its own, or another kind of change.
    let is_other =
        |name: &String| matches!(&**name, "style" | "class") || nearest(name, OF_SET).is_some();
    if names.is_empty() || names.iter().any(is_other) {
        return;
    }
    names.push("value".to_owned());
    let properties: JsonObject =
        names.iter().filter_map(|name| change.remove_entry(name)).collect();
    if !properties.is_empty() {
        change.insert("block".to_owned(), properties.into());
    }
}

/// Gives a block the shape that it has here: the members of a figure that stand in a chart itself
/// are its `figure`, a `text`, which is a field here, with prose is a block of prose, the title of
/// a chart stands in its layout, the prose of a card or tab is a block in it, and a heading is one of
/// Markdown.
pub(super) fn reshape(block: &mut JsonObject) {
    match block.get("type").and_then(Value::as_str) {
        Some("chart") => {
            gather_figure(block, "figure");
            put_title_in_figure(block);
        }
        Some("text") => read_as_prose(block),
        Some("heading" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6") => read_as_heading(block),
        Some("card" | "tab") => put_prose_inside(block),
        Some("tabs") => {
            let tabs = block.get_mut("tabs").and_then(Value::as_array_mut);
            let tabs = tabs.into_iter().flatten().filter_map(Value::as_object_mut);
            tabs.for_each(put_prose_inside);
        }
        _ => {}
    }
}

/// Makes the members of a figure that stand in an object the figure of this name.
pub(super) fn gather_figure(object: &mut JsonObject, name: &str) {
    if object.contains_key(name) || !object.get("data").is_some_and(Value::is_array) {
        return;
    }
    let members = FIGURE.into_iter().filter_map(|member| object.remove_entry(member));
    let figure: JsonObject = members.collect();
    object.insert(name.to_owned(), figure.into());
}

/// The title of a chart stands in its layout.
fn put_title_in_figure(block: &mut JsonObject) {
    let Some(title) = block.get("title").and_then(Value::as_str).map(ToOwned::to_owned) else {
        return;
    };
    let Some(figure) = block.get_mut("figure") else { return };
    if let Some(read) = figure.as_str().and_then(|text| serde_json::from_str(text).ok()) {
        *figure = read;
    }
    let Some(figure) = figure.as_object_mut() else { return };
    let layout = figure.entry("layout").or_insert_with(|| json!({}));
    if let Some(layout) = layout.as_object_mut()
        && !layout.contains_key("title")
    {
        layout.insert("title".to_owned(), json!({ "text": title }));
        block.remove("title");
    }
}

fn read_as_prose(block: &mut JsonObject) {
    if OF_FIELD.into_iter().any(|name| block.contains_key(name)) {
        return;
    }
    if let Some((own, prose)) = take_prose(block) {
        block.insert("type".to_owned(), own.into());
        block.insert(own.to_owned(), prose);
    }
}

fn read_as_heading(block: &mut JsonObject) {
    let given: Vec<&str> =
        OF_HEADING.into_iter().filter(|name| block.contains_key(*name)).collect();
    let [name] = given[..] else { return };
    let text = block[name].as_str().map(str::trim);
    let is_line = |text: &&str| !text.is_empty() && !text.contains(['\n', '<']);
    let Some(text) = text.filter(is_line) else { return };
    let of_type = block["type"].as_str().and_then(|kind| kind.strip_prefix('h')?.parse().ok());
    let said = block.get("level").map(|level| {
        let number = level.as_u64().or_else(|| level.as_str()?.parse().ok());
        number.filter(|level| (1..=6).contains(level))
    });
    let level = match (of_type, said) {
        (None, None) => HEADING_LEVEL,
        (Some(level), None) | (None, Some(Some(level))) => level,
        (Some(level), Some(said)) if said == Some(level) => level,
        _ => return,
    };
    let marks = (0..level).map(|_| '#').collect::<String>();
    let markdown = format!("{marks} {text}");
    block.remove(name);
    block.remove("level");
    block.insert("type".to_owned(), "markdown".into());
    block.insert("markdown".to_owned(), markdown.into());
}

fn put_prose_inside(container: &mut JsonObject) {
    if container.contains_key("blocks") {
        return;
    }
    if let Some((own, prose)) = take_prose(container) {
        container.insert("blocks".to_owned(), json!([{"type": own, own: prose}]));
    }
}

/// Takes the only prose out of a block, with the type of block that has such.
fn take_prose(block: &mut JsonObject) -> Option<(&'static str, Value)> {
    let mut given =
        PROSE.into_iter().filter(|(name, _)| block.get(*name).is_some_and(Value::is_string));
    let (name, own) = given.next()?;
    if given.next().is_some() {
        return None;
    }
    let prose = block.remove(name)?;
    let is_tag = prose.as_str().is_some_and(begins_with_tag);
    Some((if is_tag && name != "markdown" { "html" } else { own }, prose))
}

/// Returns whether a text begins with a tag of HTML, and not with an address in angle brackets.
fn begins_with_tag(text: &str) -> bool {
    let Some(rest) = text.trim_start().strip_prefix('<') else { return false };
    let name = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
    rest.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.starts_with([':', '@'])
}

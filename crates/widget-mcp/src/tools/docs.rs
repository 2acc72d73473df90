//! `docs/tools.md`, made of what the tools say of themselves.

use std::fmt::{self, Write};
use std::path::Path;

use serde_json::Value;

use super::all;
use crate::app::AppRole;
use crate::options::tool_set::ToolSet;
use crate::tool::ToolEntry;

const INTRODUCTION: &str = "# Tools

<!-- Made of the tools themselves: `UPDATE_DOCS=1 cargo test -p widget-mcp --lib docs` writes this file. -->

What an agent can do. A client lists the tools with the same words (`tools/list`). Each example is run as a test against a real server, and its result held against the tool's output schema.

- `widget_id` may be left out while there is only one widget.
- `figure_json` and `data_json` take JSON as text and as itself. A list or an object may be written as the text of its JSON in every argument, a number or a boolean as text, and `null`, also as text, or an empty text for one that may be left out.
- `delivery` says what became of a change: its `status` is `applied` (a page shows it), `pending` (it will be there when a page opens) or `failed` with the page's `reason`.
- `viewers` says how many pages show the widget now (`open`); while none does, whether one `ever` did, and when the last was closed (`last_seen`). `missed` counts files, toasts and other signals that were dropped before any page had them.
- `notice` says in a sentence that the person does not see the widget, or sees it in another place than the client was asked for: in the next answer, when the client shows no view of it, where it is instead; in each answer of a server that opens no pages, until one has shown it, the address to give to the person; at the end of a wait, that no page has shown it yet or that the last was closed.
- A wrong call is answered with the argument that is wrong, what is allowed, and a call that is right, with the names that the widget has.
- A result stands whole in `structuredContent` and, as JSON text, in `content`: [clients read one or the other](protocol.md#text-and-structured-content).
- `widget-mcp --tools core` (or `WIDGET_MCP_TOOLS=core`) offers only those marked below, for clients with little room.
";

/// The depth to which nested objects are followed.
const MAX_DEPTH: usize = 2;

#[test]
fn the_page_about_the_tools_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tools.md");
    let page = page().unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let how = "UPDATE_DOCS=1 cargo test -p widget-mcp --lib docs";
    assert!(found == page, "docs/tools.md is not what the tools say; `{how}` writes it");
}

fn page() -> Result<String, fmt::Error> {
    let mut page = String::from(INTRODUCTION);
    let tools: Vec<_> = all().iter().filter(|tool| tool.role != AppRole::ForViews).collect();
    writeln!(page, "\n| tool | | core |\n|---|---|---|")?;
    for tool in &tools {
        let name = &tool.description.name;
        let core = if ToolSet::Core.offers(name) { "yes" } else { "" };
        let title = tool.description.title.as_deref().unwrap_or_default();
        writeln!(page, "| [`{name}`](#{name}) | {title} | {core} |")?;
    }
    for tool in tools {
        section(&mut page, tool)?;
    }
    Ok(page)
}

fn section(page: &mut String, tool: &ToolEntry) -> fmt::Result {
    let description = &tool.description;
    writeln!(page, "\n## `{}`\n", description.name)?;
    let title = description.title.as_deref().unwrap_or_default();
    writeln!(page, "*{title}.* {}\n", description.description.as_deref().unwrap_or_default())?;
    let hints = description.annotations.as_ref();
    let is = |hint: Option<bool>| hint == Some(true);
    if hints.is_some_and(|hints| is(hints.read_only_hint)) {
        writeln!(page, "Changes nothing.\n")?;
    } else if hints.is_some_and(|hints| is(hints.destructive_hint)) {
        writeln!(page, "Overwrites or ends what is there.\n")?;
    }
    let (arguments, result) = &tool.schemas;
    table(page, "argument", &Value::Object(arguments.clone()))?;
    writeln!(page, "```json\n{}\n```\n", tool.example)?;
    table(page, "result", &Value::Object(result.clone()))?;
    // One empty line between two sections.
    page.truncate(page.trim_end().len());
    page.push('\n');
    Ok(())
}

/// A row for each property; nothing for an object that has none.
fn table(page: &mut String, heading: &str, schema: &Value) -> fmt::Result {
    let mut rows = Vec::new();
    collect("", schema, MAX_DEPTH, &mut rows);
    if rows.is_empty() {
        return writeln!(page, "No arguments.\n");
    }
    writeln!(page, "| {heading} | type | meaning |\n|---|---|---|")?;
    for Row { name, type_name, meaning } in rows {
        writeln!(page, "| `{name}` | {type_name} | {meaning} |")?;
    }
    writeln!(page)
}

struct Row {
    name: String,
    type_name: String,
    meaning: String,
}

fn collect(path: &str, schema: &Value, depth: usize, rows: &mut Vec<Row>) {
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|list| list.iter().any(|one| one == name));
    let mut properties: Vec<_> = schema["properties"].as_object().into_iter().flatten().collect();
    // The order of members depends on how serde_json is built.
    properties.sort_by_key(|(name, _)| (*name != "widget_id", !is_required(name), *name));
    for (name, property) in properties {
        let name_here = format!("{path}{name}");
        let optional = if is_required(name) { "" } else { ", optional" };
        let type_name = format!("{}{optional}", type_of(property));
        rows.push(Row { name: name_here.clone(), type_name, meaning: meaning_of(property) });
        if depth > 0 && name != "delivery" && !is_component(property) {
            let (inner, separator) = match property.get("items") {
                Some(items) => (items, "[]."),
                None => (property, "."),
            };
            if !is_component(inner) {
                collect(&format!("{name_here}{separator}"), inner, depth - 1, rows);
            }
        }
    }
}

fn type_of(schema: &Value) -> String {
    if is_component(schema) {
        return "component".into();
    }
    let alternatives = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
    let names: Vec<String> = match (alternatives, &schema["enum"], &schema["type"]) {
        (Some(list), _, _) => list.iter().map(type_of).collect(),
        (None, Value::Array(list), _) => list.iter().map(|value| format!("`{value}`")).collect(),
        (None, _, Value::Array(list)) => {
            list.iter().filter_map(Value::as_str).map(Into::into).collect()
        }
        _ => return simple_type(schema),
    };
    let mut unique: Vec<String> = Vec::new();
    for name in names.iter().flat_map(|name| name.split(" or ")) {
        if !unique.iter().any(|known| known == name) {
            unique.push(name.to_owned());
        }
    }
    unique.join(" or ")
}

fn simple_type(schema: &Value) -> String {
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    match schema["type"].as_str() {
        Some("array") => match schema.get("items").map(type_of) {
            Some(items) if items != "anything" => format!("list of {items}"),
            _ => "list".into(),
        },
        Some("object") => {
            match schema.get("additionalProperties").filter(|more| more.is_object()) {
                Some(values) if type_of(values) != "anything" => {
                    format!("object of {}", type_of(values))
                }
                _ => "object".into(),
            }
        }
        Some(name) => name.into(),
        None => "anything".into(),
    }
}

/// A component has a type of its own for each kind, which would fill pages.
fn is_component(schema: &Value) -> bool {
    schema["$ref"] == "#/$defs/Component"
}

/// The description, what it is when left out, and what each of its values means.
fn meaning_of(schema: &Value) -> String {
    let mut meaning = schema["description"].as_str().unwrap_or_default().to_owned();
    let described = schema["oneOf"].as_array().into_iter().flatten().filter_map(|one| {
        Some(format!("`{}`: {}", one.get("const")?, one["description"].as_str()?))
    });
    for value in described {
        meaning.push(' ');
        meaning.push_str(&value);
    }
    match schema.get("default") {
        None | Some(Value::Array(_) | Value::Object(_)) => {}
        Some(Value::String(text)) if text.is_empty() => {}
        Some(default) => {
            // Writing to a string cannot fail.
            let _infallible = write!(meaning, " Default: `{default}`.");
        }
    }
    let words = meaning.split_whitespace().collect::<Vec<_>>().join(" ");
    words.replace('|', "\\|").replace('<', "&lt;")
}

//! A property of a component in words, from its JSON Schema.

use serde_json::Value;

/// Returns the description in a schema, on one line.
pub(super) fn description(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A list item: the name, what it takes, its default and its meaning.
pub(super) fn line(name: &str, schema: &Value) -> String {
    let default = match &schema["default"] {
        Value::Null => String::new(),
        Value::String(text) if text.is_empty() => String::new(),
        Value::Array(list) if list.is_empty() => String::new(),
        Value::Object(map) if map.is_empty() => String::new(),
        Value::Bool(false) => String::new(),
        Value::String(text) => format!("; default `{text}`"),
        other => format!("; default `{other}`"),
    };
    format!("- `{name}`: {}{default}. {}\n", takes(schema), description(schema))
}

/// Returns the accepted values, in words.
fn takes(schema: &Value) -> String {
    if let Some(ways) = schema["anyOf"].as_array() {
        return ways.iter().map(takes).collect::<Vec<_>>().join(" or ");
    }
    if let Some(names) = schema["enum"].as_array() {
        return names.iter().map(code).collect::<Vec<_>>().join(", ");
    }
    if let Some(variants) = schema["oneOf"].as_array() {
        let constants: Vec<String> = variants.iter().filter_map(constant).collect();
        return if constants.is_empty() { part(variants).into() } else { constants.join(", ") };
    }
    match kind(schema) {
        Some("array") => match takes(&schema["items"]).as_str() {
            part @ ("component" | "block") => format!("list of {part}s"),
            items => format!("list of {items}"),
        },
        Some("object") => object(schema),
        Some(kind) => kind.to_owned(),
        // A component inside a component refers to the one outside, and so does a block.
        None if schema["$ref"].as_str().is_some_and(|to| to.ends_with("/Block")) => "block".into(),
        None if schema["$ref"].is_string() => "component".into(),
        None => "any value".into(),
    }
}

/// The variants of a component are objects, and so are those of a block, which has more of them.
fn part(variants: &[Value]) -> &'static str {
    let is_block = |variant: &Value| variant["properties"]["type"]["const"] == "card";
    if variants.iter().any(is_block) { "block" } else { "component" }
}

/// The type, where one that may be left out is also null.
fn kind(schema: &Value) -> Option<&str> {
    let kinds = schema["type"].as_array();
    let mut kinds = kinds.into_iter().flatten().filter_map(Value::as_str);
    schema["type"].as_str().or_else(|| kinds.find(|kind| *kind != "null"))
}

fn code(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| format!("`{text}`"))
}

/// A constant, with its meaning where it has one.
fn constant(schema: &Value) -> Option<String> {
    if let Some(names) = schema["enum"].as_array() {
        return Some(names.iter().map(code).collect::<Vec<_>>().join(", "));
    }
    let name = schema["const"].as_str()?;
    let meaning = description(schema);
    let meaning = meaning.trim_end_matches('.');
    Some(if meaning.is_empty() { format!("`{name}`") } else { format!("`{name}` ({meaning})") })
}

fn object(schema: &Value) -> String {
    match schema["properties"].as_object() {
        Some(properties) => {
            let names: Vec<&str> = properties.keys().map(String::as_str).collect();
            format!("`{{{}}}`", names.join(", "))
        }
        None => "object".into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_property_is_one_line() {
        for (schema, expected) in [
            (json!({"type": "string", "description": "A\ntitle."}), "- `p`: string. A title.\n"),
            (json!({"type": "integer", "default": 60}), "- `p`: integer; default `60`. \n"),
            (json!({"type": ["number", "null"], "default": null}), "- `p`: number. \n"),
            (json!({"enum": ["a", "b"], "default": "a"}), "- `p`: `a`, `b`; default `a`. \n"),
            (
                json!({"oneOf": [{"const": "a", "description": "First."}, {"const": "b"}]}),
                "- `p`: `a` (First), `b`. \n",
            ),
            (
                json!({"type": "array", "items": {"anyOf": [
                    {"type": "string"},
                    {"type": "object", "properties": {"label": {}, "value": {}}},
                ]}}),
                "- `p`: list of string or `{label, value}`. \n",
            ),
            (json!({"type": "array", "items": {"$ref": "#"}}), "- `p`: list of components. \n"),
        ] {
            assert_eq!(line("p", &schema), expected);
        }
    }
}

//! The schemas that clients get. A model reads those of all tools in every conversation, so they
//! say what a first call needs; the rest stands in `docs/tools.md`, in `get_component_docs` and in
//! the error of a wrong call.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// Marks an argument whose description says what goes into its items or members.
pub(crate) const BRIEF: &str = "x-brief";

/// Marks an argument that a model finds in the documentation, or writes by itself.
pub(crate) const UNLISTED: &str = "x-unlisted";

/// The schema of arguments without what a caller need not know.
pub(crate) fn of_arguments(schema: &JsonObject) -> JsonObject {
    let mut schema = Value::Object(schema.clone());
    walk(&mut schema, &|keywords| {
        shorten(keywords);
        // The lists in the items of any list: strict clients refuse one that says nothing.
        if keywords.get("type").is_some_and(|kind| kind == "array") {
            keywords.entry("items").or_insert_with(|| json!({"type": "object"}));
        }
    });
    into_object(schema)
}

/// The schema of a result without descriptions: names and types are what a client checks.
pub(crate) fn of_result(schema: &JsonObject) -> JsonObject {
    let mut schema = Value::Object(schema.clone());
    walk(&mut schema, &|keywords| {
        shorten(keywords);
        keywords.remove("description");
    });
    into_object(schema)
}

fn into_object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    }
}

fn shorten(keywords: &mut JsonObject) {
    without_null(keywords);
    if keywords.remove(BRIEF).is_some() {
        only_type(keywords);
    }
    let says_nothing = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(object) => object.is_empty(),
        _ => false,
    };
    if let Some(Value::Object(properties)) = keywords.get_mut("properties") {
        properties.retain(|_, property| property.get(UNLISTED).is_none());
    }
    if keywords.get("default").is_some_and(says_nothing) {
        keywords.remove("default");
    }
    if keywords.get("minimum") == Some(&json!(0)) {
        keywords.remove("minimum");
    }
    // What is not named is refused with the names that there are, and may be anything elsewhere.
    if keywords.get("additionalProperties").is_some_and(Value::is_boolean) {
        keywords.remove("additionalProperties");
    }
}

/// Leaves of a schema what kinds of value there may be.
fn only_type(keywords: &mut JsonObject) {
    let is_list = keywords.get("type").is_some_and(|kind| kind == "array");
    keywords.retain(|keyword, _| matches!(&**keyword, "type" | "anyOf" | "description"));
    if is_list {
        keywords.insert("items".into(), json!({"type": "object"}));
    }
    let branches = keywords.get_mut("anyOf").and_then(Value::as_array_mut);
    branches.into_iter().flatten().filter_map(Value::as_object_mut).for_each(only_type);
}

/// An argument that may be left out need not be null as well.
fn without_null(keywords: &mut JsonObject) {
    let Some(Value::Array(branches)) = keywords.get("anyOf") else { return };
    let is_null = |branch: &&Value| **branch == json!({"type": "null"});
    let [Value::Object(other)] =
        branches.iter().filter(|branch| !is_null(branch)).collect::<Vec<_>>()[..]
    else {
        return;
    };
    let other = other.clone();
    keywords.remove("anyOf");
    for (keyword, value) in other {
        // What the argument says of itself comes first.
        keywords.entry(keyword).or_insert(value);
    }
}

/// Visits a schema and every schema in it.
fn walk(schema: &mut Value, visit: &dyn Fn(&mut JsonObject)) {
    let Some(keywords) = schema.as_object_mut() else { return };
    visit(keywords);
    if let Some(Value::Object(properties)) = keywords.get_mut("properties") {
        properties.values_mut().for_each(|property| walk(property, visit));
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = keywords.get_mut(key) {
            branches.iter_mut().for_each(|branch| walk(branch, visit));
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = keywords.get_mut(key) {
            walk(inner, visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: &Value) -> JsonObject {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn arguments_keep_what_a_call_needs() {
        let full = json!({"type": "object", "additionalProperties": false, "required": ["a"],
        "properties": {
            "a": {"type": "array", "description": "Of b.", "x-brief": true, "default": [],
                  "items": {"type": "object", "properties": {"b": {"type": "string"}}}},
            "c": {"type": "integer", "minimum": 0, "default": 5},
            "d": {"anyOf": [{"type": "string", "default": ""}, {"type": "number"}]},
            "e": {"description": "Own.", "anyOf": [
                {"type": "string", "enum": ["f"], "description": "Of f."}, {"type": "null"}]},
            "g": {"type": "string", "x-unlisted": true},
        }});
        let expected = json!({"type": "object", "required": ["a"], "properties": {
            "a": {"type": "array", "description": "Of b.", "items": {"type": "object"}},
            "c": {"type": "integer", "default": 5},
            "d": {"anyOf": [{"type": "string"}, {"type": "number"}]},
            "e": {"type": "string", "enum": ["f"], "description": "Own."},
        }});
        assert_eq!(Value::Object(of_arguments(&object(&full))), expected);
    }

    #[test]
    fn a_property_of_a_result_may_be_called_description() {
        let full = json!({"type": "object", "description": "x", "properties": {
            "description": {"type": "string", "description": "y"}}});
        let expected = json!({"type": "object", "properties": {"description": {"type": "string"}}});
        assert_eq!(Value::Object(of_result(&object(&full))), expected);
    }
}

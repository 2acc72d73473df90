//! JSON Schemas of tool arguments and results: in the form that strict clients take, and short,
//! since a model reads all of them.

pub(crate) mod brief;
mod union;

use rmcp::model::JsonObject;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// The schema of what a tool takes, as an object with everything in place.
pub(crate) fn schema_of<T: JsonSchema>() -> JsonObject {
    schema::<T>(SchemaSettings::draft2020_12())
}

/// The schema of what a tool gives: what is sometimes left out is not required.
pub(crate) fn output_schema_of<T: JsonSchema>() -> JsonObject {
    schema::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn schema<T: JsonSchema>(settings: SchemaSettings) -> JsonObject {
    let settings = settings
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .with_transform(RecursiveTransform(plain))
        .with_transform(RecursiveTransform(union::flatten))
        .with_transform(RecursiveTransform(spell_out_any));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    // What is left there contains itself: a component in a component.
    schema.remove("$defs");
    match schema.to_value() {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// An optional field is one that may be left out, not one that may be null; `format: uint64` is
/// no format of JSON Schema; the keys of a map are any text, also where they are numbers; the lines of a doc comment are one text; nothing refers to another
/// place; and examples are for the documentation.
fn plain(schema: &mut Schema) {
    schema.remove("examples");
    if let Some(kinds) = schema.get_mut("type").and_then(Value::as_array_mut) {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            schema.insert("type".into(), kind);
        }
    }
    if let Some(Value::Object(patterns)) = schema.remove("patternProperties")
        && let Some((_, of_number)) = patterns.into_iter().next()
    {
        schema.insert("additionalProperties".into(), of_number);
    }
    if schema.remove("$ref").is_some() {
        schema.insert("type".into(), "object".into());
    }
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    let number = schema.get("format").and_then(Value::as_str);
    if number.is_some_and(|format| {
        format.starts_with("uint") || format.starts_with("int") || format == "double"
    }) {
        schema.remove("format");
    }
}

/// For the second list of components in one tool: says that they are as in `toolbars`.
pub(crate) fn items_as_in_toolbars(schema: &mut Schema) {
    if let Some(items) = schema.pointer_mut("/items/properties/items") {
        let component = json!({"type": "object", "description": "A component, as in toolbars."});
        *items = json!({"type": "array", "items": component});
    }
}

/// For an enumeration whose names say what they are: leaves out what each of them is.
pub(crate) fn only_names(schema: &mut Schema) {
    let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut);
    for variant in variants.into_iter().flatten().filter_map(Value::as_object_mut) {
        variant.remove("description");
    }
}

/// Writes out schemas that allow any value: there are clients that refuse a tool over the schema `true`,
/// or over one without a type.
fn spell_out_any(schema: &mut Schema) {
    for key in ["properties", "patternProperties"] {
        if let Some(Value::Object(fields)) = schema.get_mut(key) {
            fields.values_mut().for_each(spell_out);
        }
    }
    if let Some(items) = schema.get_mut("items") {
        spell_out(items);
    }
}

/// Names the types where a schema takes every value.
fn spell_out(schema: &mut Value) {
    const NOTES: [&str; 4] = ["title", "description", "default", "examples"];
    if *schema == Value::Bool(true) {
        *schema = json!({});
    }
    let Some(keywords) = schema.as_object_mut() else { return };
    if keywords.keys().all(|keyword| NOTES.contains(&&**keyword)) {
        let types = ["string", "number", "boolean", "array", "object", "null"];
        let mut any: Vec<Value> = types.iter().map(|name| json!({"type": name})).collect();
        // Clients are known that refuse a list without items, items that say nothing, and a list
        // of types.
        any[3]["items"] = json!({"anyOf": any});
        keywords.insert("anyOf".into(), any.into());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::*;

    #[derive(Serialize, JsonSchema)]
    struct Sample {
        /// A number.
        number: u64,
        #[serde(default)]
        maybe: Option<String>,
    }

    #[derive(Serialize, JsonSchema)]
    struct Partial {
        always: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Sample")]
        sometimes: Option<Sample>,
    }

    #[derive(Serialize, JsonSchema)]
    struct Tree {
        branches: Vec<Tree>,
    }

    #[test]
    fn a_type_in_itself_is_not_spelled_out_again() {
        let schema = Value::Object(schema_of::<Tree>());
        let branch = &schema["properties"]["branches"]["items"];
        assert!(schema.get("$defs").is_none() && branch["type"] == "object", "{schema}");
    }

    #[test]
    fn any_value_is_spelled_out() {
        let schema = schema_of::<BTreeMap<String, Vec<Value>>>();
        let any = &schema["additionalProperties"]["items"]["anyOf"];
        assert_eq!((&any[0], &any[5]), (&json!({"type": "string"}), &json!({"type": "null"})));
    }

    #[test]
    fn what_a_result_may_leave_out_is_not_required() {
        assert_eq!(output_schema_of::<Partial>()["required"], json!(["always"]));
    }

    #[test]
    fn optional_means_may_be_left_out() {
        let expected = json!({
            "type": "object",
            "properties": {
                "number": {"type": "integer", "minimum": 0, "description": "A number."},
                "maybe": {"type": "string"},
            },
            "required": ["number"],
        });
        assert_eq!(Value::Object(schema_of::<Sample>()), expected);
    }
}

//! JSON Schemas of tool arguments and results, in the form that strict clients take.

use rmcp::model::JsonObject;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// The schema of arguments, as an object with everything in place.
pub(crate) fn schema_of<T: JsonSchema>() -> JsonObject {
    generate::<T>(SchemaSettings::draft2020_12())
}

/// The schema of a result: what may be left out when it is written is not required.
pub(crate) fn result_schema_of<T: JsonSchema>() -> JsonObject {
    generate::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn generate<T: JsonSchema>(settings: SchemaSettings) -> JsonObject {
    let settings = settings
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .with_transform(RecursiveTransform(plain));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    match schema.to_value() {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// An optional field is one that may be left out, not one that may be null; and
/// `format: uint64` is no format of JSON Schema.
fn plain(schema: &mut Schema) {
    if let Some(kinds) = schema.get_mut("type").and_then(Value::as_array_mut) {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            schema.insert("type".into(), kind);
        }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Sample {
        /// A number.
        number: u64,
        #[serde(default)]
        maybe: Option<String>,
    }

    #[derive(JsonSchema, serde::Serialize)]
    struct Answer {
        always: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        sometimes: Option<String>,
    }

    #[test]
    fn what_a_result_leaves_out_is_not_required() {
        assert_eq!(result_schema_of::<Answer>()["required"], json!(["always"]));
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

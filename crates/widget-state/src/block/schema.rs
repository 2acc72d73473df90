//! The JSON Schema of a block: one variant a type, each with the properties of all.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::{Block, BlockCommon, BlockKind};
use crate::component::ComponentKind;

impl JsonSchema for Block {
    fn schema_name() -> Cow<'static, str> {
        "Block".into()
    }

    /// One variant a type. Those of components say nothing of their properties, which stand in
    /// the schema of a toolbar.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let common = generator.root_schema_for::<BlockCommon>().to_value();
        let mut kinds = BlockKind::json_schema(generator).to_value();
        let mut variants = kinds["oneOf"].take().as_array().cloned().unwrap_or_default();
        for variant in &mut variants {
            let Some(properties) = variant["properties"].as_object_mut() else { continue };
            for (name, schema) in common["properties"].as_object().into_iter().flatten() {
                properties.entry(name.clone()).or_insert_with(|| schema.clone());
            }
        }
        let is_new = |name: &&&str| !BlockKind::TYPES.contains(name);
        variants.extend(ComponentKind::TYPES.iter().filter(is_new).map(|name| component(name)));
        let mut schema = Map::new();
        schema.insert("oneOf".into(), variants.into());
        schema.insert("description".into(), DESCRIPTION.into());
        Schema::from(schema)
    }
}

const DESCRIPTION: &str = "A block. Every component of a toolbar is one too, with the properties \
    that it has there; `id` is its component_id.";

fn component(name: &str) -> Value {
    let schema: Schema = json_schema!({
        "type": "object",
        "properties": {"type": {"type": "string", "const": name}},
        "required": ["type"],
    });
    json!(schema)
}

//! Blocks as they are given.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::{Block, read};

/// Blocks as they are given: a list of them, or an object of them by their ids, in its order.
///
/// ```
/// use widget_state::{Block, Blocks};
///
/// let Blocks(blocks) = serde_json::from_str(r#"{"sum": {"type": "metric", "value": 7}}"#)?;
/// assert_eq!(blocks.iter().map(Block::id).collect::<Vec<_>>(), ["sum"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blocks(pub Vec<Block>);

impl<'de> Deserialize<'de> for Blocks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read::blocks(deserializer).map(Self)
    }
}

impl JsonSchema for Blocks {
    fn schema_name() -> Cow<'static, str> {
        "Blocks".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let block = generator.subschema_for::<Block>();
        json_schema!({"anyOf": [
            {"type": "object", "additionalProperties": block},
            {"type": "array", "items": block},
        ]})
    }
}

//! The schema of a component where no type is told from another.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

/// A component in the types of the front end, where each type reads its own fields.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct ComponentSpec {
    #[serde(rename = "type")]
    kind: String,
    component_id: String,
    #[serde(flatten)]
    fields: BTreeMap<String, Value>,
}

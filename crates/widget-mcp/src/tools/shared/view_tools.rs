//! Shared code of the tools for views.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::tool::error::ToolError;

/// About the most bytes of rows in one answer: some clients cap what a call may bring.
pub(crate) const ANSWER_BYTES: usize = 256 << 10;

/// An object as docs/protocol.md describes it. No model reads it.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Answer(Map<String, Value>);

impl Answer {
    pub(crate) fn new(answer: impl Serialize) -> Result<Self, ToolError> {
        match serde_json::to_value(answer) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(ToolError::Failed("the answer is not an object".into())),
            Err(error) => Err(ToolError::Failed(error.to_string())),
        }
    }
}

impl JsonSchema for Answer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Answer".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object"})
    }
}

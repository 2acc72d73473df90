//! Room between blocks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Kind;

/// Room between blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "spacer"}))]
pub struct SpacerBlock {
    /// Its size in CSS pixels, up to 2000; in a row or column it takes what is left when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub size: Option<u32>,
}

impl Kind for SpacerBlock {
    fn check(&self) -> Result<(), String> {
        match self.size {
            Some(size) if size > 2_000 => Err(format!("size {size} is out of range 0..=2000")),
            _ => Ok(()),
        }
    }
}

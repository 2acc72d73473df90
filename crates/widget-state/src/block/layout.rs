//! The words of the layout.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The space between blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Spacing {
    None,
    Small,
    #[default]
    Medium,
    Large,
}

/// The place of blocks across the direction in which they follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Align {
    #[default]
    Stretch,
    Start,
    Center,
    End,
}

/// The place of blocks along the direction in which they follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Justify {
    #[default]
    Start,
    Center,
    End,
    Between,
}

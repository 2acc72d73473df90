//! The properties that every block has.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The most columns of a grid, and of what a block in it spans.
pub(super) const MAX_SPAN: u32 = 12;

const AUTO: &str = "auto";

/// The properties that every block has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BlockCommon {
    /// Names it in the widget, and is the id of its element; made from the type when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub id: Option<String>,
    /// CSS classes, separated by spaces.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub class_name: String,
    /// CSS properties.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub style: BTreeMap<String, String>,
    /// True if it is not shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// True if nothing in it takes input.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// Its height in CSS pixels. Left out, that of what is in it: a table scrolls from 600 pixels
    /// on, and one with "auto" from 8,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub height: Option<BlockHeight>,
    /// In a grid the number of columns it spans, in a row its share of the width; 1 to 12.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub span: Option<u32>,
    /// True if it stays at the top while the page scrolls.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sticky: bool,
}

/// The height of a block: a number, or `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockHeight {
    /// In CSS pixels.
    Pixels(u32),
    /// That of all that is in it.
    Auto,
}

impl Serialize for BlockHeight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Pixels(pixels) => pixels.serialize(serializer),
            Self::Auto => AUTO.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for BlockHeight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if value == AUTO {
            return Ok(Self::Auto);
        }
        let pixels = serde_json::from_value(value);
        pixels.map(Self::Pixels).map_err(|error| D::Error::custom(format!("height: {error}")))
    }
}

impl BlockCommon {
    /// Checks that its fields are consistent.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.span {
            Some(span) if !(1..=MAX_SPAN).contains(&span) => {
                Err(format!("span {span} is out of range 1..={MAX_SPAN}"))
            }
            _ => Ok(()),
        }
    }
}

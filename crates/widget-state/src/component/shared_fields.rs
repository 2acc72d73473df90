//! The properties that every component has.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::EventName;

/// The properties that every component has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Common {
    /// A stable id, unique in the widget; made from the type when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub component_id: Option<String>,
    /// The text on or beside it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// A tooltip.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The event it emits, `namespace:action`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "EventName::claimed")]
    #[schemars(with = "String")]
    pub event: Option<EventName>,
    /// True if it takes no input.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// CSS properties of the component.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub style: BTreeMap<String, String>,
    /// CSS classes, separated by spaces.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub class_name: String,
}

//! Toolbars: where components stand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::component::Component;

/// A row of components beside the body of a widget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Toolbar {
    /// Its position.
    pub position: ToolbarPosition,
    /// Its components, in reading order.
    pub items: Vec<Component>,
    /// True if the person can fold it away.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub collapsible: bool,
    /// True if the person can make it larger and smaller.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resizable: bool,
}

/// The position of a toolbar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ToolbarPosition {
    /// Above the body.
    #[default]
    Top,
    /// Below the body.
    Bottom,
    /// Left of the body.
    Left,
    /// Right of the body.
    Right,
    /// Above everything.
    Header,
    /// Below everything.
    Footer,
    /// Over the body, in its upper right corner, where HTML begins it; else above it.
    Inside,
}

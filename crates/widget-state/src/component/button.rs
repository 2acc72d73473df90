//! A button.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Kind;

/// A button. Its event carries `{componentId, …data}`, with the `values` of the components near it:
/// in the same modal, row, card, column, grid or tab, in the toolbars, or else of the page. While
/// one of them is wrong it emits nothing. Without an `event` of its own it emits `button:click`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "button", "label": "Save", "event": "form:save", "variant": "primary"}))]
pub struct Button {
    /// Its emphasis.
    pub variant: ButtonVariant,
    /// Its size.
    pub size: ButtonSize,
    /// Goes into the event's data.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub data: Map<String, Value>,
}

/// The emphasis of a button, and its kind of warning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ButtonVariant {
    Primary,
    #[default]
    Neutral,
    Danger,
    Success,
    Warning,
    Secondary,
    Ghost,
    Outline,
    Icon,
}

/// The size of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ButtonSize {
    Xs,
    Sm,
    #[default]
    Md,
    Lg,
    Xl,
}

impl Kind for Button {
    fn default_event(&self) -> &'static str {
        "button:click"
    }

    fn has_content(&self) -> bool {
        true
    }
}

//! Modals: components over the page, until they are closed.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::component::Component;

/// A dialog over the page. The events `component_id:open`, `component_id:close`
/// and `component_id:toggle` of any component open and close it by themselves.
/// Its value is `true` while it is open. When the person closes it in another way, it
/// emits `modal:close` with `{componentId}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Modal {
    /// A stable id, unique in the widget; made when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub component_id: Option<String>,
    /// Stands above its components.
    pub title: String,
    /// Its components, in reading order.
    pub items: Vec<Component>,
    /// Its width.
    pub size: ModalSize,
    /// True if Escape closes it.
    pub close_on_escape: bool,
    /// True if a click beside it closes it.
    pub close_on_overlay: bool,
    /// True if its components have the values of the start again when it is closed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reset_on_close: bool,
    /// True if it is open at the start.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// CSS properties of the dialog.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub style: BTreeMap<String, String>,
    /// CSS classes, separated by spaces.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub class_name: String,
}

/// The width of a [`Modal`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModalSize {
    /// 360 CSS pixels.
    Sm,
    /// 520 CSS pixels.
    #[default]
    Md,
    /// 720 CSS pixels.
    Lg,
    /// 960 CSS pixels.
    Xl,
    /// All of the page.
    Full,
}

impl ModalSize {
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The event of a modal that the person closed by itself.
pub(crate) const CLOSED: &str = "modal:close";

impl Default for Modal {
    fn default() -> Self {
        Self {
            component_id: None,
            title: String::new(),
            items: Vec::new(),
            size: ModalSize::default(),
            close_on_escape: true,
            close_on_overlay: true,
            reset_on_close: false,
            open: false,
            style: BTreeMap::new(),
            class_name: String::new(),
        }
    }
}

impl Modal {
    /// Its id; empty before the modal is part of a document.
    #[must_use]
    pub fn id(&self) -> &str {
        self.component_id.as_deref().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn error(value: Value) -> String {
        serde_json::from_value::<Modal>(value).unwrap_err().to_string()
    }

    #[test]
    fn a_modal_closes_as_people_expect_unless_told_otherwise() {
        let modal: Modal = serde_json::from_value(json!({"title": "T"})).unwrap();
        assert!(modal.close_on_escape && modal.close_on_overlay && !modal.reset_on_close);
        let modal: Modal = serde_json::from_value(json!({"close_on_escape": false})).unwrap();
        assert!(!modal.close_on_escape);
    }

    #[test]
    fn unknown_names_are_refused() {
        assert!(error(json!({"titel": "x"})).contains("unknown field `titel`"));
        assert!(error(json!({"size": "huge"})).contains("unknown variant `huge`"));
        assert!(error(json!({"items": [{"type": "buton"}]})).contains("\"button\"?"));
    }
}

//! Toasts: short messages over the page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::EventName;

/// A short message over the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Toast {
    /// The message; markup in it is shown, not read.
    pub message: String,
    /// Stands above the message.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The kind of message.
    #[serde(default)]
    pub kind: ToastKind,
    /// The time it is shown, in milliseconds; 0: until it is dismissed. One that
    /// asks stands until it is answered.
    #[serde(default = "default_duration")]
    pub duration_ms: u32,
    /// The position on the page.
    #[serde(default)]
    pub position: ToastPosition,
    /// Makes it a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Confirm")]
    pub confirm: Option<Confirm>,
}

/// The kind of a [`Toast`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ToastKind {
    #[default]
    Info,
    Success,
    Warning,
    Error,
}

/// The position of a [`Toast`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ToastPosition {
    TopLeft,
    Top,
    #[default]
    TopRight,
    BottomLeft,
    Bottom,
    BottomRight,
}

/// Makes a [`Toast`] a question that is answered with yes or no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirm {
    /// The event of the answer, `namespace:action`; it carries `{confirmed: bool}`.
    #[serde(deserialize_with = "EventName::required_claim")]
    #[schemars(with = "String")]
    pub event: EventName,
    /// The text of the button that says yes.
    #[serde(default = "default_confirm")]
    pub confirm_label: String,
    /// The text of the button that says no.
    #[serde(default = "default_cancel")]
    pub cancel_label: String,
}

fn default_duration() -> u32 {
    5_000
}

fn default_confirm() -> String {
    "Confirm".into()
}

fn default_cancel() -> String {
    "Cancel".into()
}

impl Toast {
    /// A message that says something of this kind.
    ///
    /// ```
    /// use widget_state::{Toast, ToastKind};
    ///
    /// let toast = Toast::new(ToastKind::Success, "Saved");
    /// assert_eq!(toast.duration_ms, 5_000);
    /// ```
    #[must_use]
    pub fn new(kind: ToastKind, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            title: String::new(),
            kind,
            duration_ms: default_duration(),
            position: ToastPosition::default(),
            confirm: None,
        }
    }

    /// Its size in bytes: the texts that it shows.
    pub(crate) fn bytes(&self) -> usize {
        let confirm = self.confirm.as_ref();
        let labels = confirm.map_or(0, |c| c.confirm_label.len() + c.cancel_label.len());
        self.message.len() + self.title.len() + labels
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn error(value: Value) -> String {
        serde_json::from_value::<Toast>(value).unwrap_err().to_string()
    }

    #[test]
    fn a_toast_survives_json() {
        let value = json!({
            "message": "Delete it?", "kind": "warning", "duration_ms": 0,
            "position": "bottom-left",
            "confirm": {"event": "file:delete", "confirm_label": "Delete", "cancel_label": "Keep"},
        });
        let toast: Toast = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(toast).unwrap(), value);
    }

    #[test]
    fn what_is_wrong_is_refused() {
        assert!(error(json!({})).contains("missing field `message`"));
        assert!(error(json!({"message": "x", "kind": "eror"})).contains("`error`"));
        let claimed = json!({"message": "x", "confirm": {"event": "modal:close"}});
        assert!(error(claimed).contains("reserved"));
        let nameless = json!({"message": "x", "confirm": {"event": "yes"}});
        assert!(error(nameless).contains("namespace:action"));
    }
}

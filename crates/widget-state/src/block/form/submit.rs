//! The button that sends a form.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::field::check_length;

/// The button that sends a form: its text, or false for a form without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubmitButton {
    /// A button with this text; `Send` if it is empty.
    Labelled(String),
    /// None: a button beside the form hands it in.
    None,
}

impl SubmitButton {
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Self::Labelled(text) => check_length("submit", text),
            Self::None => Ok(()),
        }
    }
}

impl Default for SubmitButton {
    fn default() -> Self {
        Self::Labelled(String::new())
    }
}

impl Serialize for SubmitButton {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Labelled(text) => serializer.serialize_str(text),
            Self::None => serializer.serialize_bool(false),
        }
    }
}

impl<'de> Deserialize<'de> for SubmitButton {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            // The schema says that it is a text.
            Value::String(text) if text == "false" => Ok(Self::None),
            Value::String(text) => Ok(Self::Labelled(text)),
            Value::Bool(true) => Ok(Self::default()),
            Value::Bool(false) => Ok(Self::None),
            _ => Err(D::Error::custom("submit is the text on the button, or false for none")),
        }
    }
}

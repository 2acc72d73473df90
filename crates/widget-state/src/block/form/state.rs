//! The value of a form in the document: what is entered, and what the agent says of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The longest text of an error or message, in bytes.
const MAX_TEXT: usize = 1_000;

/// The state of a form beside the properties of its fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FormState {
    /// The entered values, by field.
    pub(super) values: Map<String, Value>,
    /// The errors that the agent has found, by field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) errors: BTreeMap<String, String>,
    /// The answer of the agent about all of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    message: String,
    /// True if it was sent and the agent has not answered yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    busy: bool,
}

impl FormState {
    /// The state before anything was entered or said.
    pub(super) fn new(values: Map<String, Value>) -> Self {
        Self { values, ..Self::default() }
    }

    /// Reads a value; `None` for one that no form has.
    pub(super) fn read(value: &Value) -> Option<Self> {
        // A list of the members in their order would be read, too.
        let state = Self::deserialize(value.as_object()?).ok()?;
        let mut texts = state.errors.values().chain([&state.message]);
        let is_short = texts.all(|text| text.len() <= MAX_TEXT);
        drop(texts);
        is_short.then_some(state)
    }

    /// The state that an agent sets: fields that it does not name keep their values.
    pub(super) fn followed_by(self, next: Self) -> Self {
        Self { values: with(self.values, next.values), ..next }
    }

    /// The state after a person has changed fields, whose errors are answered by that. One that was
    /// sent from another page meanwhile still waits for its answer.
    pub(super) fn edited(self, values: Map<String, Value>) -> Self {
        let mut errors = self.errors;
        errors.retain(|name, _| !values.contains_key(name));
        let message = if self.busy { self.message } else { String::new() };
        Self { values: with(self.values, values), errors, message, busy: self.busy }
    }

    /// The state after the agent has changed the form: busy only if it has said so itself.
    pub(super) fn answered(self) -> Self {
        Self { busy: self.busy && !self.message.is_empty(), ..self }
    }

    /// The state after a person has sent it.
    pub(super) fn sent(self, values: Map<String, Value>) -> Self {
        Self { values: with(self.values, values), busy: true, ..Self::default() }
    }
}

impl From<FormState> for Value {
    fn from(state: FormState) -> Self {
        // It has been read as JSON before.
        serde_json::to_value(state).unwrap_or_default()
    }
}

fn with(mut values: Map<String, Value>, more: Map<String, Value>) -> Map<String, Value> {
    values.extend(more);
    values
}

//! Fields that are checked and sent together.

mod field;
mod field_type;
mod file;
mod state;
mod submit;
mod time_text;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{BlockKind, Kind};
use crate::event::EventName;
use crate::suggest::{did_you_mean, nearest};
pub use field::{FieldBound, FormField};
use field::{check_length, fields};
pub use field_type::FieldType;
use state::FormState;
pub use submit::SubmitButton;

/// The event of a form that names none.
const DEFAULT_EVENT: &str = "form:submit";

/// Ends the event of leaving a form.
const CANCEL: &str = ":cancel";

/// The most fields of a form.
const MAX_FIELDS: usize = 100;

/// Fields that a person fills in and sends together, each checked at its place by the browser, in
/// the language of the person. Nothing is sent while a field is wrong. Then it emits
/// `form:submit`, or its `event`, with `{values, componentId}`: a number is a number, a switch a
/// boolean, an empty number, date or choice null, several choices a list; fields that are not
/// shown are left out, a file is `{ref, name, size, type}` for `read_file`. It is busy then until
/// it is set or `set_toolbar_values` answers with a value for its id:
/// `{"message": "Saved"}`, `{"errors": {"amount": "More than is left"}}`, shown at the fields, or
/// `{"values": {"amount": 0}}`, for the fields that change; with `"busy": true` it stays busy. Sent
/// once more before that (after 30 seconds a person may), its event has `"again": true`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "form", "id": "expense", "title": "Expense", "submit": "Hand in", "fields": [
    {"name": "what", "label": "What for", "required": true},
    {"name": "amount", "label": "Amount in EUR", "type": "number", "min": 0.01, "max": 500, "step": 0.01, "required": true},
    {"name": "kind", "label": "Kind", "type": "select", "options": ["Travel", "Meal"]},
    {"name": "guests", "label": "Guests", "type": "number", "min": 1, "show_if": {"kind": "Meal"}},
]}))]
pub struct FormBlock {
    /// Stands above the fields.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Explains the form, below the title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub help: String,
    /// The fields, from top to bottom.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "fields")]
    pub fields: Vec<FormField>,
    /// Groups of fields with a title each, below the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<FormSection>,
    /// The text on the button that sends it; `Send` when left out. False: it has none, and each
    /// button near it hands it in, but for those whose event ends in `:cancel`.
    #[serde(skip_serializing_if = "SubmitButton::is_default")]
    #[schemars(with = "String")]
    pub submit: SubmitButton,
    /// The text on a button for a person who wants to leave; there is none when left out. It emits
    /// `form:cancel`, or `expense:cancel` for the event `expense:submit`, at once and without values.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cancel: String,
    /// The event it emits, `namespace:action`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "EventName::claimed")]
    #[schemars(with = "String")]
    pub event: Option<EventName>,
}

/// A group of fields in a form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FormSection {
    /// Stands above its fields.
    pub title: String,
    /// Explains the group, below the title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub help: String,
    /// Shows the group only for these values of fields before it, as that of a field does.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub show_if: Map<String, Value>,
    /// Its fields, from top to bottom.
    #[serde(deserialize_with = "fields")]
    pub fields: Vec<FormField>,
}

impl FormBlock {
    /// Every field, from top to bottom.
    pub fn all_fields(&self) -> impl Iterator<Item = &FormField> {
        self.fields.iter().chain(self.sections.iter().flat_map(|section| &section.fields))
    }

    /// Returns whether a person may put files into it.
    #[must_use]
    pub fn takes_files(&self) -> bool {
        self.all_fields().any(|field| field.kind == FieldType::File)
    }

    /// A value with its days and times as a browser reads them, which an agent may write in other
    /// ways.
    ///
    /// # Errors
    ///
    /// The first text that is no such day or time, in words.
    pub fn with_own_times(&self, mut value: Value) -> Result<Value, String> {
        let values = value.get_mut("values").and_then(Value::as_object_mut);
        for (name, value) in values.into_iter().flatten() {
            if let Some(field) = self.field(name) {
                field.write_time(value).map_err(|problem| format!("\"{name}\": {problem}"))?;
            }
        }
        Ok(value)
    }

    /// Faults of its fields that are no errors.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.all_fields().filter_map(FormField::problem).collect()
    }

    fn field(&self, name: &str) -> Option<&FormField> {
        self.all_fields().find(|field| field.name == name)
    }

    /// Returns whether each value is one that its field can have, be it right or not yet.
    fn takes(&self, values: &Map<String, Value>) -> bool {
        values.iter().all(|(name, value)| self.field(name).is_some_and(|field| field.takes(value)))
    }

    /// Checks the fields in their order, each with those before it.
    fn check_fields(&self) -> Result<(), String> {
        let mut before: BTreeMap<&str, &FormField> = BTreeMap::new();
        let top = FormSection::default();
        let groups = std::iter::once((&top, &self.fields));
        let sections = self.sections.iter().map(|section| (section, &section.fields));
        for (section, fields) in groups.chain(sections) {
            field::check_show_if(&section.show_if, &before)
                .map_err(|problem| format!("section \"{}\": {problem}", section.title))?;
            for field in fields {
                field.check(&before).map_err(|problem| format!("{field}: {problem}"))?;
                before.insert(&field.name, field);
            }
        }
        Ok(())
    }

    /// The first name or value of an answer that does not fit, in words.
    fn fault(&self, answer: &Value) -> Option<String> {
        let members = |part| answer.get(part).and_then(Value::as_object).into_iter().flatten();
        let unknown = |name: &str| {
            let hint = did_you_mean(nearest(name, self.all_fields().map(|field| &*field.name)));
            format!("; it has no field {name:?}{hint}")
        };
        let value = members("values").find_map(|(name, value)| match self.field(name) {
            None => Some(unknown(name)),
            Some(field) if field.takes(value) => None,
            Some(field) => Some(format!("; \"{name}\" is of type {}", json!(field.kind))),
        });
        let error = || {
            let mut names = members("errors").map(|(name, _)| name);
            names.find(|name| self.field(name).is_none()).map(|name| unknown(name))
        };
        value.or_else(error)
    }

    /// The value of one without a button when another's event has carried its values.
    pub(crate) fn handed_in(&self, before: &Value, values: &Value) -> Option<Value> {
        let values = self.taken(values).filter(|_| self.submit == SubmitButton::None)?;
        Some(FormState::read(before).unwrap_or_default().sent(values).into())
    }

    /// Values of some of its fields.
    fn taken(&self, values: &Value) -> Option<Map<String, Value>> {
        values.as_object().filter(|values| self.takes(values)).cloned()
    }
}

impl Kind for FormBlock {
    fn check(&self) -> Result<(), String> {
        let count = self.all_fields().count();
        if count == 0 {
            return Err("it needs at least one field".into());
        }
        if count > MAX_FIELDS {
            return Err(format!("it has {count} fields, more than {MAX_FIELDS}"));
        }
        check_length("title", &self.title)?;
        check_length("help", &self.help)?;
        self.submit.check()?;
        check_length("cancel", &self.cancel)?;
        let is_of_cancel =
            self.event.as_ref().is_some_and(|event| event.as_str().ends_with(CANCEL));
        if is_of_cancel && !self.cancel.is_empty() {
            return Err(format!("an event that ends in {CANCEL} is that of its `cancel` button"));
        }
        for section in &self.sections {
            check_length("the title of a section", &section.title)?;
            check_length("the help of a section", &section.help)?;
        }
        self.check_fields()
    }

    fn content_bytes(&self) -> usize {
        self.all_fields().map(FormField::bytes).sum()
    }

    fn label(&self) -> &str {
        &self.title
    }

    fn event_name(&self) -> Option<&str> {
        Some(self.event.as_ref().map_or(DEFAULT_EVENT, EventName::as_str))
    }

    fn initial_value(&self) -> Option<Value> {
        let values = self.all_fields().map(|field| (field.name.clone(), field.start()));
        Some(FormState::new(values.collect()).into())
    }

    fn accepts(&self, value: &Value) -> bool {
        FormState::read(value).is_some_and(|state| {
            self.takes(&state.values) && state.errors.keys().all(|name| self.field(name).is_some())
        })
    }

    /// Keeps the values of the fields that are still there and start as before. A change
    /// answers what was sent, and other fields end its errors and its message.
    fn carried(&self, before: &BlockKind, value: &Value) -> Option<Value> {
        let BlockKind::Form(before) = before else { return None };
        let mut state = FormState::read(value)?;
        let start = |form: &Self, name: &str| form.field(name).map(FormField::start);
        state.values.retain(|name, value| {
            self.field(name).is_some_and(|field| field.takes(value))
                && start(self, name) == start(before, name)
        });
        state.errors.retain(|name, _| self.field(name).is_some());
        let starts = self.all_fields().map(|field| (field.name.clone(), field.start()));
        state.values = starts.chain(state.values).collect();
        let is_other = self.all_fields().ne(before.all_fields());
        Some(if is_other { FormState::new(state.values).into() } else { state.answered().into() })
    }

    fn describe_accepted(&self, other: &Value) -> String {
        let names: Vec<&str> = self.all_fields().map(|field| &*field.name).collect();
        format!(
            "{{values: {{field: value}}, errors: {{field: text}}, message, busy}}, all optional, \
             with the fields {}{}",
            names.join(", "),
            self.fault(other).unwrap_or_default()
        )
    }

    /// Values that are not named stay.
    fn set_to(&self, before: &Value, value: &Value) -> Value {
        let before = FormState::read(before).unwrap_or_default();
        let state = FormState::read(value).unwrap_or_default();
        before.followed_by(state).into()
    }

    fn value_after(&self, before: &Value, event: &EventName, data: &Value) -> Option<Value> {
        let values = self.taken(data.get("values")?)?;
        let before = FormState::read(before).unwrap_or_default();
        let is_own = self.event_name() == Some(event.as_str());
        let state = match event.is_draft() {
            true => before.edited(values),
            false if is_own => before.sent(values),
            false => return None,
        };
        Some(state.into())
    }
}

#[cfg(test)]
mod tests;

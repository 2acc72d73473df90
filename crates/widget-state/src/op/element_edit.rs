//! Edits of an element of the agent's HTML that leave its content in place, or take it away whole.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::StateError;

/// The longest name of an attribute or a class, in bytes.
const MAX_NAME: usize = 100;

/// An edit of an element of the agent's HTML. Scripts in HTML that is put in do not run.
///
/// ```
/// use widget_state::ElementEdit;
///
/// let edit: ElementEdit = serde_json::from_str(r#"{"append": "<li>Done</li>"}"#)?;
/// assert_eq!(edit, ElementEdit::Append("<li>Done</li>".into()));
/// let gone: ElementEdit = serde_json::from_str(r#""remove""#)?;
/// assert_eq!(gone, ElementEdit::Remove);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ElementEdit {
    /// Puts HTML into it, after what is there.
    Append(String),
    /// Puts HTML into it, before what is there.
    Prepend(String),
    /// Puts HTML before it.
    Before(String),
    /// Puts HTML after it.
    After(String),
    /// Takes it out of the page.
    Remove,
    /// Sets attributes, and takes away those without a value.
    Attributes(BTreeMap<String, Option<String>>),
    /// Gives it classes (`true`) and takes classes away (`false`).
    Classes(BTreeMap<String, bool>),
}

impl ElementEdit {
    /// The HTML that it puts in.
    #[must_use]
    pub fn html(&self) -> Option<&str> {
        match self {
            Self::Append(html) | Self::Prepend(html) | Self::Before(html) | Self::After(html) => {
                Some(html)
            }
            Self::Remove | Self::Attributes(_) | Self::Classes(_) => None,
        }
    }

    /// The bytes of what it puts in.
    pub(crate) fn bytes(&self) -> usize {
        let of = |name: &String, value: usize| name.len() + value;
        match self {
            Self::Attributes(attributes) => {
                let values = attributes.iter();
                values.map(|(name, value)| of(name, value.as_ref().map_or(0, String::len))).sum()
            }
            Self::Classes(classes) => classes.keys().map(|name| of(name, 0)).sum(),
            _ => self.html().map_or(0, str::len),
        }
    }

    /// Checks the names of attributes and classes.
    pub(crate) fn check(&self) -> Result<(), StateError> {
        match self {
            Self::Attributes(attributes) => attributes.keys().try_for_each(|name| attribute(name)),
            Self::Classes(classes) => classes.keys().try_for_each(|name| class(name)),
            _ => Ok(()),
        }
    }

    /// The edit of the value of a field alone, and the one of all else.
    pub(crate) fn without_value(&self) -> (Option<Self>, Self) {
        let Self::Attributes(attributes) = self else { return (None, self.clone()) };
        let mut others = attributes.clone();
        let value = others.remove("value").map(|value| [("value".to_owned(), value)].into());
        (value.map(Self::Attributes), Self::Attributes(others))
    }

    /// Returns whether it changes no attribute and no class.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Attributes(attributes) => attributes.is_empty(),
            Self::Classes(classes) => classes.is_empty(),
            _ => false,
        }
    }

    /// Returns whether it can be one with an earlier edit of its kind.
    pub(crate) fn joins(&self) -> bool {
        matches!(self, Self::Attributes(_) | Self::Classes(_))
    }

    /// Returns the two edits as one, this one first; `None` when they are not of a kind that can
    /// be.
    pub(crate) fn then(&self, later: &Self) -> Option<Self> {
        match (self, later) {
            (Self::Attributes(one), Self::Attributes(other)) => {
                let mut both = one.clone();
                both.extend(other.clone());
                Some(Self::Attributes(both))
            }
            (Self::Classes(one), Self::Classes(other)) => {
                let mut both = one.clone();
                both.extend(other.clone());
                Some(Self::Classes(both))
            }
            _ => None,
        }
    }
}

fn attribute(name: &str) -> Result<(), StateError> {
    let lower = name.to_ascii_lowercase();
    let problem = match &*lower {
        "id" => "the id of an element stays: put the element in again with another",
        "class" => "give classes by add and remove (op class)",
        "style" => "give CSS properties by style (op style)",
        _ if lower.starts_with("on") => {
            "an attribute holds no script: data-event=\"group:action\" emits an event"
        }
        _ if is_name(name) => return Ok(()),
        _ => "it is no name of an attribute: letters, digits, `-`, `_`, `.` and `:`",
    };
    Err(wrong("attributes", name, problem))
}

/// A name that every browser takes (HTML Living Standard 13.1.2.3 allows more).
fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    name.len() <= MAX_NAME
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(fits)
}

fn class(name: &str) -> Result<(), StateError> {
    if name.is_empty() || name.len() > MAX_NAME || name.contains(char::is_whitespace) {
        return Err(wrong("classes", name, "a class is one word of at most 100 bytes"));
    }
    Ok(())
}

fn wrong(part: &'static str, name: &str, problem: &str) -> StateError {
    let name: String = name.chars().take(80).collect();
    StateError::Element { part, problem: format!("\"{name}\": {problem}") }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn edit(value: Value) -> ElementEdit {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn an_edit_survives_json() {
        for value in [
            json!({"append": "<li>"}),
            json!({"prepend": "a"}),
            json!({"before": "b"}),
            json!({"after": "c"}),
            json!("remove"),
            json!({"attributes": {"hidden": "", "title": null}}),
            json!({"classes": {"done": true, "busy": false}}),
        ] {
            assert_eq!(serde_json::to_value(edit(value.clone())).unwrap(), value);
        }
    }

    #[test]
    fn names_that_would_break_the_document_are_refused_with_the_way_out() {
        edit(json!({"attributes": {"data-x": "1", "aria-label": "a", "xlink:href": "#b"}}))
            .check()
            .unwrap();
        for (value, part) in [
            (json!({"attributes": {"ID": "x"}}), "the id of an element stays"),
            (json!({"attributes": {"class": "x"}}), "op class"),
            (json!({"attributes": {"style": "x"}}), "op style"),
            (json!({"attributes": {"onclick": "x()"}}), "data-event"),
            (json!({"attributes": {"a b": "x"}}), "no name of an attribute"),
            (json!({"attributes": {"": "x"}}), "no name of an attribute"),
            (json!({"classes": {"a b": true}}), "one word"),
            (json!({"classes": {"": false}}), "one word"),
        ] {
            let error = edit(value).check().unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
        }
    }

    #[test]
    fn of_two_edits_of_attributes_or_classes_one_is_made() {
        let one = edit(json!({"attributes": {"a": "1", "b": "2"}}));
        let both = one.then(&edit(json!({"attributes": {"b": null}}))).unwrap();
        assert_eq!(both, edit(json!({"attributes": {"a": "1", "b": null}})));
        let one = edit(json!({"classes": {"a": true}}));
        let both = one.then(&edit(json!({"classes": {"a": false}}))).unwrap();
        assert_eq!(both, edit(json!({"classes": {"a": false}})));
        assert_eq!(one.then(&ElementEdit::Remove), None);
        assert_eq!(edit(json!({"append": "a"})).then(&edit(json!({"append": "b"}))), None);
    }
}

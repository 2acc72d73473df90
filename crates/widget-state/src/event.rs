//! Events: the input of people in a widget.

pub(crate) mod filter;
pub(crate) mod log;
pub(crate) mod pattern;
pub(crate) mod route;

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::error::StateError;
use crate::id::ViewerId;

/// Namespaces of events that the widget itself emits; no component may claim them.
pub const RESERVED_NAMESPACES: [&str; 7] =
    ["widget", "chart", "grid", "toolbar", "modal", "window", "viewer"];

/// The namespace of the events about viewers, which only the store emits.
const VIEWER_NAMESPACE: &str = "viewer";

/// The name of an event: `namespace:action`, each 1 to 64 ASCII letters, digits,
/// `_`, `-` or `.`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(transparent)]
pub struct EventName(Arc<str>);

impl EventName {
    /// Takes a name.
    ///
    /// # Errors
    ///
    /// [`StateError::EventName`] when it is not of the form `namespace:action`.
    pub fn new(name: &str) -> Result<Self, StateError> {
        let part = |part: &str| {
            (1..=64).contains(&part.len())
                && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b))
        };
        match name.split_once(':') {
            Some((namespace, action)) if part(namespace) && part(action) => Ok(Self(name.into())),
            _ => Err(StateError::EventName { name: name.chars().take(80).collect() }),
        }
    }

    /// The name of the event that a viewer has opened a widget which had none.
    pub(crate) fn viewer_opened() -> Self {
        Self("viewer:opened".into())
    }

    /// The name of the event that a widget has had no viewer for a while.
    pub(crate) fn viewer_closed() -> Self {
        Self("viewer:closed".into())
    }

    /// The name of the event that a viewer does not respond.
    pub(crate) fn viewer_failed() -> Self {
        Self("viewer:failed".into())
    }

    /// The whole name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the colon.
    #[must_use]
    pub fn namespace(&self) -> &str {
        self.0.split_once(':').map_or("", |(namespace, _)| namespace)
    }

    /// The part after the colon.
    #[must_use]
    pub fn action(&self) -> &str {
        self.0.split_once(':').map_or("", |(_, action)| action)
    }

    /// Returns whether only the widget itself emits events of this name.
    #[must_use]
    pub fn is_reserved(&self) -> bool {
        RESERVED_NAMESPACES.contains(&self.namespace())
    }

    /// Returns whether an event of this name is no input but what a reader would have to skip: a
    /// pointer that rests on a chart, what is typed into a form and not sent yet, and viewers that
    /// come and go.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.is_draft()
            || matches!(self.as_str(), "viewer:opened" | "viewer:closed" | "chart:hover")
    }

    /// Returns whether an event of this name is what is typed into a form and not sent yet.
    pub(crate) fn is_draft(&self) -> bool {
        self.as_str() == "widget:draft"
    }

    /// Reads the name of an event that a viewer sends.
    ///
    /// # Errors
    ///
    /// [`StateError::EventName`] as [`EventName::new`], and [`StateError::ReservedNamespace`]
    /// when only the store itself emits it.
    pub(crate) fn sent(name: &str) -> Result<Self, StateError> {
        let name = Self::new(name)?;
        if name.namespace() == VIEWER_NAMESPACE {
            return Err(StateError::ReservedNamespace { name: name.as_str().into() });
        }
        Ok(name)
    }

    /// Takes a name that a component claims for itself.
    ///
    /// # Errors
    ///
    /// [`StateError::EventName`] as [`EventName::new`], and [`StateError::ReservedNamespace`] for
    /// a name of the pages.
    pub(crate) fn own(name: &str) -> Result<Self, StateError> {
        let name = Self::new(name)?;
        if name.is_reserved() {
            return Err(StateError::ReservedNamespace { name: name.as_str().into() });
        }
        Ok(name)
    }

    /// Reads a name that a component claims for itself.
    pub(crate) fn claimed<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        Option::<Self>::deserialize(from)?.map(Self::not_reserved).transpose()
    }

    /// Reads a name that is claimed and may not be left out.
    pub(crate) fn required_claim<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::deserialize(from)?.not_reserved()
    }

    fn not_reserved<E: Error>(self) -> Result<Self, E> {
        if self.is_reserved() {
            let name = self.as_str().into();
            return Err(E::custom(StateError::ReservedNamespace { name }));
        }
        Ok(self)
    }
}

impl fmt::Debug for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for EventName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::new(&name).map_err(D::Error::custom)
    }
}

/// An event as sent by a viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventInput {
    /// Counts this viewer's events from 1. A number that was stored before marks
    /// a repetition, which is dropped.
    pub n: u64,
    /// The name, checked when the event is stored.
    pub event_type: String,
    /// The data of the event.
    #[serde(default)]
    pub data: Value,
    /// The label of the component, or empty.
    #[serde(default)]
    pub label: String,
    /// The block whose HTML it comes from, where its data names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub block: Option<Box<str>>,
}

/// Something a person did, as it stands in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The name, `namespace:action`.
    pub event_type: EventName,
    /// The data of the event.
    pub data: Value,
    /// The label of the component, or empty.
    pub label: String,
    /// The id of the block that it comes from: a form, a component, the card that a button stands
    /// in, a chart, a table or HTML. Absent for other parts of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub block: Option<Box<str>>,
    /// Its place in the widget's log: from 1, without gaps.
    pub seq: u64,
    /// When it was stored, in UTC.
    #[schemars(with = "String")]
    pub at: Timestamp,
    /// The page it came from.
    #[schemars(with = "String")]
    pub viewer: ViewerId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_namespace_and_an_action() {
        let name = EventName::new("rowCount:increment").unwrap();
        assert_eq!((name.namespace(), name.action()), ("rowCount", "increment"));
        let long = format!("a:{}", "b".repeat(65));
        for name in ["", "a", ":a", "a:", "a:b:c", "a b:c", "a:<b>", "ä:b", &long] {
            assert!(EventName::new(name).is_err(), "{name}");
        }
    }

    #[test]
    fn reserved_names_are_known() {
        assert!(EventName::new("grid:row-selected").unwrap().is_reserved());
        assert!(!EventName::new("button:click").unwrap().is_reserved());
    }

    #[test]
    fn viewers_do_not_say_that_they_are_there() {
        assert!(EventName::sent("grid:row-selected").is_ok());
        assert!(EventName::sent("viewer:closed").is_err());
        for name in [EventName::viewer_opened(), EventName::viewer_closed()] {
            assert_eq!(EventName::new(name.as_str()).unwrap(), name);
            assert!(name.is_reserved());
        }
    }
}

//! Names of events, to choose by: one, or all of a group.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::StateError;
use crate::event::EventName;

/// The name of an event, `namespace:action`, or of all events of a group, `namespace:*`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(transparent)]
pub struct EventPattern(Arc<str>);

impl EventPattern {
    /// Takes a name.
    ///
    /// # Errors
    ///
    /// [`StateError::EventPattern`] when it is neither `namespace:action` nor `namespace:*`.
    pub fn new(name: &str) -> Result<Self, StateError> {
        let of_group = name.strip_suffix('*').map(|group| format!("{group}x"));
        match EventName::new(of_group.as_deref().unwrap_or(name)) {
            // An action has no star but the one that stands for all.
            Ok(_) if of_group.is_none() || name.ends_with(":*") => Ok(Self(name.into())),
            _ => Err(StateError::EventPattern { name: name.chars().take(80).collect() }),
        }
    }

    /// All events of the group that an event is of.
    pub(crate) fn group_of(name: &EventName) -> Self {
        let group = name.as_str().split(':').next().unwrap_or_default();
        Self(format!("{group}:*").into())
    }

    /// The name as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether an event of this name is meant.
    #[must_use]
    pub fn matches(&self, name: &EventName) -> bool {
        match self.0.strip_suffix('*') {
            Some(group) => name.as_str().starts_with(group),
            None => *self.0 == *name.as_str(),
        }
    }
}

impl From<EventName> for EventPattern {
    fn from(name: EventName) -> Self {
        Self(name.as_str().into())
    }
}

impl fmt::Debug for EventPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<'de> Deserialize<'de> for EventPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        Self::new(&name).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_a_name_or_a_group() {
        let matches = |pattern: &str, name: &str| {
            EventPattern::new(pattern).unwrap().matches(&EventName::new(name).unwrap())
        };
        assert!(matches("form:save", "form:save") && matches("form:*", "form:save"));
        for (pattern, name) in
            [("form:save", "form:saved"), ("form:*", "forms:save"), ("form:sa", "form:save")]
        {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
        for wrong in ["", "*", "*:*", "form", "form:sa*", "form:**", ":*", "a:b:*", "f*:save"] {
            assert!(EventPattern::new(wrong).is_err(), "{wrong}");
        }
    }
}

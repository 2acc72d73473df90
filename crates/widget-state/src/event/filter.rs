//! Choosing among events by their names.

use std::sync::Arc;

use crate::event::EventName;
use crate::event::pattern::EventPattern;

/// A choice among events by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EventFilter {
    /// Every event.
    #[default]
    All,
    /// Every event of these names.
    Only(Arc<[EventPattern]>),
    /// Every event but the [quiet](EventName::is_quiet) ones; of these only those of these names.
    Audible(Arc<[EventPattern]>),
}

impl EventFilter {
    /// Returns whether an event of this name is chosen.
    #[must_use]
    pub fn accepts(&self, name: &EventName) -> bool {
        let is_named = |names: &[EventPattern]| names.iter().any(|pattern| pattern.matches(name));
        match self {
            Self::All => true,
            Self::Only(names) => is_named(names),
            Self::Audible(named) => !name.is_quiet() || is_named(named),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_events_are_chosen_by_name() {
        let patterns = |names: &[&str]| {
            names.iter().map(|name| EventPattern::new(name).unwrap()).collect::<Arc<[_]>>()
        };
        let accepts =
            |filter: &EventFilter, name: &str| filter.accepts(&EventName::new(name).unwrap());
        let silent = EventFilter::Audible(patterns(&[]));
        let hovering = EventFilter::Audible(patterns(&["chart:*"]));
        let only = EventFilter::Only(patterns(&["chart:hover", "form:*"]));
        for (name, expected) in [
            ("chart:hover", [false, true, true]),
            ("chart:click", [true, true, false]),
            ("viewer:opened", [false, false, false]),
            ("form:save", [true, true, true]),
        ] {
            assert!(accepts(&EventFilter::All, name));
            assert_eq!([&silent, &hovering, &only].map(|filter| accepts(filter, name)), expected);
        }
    }
}

//! The ways of an event to the model, beside the log.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::EventName;
use crate::event::pattern::EventPattern;

/// The most names that have a route.
const MAX_ROUTES: usize = 64;

/// The way of an event to the model, beside the log, where every event is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EventRoute {
    /// It is read from the log alone.
    #[default]
    Log,
    /// The model has it in mind when the person writes next; nothing begins by it.
    Context,
    /// The model is told of it and may begin to work.
    Wake,
}

/// The routes of events by their names; an event without one is in the log alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "BTreeMap<EventPattern, EventRoute>")]
pub struct EventRoutes(BTreeMap<EventPattern, EventRoute>);

impl EventRoutes {
    /// The route of an event: that of its own name before that of its group.
    ///
    /// ```
    /// use widget_state::{EventName, EventRoute, EventRoutes};
    ///
    /// let routes: EventRoutes = serde_json::from_str(r#"{"form:*": "context", "form:send": "wake"}"#)?;
    /// assert_eq!(routes.of(&EventName::new("form:send")?), EventRoute::Wake);
    /// assert_eq!(routes.of(&EventName::new("form:edit")?), EventRoute::Context);
    /// assert_eq!(routes.of(&EventName::new("app:open")?), EventRoute::Log);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(&self, name: &EventName) -> EventRoute {
        let own = self.0.get(&EventPattern::from(name.clone()));
        own.or_else(|| self.0.get(&EventPattern::group_of(name))).copied().unwrap_or_default()
    }

    /// Returns the names of the events of a route; an event may be taken out of a group among them.
    pub fn names(&self, route: EventRoute) -> impl Iterator<Item = &EventPattern> {
        self.0.iter().filter(move |(_, own)| **own == route).map(|(name, _)| name)
    }

    /// Returns whether no event has a route.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl TryFrom<BTreeMap<EventPattern, EventRoute>> for EventRoutes {
    type Error = String;

    fn try_from(routes: BTreeMap<EventPattern, EventRoute>) -> Result<Self, String> {
        match routes.len() {
            0..=MAX_ROUTES => Ok(Self(routes)),
            count => Err(format!("{count} names of events; at most {MAX_ROUTES}, or group:*")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn routes(json: &str) -> Result<EventRoutes, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn an_event_may_be_taken_out_of_its_group() {
        let routes = routes(r#"{"a:*": "wake", "a:typed": "log"}"#).unwrap();
        let of = |name| routes.of(&EventName::new(name).unwrap());
        assert_eq!((of("a:sent"), of("a:typed")), (EventRoute::Wake, EventRoute::Log));
        let names: Vec<_> = routes.names(EventRoute::Wake).map(EventPattern::as_str).collect();
        assert_eq!(names, ["a:*"]);
    }

    #[test]
    fn names_and_routes_are_checked() {
        let context = routes(r#"{"a:b": "context"}"#).unwrap();
        assert_eq!(context.names(EventRoute::Wake).count(), 0);
        let error = routes(r#"{"a:b": "shout"}"#).unwrap_err().to_string();
        assert!(error.contains("`log`, `context`, `wake`"), "{error}");
        assert!(routes(r#"{"a": "wake"}"#).is_err());
        let many: BTreeMap<_, _> = (0..=MAX_ROUTES).map(|n| (format!("a:{n}"), "log")).collect();
        let error = routes(&serde_json::to_string(&many).unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("65 names of events; at most 64"), "{error}");
    }
}

//! The events of widgets, for a program that calls tools itself.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use widget_state::WidgetId;

/// The events of each widget, newest last. Clones share the lists.
///
/// ```
/// use serde_json::json;
/// use widget_mcp::{Events, WidgetId};
///
/// let (events, id): (_, WidgetId) = (Events::new(), "0".repeat(32).parse()?);
/// let mut callback = events.callback(id);
/// callback(json!({"componentId": "button-1"}), "button:click", "Save");
/// assert_eq!(events.of(id)[0].event_type, "button:click");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Events(Arc<Mutex<HashMap<WidgetId, List>>>);

/// Something a person did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredEvent {
    /// Its name, `namespace:action`.
    pub event_type: String,
    /// The data of the event.
    pub data: Value,
}

#[derive(Debug, Default)]
struct List {
    events: VecDeque<StoredEvent>,
    lost: u64,
}

impl Events {
    /// The number of newest events kept for one widget.
    pub const MAX: usize = 10_000;

    /// No events yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A callback for [`handle_tool`](crate::handle_tool) that takes
    /// `(data, event_type, label)` and appends to the list of this widget.
    pub fn callback(&self, id: WidgetId) -> impl FnMut(Value, &str, &str) + Send + 'static {
        let events = self.clone();
        move |data, event_type, _label| events.push(id, event_type, data)
    }

    /// The events of a widget, oldest first. They stay.
    #[must_use]
    pub fn of(&self, id: WidgetId) -> Vec<StoredEvent> {
        let lists = self.lists();
        lists.get(&id).map(|list| list.events.iter().cloned().collect()).unwrap_or_default()
    }

    /// The events of a widget, oldest first. They are gone from here.
    #[must_use]
    pub fn take(&self, id: WidgetId) -> Vec<StoredEvent> {
        let mut lists = self.lists();
        lists.get_mut(&id).map(|list| list.events.drain(..).collect()).unwrap_or_default()
    }

    /// Returns the number of events of a widget that were dropped because they were not taken in time.
    #[must_use]
    pub fn lost(&self, id: WidgetId) -> u64 {
        self.lists().get(&id).map_or(0, |list| list.lost)
    }

    /// The widgets that have a list.
    #[must_use]
    pub fn widgets(&self) -> Vec<WidgetId> {
        self.lists().keys().copied().collect()
    }

    /// Gives a widget a list, if it has none.
    pub(crate) fn open(&self, id: WidgetId) {
        self.lists().entry(id).or_default();
    }

    fn push(&self, id: WidgetId, event_type: &str, data: Value) {
        let mut lists = self.lists();
        let list = lists.entry(id).or_default();
        if list.events.len() == Self::MAX {
            list.events.pop_front();
            list.lost += 1;
        }
        list.events.push_back(StoredEvent { event_type: event_type.to_owned(), data });
    }

    fn lists(&self) -> MutexGuard<'_, HashMap<WidgetId, List>> {
        self.0.lock()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_newest_stay_and_the_lost_are_counted() {
        let (events, id) = (Events::new(), WidgetId::random().unwrap());
        let mut callback = events.callback(id);
        for n in 0..=Events::MAX {
            callback(json!(n), "a:b", "");
        }
        assert_eq!(events.lost(id), 1);
        let taken = events.take(id);
        assert_eq!((taken.len(), &taken[0].data), (Events::MAX, &json!(1)));
        assert!(events.of(id).is_empty());
        assert_eq!(events.widgets(), [id]);
    }
}

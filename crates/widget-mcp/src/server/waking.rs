//! The events that wake a model.

use std::sync::Arc;

use widget_state::{Event, EventFilter, EventPattern, EventQuery, EventRoute, EventRoutes, Widget};

/// The events of a widget that wake a model. A widget has the same as long as it lives.
#[derive(Debug)]
pub(super) struct Waking {
    routes: EventRoutes,
    names: Arc<[EventPattern]>,
}

impl Waking {
    /// Those of a widget; `None` when there are none.
    pub(super) fn of(widget: &Widget) -> Option<Self> {
        let routes = widget.event_routes().clone();
        let names: Arc<[_]> = routes.names(EventRoute::Wake).cloned().collect();
        (!names.is_empty()).then_some(Self { routes, names })
    }

    /// The query for those after a `seq`. Who reads the log has them still to read.
    pub(super) fn after(&self, seq: u64) -> EventQuery {
        let filter = EventFilter::Only(Arc::clone(&self.names));
        EventQuery { limit: usize::MAX, filter, peek: true, ..EventQuery::after(seq) }
    }

    /// Returns whether an event that the query gave is one: another may be taken out of its group.
    pub(super) fn includes(&self, event: &Event) -> bool {
        self.routes.of(&event.event_type) == EventRoute::Wake
    }
}

#[cfg(test)]
mod tests {
    use widget_state::{EventInput, MemoryStore, WidgetStore};

    use super::*;

    #[tokio::test]
    async fn what_wakes_a_model_is_still_to_be_read() {
        let store = MemoryStore::new();
        let routes = r#"{"a:*": "wake", "a:typed": "log", "b:c": "context"}"#;
        let routes = serde_json::from_str(routes).unwrap();
        let id = store.create(Widget::html("").with_event_routes(routes)).await.unwrap();
        let waking = Waking::of(&store.get(id).await.unwrap()).unwrap();
        let names = ["a:typed", "b:c", "a:sent"];
        let events = names.into_iter().zip(1..).map(|(name, n)| EventInput {
            n,
            event_type: name.into(),
            data: true.into(),
            label: String::new(),
            block: None,
        });
        let viewer = "0".repeat(32).parse().unwrap();
        store.append_events(id, viewer, events.collect()).await.unwrap();
        let told = store.read_events(id, waking.after(0)).await.unwrap().events;
        let told: Vec<_> = told.iter().filter(|event| waking.includes(event)).collect();
        assert_eq!(told.iter().map(|event| event.seq).collect::<Vec<_>>(), [3]);
        let unread = store.read_events(id, EventQuery::default()).await.unwrap();
        assert_eq!(unread.events.len(), names.len());
        assert!(Waking::of(&Widget::html("")).is_none());
    }
}

//! The events that wake a model.

use widget_state::{Event, EventQuery, EventRoute, StateError, WidgetId, WidgetStore};

/// Returns the kept events after a `seq` that are to wake the model, and the `seq` up to which
/// they are known.
pub(super) async fn waking_after(
    store: &dyn WidgetStore,
    id: WidgetId,
    seq: u64,
) -> Result<(Vec<Event>, u64), StateError> {
    let widget = store.get(id).await?;
    let routes = widget.event_routes();
    if !routes.wakes() {
        return Ok((Vec::new(), seq));
    }
    let query = EventQuery { limit: usize::MAX, ..EventQuery::after(seq) };
    let mut page = store.read_events(id, query).await?;
    page.events.retain(|event| routes.of(&event.event_type) == EventRoute::Wake);
    Ok((page.events, page.cursor))
}

//! Presence: who is there, and what the log says of it.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::{ManualClock, counter, event, viewer};
use crate::event::Event;
use crate::event::log::EventQuery;
use crate::id::WidgetId;
use crate::store::presence::{ABSENCE_TIMEOUT, Departure, Presence, Surface};
use crate::store::{WidgetStore, WidgetStoreExt};

const MOMENT: Duration = Duration::from_millis(1);

async fn events(store: &impl WidgetStore, id: WidgetId) -> Vec<Event> {
    store.read_events(id, EventQuery::after(0)).await.expect("read").events
}

fn names(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.event_type.as_str()).collect()
}

fn after_epoch(time: Duration) -> Timestamp {
    Timestamp::UNIX_EPOCH.checked_add(time).expect("a time")
}

pub(super) async fn viewers_are_counted_where_they_are(
    store: &impl WidgetStore,
    clock: &ManualClock,
) {
    let id = store.create(counter()).await.expect("created");
    let presence = async || store.presence(id).await.expect("there");
    assert_eq!(presence().await, Presence::default());
    for (n, surface) in [(1, Surface::Page), (1, Surface::Page), (2, Surface::Inline)] {
        store.attach(id, viewer(n), surface).await.expect("attached");
    }
    let two = Presence { open: 2, inline: 1, ever: true, ..Presence::default() };
    assert_eq!(presence().await, two, "two connections of one viewer are one viewer");
    assert_eq!(store.summary(id).await.expect("there").viewers, two);
    for n in [2, 1] {
        store.detach(id, viewer(n), Departure::Left).await.expect("detached");
    }
    assert_eq!(presence().await, Presence { open: 1, inline: 0, ..two });
    clock.advance(Duration::from_secs(7));
    store.detach(id, viewer(1), Departure::Left).await.expect("detached");
    let last_seen = Some(after_epoch(Duration::from_secs(7)));
    let gone = Presence { open: 0, inline: 0, last_seen, ..two };
    assert_eq!(presence().await, gone);
    clock.advance(ABSENCE_TIMEOUT);
    assert_eq!(presence().await, Presence { closed_seq: Some(2), ..gone });
    store.attach(id, viewer(3), Surface::Inline).await.expect("attached");
    assert_eq!(presence().await, Presence { open: 1, inline: 1, ..two });
    store.remove(id).await.expect("removed");
    store.presence(id).await.expect_err("the widget is gone");
}

pub(super) async fn a_widget_is_opened_and_closed_and_a_reload_is_neither(
    store: &impl WidgetStore,
    clock: &ManualClock,
) {
    let id = store.create(counter()).await.expect("created");
    store.attach(id, viewer(1), Surface::Inline).await.expect("attached");
    store.attach(id, viewer(2), Surface::Page).await.expect("attached");
    for n in [1, 2] {
        store.detach(id, viewer(n), Departure::Left).await.expect("detached");
    }
    clock.advance(ABSENCE_TIMEOUT - MOMENT);
    assert_eq!(names(&events(store, id).await), ["viewer:opened"]);
    store.attach(id, viewer(3), Surface::Page).await.expect("attached");
    clock.advance(ABSENCE_TIMEOUT);
    assert_eq!(names(&events(store, id).await), ["viewer:opened"], "it was loaded again");
    store.detach(id, viewer(3), Departure::Left).await.expect("detached");
    store.detach(id, viewer(3), Departure::Left).await.expect("detached twice");
    let closed_at = 3 * ABSENCE_TIMEOUT - MOMENT;
    clock.advance(Duration::from_secs(60));
    store.attach(id, viewer(4), Surface::Page).await.expect("attached");
    let events = events(store, id).await;
    assert_eq!(names(&events), ["viewer:opened", "viewer:closed", "viewer:opened"]);
    let seqs: Vec<u64> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, [1, 2, 3]);
    assert_eq!((events[0].viewer, &events[0].data), (viewer(1), &json!({"surface": "inline"})));
    let last_seen = after_epoch(closed_at - ABSENCE_TIMEOUT);
    assert_eq!((events[1].viewer, events[1].at), (viewer(3), after_epoch(closed_at)));
    assert_eq!(events[1].data, json!({ "last_seen": last_seen }));
}

pub(super) async fn a_wait_ends_when_the_widget_is_closed(
    store: &impl WidgetStore,
    clock: &ManualClock,
) {
    let id = store.create(counter()).await.expect("created");
    store.attach(id, viewer(1), Surface::Page).await.expect("attached");
    store.detach(id, viewer(1), Departure::Left).await.expect("detached");
    let after_opening = EventQuery::after(1);
    let wait = store.wait_for_events(id, after_opening, Duration::from_secs(3_600));
    let (page, ()) = tokio::join!(wait, async { clock.advance(ABSENCE_TIMEOUT) });
    assert_eq!(names(&page.expect("waited").events), ["viewer:closed"]);
}

pub(super) async fn a_viewer_that_does_not_respond_is_an_event_and_counts_no_more(
    store: &impl WidgetStore,
) {
    let id = store.create(counter()).await.expect("created");
    store.attach(id, viewer(1), Surface::Page).await.expect("attached");
    for _ in 0..2 {
        store.detach(id, viewer(1), Departure::Unresponsive).await.expect("detached");
    }
    assert_eq!(names(&events(store, id).await), ["viewer:opened", "viewer:failed"]);
    assert_eq!(store.presence(id).await.expect("there").open, 0);
    store.attach(id, viewer(1), Surface::Page).await.expect("it responds again");
    assert_eq!(store.presence(id).await.expect("there").open, 1);
}

pub(super) async fn viewers_do_not_say_that_they_are_there(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let forged = vec![event(1, "viewer:closed", Value::Null), event(2, "a:b", Value::Null)];
    let appended = store.append_events(id, viewer(1), forged).await.expect("stored");
    assert_eq!(appended.rejected.iter().map(|event| event.n).collect::<Vec<_>>(), [1]);
    assert_eq!(names(&events(store, id).await), ["a:b"]);
    assert!(!store.presence(id).await.expect("there").ever, "input is not presence");
}

//! The conformance suite of [`Journal`](crate::Journal): what every implementation must do.

mod contract;
mod reopened;

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::{ManualClock, counter, event, viewer};
use crate::clock::Clock;
use crate::error::StateError;
use crate::event::log::EventQuery;
use crate::id::{ViewerId, WidgetId};
use crate::op::{Content, Op};
use crate::store::engine::Engine;
use crate::store::journal::Journal;
use crate::store::presence::{ABSENCE_TIMEOUT, Departure, Presence, Surface};
use crate::store::{Watermark, WidgetStore, WidgetStoreExt};
use reopened::Reopened;

/// Runs the whole suite. `make` gives an empty journal, each time another one.
///
/// It tests the journal by itself, and then a store over it that is closed and opened again
/// before every call: in each case of [`conformance`](super::conformance) but those of what ends
/// with a store, which are the number of a list, deliveries and queries.
///
/// ```
/// use widget_state::{MemoryJournal, testing};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// testing::journal(async || MemoryJournal::new()).await;
/// # }
/// ```
///
/// # Panics
///
/// When the journal does not do what the contract says.
pub async fn journal<J, F>(make: F)
where
    J: Journal,
    F: AsyncFn() -> J,
{
    contract::records_are_kept_in_their_order(&make().await).await;
    contract::a_writer_that_is_behind_is_refused(&make().await).await;
    contract::a_snapshot_takes_the_place_of_records(&make().await).await;
    contract::journals_are_listed_and_removed(&make().await).await;
    contract::a_watch_ends_with_another_position(&make().await).await;

    let reopened = async |limits, clock| Reopened::new(make().await, limits, clock);
    super::durable_cases(&reopened).await;
    a_long_journal_gets_a_snapshot(make().await).await;
    presence_outlives_the_store(make().await).await;
    two_stores_do_not_overwrite_each_other(make().await).await;
    a_store_follows_what_another_writes(make().await).await;
}

/// Runs the part of the suite for a journal that outlives its process, beside [`journal`]. `open`
/// opens the journal of one place, which is empty at first; the one that it opened before has been
/// dropped.
///
/// ```
/// use std::sync::Arc;
///
/// use widget_state::{MemoryJournal, testing};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let place = Arc::new(MemoryJournal::new());
/// testing::durable_journal(async || Arc::clone(&place)).await;
/// # }
/// ```
///
/// # Panics
///
/// When what was kept is not there as it was.
pub async fn durable_journal<J, F>(open: F)
where
    J: Journal,
    F: AsyncFn() -> J,
{
    contract::what_was_kept_is_there_when_it_is_opened_again(open).await;
}

fn text(text: &str) -> Op {
    Op::set_content("counter", Content::Text(text.into()))
}

async fn a_long_journal_gets_a_snapshot<J: Journal>(journal: J) {
    let journal: Arc<dyn Journal> = Arc::new(journal);
    let open = async || Engine::new().open(Arc::clone(&journal)).await.expect("opened");
    let store = open().await;
    let id = store.create(counter()).await.expect("created");
    for n in 1..=600 {
        store.apply(id, text(&n.to_string())).await.expect("applied");
        let events = vec![event(n, "a:b", json!(n))];
        store.append_events(id, viewer(1), events).await.expect("stored");
    }
    let stored = journal.load(id).await.expect("there");
    assert_eq!(stored.position, 2 * 600, "an operation and an event");
    assert!(stored.records.len() < 600, "{} records", stored.records.len());
    let store = open().await;
    let widget = store.get(id).await.expect("there");
    assert_eq!(widget.content("counter"), Some(&Content::Text("600".into())));
    let page = store.read_events(id, EventQuery::after(590)).await.expect("read");
    assert_eq!(
        page.events.iter().map(|event| event.seq).collect::<Vec<_>>(),
        Vec::from_iter(591..=600)
    );
    let changes = store.changes_since(id, Some(100)).await.expect("changes");
    assert_eq!((changes.document, changes.ops.len()), (None, 501));
}

async fn presence_outlives_the_store<J: Journal>(journal: J) {
    let clock = Arc::new(ManualClock::default());
    let journal: Arc<dyn Journal> = Arc::new(journal);
    let open = async || {
        let store = Engine::new().with_clock(Arc::clone(&clock) as Arc<dyn Clock>);
        store.open(Arc::clone(&journal)).await.expect("opened")
    };
    let store = open().await;
    let id = store.create(counter()).await.expect("created");
    store.attach(id, viewer(1), Surface::Page).await.expect("attached");
    clock.advance(Duration::from_secs(1));

    let store = open().await;
    let gone = store.presence(id).await.expect("there");
    let last_seen = Some(clock.now());
    let expected = Presence { ever: true, last_seen, ..Presence::default() };
    assert_eq!(gone, expected, "a viewer ends with its store");
    store.attach(id, viewer(1), Surface::Page).await.expect("attached");
    store.detach(id, viewer(1), Departure::Left).await.expect("detached");

    let store = open().await;
    clock.advance(ABSENCE_TIMEOUT);
    let closed = store.presence(id).await.expect("there").closed_seq;
    assert_eq!(closed, Some(2), "the page was loaded again, and opened by no other viewer");
    assert_eq!(open().await.presence(id).await.expect("there").closed_seq, Some(2));
    let page = store.read_events(id, EventQuery::after(0)).await.expect("read");
    let names: Vec<&str> = page.events.iter().map(|event| event.event_type.as_str()).collect();
    assert_eq!(names, ["viewer:opened", "viewer:closed"]);
}

async fn two_stores_do_not_overwrite_each_other<J: Journal>(journal: J) {
    let journal: Arc<dyn Journal> = Arc::new(journal);
    let open = async || Engine::new().open(Arc::clone(&journal)).await.expect("opened");
    let id = open().await.create(counter()).await.expect("created");
    let (one, other) = (open().await, open().await);
    assert_eq!(one.apply(id, text("1")).await.expect("applied"), 2);
    let refused = other.apply(id, text("2")).await.expect_err("one has written");
    assert!(refused.is_retryable(), "{refused}");
    assert_eq!(other.apply(id, text("2")).await.expect("applied"), 3);
    append(&one, id, viewer(1)).await.expect_err("other has written");
    append(&one, id, viewer(1)).await.expect("stored");
    let widget = one.get(id).await.expect("there");
    assert_eq!(widget.content("counter"), Some(&Content::Text("2".into())));
    let page = one.read_events(id, EventQuery::after(0)).await.expect("read");
    assert_eq!(page.events.len(), 1, "what was refused is not there");
}

async fn append(store: &Engine, id: WidgetId, viewer: ViewerId) -> Result<(), StateError> {
    let events = vec![event(1, "a:b", json!({}))];
    store.append_events(id, viewer, events).await.map(|_| ())
}

async fn a_store_follows_what_another_writes<J: Journal>(journal: J) {
    let journal: Arc<dyn Journal> = Arc::new(journal);
    let open = async || Engine::new().open(Arc::clone(&journal)).await.expect("opened");
    let writer = open().await;
    let id = writer.create(counter()).await.expect("created");
    let reader = open().await;
    let seen = reader.changed(id, Watermark::default()).await.expect("the widget");
    let writes = async {
        writer.attach(id, viewer(1), Surface::Page).await.expect("attached");
        writer.apply(id, text("1")).await.expect("applied")
    };
    let (changed, revision) = tokio::join!(reader.changed(id, seen), writes);
    let mut seen = changed.expect("changed");
    while seen.revision < revision {
        seen = reader.changed(id, seen).await.expect("changed");
    }
    let widget = reader.get(id).await.expect("there");
    assert_eq!(widget.content("counter"), Some(&Content::Text("1".into())));
    let presence = reader.presence(id).await.expect("there");
    assert_eq!((presence.ever, presence.last_seen), (true, None), "the viewer is at the other");
    writer.apply(id, text("2")).await.expect("following writes nothing");
    writer.remove(id).await.expect("removed");
    let mut waits = Ok(seen);
    while let Ok(seen) = waits {
        waits = reader.changed(id, seen).await;
    }
    assert!(matches!(waits, Err(StateError::UnknownWidget { .. })), "{waits:?}");
}

//! Events: stored once, in order, and never lost in silence.

use std::time::Duration;

use serde_json::json;

use super::{counter, event, viewer};
use crate::block::Blocks;
use crate::error::StateError;
use crate::event::filter::EventFilter;
use crate::event::log::{EventQuery, Gap};
use crate::event::pattern::EventPattern;
use crate::op::{Content, Op};
use crate::store::{WidgetStore, WidgetStoreExt};
use crate::style::Theme;
use crate::widget::Widget;

fn after(seq: u64) -> EventQuery {
    EventQuery::after(seq)
}

pub(super) async fn events_are_stored_once_and_in_order(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let batch = |from: u64| (from..from + 3).map(|n| event(n, "a:b", json!({ "n": n }))).collect();
    for (from, acked) in [(1, 3), (1, 3), (2, 4), (5, 7)] {
        let appended = store.append_events(id, viewer(1), batch(from)).await.expect("stored");
        assert_eq!((appended.acked, appended.rejected.len()), (acked, 0));
    }
    let other = store.append_events(id, viewer(2), batch(1)).await.expect("stored");
    assert_eq!(other.acked, 3);
    let page = store.read_events(id, after(0)).await.expect("read");
    let stored: Vec<_> =
        page.events.iter().map(|e| (e.seq, e.viewer, e.data["n"].clone())).collect();
    let expected: Vec<_> = (1..=7)
        .map(|n| (n, viewer(1), json!(n)))
        .chain((1..=3).map(|n| (n + 7, viewer(2), json!(n))))
        .collect();
    assert_eq!(stored, expected);
}

pub(super) async fn bad_events_are_rejected_and_never_asked_for_again(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let events = vec![
        event(1, "no name", json!({})),
        event(2, "a:b", json!("x".repeat(300))),
        event(3, "a:b", json!({})),
    ];
    let appended = store.append_events(id, viewer(1), events).await.expect("stored");
    assert_eq!(appended.acked, 3);
    let rejected: Vec<u64> = appended.rejected.iter().map(|rejected| rejected.n).collect();
    assert_eq!(rejected, [1, 2]);
    assert!(appended.rejected[0].reason.contains("namespace:action"));
    let page = store.read_events(id, after(0)).await.expect("read");
    assert_eq!(page.events.len(), 1);
    assert_eq!(page.events[0].seq, 1);
}

pub(super) async fn reading_does_not_destroy(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let events = (1..=6).map(|n| event(n, "a:b", json!(n))).collect();
    store.append_events(id, viewer(1), events).await.expect("stored");
    let seqs = async |query: EventQuery| {
        let page = store.read_events(id, query).await.expect("read");
        let seqs: Vec<u64> = page.events.iter().map(|event| event.seq).collect();
        (seqs, page.cursor, page.more)
    };
    let two = EventQuery { limit: 2, ..after(1) };
    assert_eq!(seqs(two.clone()).await, (vec![2, 3], 3, true));
    assert_eq!(seqs(two.clone()).await, (vec![2, 3], 3, true));
    assert_eq!(seqs(EventQuery { clear: true, ..two }).await, (vec![2, 3], 3, true));
    assert_eq!(seqs(after(0)).await, (vec![1, 4, 5, 6], 6, false));
    let unread = EventQuery::default();
    assert_eq!(seqs(unread.clone()).await, (vec![], 6, false));
    store.append_events(id, viewer(1), vec![event(7, "a:b", json!(7))]).await.expect("stored");
    assert_eq!(seqs(EventQuery { peek: true, ..after(6) }).await, (vec![7], 7, false));
    assert_eq!(seqs(unread).await, (vec![7], 7, false));
    assert!(store.read_events(id, after(0)).await.expect("read").gap.is_none());
}

pub(super) async fn events_are_chosen_by_name(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let names = ["form:a", "chart:hover", "form:b", "tab:c", "form:d", "chart:hover"];
    let sent = (1..).zip(names).map(|(n, name)| event(n, name, json!({}))).collect();
    store.append_events(id, viewer(1), sent).await.expect("stored");
    let pattern = |name| EventPattern::new(name).expect("a name");
    let forms = EventFilter::Only([pattern("form:*"), pattern("x:y")].into());
    let read = async |seq: u64, filter: &EventFilter, clear: bool| {
        let query = EventQuery { limit: 2, clear, filter: filter.clone(), ..after(seq) };
        let page = store.read_events(id, query).await.expect("read");
        let seqs: Vec<u64> = page.events.iter().map(|event| event.seq).collect();
        (seqs, page.cursor, page.more)
    };
    assert_eq!(read(0, &forms, false).await, (vec![1, 3], 3, true));
    assert_eq!(read(3, &forms, false).await, (vec![5], 6, false), "the others count as read");
    let audible = EventFilter::Audible([].into());
    assert_eq!(read(1, &audible, false).await, (vec![3, 4], 4, true));
    assert_eq!(read(5, &audible, false).await, (vec![], 6, false));
    assert_eq!(read(0, &forms, true).await, (vec![1, 3], 3, true));
    assert_eq!(read(0, &EventFilter::All, false).await, (vec![2, 4], 4, true), "those are left");
    let wait = EventQuery { filter: forms, ..after(6) };
    let wait = store.wait_for_events(id, wait, Duration::from_secs(60));
    let late = vec![event(7, "chart:hover", json!({})), event(8, "form:e", json!({}))];
    let (page, sent) = tokio::join!(wait, store.append_events(id, viewer(1), late));
    sent.expect("stored");
    let page = page.expect("waited");
    assert_eq!((page.events.len(), page.events[0].seq, page.cursor), (1, 8, 8));
}

pub(super) async fn what_falls_off_is_told(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let events = (1..=8).map(|n| event(n, "a:b", json!(n))).collect();
    store.append_events(id, viewer(1), events).await.expect("stored");
    let page = store.read_events(id, after(1)).await.expect("read");
    assert_eq!(page.gap, Some(Gap { from_seq: 2, to_seq: 3, lost: 2 }));
    assert_eq!(page.events.iter().map(|event| event.seq).collect::<Vec<_>>(), [4, 5, 6, 7, 8]);
    let page = store.read_events(id, after(3)).await.expect("read");
    assert_eq!(page.gap, None);
}

pub(super) async fn waiting_ends_with_an_event_or_with_time(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let page =
        store.wait_for_events(id, after(0), Duration::from_millis(10)).await.expect("waited");
    assert!(page.events.is_empty() && page.cursor == 0);
    let wait = store.wait_for_events(id, after(0), Duration::from_secs(60));
    let send = store.append_events(id, viewer(1), vec![event(1, "a:b", json!({}))]);
    let (page, sent) = tokio::join!(wait, send);
    sent.expect("stored");
    assert_eq!(page.expect("waited").events.len(), 1);
    let wait = store.wait_for_events(id, after(1), Duration::from_secs(60));
    let (page, removed) = tokio::join!(wait, store.remove(id));
    removed.expect("removed");
    page.expect_err("the widget is gone");
}

pub(super) async fn events_say_their_block(store: &impl WidgetStore) {
    let blocks = json!([
        {"type": "card", "title": "A", "blocks": [{"type": "markdown", "id": "note", "markdown": "b"}]},
        {"type": "table", "id": "rows", "rows": []},
    ]);
    let Blocks(blocks) = serde_json::from_value(blocks).expect("blocks");
    let id = store.create(Widget::page(blocks).expect("a page")).await.expect("created");
    let data = [
        json!({"componentId": "note"}),
        json!({"block_id": "rows", "row": {}}),
        json!({"componentId": "else"}),
        json!({"block_id": 1}),
        json!("note"),
    ];
    let events = (1..).zip(data).map(|(n, data)| event(n, "a:b", data)).collect();
    store.append_events(id, viewer(1), events).await.expect("stored");
    let page = store.read_events(id, after(0)).await.expect("read");
    let blocks: Vec<_> = page.events.iter().map(|event| event.block.as_deref()).collect();
    assert_eq!(blocks, [Some("note"), Some("rows"), None, None, None]);
}

pub(super) async fn a_draft_is_no_change_that_an_agent_has_to_look_at(store: &impl WidgetStore) {
    let form = json!([{"type": "form", "id": "trip", "fields": [{"name": "what"}]}]);
    let Blocks(blocks) = serde_json::from_value(form).expect("blocks");
    let id = store.create(Widget::page(blocks).expect("a page")).await.expect("created");
    let typed = async |n, name: &str| {
        let data = json!({"componentId": "trip", "values": {"what": "Tea"}});
        store.append_events(id, viewer(1), vec![event(n, name, data)]).await.expect("stored");
        store.get(id).await.expect("there").revision()
    };
    let darken = async |if_revision| {
        let ops = vec![Op::SetTheme { theme: Theme::Dark }];
        store.apply_all(id, ops, Some(if_revision)).await
    };
    assert_eq!(typed(1, "widget:draft").await, 2);
    assert_eq!(darken(1).await.expect("only typed"), 3);
    let late = darken(1).await;
    assert!(matches!(late, Err(StateError::Revision { expected: 1, actual: 3 })), "{late:?}");
    darken(4).await.expect_err("not made yet");
    assert_eq!(typed(2, "form:submit").await, 4);
    darken(3).await.expect_err("sent meanwhile");
    assert_eq!(darken(4).await.expect("looked at"), 5);
}

pub(super) async fn a_form_that_is_sent_before_its_answer_says_again(store: &impl WidgetStore) {
    let fields = json!([{"name": "what"}]);
    let blocks = json!([
        {"type": "form", "id": "own", "fields": fields},
        {"type": "form", "id": "left", "submit": false, "fields": fields},
    ]);
    let Blocks(blocks) = serde_json::from_value(blocks).expect("blocks");
    let id = store.create(Widget::page(blocks).expect("a page")).await.expect("created");
    let tea = json!({"what": "Tea"});
    let own = |n, name: &str| event(n, name, json!({"componentId": "own", "values": tea}));
    let left = |n| event(n, "trip:save", json!({"values": {"left": tea}}));
    let send = async |viewer, events| store.append_events(id, viewer, events).await;
    let first = vec![own(1, "form:submit"), left(2), own(3, "widget:draft")];
    send(viewer(1), first.clone()).await.expect("stored");
    send(viewer(1), first).await.expect("the answer was lost");
    send(viewer(2), vec![own(1, "form:submit"), left(2)]).await.expect("stored");
    for form in ["own", "left"] {
        store.apply(id, Op::set_value(form, json!({}))).await.expect("answered");
    }
    send(viewer(1), vec![own(4, "form:submit"), left(5)]).await.expect("stored");
    let page = store.read_events(id, after(0)).await.expect("read");
    let again = page.events.iter().map(|event| event.data["again"] == json!(true));
    assert_eq!(again.collect::<Vec<_>>(), [false, false, false, true, true, false, false]);
}

pub(super) async fn events_act_on_the_document(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let events = vec![
        event(1, "counter:increment", json!({"componentId": "button-1"})),
        event(2, "counter:increment", json!({"componentId": "button-1"})),
        event(3, "toolbar:change", json!({"componentId": "dark", "value": true})),
        event(4, "form:name", json!({"componentId": "name", "value": 3})),
    ];
    store.append_events(id, viewer(1), events.clone()).await.expect("stored");
    store.append_events(id, viewer(1), events).await.expect("repeated");
    let widget = store.get(id).await.expect("there");
    assert_eq!(widget.content("counter"), Some(&Content::Text("2".into())));
    let value = |id| widget.component(id).and_then(|component| widget.value(component));
    assert_eq!(value("dark"), Some(json!(true)));
    assert_eq!(value("name"), Some(json!("")), "a number is refused");
    assert_eq!(widget.revision(), 4);
    assert_eq!(store.read_events(id, after(0)).await.expect("read").events.len(), 4);
}

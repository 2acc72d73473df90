//! Whatever happens to a log, `seq` is gapless and nothing is lost in silence.

use std::collections::BTreeSet;

use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::event::EventName;
use crate::event::log::*;

/// An operation on a log.
#[derive(Clone, Debug)]
enum Step {
    Append { viewer: usize },
    Repeat { viewer: usize, back: u64 },
    Read { after: Option<u64>, limit: usize, clear: bool },
}

fn step() -> impl Strategy<Value = Step> {
    let after = prop_oneof![Just(None), (0..40u64).prop_map(Some)];
    prop_oneof![
        4 => (0..3usize).prop_map(|viewer| Step::Append { viewer }),
        1 => (0..3usize, 0..5u64).prop_map(|(viewer, back)| Step::Repeat { viewer, back }),
        2 => (after, 1..8usize, any::<bool>())
            .prop_map(|(after, limit, clear)| Step::Read { after, limit, clear }),
    ]
}

fn viewers() -> [ViewerId; 3] {
    [1, 2, 3].map(|n| format!("{n:032x}").parse().unwrap())
}

/// Knows what a right log must hold.
#[derive(Default)]
struct Model {
    appended: u64,
    cleared: BTreeSet<u64>,
    read: u64,
}

impl Model {
    fn check(&mut self, log: &mut EventLog, query: &EventQuery) -> Result<(), TestCaseError> {
        let after = query.after.unwrap_or(self.read).min(self.appended);
        let page = log.read(query);
        let seqs: Vec<u64> = page.events.iter().map(|event| event.seq).collect();
        prop_assert!(seqs.is_sorted_by(|a, b| a < b), "{seqs:?}");
        prop_assert!(seqs.iter().all(|seq| *seq > after && !self.cleared.contains(seq)));
        for event in &page.events {
            prop_assert_eq!(&event.data, &json!({ "i": event.seq }));
        }
        // Every event between the cursors is in the page, in the gap, or was cleared.
        let gap = page.gap.map_or(0..0, |gap| gap.from_seq..gap.to_seq + 1);
        for seq in after + 1..=page.cursor {
            let known = seqs.contains(&seq) || gap.contains(&seq) || self.cleared.contains(&seq);
            prop_assert!(known, "{} was lost in silence: {:?}", seq, page);
        }
        if let Some(told) = page.gap {
            let told_of = gap.filter(|seq| !self.cleared.contains(seq)).count();
            prop_assert_eq!(told.lost, told_of as u64);
            prop_assert!(seqs.first().is_none_or(|first| *first > told.to_seq));
        }
        prop_assert_eq!(page.more, page.cursor < self.appended && seqs.len() == query.limit);
        self.read = self.read.max(page.cursor);
        if query.clear {
            self.cleared.extend(&seqs);
        }
        Ok(())
    }
}

proptest! {
    #[test]
    fn no_interleaving_loses_an_event_in_silence(
        steps in prop::collection::vec(step(), 1..120),
        capacity in 1..12usize,
    ) {
        let mut log = EventLog::new(&Limits { events_per_widget: capacity, ..Limits::default() });
        let mut model = Model::default();
        let mut counters = [0u64; 3];
        for step in steps {
            match step {
                Step::Append { viewer } => {
                    counters[viewer] += 1;
                    prop_assert!(log.mark_seen(viewers()[viewer], counters[viewer]));
                    model.appended += 1;
                    let seq = push(&mut log, viewers()[viewer], json!({"i": model.appended}));
                    prop_assert_eq!(seq, model.appended);
                }
                Step::Repeat { viewer, back } => {
                    let n = counters[viewer].saturating_sub(back);
                    prop_assert!(!log.mark_seen(viewers()[viewer], n));
                }
                Step::Read { after, limit, clear } => {
                    let query = EventQuery { after, limit, clear, ..EventQuery::default() };
                    model.check(&mut log, &query)?;
                }
            }
            prop_assert!(log.len() <= capacity);
            prop_assert_eq!(log.last_seq(), model.appended);
        }
        model.check(&mut log, &EventQuery { limit: 1_000, ..EventQuery::after(0) })?;
    }
}

fn push(log: &mut EventLog, viewer: ViewerId, data: Value) -> u64 {
    let event_type = EventName::new("a:b").unwrap();
    let (label, at) = (String::new(), Timestamp::UNIX_EPOCH);
    log.push(Event { event_type, data, label, block: None, seq: 0, at, viewer })
}

#[test]
fn the_log_is_bounded_in_bytes_too() {
    let mut log = EventLog::new(&Limits { event_log_bytes: 10_000, ..Limits::default() });
    for _ in 0..100 {
        push(&mut log, viewers()[0], json!("x".repeat(1_000)));
    }
    assert_eq!(log.len(), 9);
    let page = log.read(&EventQuery::default());
    assert_eq!(page.gap, Some(Gap { from_seq: 1, to_seq: 91, lost: 91 }));
    assert_eq!(page.events[0].seq, 92);
}

#[test]
fn a_cursor_from_the_future_does_not_hide_events() {
    let mut log = EventLog::new(&Limits::default());
    push(&mut log, viewers()[0], json!(1));
    let page = log.read(&EventQuery::after(99));
    assert_eq!(page.cursor, 1);
    push(&mut log, viewers()[0], json!(2));
    let page = log.read(&EventQuery::after(page.cursor));
    assert_eq!(page.events.len(), 1);
}

#[test]
fn the_silent_viewers_are_forgotten_first() {
    let mut log = EventLog::new(&Limits::default());
    for n in 0..=MAX_VIEWERS as u64 {
        let viewer = format!("{n:032x}").parse().unwrap();
        assert!(log.mark_seen(viewer, 1));
        push(&mut log, viewer, json!(n));
    }
    assert_eq!(log.acked(format!("{:032x}", 0).parse().unwrap()), 0);
    assert_eq!(log.acked(format!("{:032x}", 1).parse().unwrap()), 1);
}

#[test]
fn a_page_is_bounded_in_bytes_and_holds_one_event_at_least() {
    let mut log = EventLog::new(&Limits::default());
    for size in [400, 4_000, 400, 400, 400] {
        push(&mut log, viewers()[0], json!("x".repeat(size)));
    }
    let query = EventQuery { max_bytes: 1_100, ..EventQuery::default() };
    let mut pages = Vec::new();
    loop {
        let page = log.read(&query);
        assert_eq!(page.cursor, page.events.last().expect("an event").seq);
        pages.push(page.events.len());
        if !page.more {
            break;
        }
    }
    assert_eq!(pages, [1, 1, 2, 1]);
}

#[test]
fn the_default_is_what_was_not_read() {
    let mut log = EventLog::new(&Limits::default());
    push(&mut log, viewers()[0], json!(1));
    assert_eq!(log.read(&EventQuery::default()).events.len(), 1);
    assert_eq!(log.read(&EventQuery::default()).events.len(), 0);
    push(&mut log, viewers()[0], json!(2));
    assert_eq!(log.read(&EventQuery::default()).events.len(), 1);
    assert_eq!(log.read(&EventQuery::after(0)).events.len(), 2);
}

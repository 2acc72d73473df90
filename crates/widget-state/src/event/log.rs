//! The log of events: gapless, bounded, and honest about what fell off.

pub(crate) mod stored;

use std::collections::{HashMap, VecDeque};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::event::filter::EventFilter;
use crate::id::ViewerId;
use crate::json::encoded_len;
use crate::limits::Limits;

/// Maximum number of viewers tracked for deduplication; the least recently active is evicted.
const MAX_VIEWERS: usize = 1_000;

/// Maximum number of distinct gaps recorded.
const MAX_LOST: usize = 64;

/// The events of one widget.
///
/// Each event gets the next `seq`, from 1. A repetition is dropped. When the log
/// is full the oldest events fall off, and a reader who had not seen them is
/// told how many.
#[derive(Clone, Debug)]
pub struct EventLog {
    events: VecDeque<Kept>,
    bytes: usize,
    last_seq: u64,
    read_seq: u64,
    lost: VecDeque<Gap>,
    viewers: HashMap<ViewerId, Taken>,
    max_events: usize,
    max_bytes: usize,
}

#[derive(Clone, Debug)]
struct Kept {
    event: Event,
    bytes: usize,
}

impl From<Event> for Kept {
    fn from(event: Event) -> Self {
        let data = encoded_len(&event.data);
        let block = event.block.as_ref().map_or(0, |id| id.len());
        let bytes = 96 + event.event_type.as_str().len() + data + event.label.len() + block;
        Self { event, bytes }
    }
}

/// The newest event that was taken from a viewer.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Taken {
    n: u64,
    /// The `last_seq` of that moment, to know who has been silent the longest.
    at_seq: u64,
}

/// A query of the event log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventQuery {
    /// Only events with a greater `seq`, 0 for all that are kept; `None`, the default, continues
    /// after the newest event that was ever read.
    pub after: Option<u64>,
    /// At most so many; 100 by default.
    pub limit: usize,
    /// At most so many bytes of JSON, but always one event; without a bound by default.
    pub max_bytes: usize,
    /// Remove from the log what is returned, and nothing else.
    pub clear: bool,
    /// The events to return. The others count as read.
    pub filter: EventFilter,
    /// True to leave what was ever read as it is: nothing counts as read by this.
    pub peek: bool,
}

impl Default for EventQuery {
    fn default() -> Self {
        let (limit, max_bytes) = (100, usize::MAX);
        let filter = EventFilter::All;
        Self { after: None, limit, max_bytes, clear: false, filter, peek: false }
    }
}

impl EventQuery {
    /// The query for the events after `seq`, 0 for all that are kept.
    #[must_use]
    pub fn after(seq: u64) -> Self {
        Self { after: Some(seq), ..Self::default() }
    }
}

/// A page of events.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EventPage {
    /// The events, oldest first.
    pub events: Vec<Event>,
    /// Read on from here: everything up to this `seq` is in this page, was read
    /// before, was not asked for, or is in `gap`.
    pub cursor: u64,
    /// True if there is more to read now.
    pub more: bool,
    /// The events that were dropped before they were read.
    pub gap: Option<Gap>,
}

/// Events that fell off a full log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gap {
    /// The first of them.
    pub from_seq: u64,
    /// The last of them.
    pub to_seq: u64,
    /// The number lost. Less than the distance when some had been cleared.
    pub lost: u64,
}

impl EventLog {
    /// An empty log with the bounds `events_per_widget` and `event_log_bytes`.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            events: VecDeque::new(),
            bytes: 0,
            last_seq: 0,
            read_seq: 0,
            lost: VecDeque::new(),
            viewers: HashMap::new(),
            max_events: limits.events_per_widget.max(1),
            max_bytes: limits.event_log_bytes,
        }
    }

    /// The `seq` of the newest event, 0 before the first.
    #[must_use]
    pub fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// Returns the number of events in the log.
    #[must_use]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Returns whether the log holds no event.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Every event of this viewer up to this `n` has been taken.
    #[must_use]
    pub fn acked(&self, viewer: ViewerId) -> u64 {
        self.viewers.get(&viewer).map_or(0, |taken| taken.n)
    }

    /// Marks an event of a viewer as seen. Returns false when it is a repetition.
    pub fn mark_seen(&mut self, viewer: ViewerId, n: u64) -> bool {
        if n <= self.acked(viewer) {
            return false;
        }
        if self.viewers.len() >= MAX_VIEWERS && !self.viewers.contains_key(&viewer) {
            let silent = self.viewers.iter().min_by_key(|(_, taken)| taken.at_seq);
            if let Some(silent) = silent.map(|(viewer, _)| *viewer) {
                self.viewers.remove(&silent);
            }
        }
        self.viewers.insert(viewer, Taken { n, at_seq: self.last_seq });
        true
    }

    /// Puts an event at the end, with the next `seq`, and returns that.
    pub fn push(&mut self, event: Event) -> u64 {
        self.last_seq += 1;
        let kept = Kept::from(Event { seq: self.last_seq, ..event });
        self.bytes += kept.bytes;
        self.events.push_back(kept);
        self.drop_beyond_bounds();
        self.last_seq
    }

    fn drop_beyond_bounds(&mut self) {
        while self.events.len() > self.max_events
            || (self.bytes > self.max_bytes && self.events.len() > 1)
        {
            self.drop_oldest();
        }
    }

    /// The same log with the bounds `events_per_widget` and `event_log_bytes`.
    pub(crate) fn bounded(mut self, limits: &Limits) -> Self {
        (self.max_events, self.max_bytes) =
            (limits.events_per_widget.max(1), limits.event_log_bytes);
        self.drop_beyond_bounds();
        self
    }

    /// The newest event, unless it was removed.
    pub(crate) fn newest(&self) -> Option<&Event> {
        self.events.back().map(|kept| &kept.event)
    }

    /// The bytes of all events.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Drops the oldest event, as when the log is full.
    pub(crate) fn drop_oldest(&mut self) {
        let Some(kept) = self.events.pop_front() else {
            return;
        };
        self.bytes -= kept.bytes;
        let seq = kept.event.seq;
        match self.lost.back_mut() {
            Some(gap) if gap.to_seq + 1 == seq => {
                gap.to_seq = seq;
                gap.lost += 1;
            }
            _ => self.lost.push_back(Gap { from_seq: seq, to_seq: seq, lost: 1 }),
        }
        if self.lost.len() > MAX_LOST
            && let (Some(first), Some(second)) = (self.lost.pop_front(), self.lost.front_mut())
        {
            second.from_seq = first.from_seq;
            second.lost += first.lost;
        }
    }

    /// Reads events. What was not asked for stays in the log.
    pub fn read(&mut self, query: &EventQuery) -> EventPage {
        let after = query.after.unwrap_or(self.read_seq).min(self.last_seq);
        let start = self.events.partition_point(|kept| kept.event.seq <= after);
        let is_asked = |kept: &&Kept| query.filter.accepts(&kept.event.event_type);
        let mut asked = self.events.range(start..).filter(is_asked).peekable();
        let mut events: Vec<Event> = Vec::new();
        let mut bytes = 0;
        while let Some(kept) = asked.next_if(|kept| {
            bytes += kept.bytes;
            events.is_empty() || (events.len() < query.limit && bytes <= query.max_bytes)
        }) {
            events.push(kept.event.clone());
        }
        let more = asked.peek().is_some();
        if query.clear {
            self.remove(events.iter().map(|event| event.seq));
        }
        let cursor = match events.last() {
            Some(event) if more => event.seq,
            _ => self.last_seq,
        };
        if !query.peek {
            self.read_seq = self.read_seq.max(cursor);
        }
        EventPage { events, cursor, more, gap: self.gap_after(after) }
    }

    /// The `seq` of the newest event that was ever read.
    pub(crate) fn read_seq(&self) -> u64 {
        self.read_seq
    }

    /// Notes that events were read up to `seq` and some of them removed, as [`EventLog::read`] does.
    pub(crate) fn mark_read(&mut self, seq: u64, removed: &[u64]) {
        self.read_seq = self.read_seq.max(seq);
        self.remove(removed.iter().copied());
    }

    /// Removes the events of these numbers, which are in order, as far as they are still there.
    fn remove(&mut self, seqs: impl Iterator<Item = u64>) {
        let mut next = seqs.peekable();
        let bytes = &mut self.bytes;
        self.events.retain(|kept| {
            while next.next_if(|seq| *seq < kept.event.seq).is_some() {}
            let goes = next.next_if_eq(&kept.event.seq).is_some();
            *bytes -= if goes { kept.bytes } else { 0 };
            !goes
        });
    }

    /// Returns the gap after `seq`. Only the oldest events are dropped, so all of it
    /// lies before everything that is still in the log.
    fn gap_after(&self, seq: u64) -> Option<Gap> {
        let missed = self.lost.iter().filter(|gap| gap.to_seq > seq).map(|gap| Gap {
            from_seq: gap.from_seq.max(seq + 1),
            to_seq: gap.to_seq,
            lost: gap.lost.min(gap.to_seq - seq),
        });
        missed.reduce(|all, gap| Gap { to_seq: gap.to_seq, lost: all.lost + gap.lost, ..all })
    }
}

#[cfg(test)]
mod tests;

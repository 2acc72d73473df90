//! The log of events as a journal keeps it, for serde's `with`: without its bounds, which are
//! those of the engine.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{EventLog, Gap, Kept, Taken};
use crate::event::Event;
use crate::id::ViewerId;

/// A log without its bounds.
#[derive(Serialize, Deserialize)]
struct Stored<E> {
    events: Vec<E>,
    last_seq: u64,
    read_seq: u64,
    lost: VecDeque<Gap>,
    viewers: BTreeMap<ViewerId, Taken>,
}

pub(crate) fn serialize<S: Serializer>(log: &EventLog, serializer: S) -> Result<S::Ok, S::Error> {
    let stored = Stored {
        events: log.events.iter().map(|kept| &kept.event).collect(),
        last_seq: log.last_seq,
        read_seq: log.read_seq,
        lost: log.lost.clone(),
        viewers: log.viewers.iter().map(|(viewer, taken)| (*viewer, *taken)).collect(),
    };
    stored.serialize(serializer)
}

/// Reads a log, which is to be [bounded](EventLog::bounded) before it grows.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<EventLog, D::Error> {
    let stored = Stored::<Event>::deserialize(from)?;
    let events: VecDeque<Kept> = stored.events.into_iter().map(Kept::from).collect();
    Ok(EventLog {
        bytes: events.iter().map(|kept| kept.bytes).sum(),
        events,
        last_seq: stored.last_seq,
        read_seq: stored.read_seq,
        lost: stored.lost,
        viewers: stored.viewers.into_iter().collect(),
        max_events: usize::MAX,
        max_bytes: usize::MAX,
    })
}

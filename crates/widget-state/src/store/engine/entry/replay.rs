//! A widget and its journal: what is written, and read again.

use std::sync::Arc;

use jiff::Timestamp;

use super::Entry;
use crate::error::StateError;
use crate::limits::Limits;
use crate::op::Op;
use crate::store::engine::outcome::{Applied, DocumentBytes, Step};
use crate::store::journal::Stored;
use crate::store::journal::record::{Fact, Record};
use crate::store::journal::snapshot::Snapshot;

impl Entry {
    /// Becomes what a journal has. The viewers that are open stay.
    ///
    /// # Errors
    ///
    /// As [`Entry::replay`].
    pub(in crate::store::engine) fn restore(
        &mut self,
        stored: Stored,
        limits: &Limits,
    ) -> Result<(), StateError> {
        let Snapshot { widget, ops, log, attendance, edited, confirmed } = stored.snapshot;
        (self.widget, self.ops, self.log) = (widget, ops, log.bounded(limits));
        (self.attendance, self.edited) = (attendance, edited);
        self.viewers.confirm(confirmed);
        self.take_records();
        self.replay(stored.records)
    }

    /// Does what its journal has records of.
    ///
    /// # Errors
    ///
    /// An operation cannot be applied any longer. The entry is not to be used then.
    pub(in crate::store::engine) fn replay(
        &mut self,
        records: Vec<Record>,
    ) -> Result<(), StateError> {
        for Record(fact) in records {
            self.replay_fact(fact)?;
        }
        self.document = DocumentBytes::of(&self.widget);
        self.make_room();
        self.notify_of_viewers();
        Ok(())
    }

    /// Notes that viewers which its journal has are gone, since they end with their engine.
    pub(in crate::store::engine) fn abandon(&mut self, now: Timestamp) {
        if self.viewers.count() == 0 && self.attendance.abandon(now) {
            self.note(Fact::Attended(self.attendance));
            self.notify_of_viewers();
        }
    }

    fn replay_fact(&mut self, fact: Fact) -> Result<(), StateError> {
        match fact {
            Fact::Applied(op) => self.apply_again(op, Step::New)?,
            Fact::AppliedBeside(op) => self.apply_again(op, Step::Same)?,
            Fact::Drafted(op) => self.apply_again(op, Step::Draft)?,
            Fact::Stored { event, n } => {
                if let Some(n) = n {
                    self.log.mark_seen(event.viewer, n);
                }
                self.log.push(event);
            }
            Fact::Rejected { viewer, n } => {
                self.log.mark_seen(viewer, n);
            }
            Fact::Read { seq, removed } => self.log.mark_read(seq, &removed),
            Fact::Confirmed(revision) => self.viewers.confirm(revision),
            Fact::Attended(attendance) => self.attendance = attendance,
        }
        Ok(())
    }

    fn apply_again(&mut self, op: Op, step: Step) -> Result<(), StateError> {
        let applied = Applied::again(Arc::make_mut(&mut self.widget), op, step)?;
        self.log_op(applied);
        Ok(())
    }

    /// The widget as it stands, for its journal.
    pub(in crate::store::engine) fn snapshot(&self) -> Snapshot {
        Snapshot {
            widget: Arc::clone(&self.widget),
            ops: self.ops.clone(),
            log: self.log.clone(),
            attendance: self.attendance,
            edited: self.edited,
            confirmed: self.viewers.confirmed(),
        }
    }

    /// Takes the records that are not in the journal yet.
    pub(in crate::store::engine) fn take_records(&mut self) -> Vec<Record> {
        self.records.as_mut().map(std::mem::take).unwrap_or_default()
    }
}

//! One widget in memory: its document, its logs and who looks at it.

mod replay;

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::bounds::check_size;
use crate::error::StateError;
use crate::event::log::{EventLog, EventPage, EventQuery};
use crate::event::{Event, EventInput, EventName};
use crate::id::{RequestId, ViewerId, WidgetId};
use crate::json::encoded_len;
use crate::limits::Limits;
use crate::limits::SizedPart;
use crate::op::Op;
use crate::op::query::{PendingQuery, QueryOutcome, QueryResult, ViewQuery};
use crate::store::delivery::Viewers;
use crate::store::delivery::{Delivery, Failure};
use crate::store::engine::budget::Share;
use crate::store::engine::outcome::{Applied, DocumentBytes, Outcome, Step};
use crate::store::journal::record::{Fact, Record};
use crate::store::journal::snapshot::Snapshot;
use crate::store::op_log::OpLog;
use crate::store::pending_queries::PendingQueries;
use crate::store::presence::{Attendance, Departure, Presence, Surface};
use crate::store::{Appended, Changes, Rejected, Watermark, WidgetSummary};
use crate::widget::Widget;
use crate::widget::effects::{effects, mark_again};
use crate::widget::table_effects::restore_numbers;

/// An operation with more bytes to read or write is computed without the lock.
const LONG_BYTES: usize = 64 << 10;

/// One widget.
#[derive(Debug)]
pub(super) struct Entry {
    widget: Arc<Widget>,
    created: u64,
    ops: OpLog,
    log: EventLog,
    viewers: Viewers,
    attendance: Attendance,
    /// The revision of the newest change but for drafts.
    edited: u64,
    queries: PendingQueries,
    viewer_changes: u64,
    document: DocumentBytes,
    share: Share,
    /// `None` when the widget has been removed.
    watermark: Option<watch::Sender<Watermark>>,
    /// The facts that are not in the journal yet; `None` without a journal.
    records: Option<Vec<Record>>,
}

impl Entry {
    /// A widget as a snapshot has it.
    pub(super) fn new(
        snapshot: Snapshot,
        limits: &Limits,
        created: u64,
        share: Share,
        is_journaled: bool,
    ) -> Self {
        let Snapshot { widget, ops, log, attendance, edited, confirmed } = snapshot;
        let (revision, seq) = (widget.revision(), log.last_seq());
        let watermark = watch::Sender::new(Watermark { revision, seq, viewers: 0 });
        Self {
            ops,
            log: log.bounded(limits),
            viewers: Viewers::confirmed_up_to(confirmed),
            attendance,
            edited,
            queries: PendingQueries::default(),
            viewer_changes: 0,
            document: DocumentBytes::of(&widget),
            share,
            watermark: Some(watermark),
            widget,
            created,
            records: is_journaled.then(Vec::new),
        }
    }

    fn note(&mut self, fact: Fact) {
        if let Some(records) = &mut self.records {
            records.push(Record(fact));
        }
    }

    /// Refuses what was meant for a revision that has been changed since. Drafts do not count: their
    /// people have said nothing yet.
    pub(super) fn check_revision(&self, expected: u64) -> Result<(), StateError> {
        let actual = self.widget.revision();
        if (self.edited..=actual).contains(&expected) {
            return Ok(());
        }
        Err(StateError::Revision { expected, actual })
    }

    pub(super) fn widget(&self) -> Arc<Widget> {
        Arc::clone(&self.widget)
    }

    /// Returns its position in the order of creation.
    pub(super) fn created(&self) -> u64 {
        self.created
    }

    pub(super) fn summary(&self, widget_id: WidgetId) -> WidgetSummary {
        WidgetSummary {
            widget_id,
            title: self.widget.title().to_owned(),
            kind: self.widget.kind(),
            revision: self.widget.revision(),
            viewers: self.presence(),
            events: self.log.last_seq(),
        }
    }

    /// Wakes everyone who waits, for the last time.
    pub(super) fn end(&mut self) {
        self.watermark = None;
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<Watermark> {
        match &self.watermark {
            Some(watermark) => watermark.subscribe(),
            None => watch::channel(Watermark::default()).1,
        }
    }

    fn notify(&self) {
        let mark = Watermark {
            revision: self.widget.revision(),
            seq: self.log.last_seq(),
            viewers: self.viewer_changes,
        };
        if let Some(watermark) = &self.watermark {
            watermark.send_replace(mark);
        }
    }

    /// True if applying an operation takes long enough to be computed without the lock.
    pub(super) fn is_long(&self, op: &Op) -> bool {
        match op {
            Op::TableRows { rows, .. } => rows.len() > LONG_BYTES,
            Op::Download(file) => file.content().as_str().len() > LONG_BYTES,
            // Its first edit parses the figure.
            Op::EditChart { block_id, .. } => {
                self.widget.the_chart(block_id.as_deref()).is_ok_and(|(_, chart)| {
                    !chart.figure().is_parsed() && chart.figure().bytes() > LONG_BYTES
                })
            }
            _ => false,
        }
    }

    /// The most that operations add to the data.
    pub(super) fn growth(&self, ops: &[Op]) -> usize {
        ops.iter().map(|op| self.widget.growth(op)).fold(0, usize::saturating_add)
    }

    /// Drops the oldest signal that waits for a viewer. Returns false if there is none.
    pub(super) fn drop_oldest_signal(&mut self) -> bool {
        let dropped = self.ops.make_room(self.viewers.confirmed());
        self.share.set(self.bytes());
        dropped
    }

    /// Applies one operation in place.
    pub(super) fn apply(&mut self, op: Op, limits: &Limits) -> Result<u64, StateError> {
        self.apply_quietly(op, Step::New, limits)?;
        self.share.set(self.bytes());
        self.notify();
        Ok(self.widget.revision())
    }

    fn apply_quietly(&mut self, op: Op, step: Step, limits: &Limits) -> Result<(), StateError> {
        let is_journaled = self.records.is_some();
        let widget = Arc::make_mut(&mut self.widget);
        let applied = Applied::checked(widget, op, step, limits, is_journaled)?;
        self.log_op(applied);
        Ok(())
    }

    /// Takes the outcome of operations on the document that is still there, if there is room for
    /// it.
    pub(super) fn commit(&mut self, outcome: Outcome) -> Result<u64, StateError> {
        self.share.resize(self.bytes_with(&outcome))?;
        self.widget = Arc::new(outcome.widget);
        for applied in outcome.applied {
            self.log_op(applied);
        }
        self.document = outcome.document;
        self.share.set(self.bytes());
        self.notify();
        Ok(self.widget.revision())
    }

    /// By how many bytes the outcome of operations lets the widget hold more.
    pub(super) fn growth_by(&self, outcome: &Outcome) -> usize {
        self.bytes_with(outcome).saturating_sub(self.share.bytes())
    }

    fn bytes_with(&self, outcome: &Outcome) -> usize {
        let document = outcome.document.bytes() + outcome.widget.data_bytes();
        document + self.ops.bytes() + self.log.bytes()
    }

    /// All that the widget holds.
    fn bytes(&self) -> usize {
        self.document.bytes() + self.widget.data_bytes() + self.ops.bytes() + self.log.bytes()
    }

    fn log_op(&mut self, Applied { op, logged, step, asked }: Applied) {
        if step != Step::Draft {
            self.edited = logged.revision();
        }
        if let Some(asked) = asked {
            self.note(asked);
        }
        if !op.is_signal() {
            self.document.grow(logged.bytes(), &self.widget);
        }
        let confirmed = self.viewers.confirmed();
        self.ops.push(op, logged, confirmed);
    }

    pub(super) fn changes_since(&self, revision: Option<u64>, limits: &Limits) -> Changes {
        let ops = revision.and_then(|revision| self.ops.since(revision));
        let (document, ops) = match ops {
            Some(ops) => (None, ops),
            None => {
                let seen = revision.unwrap_or_else(|| self.viewers.confirmed());
                (Some(self.widget.document()), self.ops.signals_since(seen))
            }
        };
        let max_event_bytes = limits.event_bytes;
        Changes { revision: self.widget.revision(), document, ops, max_event_bytes }
    }

    pub(super) fn append(
        &mut self,
        viewer: ViewerId,
        events: Vec<EventInput>,
        at: Timestamp,
        limits: &Limits,
    ) -> Appended {
        let mut rejected = Vec::new();
        for event in events {
            if !self.log.mark_seen(viewer, event.n) {
                continue;
            }
            match check(&event, limits) {
                Ok(name) => self.store(viewer, name, event, at, limits),
                Err(error) => {
                    self.note(Fact::Rejected { viewer, n: event.n });
                    rejected.push(Rejected { n: event.n, reason: error.to_string() });
                }
            }
        }
        self.make_room();
        self.notify();
        Appended { acked: self.log.acked(viewer), rejected }
    }

    fn store(
        &mut self,
        viewer: ViewerId,
        name: EventName,
        mut event: EventInput,
        at: Timestamp,
        limits: &Limits,
    ) {
        restore_numbers(&self.widget, &name, &mut event.data);
        let ops = effects(&self.widget, &name, &event.data);
        mark_again(&self.widget, &ops, &name, &mut event.data);
        for op in ops {
            let step = if is_draft(&op, &name, &event.data) { Step::Draft } else { Step::New };
            // What an event would do by itself is not done where it is not
            // allowed; the event itself is in the log for the agent.
            let _unchanged_if_refused = self.apply_quietly(op, step, limits);
        }
        let is_answer = event.data.get("confirmed").is_some_and(Value::is_boolean);
        let question = self.ops.question_answered_by(&name, &event.label);
        if let Some(question) = question.filter(|_| is_answer) {
            let _never_refused =
                self.apply_quietly(Op::CloseQuestion { question }, Step::New, limits);
        }
        let block = block_of(&self.widget, &event);
        let EventInput { n, data, label, .. } = event;
        self.log.push(Event { event_type: name, data, label, block, seq: 0, at, viewer });
        self.note_event(Some(n));
    }

    /// Notes that the newest event was stored, of this number from its viewer.
    fn note_event(&mut self, n: Option<u64>) {
        if self.records.is_some()
            && let Some(event) = self.log.newest().cloned()
        {
            self.note(Fact::Stored { event, n });
        }
    }

    /// Stores an event of the engine itself and returns its `seq`.
    fn emit(&mut self, viewer: ViewerId, name: EventName, data: Value, at: Timestamp) -> u64 {
        let (label, block) = (String::new(), None);
        let seq = self.log.push(Event { event_type: name, data, label, block, seq: 0, at, viewer });
        self.note_event(None);
        seq
    }

    /// Events are not refused: where all widgets together hold too much, the oldest of this one
    /// make room.
    fn make_room(&mut self) {
        while self.share.resize(self.bytes()).is_err() {
            if self.log.len() <= 1 {
                return self.share.set(self.bytes());
            }
            self.log.drop_oldest();
        }
    }

    pub(super) fn read(&mut self, query: &EventQuery) -> EventPage {
        let before = self.log.read_seq();
        let page = self.log.read(query);
        let seq = self.log.read_seq();
        if self.records.is_some() && (seq > before || (query.clear && !page.events.is_empty())) {
            let removed = page.events.iter().filter(|_| query.clear).map(|event| event.seq);
            self.note(Fact::Read { seq, removed: removed.collect() });
        }
        self.share.set(self.bytes());
        page
    }

    fn presence(&self) -> Presence {
        let (open, inline) = (self.viewers.count(), self.viewers.count_inline());
        Presence { missed: self.ops.missed(), ..self.attendance.presence(open, inline) }
    }

    pub(super) fn attach(&mut self, viewer: ViewerId, surface: Surface, now: Timestamp) {
        self.viewers.attach(viewer, surface);
        // The calls of a viewer that is open change nothing, and leave no record.
        if !self.attendance.is_open() {
            if self.attendance.open(viewer) {
                let data = json!({ "surface": surface });
                self.emit(viewer, EventName::viewer_opened(), data, now);
                self.make_room();
            }
            self.note(Fact::Attended(self.attendance));
        }
        self.notify_of_viewers();
    }

    /// Takes back that a viewer has come: it was told that it could not.
    pub(super) fn forget(&mut self, viewer: ViewerId) {
        self.viewers.detach(viewer);
    }

    pub(super) fn detach(&mut self, viewer: ViewerId, departure: Departure, now: Timestamp) {
        if departure == Departure::Unresponsive && self.viewers.is_open(viewer) {
            self.emit(viewer, EventName::viewer_failed(), json!({}), now);
            self.make_room();
        }
        if self.viewers.detach(viewer) {
            self.attendance.leave(viewer, now);
            self.note(Fact::Attended(self.attendance));
        }
        self.notify_of_viewers();
    }

    /// When it counts as closed, if no viewer comes before.
    pub(super) fn closes_at(&self) -> Option<Timestamp> {
        self.attendance.closing().map(|(_, _, due)| due)
    }

    /// Notes that it counts as closed.
    pub(super) fn close(&mut self) {
        let Some((viewer, last_seen, due)) = self.attendance.closing() else { return };
        let data = json!({ "last_seen": last_seen });
        let seq = self.emit(viewer, EventName::viewer_closed(), data, due);
        self.attendance.close(last_seen, seq);
        self.note(Fact::Attended(self.attendance));
        self.make_room();
        self.notify();
    }

    pub(super) fn acknowledge(&mut self, viewer: ViewerId, revision: u64, failures: Vec<Failure>) {
        let newest = self.widget.revision();
        let revision = revision.min(newest);
        let failures = failures.into_iter().filter(|failure| failure.revision <= newest);
        let before = self.viewers.confirmed();
        if self.viewers.acknowledge(viewer, revision, failures) {
            self.notify_of_viewers();
        }
        if self.viewers.confirmed() > before {
            self.note(Fact::Confirmed(revision));
        }
    }

    fn notify_of_viewers(&mut self) {
        self.viewer_changes += 1;
        self.notify();
    }

    pub(super) fn delivery(&self, revision: u64, deadline_passed: bool) -> Option<Delivery> {
        let delivery = self.viewers.delivery(revision);
        delivery.or_else(|| deadline_passed.then(|| self.viewers.settled(revision)))
    }

    pub(super) fn open_query(&mut self, request: RequestId, query: ViewQuery) {
        self.queries.open(PendingQuery { request_id: request, query }, self.viewers.open());
        self.notify_of_viewers();
    }

    pub(super) fn pending_queries(&self, viewer: ViewerId) -> Vec<PendingQuery> {
        self.queries.pending(viewer)
    }

    pub(super) fn submit_query_result(&mut self, viewer: ViewerId, answer: QueryResult) {
        if self.queries.accept(viewer, answer) {
            self.notify_of_viewers();
        }
    }

    pub(super) fn take_query_outcome(
        &mut self,
        request: RequestId,
        deadline_passed: bool,
    ) -> Option<QueryOutcome> {
        self.queries.take_outcome(request, |viewer| self.viewers.is_open(viewer), deadline_passed)
    }
}

/// The block that an event came from, as its data names it or a component in it: a component or
/// form, a chart or table; else as the page says.
fn block_of(widget: &Widget, event: &EventInput) -> Option<Box<str>> {
    let named = ["componentId", "block_id"].into_iter();
    let named = named.filter_map(|name| event.data.get(name)).find_map(Value::as_str);
    let block = named.and_then(|id| widget.block_of(id));
    let block = block.or_else(|| widget.block(event.block.as_deref()?));
    block.map(|block| block.id().into())
}

/// Returns whether an operation only keeps what is typed into the form that an event is from.
fn is_draft(op: &Op, event: &EventName, data: &Value) -> bool {
    match op {
        Op::SetValue { component_id, .. } => {
            event.is_draft() && data["componentId"] == **component_id
        }
        _ => false,
    }
}

fn check(event: &EventInput, limits: &Limits) -> Result<EventName, StateError> {
    let size = encoded_len(&event.data).saturating_add(event.label.len());
    check_size(SizedPart::Event, size, limits.event_bytes)?;
    EventName::sent(&event.event_type)
}

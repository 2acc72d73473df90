//! The newest operations of a widget, for viewers that are a little behind.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::change::LoggedChange;
use crate::event::EventName;
use crate::op::Op;
use crate::op::toast::Toast;

/// A viewer further behind gets the whole document.
const MAX_OPS: usize = 1_024;

/// All operations kept, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Signals kept for a viewer that missed them.
const MAX_SIGNALS: usize = 100;

/// All signals kept, in bytes; the newest is kept whatever its size.
const MAX_SIGNAL_BYTES: usize = 16 << 20;

/// The open questions that a viewer gets when it opens: the newest.
const MAX_QUESTIONS: usize = 16;

/// The newest operations and signals of one widget.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub(crate) struct OpLog {
    ops: VecDeque<LoggedChange>,
    /// The size of all operations together.
    #[serde(skip)]
    bytes: usize,
    /// Operations up to here are no longer kept.
    floor: u64,
    signals: VecDeque<LoggedChange>,
    #[serde(skip)]
    signal_bytes: usize,
    /// The number of signals that were dropped before a viewer had them.
    missed: u64,
    questions: VecDeque<Question>,
    #[serde(skip)]
    question_bytes: usize,
}

/// A log as a journal has it: without the sizes, which follow from the rest.
#[derive(Deserialize)]
struct Stored {
    ops: VecDeque<LoggedChange>,
    floor: u64,
    signals: VecDeque<LoggedChange>,
    missed: u64,
    questions: VecDeque<Question>,
}

impl From<Stored> for OpLog {
    fn from(Stored { ops, floor, signals, missed, questions }: Stored) -> Self {
        let bytes_of =
            |changes: &VecDeque<LoggedChange>| changes.iter().map(LoggedChange::bytes).sum();
        let (bytes, signal_bytes) = (bytes_of(&ops), bytes_of(&signals));
        let mut log =
            Self { ops, bytes, floor, signals, signal_bytes, missed, questions, question_bytes: 0 };
        log.measure_questions();
        log
    }
}

/// A toast that asks and has no answer yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Question {
    toast: Toast,
    logged: LoggedChange,
}

impl OpLog {
    /// An empty log of a widget at `revision`.
    pub(crate) fn new(revision: u64) -> Self {
        Self {
            ops: VecDeque::new(),
            bytes: 0,
            floor: revision,
            signals: VecDeque::new(),
            signal_bytes: 0,
            missed: 0,
            questions: VecDeque::new(),
            question_bytes: 0,
        }
    }

    /// Keeps an operation. Viewers have confirmed those up to `confirmed`.
    pub(crate) fn push(&mut self, op: Op, logged: LoggedChange, confirmed: u64) {
        let (is_signal, is_of_blocks) = (op.is_signal(), op.is_of_blocks());
        match op {
            Op::Toast(toast) if toast.confirm.is_some() => {
                self.keep_question(Question { toast, logged: logged.clone() });
            }
            Op::CloseQuestion { question } => self.forget_question(question),
            _ if is_signal => self.keep_signal(logged.clone(), confirmed),
            _ => {}
        }
        if is_of_blocks {
            self.restart(logged.revision());
            return;
        }
        self.bytes += logged.bytes();
        self.ops.push_back(logged);
        while self.ops.len() > MAX_OPS || self.bytes > MAX_BYTES {
            self.drop_oldest_op();
        }
    }

    fn keep_signal(&mut self, logged: LoggedChange, confirmed: u64) {
        self.signal_bytes += logged.bytes();
        self.signals.push_back(logged);
        while self.signals.len() > MAX_SIGNALS
            || (self.signal_bytes > MAX_SIGNAL_BYTES && self.signals.len() > 1)
        {
            self.drop_oldest_signal(confirmed);
        }
    }

    /// Drops the oldest signal. Returns false if there is none.
    fn drop_oldest_signal(&mut self, confirmed: u64) -> bool {
        let Some(oldest) = self.signals.pop_front() else { return false };
        self.signal_bytes -= oldest.bytes();
        self.missed += u64::from(oldest.revision() > confirmed);
        true
    }

    /// Drops the oldest signal, and the operations before it: who is behind them gets the whole
    /// document. Returns false if there is none.
    pub(crate) fn make_room(&mut self, confirmed: u64) -> bool {
        let Some(oldest) = self.signals.front().map(LoggedChange::revision) else { return false };
        while self.ops.front().is_some_and(|op| op.revision() <= oldest) {
            self.drop_oldest_op();
        }
        self.drop_oldest_signal(confirmed)
    }

    /// Lets every viewer that is before `revision` get the whole document.
    fn restart(&mut self, revision: u64) {
        self.ops.clear();
        (self.bytes, self.floor) = (0, revision);
    }

    fn drop_oldest_op(&mut self) {
        if let Some(oldest) = self.ops.pop_front() {
            self.bytes -= oldest.bytes();
            self.floor = oldest.revision();
        }
    }

    /// The number of signals that were dropped before a viewer had them.
    pub(crate) fn missed(&self) -> u64 {
        self.missed
    }

    fn keep_question(&mut self, question: Question) {
        self.questions.push_back(question);
        if self.questions.len() > MAX_QUESTIONS {
            self.questions.pop_front();
        }
        self.measure_questions();
    }

    fn forget_question(&mut self, question: u64) {
        self.questions.retain(|open| open.logged.revision() != question);
        self.measure_questions();
    }

    fn measure_questions(&mut self) {
        self.question_bytes = self.questions.iter().map(|open| open.logged.bytes()).sum();
    }

    /// The open question that an event answers. Of those with the same event it is the
    /// one whose message the event has as its label; without a label the oldest.
    pub(crate) fn question_answered_by(&self, event: &EventName, label: &str) -> Option<u64> {
        let asks = |toast: &Toast| toast.confirm.as_ref().is_some_and(|own| own.event == *event);
        let open = || self.questions.iter().filter(|open| asks(&open.toast));
        let is_labelled = |toast: &Toast| toast.message.trim().starts_with(label);
        open().find(|open| is_labelled(&open.toast)).map(|open| open.logged.revision())
    }

    /// The bytes of all operations, signals and open questions.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.signal_bytes + self.question_bytes
    }

    /// The operations after `revision`; `None` when some of them are not kept.
    pub(crate) fn since(&self, revision: u64) -> Option<Vec<LoggedChange>> {
        if revision < self.floor {
            return None;
        }
        let start = self.ops.partition_point(|op| op.revision() <= revision);
        Some(self.ops.range(start..).cloned().collect())
    }

    /// The signals after `revision` and the open questions, in order.
    pub(crate) fn signals_since(&self, revision: u64) -> Vec<LoggedChange> {
        let start = self.signals.partition_point(|signal| signal.revision() <= revision);
        let questions = self.questions.iter().map(|open| &open.logged);
        let mut signals: Vec<_> = self.signals.range(start..).chain(questions).cloned().collect();
        signals.sort_by_key(LoggedChange::revision);
        signals
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::change::Change;
    use crate::op::user_prompt::{FileContent, FileOffer};

    fn push(log: &mut OpLog, revision: u64, op: Op, confirmed: u64) {
        let change = Change { revision, op, after: None };
        let logged = LoggedChange::from(&change);
        log.push(change.op, logged, confirmed);
    }

    fn signal() -> Op {
        Op::Emit { event_type: EventName::new("a:b").unwrap(), data: Value::Null }
    }

    #[test]
    fn who_is_too_far_behind_is_told_so() {
        let mut log = OpLog::new(1);
        for revision in 2..=MAX_OPS as u64 + 5 {
            push(&mut log, revision, signal(), 3);
        }
        // Those of 2 and 3 had been delivered.
        assert_eq!(log.missed(), (MAX_OPS + 4 - MAX_SIGNALS - 2) as u64);
        assert!(log.since(4).is_none());
        assert_eq!(log.since(5).unwrap().len(), MAX_OPS);
        assert_eq!(log.since(u64::MAX).unwrap().len(), 0);
        assert_eq!(log.signals_since(0).len(), MAX_SIGNALS);
    }

    #[test]
    fn a_viewer_before_a_change_of_blocks_gets_the_document_and_the_signals() {
        let mut log = OpLog::new(1);
        push(&mut log, 2, signal(), 0);
        push(&mut log, 3, Op::RemoveBlock { component_id: "a".into() }, 0);
        push(&mut log, 4, signal(), 0);
        assert!(log.since(2).is_none());
        let revisions = |ops: Vec<LoggedChange>| ops.iter().map(LoggedChange::revision).collect();
        assert_eq!(log.since(3).map(revisions), Some(vec![4]));
        assert_eq!(revisions(log.signals_since(1)), [2, 4]);
    }

    #[test]
    fn an_answer_is_to_the_question_that_it_names() {
        let mut log = OpLog::new(1);
        for (revision, message) in [(2, "Delete row 1?"), (3, "Delete row 2?")] {
            let toast = json!({"type": "toast", "message": message, "kind": "info",
                "duration_ms": 0, "position": "top",
                "confirm": {"event": "rows:delete", "confirm_label": "Y", "cancel_label": "N"}});
            push(&mut log, revision, serde_json::from_value(toast).unwrap(), 0);
        }
        let name = EventName::new("rows:delete").unwrap();
        assert_eq!(log.question_answered_by(&name, "Delete row 2?"), Some(3));
        assert_eq!(log.question_answered_by(&name, ""), Some(2));
        push(&mut log, 4, Op::CloseQuestion { question: 2 }, 0);
        assert_eq!(log.question_answered_by(&name, "Delete row 1?"), None);
    }

    #[test]
    fn large_signals_are_fewer() {
        let file = |n: u8| {
            let text = n.to_string().repeat(MAX_SIGNAL_BYTES / 4);
            let file = FileOffer::new("a.txt", None, FileContent::Text(text.into())).unwrap();
            Op::Download(file)
        };
        let mut log = OpLog::new(1);
        (0..6).for_each(|n| push(&mut log, u64::from(n) + 2, file(n), 0));
        let kept: Vec<u64> = log.signals_since(0).iter().map(LoggedChange::revision).collect();
        assert_eq!(kept, [5, 6, 7]);
        push(&mut log, 8, signal(), 0);
        assert_eq!(log.signals_since(4).len(), 4);
        assert_eq!(log.missed(), 3);
        while log.make_room(0) {}
        assert_eq!((log.missed(), log.signals_since(0).len(), log.bytes()), (7, 0, 0));
        assert!(log.since(7).is_none());
    }

    #[test]
    fn large_operations_make_the_log_shorter() {
        let mut log = OpLog::new(1);
        for revision in 2..10 {
            let css = "x".repeat(MAX_BYTES / 4 - 100).into();
            push(&mut log, revision, Op::InjectCss { css_id: "a".into(), css }, 0);
        }
        assert_eq!(log.since(5).unwrap().len(), 4);
        assert!(log.since(4).is_none());
    }
}

//! The newest operations of a widget, for viewers that are a little behind.

use std::collections::VecDeque;

use crate::event::EventName;
use crate::op::toast::Toast;
use crate::wire::WireOp;

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
#[derive(Debug)]
pub(crate) struct OpLog {
    ops: VecDeque<Kept>,
    /// The size of all operations together.
    bytes: usize,
    /// Operations up to here are no longer kept.
    floor: u64,
    signals: VecDeque<(u64, WireOp)>,
    signal_bytes: usize,
    /// The number of signals that were dropped before a viewer had them.
    missed: u64,
    /// Toasts that ask and have no answer yet.
    questions: VecDeque<(u64, Toast)>,
    question_bytes: usize,
}

/// An operation.
#[derive(Debug)]
struct Kept {
    revision: u64,
    weight: usize,
    op: WireOp,
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
    pub(crate) fn push(&mut self, revision: u64, op: WireOp, is_signal: bool, confirmed: u64) {
        match &op {
            WireOp::Toast(toast) if toast.confirm.is_some() => {
                self.keep_question(revision, toast.clone());
            }
            WireOp::CloseQuestion { question } => self.forget_question(*question),
            op if is_signal => self.keep_signal(revision, op.clone(), confirmed),
            _ => {}
        }
        let weight = op.weight();
        self.bytes += weight;
        self.ops.push_back(Kept { revision, weight, op });
        while self.ops.len() > MAX_OPS || self.bytes > MAX_BYTES {
            self.drop_oldest_op();
        }
    }

    fn keep_signal(&mut self, revision: u64, op: WireOp, confirmed: u64) {
        self.signal_bytes += op.weight();
        self.signals.push_back((revision, op));
        while self.signals.len() > MAX_SIGNALS
            || (self.signal_bytes > MAX_SIGNAL_BYTES && self.signals.len() > 1)
        {
            self.drop_oldest_signal(confirmed);
        }
    }

    /// Drops the oldest signal. Returns false if there is none.
    fn drop_oldest_signal(&mut self, confirmed: u64) -> bool {
        let Some((revision, op)) = self.signals.pop_front() else { return false };
        self.signal_bytes -= op.weight();
        self.missed += u64::from(revision > confirmed);
        true
    }

    /// Drops the oldest signal, and the operations before it: who is behind them gets the whole
    /// document. Returns false if there is none.
    pub(crate) fn make_room(&mut self, confirmed: u64) -> bool {
        let Some((oldest, _)) = self.signals.front() else { return false };
        let oldest = *oldest;
        while self.ops.front().is_some_and(|kept| kept.revision <= oldest) {
            self.drop_oldest_op();
        }
        self.drop_oldest_signal(confirmed)
    }

    fn drop_oldest_op(&mut self) {
        if let Some(oldest) = self.ops.pop_front() {
            self.bytes -= oldest.weight;
            self.floor = oldest.revision;
        }
    }

    /// The number of signals that were dropped before a viewer had them.
    pub(crate) fn missed(&self) -> u64 {
        self.missed
    }

    fn keep_question(&mut self, revision: u64, toast: Toast) {
        self.question_bytes += toast.bytes();
        self.questions.push_back((revision, toast));
        if self.questions.len() > MAX_QUESTIONS
            && let Some((_, oldest)) = self.questions.pop_front()
        {
            self.question_bytes -= oldest.bytes();
        }
    }

    fn forget_question(&mut self, question: u64) {
        self.questions.retain(|(revision, _)| *revision != question);
        self.question_bytes = self.questions.iter().map(|(_, toast)| toast.bytes()).sum();
    }

    /// The open question that an event answers. Of those with the same event it is the
    /// one whose message the event has as its label, else the oldest.
    pub(crate) fn question_answered_by(&self, event: &EventName, label: &str) -> Option<u64> {
        let asks = |toast: &Toast| toast.confirm.as_ref().is_some_and(|own| own.event == *event);
        let open = || self.questions.iter().filter(|(_, toast)| asks(toast));
        let labelled = |toast: &Toast| !label.is_empty() && toast.message.trim().starts_with(label);
        let found = open().find(|(_, toast)| labelled(toast)).or_else(|| open().next());
        found.map(|(revision, _)| *revision)
    }

    /// The bytes of all operations, signals and open questions.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.signal_bytes + self.question_bytes
    }

    /// The operations after `revision`; `None` when some of them are not kept.
    pub(crate) fn since(&self, revision: u64) -> Option<Vec<(u64, WireOp)>> {
        if revision < self.floor {
            return None;
        }
        let start = self.ops.partition_point(|kept| kept.revision <= revision);
        Some(self.ops.range(start..).map(|kept| (kept.revision, kept.op.clone())).collect())
    }

    /// The signals after `revision` and the open questions, in order.
    pub(crate) fn signals_since(&self, revision: u64) -> Vec<(u64, WireOp)> {
        let start = self.signals.partition_point(|(at, _)| *at <= revision);
        let question = |(at, toast): &(u64, Toast)| (*at, WireOp::Toast(toast.clone()));
        let mut signals: Vec<_> = self.signals.range(start..).cloned().collect();
        signals.extend(self.questions.iter().map(question));
        signals.sort_by_key(|(at, _)| *at);
        signals
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::op::user_prompt::{FileContent, FileOffer};

    fn signal() -> WireOp {
        WireOp::Emit { event_type: EventName::new("a:b").unwrap(), data: Value::Null }
    }

    #[test]
    fn who_is_too_far_behind_is_told_so() {
        let mut log = OpLog::new(1);
        for revision in 2..=MAX_OPS as u64 + 5 {
            log.push(revision, signal(), true, 3);
        }
        // Those of 2 and 3 had been delivered.
        assert_eq!(log.missed(), (MAX_OPS + 4 - MAX_SIGNALS - 2) as u64);
        assert!(log.since(4).is_none());
        assert_eq!(log.since(5).unwrap().len(), MAX_OPS);
        assert_eq!(log.since(u64::MAX).unwrap().len(), 0);
        assert_eq!(log.signals_since(0).len(), MAX_SIGNALS);
    }

    #[test]
    fn large_signals_are_fewer() {
        let file = |n: u8| {
            let text = n.to_string().repeat(MAX_SIGNAL_BYTES / 4);
            let file = FileOffer::new("a.txt", None, FileContent::Text(text.into())).unwrap();
            WireOp::Download(file)
        };
        let mut log = OpLog::new(1);
        (0..6).for_each(|n| log.push(u64::from(n) + 2, file(n), true, 0));
        let kept: Vec<u64> =
            log.signals_since(0).into_iter().map(|(revision, _)| revision).collect();
        assert_eq!(kept, [5, 6, 7]);
        log.push(8, signal(), true, 0);
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
            let json = "x".repeat(MAX_BYTES / 4).into();
            let view = crate::chart::viewport::ChartViewport::default();
            let op = WireOp::SetFigure { block_id: String::new(), json, view };
            log.push(revision, op, false, 0);
        }
        assert_eq!(log.since(6).unwrap().len(), 3);
        assert!(log.since(5).is_none());
    }
}

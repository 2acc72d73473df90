//! The newest operations of a widget, for viewers that are a little behind.

use std::collections::VecDeque;

use crate::snapshot::WireOp;

/// A viewer further behind gets the whole document.
const MAX_OPS: usize = 1_024;

/// All operations kept, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Signals kept for a viewer that missed them.
const MAX_SIGNALS: usize = 100;

/// All signals kept, in bytes; the newest is kept whatever its size.
const MAX_SIGNAL_BYTES: usize = 16 << 20;

/// The newest operations and signals of one widget.
#[derive(Debug)]
pub(crate) struct OpLog {
    ops: VecDeque<Kept>,
    /// What the operations weigh together.
    bytes: usize,
    /// Operations up to here are no longer kept.
    floor: u64,
    signals: VecDeque<(u64, WireOp)>,
    signal_bytes: usize,
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
        }
    }

    pub(crate) fn push(&mut self, revision: u64, op: WireOp, is_signal: bool) {
        if is_signal {
            self.keep_signal(revision, op.clone());
        }
        let weight = op.weight();
        self.bytes += weight;
        self.ops.push_back(Kept { revision, weight, op });
        while self.ops.len() > MAX_OPS || self.bytes > MAX_BYTES {
            let Some(oldest) = self.ops.pop_front() else {
                break;
            };
            self.bytes -= oldest.weight;
            self.floor = oldest.revision;
        }
    }

    fn keep_signal(&mut self, revision: u64, op: WireOp) {
        self.signal_bytes += op.weight();
        self.signals.push_back((revision, op));
        while self.signals.len() > MAX_SIGNALS
            || (self.signal_bytes > MAX_SIGNAL_BYTES && self.signals.len() > 1)
        {
            let Some((_, op)) = self.signals.pop_front() else { break };
            self.signal_bytes -= op.weight();
        }
    }

    /// The bytes of all operations and signals.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.signal_bytes
    }

    /// The operations after `revision`; `None` when some of them are not kept.
    pub(crate) fn since(&self, revision: u64) -> Option<Vec<(u64, WireOp)>> {
        if revision < self.floor {
            return None;
        }
        let start = self.ops.partition_point(|kept| kept.revision <= revision);
        Some(self.ops.range(start..).map(|kept| (kept.revision, kept.op.clone())).collect())
    }

    /// The signals after `revision`.
    pub(crate) fn signals_since(&self, revision: u64) -> Vec<(u64, WireOp)> {
        let start = self.signals.partition_point(|(at, _)| *at <= revision);
        self.signals.range(start..).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::{EventName, FileContent, FileOffer};

    fn signal() -> WireOp {
        WireOp::Emit { event_type: EventName::new("a:b").unwrap(), data: Value::Null }
    }

    #[test]
    fn who_is_too_far_behind_is_told_so() {
        let mut log = OpLog::new(1);
        for revision in 2..=MAX_OPS as u64 + 5 {
            log.push(revision, signal(), true);
        }
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
        (0..6).for_each(|n| log.push(u64::from(n) + 2, file(n), true));
        let kept: Vec<u64> =
            log.signals_since(0).into_iter().map(|(revision, _)| revision).collect();
        assert_eq!(kept, [5, 6, 7]);
        log.push(8, signal(), true);
        assert_eq!(log.signals_since(4).len(), 4);
    }

    #[test]
    fn large_operations_make_the_log_shorter() {
        let mut log = OpLog::new(1);
        for revision in 2..10 {
            let json = "x".repeat(MAX_BYTES / 4).into();
            let view = crate::ChartView::default();
            log.push(revision, WireOp::SetFigure { json, view }, false);
        }
        assert_eq!(log.since(6).unwrap().len(), 3);
        assert!(log.since(5).is_none());
    }
}

//! The places of questions between the operations of a log.

use std::collections::VecDeque;

/// Questions whose place is kept; operations before older ones are long delivered.
const MAX_KEPT: usize = 1_024;

/// The revisions at which viewers were asked something, which takes a place in the log but makes
/// no revision.
#[derive(Debug, Default)]
pub(super) struct Questions {
    /// Counts those that came before those in `at`.
    forgotten: u64,
    at: VecDeque<u64>,
}

impl Questions {
    /// Notes a question at `revision`.
    pub(super) fn asked(&mut self, revision: u64) {
        self.at.push_back(revision);
        if self.at.len() > MAX_KEPT {
            self.at.pop_front();
            self.forgotten += 1;
        }
    }

    /// The place in the log of the operation that made a revision.
    pub(super) fn position(&self, revision: u64) -> u64 {
        let before = self.at.partition_point(|at| *at < revision) as u64;
        revision.saturating_add(self.forgotten).saturating_add(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_move_the_operations_after_them() {
        let mut questions = Questions::default();
        // 1 is the widget as created, then: ask, 2, 3, ask, ask, 4.
        for revision in [1, 3, 3] {
            questions.asked(revision);
        }
        let positions: Vec<_> = (1..=4).map(|revision| questions.position(revision)).collect();
        assert_eq!(positions, [1, 3, 4, 7]);
        for _ in 0..2 * MAX_KEPT {
            questions.asked(4);
        }
        assert_eq!(questions.position(5), 5 + 3 + 2 * MAX_KEPT as u64);
    }
}

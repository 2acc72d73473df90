//! Operations that are applied, and the bytes that a document has after them.

use crate::change::LoggedChange;
use crate::error::StateError;
use crate::json::encoded_len;
use crate::limits::Limits;
use crate::op::Op;
use crate::store::journal::record::Fact;
use crate::widget::Widget;

/// A document that has grown by more than this, and by more than its size, is measured again.
const MAX_UNMEASURED: usize = 64 << 10;

/// The outcome of operations, computed on a copy of the document.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) widget: Widget,
    pub(super) document: DocumentBytes,
    pub(super) applied: Vec<Applied>,
}

impl Outcome {
    /// Applies all operations or none, with [`StateError::Batch`] for the one that is refused. They
    /// make one revision, but for signals, which have one each.
    pub(super) fn compute(
        before: &Widget,
        ops: Vec<Op>,
        limits: &Limits,
        is_journaled: bool,
    ) -> Result<Self, StateError> {
        let mut widget = before.clone();
        let apply = |(index, op): (usize, Op)| {
            // Questions and files are known by their revision.
            let step = if index == 0 || op.is_signal() { Step::New } else { Step::Same };
            Applied::checked(&mut widget, op, step, limits, is_journaled)
                .map_err(|error| error.in_batch(index))
        };
        let applied = ops.into_iter().enumerate().map(apply).collect::<Result<_, _>>()?;
        Ok(Self { document: DocumentBytes::of(&widget), widget, applied })
    }
}

/// The bytes of a document without its data: measured now and then, and between that the most
/// that it can have become.
#[derive(Clone, Copy, Debug)]
pub(super) struct DocumentBytes {
    measured: usize,
    added: usize,
}

impl DocumentBytes {
    pub(super) fn of(widget: &Widget) -> Self {
        Self { measured: encoded_len(&widget.document()), added: 0 }
    }

    pub(super) fn grow(&mut self, bytes: usize, widget: &Widget) {
        self.added += bytes;
        if self.added > self.measured.max(MAX_UNMEASURED) {
            *self = Self::of(widget);
        }
    }

    pub(super) fn bytes(self) -> usize {
        self.measured + self.added
    }
}

/// The revision that an operation makes, or is a part of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// The next.
    New,
    /// That of the operation before.
    Same,
    /// The next, of what a person types and has not sent yet.
    Draft,
}

/// An operation that was applied, and its text for the log.
#[derive(Debug)]
pub(super) struct Applied {
    pub(super) op: Op,
    pub(super) logged: LoggedChange,
    pub(super) step: Step,
    /// The operation as it was asked for, with all its data, for a journal.
    pub(super) asked: Option<Fact>,
}

impl Applied {
    /// Applies an operation within the limits, or changes nothing.
    pub(super) fn checked(
        widget: &mut Widget,
        op: Op,
        step: Step,
        limits: &Limits,
        is_journaled: bool,
    ) -> Result<Self, StateError> {
        limits.check_op(widget, &op)?;
        let asked = is_journaled.then(|| match step {
            Step::New => Fact::Applied(op.clone()),
            Step::Same => Fact::AppliedBeside(op.clone()),
            Step::Draft => Fact::Drafted(op.clone()),
        });
        Ok(Self { asked, ..Self::again(widget, op, step)? })
    }

    /// Applies an operation that was within the limits when it was first applied.
    pub(super) fn again(widget: &mut Widget, op: Op, step: Step) -> Result<Self, StateError> {
        let change = match step {
            Step::New | Step::Draft => widget.apply(op)?,
            Step::Same => widget.apply_beside(op)?,
        };
        Ok(Self { logged: LoggedChange::from(&change), op: change.op, step, asked: None })
    }
}

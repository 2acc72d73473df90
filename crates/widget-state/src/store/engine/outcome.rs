//! Operations that are applied, and the bytes that a document has after them.

use crate::change::LoggedChange;
use crate::error::StateError;
use crate::json::encoded_len;
use crate::limits::Limits;
use crate::op::Op;
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
    /// Applies all operations or none, with [`StateError::Batch`] for the one that is refused.
    pub(super) fn compute(
        before: &Widget,
        ops: Vec<Op>,
        limits: &Limits,
        is_journaled: bool,
    ) -> Result<Self, StateError> {
        let mut widget = before.clone();
        let apply = |(index, op)| {
            Applied::checked(&mut widget, op, limits, is_journaled)
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

/// An operation that was applied, and its text for the log.
#[derive(Debug)]
pub(super) struct Applied {
    pub(super) op: Op,
    pub(super) logged: LoggedChange,
    /// The operation as it was asked for, with all its data, for a journal.
    pub(super) asked: Option<Op>,
}

impl Applied {
    /// Applies an operation within the limits, or changes nothing.
    pub(super) fn checked(
        widget: &mut Widget,
        op: Op,
        limits: &Limits,
        is_journaled: bool,
    ) -> Result<Self, StateError> {
        limits.check_op(widget, &op)?;
        let asked = is_journaled.then(|| op.clone());
        Ok(Self { asked, ..Self::again(widget, op)? })
    }

    /// Applies an operation that was within the limits when it was first applied.
    pub(super) fn again(widget: &mut Widget, op: Op) -> Result<Self, StateError> {
        let change = widget.apply(op)?;
        Ok(Self { logged: LoggedChange::from(&change), op: change.op, asked: None })
    }
}

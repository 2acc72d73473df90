//! Records: what has happened to a widget.

use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::id::ViewerId;
use crate::op::Op;
use crate::store::journal::Result;
use crate::store::journal::text;
use crate::store::presence::Attendance;

/// Something that has happened to a widget. A journal keeps it and does not look into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record(pub(crate) Fact);

impl Record {
    /// Writes it as text: JSON in one line, with the version of its form.
    ///
    /// # Errors
    ///
    /// [`JournalError::Text`](crate::JournalError::Text).
    pub fn to_text(&self) -> Result<String> {
        text::write(&self.0)
    }

    /// Reads the text of a record.
    ///
    /// # Errors
    ///
    /// [`JournalError::Text`](crate::JournalError::Text) when it is none, or of another version.
    pub fn from_text(text: &str) -> Result<Self> {
        text::read(text).map(Self)
    }
}

/// The kinds of things that happen to a widget, as they turned out: what was refused is in no
/// record, and what follows from something is in its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fact {
    /// An operation was applied, as it was asked for: with all its data.
    Applied(Op),
    /// The same, of one that is a part of the revision of the operation before.
    AppliedBeside(Op),
    /// The same, of what a person types and has not sent yet.
    Drafted(Op),
    /// An event was stored: the one of this number from its viewer, or one of the engine itself.
    Stored { event: Event, n: Option<u64> },
    /// An event of a viewer was rejected, which does not send it again.
    Rejected { viewer: ViewerId, n: u64 },
    /// Events were read up to `seq`, and these removed.
    Read { seq: u64, removed: Vec<u64> },
    /// A viewer has drawn everything up to this revision, as the first.
    Confirmed(u64),
    /// The first viewer has come, or the last has gone.
    Attended(Attendance),
}

//! The presence of people at a widget: its open viewers, and when the last one went.

use std::time::Duration;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::ViewerId;

/// A widget without a viewer for so long counts as closed. A reload takes less.
pub const ABSENCE_TIMEOUT: Duration = Duration::from_secs(5);

/// The viewers of a widget, as they are now and were before.
///
/// A viewer counts once its page has said hello, which is its first call that waits for news.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// The number of open viewers.
    pub open: usize,
    /// The number of them that are in a conversation.
    pub inline: usize,
    /// True if there is a viewer or ever was one.
    pub ever: bool,
    /// The time when the last viewer went, while none is open.
    pub last_seen: Option<Timestamp>,
    /// The `seq` of the event `viewer:closed`, from then until a viewer opens again.
    pub closed_seq: Option<u64>,
    /// The number of files, toasts and other signals that were dropped before any viewer had
    /// them: more than 100 waited, or memory was needed.
    pub missed: u64,
}

/// The place in which a viewer shows a widget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// A conversation in a chat client.
    Inline,
    /// A page of its own: a window or a tab of a browser.
    Page,
}

/// The way in which a viewer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// It was closed, or its connection ended.
    Left,
    /// Its page does not respond: a script runs for ever, or its process has crashed.
    Unresponsive,
}

/// Follows whether a widget has any viewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Attendance {
    /// No viewer has ever opened it.
    #[default]
    Never,
    /// At least one viewer is open.
    Open {
        /// The first of them.
        viewer: ViewerId,
    },
    /// The last viewer has just gone; perhaps its page is only loaded again.
    Gone {
        /// The last viewer.
        viewer: ViewerId,
        /// When it went.
        at: Timestamp,
    },
    /// It has had no viewer for [`ABSENCE_TIMEOUT`].
    Closed {
        /// When the last viewer went.
        at: Timestamp,
        /// The `seq` of the event that says so.
        seq: u64,
    },
}

impl Attendance {
    /// Returns whether a viewer is open.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. })
    }

    /// Notes that a viewer is open, the first of them. Returns whether the widget is opened by it.
    pub(crate) fn open(&mut self, viewer: ViewerId) -> bool {
        let was = std::mem::replace(self, Self::Open { viewer });
        matches!(was, Self::Never | Self::Closed { .. })
    }

    /// Notes that the last viewer has gone.
    pub(crate) fn leave(&mut self, viewer: ViewerId, at: Timestamp) {
        *self = Self::Gone { viewer, at };
    }

    /// Notes that the viewers that were open are gone without a word. Returns whether any was.
    pub(crate) fn abandon(&mut self, at: Timestamp) -> bool {
        let Self::Open { viewer } = *self else { return false };
        self.leave(viewer, at);
        true
    }

    /// The last viewer, when it went, and when the widget counts as closed for that.
    pub(crate) fn closing(&self) -> Option<(ViewerId, Timestamp, Timestamp)> {
        let Self::Gone { viewer, at } = *self else { return None };
        let due = at.checked_add(ABSENCE_TIMEOUT).unwrap_or(Timestamp::MAX);
        Some((viewer, at, due))
    }

    /// Notes that the widget counts as closed, by the event of this `seq`.
    pub(crate) fn close(&mut self, at: Timestamp, seq: u64) {
        *self = Self::Closed { at, seq };
    }

    /// The presence with so many open viewers.
    pub(crate) fn presence(&self, open: usize, inline: usize) -> Presence {
        let (last_seen, closed_seq) = match *self {
            Self::Never | Self::Open { .. } => (None, None),
            Self::Gone { at, .. } => (Some(at), None),
            Self::Closed { at, seq } => (Some(at), Some(seq)),
        };
        let ever = !matches!(self, Self::Never);
        Presence { open, inline, ever, last_seen, closed_seq, missed: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer() -> ViewerId {
        "0".repeat(32).parse().unwrap()
    }

    #[test]
    fn a_viewer_that_comes_back_in_time_does_not_open_it_again() {
        let mut attendance = Attendance::default();
        assert!(attendance.open(viewer()));
        assert!(!attendance.open(viewer()));
        attendance.leave(viewer(), Timestamp::UNIX_EPOCH);
        assert_eq!(attendance.presence(0, 0).last_seen, Some(Timestamp::UNIX_EPOCH));
        assert!(!attendance.open(viewer()));
        attendance.leave(viewer(), Timestamp::UNIX_EPOCH);
        attendance.close(Timestamp::UNIX_EPOCH, 3);
        assert_eq!(attendance.presence(0, 0).closed_seq, Some(3));
        assert!(attendance.closing().is_none() && attendance.open(viewer()));
    }

    #[test]
    fn the_end_of_time_is_no_panic() {
        let mut attendance = Attendance::default();
        attendance.leave(viewer(), Timestamp::MAX);
        assert_eq!(attendance.closing().unwrap().2, Timestamp::MAX);
    }
}

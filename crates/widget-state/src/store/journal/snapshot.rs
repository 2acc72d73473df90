//! Snapshots: a widget as it stands, for a journal.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::event::log::{EventLog, stored as stored_log};
use crate::limits::Limits;
use crate::store::journal::Result;
use crate::store::journal::text;
use crate::store::op_log::OpLog;
use crate::store::presence::Attendance;
use crate::widget::{Widget, stored as stored_widget};

/// A widget with its logs, as an engine holds it but for what ends with the engine: its viewers,
/// deliveries and queries. A journal keeps it and does not look into it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) widget: Arc<Widget>,
    pub(crate) ops: OpLog,
    pub(crate) log: EventLog,
    pub(crate) attendance: Attendance,
    /// The revision of the newest change but for drafts, as [`WidgetStore::apply_all`] compares it.
    ///
    /// [`WidgetStore::apply_all`]: crate::WidgetStore::apply_all
    pub(crate) edited: u64,
    /// The newest revision that any viewer has drawn.
    pub(crate) confirmed: u64,
}

/// Every field of a [`Snapshot`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Snapshot")]
struct Fields {
    #[serde(with = "stored_widget")]
    widget: Arc<Widget>,
    ops: OpLog,
    #[serde(with = "stored_log")]
    log: EventLog,
    attendance: Attendance,
    /// One without it does not know of drafts.
    #[serde(default = "newest")]
    edited: u64,
    confirmed: u64,
}

fn newest() -> u64 {
    u64::MAX
}

#[derive(Serialize)]
struct Written<'a>(#[serde(with = "Fields")] &'a Snapshot);

#[derive(Deserialize)]
struct Read(#[serde(with = "Fields")] Snapshot);

impl Snapshot {
    /// A new widget.
    pub(crate) fn new(widget: Widget, limits: &Limits) -> Self {
        Self {
            ops: OpLog::new(widget.revision()),
            log: EventLog::new(limits),
            edited: widget.revision(),
            widget: Arc::new(widget),
            attendance: Attendance::default(),
            confirmed: 0,
        }
    }

    /// Writes it as text: JSON in one line, with the version of its form.
    ///
    /// # Errors
    ///
    /// [`JournalError::Text`](crate::JournalError::Text).
    pub fn to_text(&self) -> Result<String> {
        text::write(&Written(self))
    }

    /// Reads the text of a snapshot.
    ///
    /// # Errors
    ///
    /// [`JournalError::Text`](crate::JournalError::Text) when it is none, or of another version.
    pub fn from_text(text: &str) -> Result<Self> {
        let Read(mut snapshot) = text::read(text)?;
        snapshot.edited = snapshot.edited.min(snapshot.widget.revision());
        Ok(snapshot)
    }
}

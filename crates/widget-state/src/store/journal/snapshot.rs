//! Snapshots: a widget as it stands, for a journal.

use std::sync::Arc;

use crate::event::log::EventLog;
use crate::limits::Limits;
use crate::store::op_log::OpLog;
use crate::store::presence::Attendance;
use crate::widget::Widget;

/// A widget with its logs, as an engine holds it but for what ends with the engine: its viewers,
/// deliveries and queries. A journal keeps it and does not look into it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) widget: Arc<Widget>,
    pub(crate) ops: OpLog,
    pub(crate) log: EventLog,
    pub(crate) attendance: Attendance,
    /// The newest revision that any viewer has drawn.
    pub(crate) confirmed: u64,
}

impl Snapshot {
    /// A new widget.
    pub(crate) fn new(widget: Widget, limits: &Limits) -> Self {
        Self {
            ops: OpLog::new(widget.revision()),
            log: EventLog::new(limits),
            widget: Arc::new(widget),
            attendance: Attendance::default(),
            confirmed: 0,
        }
    }
}

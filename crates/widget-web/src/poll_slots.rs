//! The calls of viewers that wait for changes, one for each viewer.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::oneshot;
use widget_state::{ViewerId, WidgetId};

/// Calls that wait at the same time; further ones are answered at once.
const MAX_WAITING: usize = 1_000;

/// The calls that wait for changes, by who made them.
#[derive(Debug, Default)]
pub(crate) struct PollSlots(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    calls: u64,
    by_viewer: HashMap<(WidgetId, ViewerId), (u64, oneshot::Sender<()>)>,
}

impl PollSlots {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock()
    }
}

/// The slot of a call that waits; taking it supersedes the viewer's last one.
pub(crate) struct PollSlot {
    slots: Arc<PollSlots>,
    viewer: (WidgetId, ViewerId),
    call: u64,
    /// Ends when the viewer's next call takes the slot.
    pub(crate) superseded: oneshot::Receiver<()>,
}

impl PollSlot {
    /// `None` when there is no room for another.
    pub(crate) fn acquire(slots: &Arc<PollSlots>, viewer: (WidgetId, ViewerId)) -> Option<Self> {
        let mut waiting = slots.lock();
        if waiting.by_viewer.len() >= MAX_WAITING && !waiting.by_viewer.contains_key(&viewer) {
            return None;
        }
        waiting.calls += 1;
        let call = waiting.calls;
        let (sender, superseded) = oneshot::channel();
        // Dropping the sender of the last call ends its wait.
        waiting.by_viewer.insert(viewer, (call, sender));
        Some(Self { slots: Arc::clone(slots), viewer, call, superseded })
    }
}

impl Drop for PollSlot {
    fn drop(&mut self) {
        let mut waiting = self.slots.lock();
        if waiting.by_viewer.get(&self.viewer).is_some_and(|(call, _)| *call == self.call) {
            waiting.by_viewer.remove(&self.viewer);
        }
    }
}

//! Widgets that the client was asked to show in the conversation, and the windows that stand in
//! for views which it does not mount.

mod mount_record;
mod watchdog;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;
use widget_state::{WidgetId, WidgetStore};

use crate::windows::{OpenedIn, PageWindow, Windows};
pub(crate) use mount_record::MountRecord;
use watchdog::Watchdog;

/// The widgets that were to be inline, by what is known of their views. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct InlineViews {
    timeout: Duration,
    mounts: Arc<Mutex<HashMap<WidgetId, Mount>>>,
}

/// The view that a client was asked to mount.
#[derive(Debug)]
struct Mount {
    calls: watch::Sender<ViewCalls>,
    standing: Standing,
    /// True if an answer has said where the widget is instead.
    is_told: bool,
    _watchdog: AbortOnDropHandle<()>,
}

/// The calls of the views of one widget by which they say that the person can see them.
#[derive(Clone, Copy, Debug, Default)]
struct ViewCalls {
    /// All that have begun.
    begun: u64,
    /// Those that are not answered.
    open: usize,
}

/// The state of a widget that was to be inline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// The client still has time.
    Awaited,
    /// A view has said that it is there, or a page has been opened otherwise.
    Seen,
    /// No view came in time. The page was opened there; `None`: nowhere, the server opens
    /// nothing on this machine.
    Replaced(Option<OpenedIn>),
}

impl InlineViews {
    pub(crate) fn new(timeout: Duration) -> Self {
        Self { timeout, mounts: Arc::default() }
    }

    /// Returns whether clients are given time to mount a view.
    pub(crate) fn are_awaited(&self) -> bool {
        !self.timeout.is_zero()
    }

    /// Waits for the view of a widget, and opens `page` when none says in time that it is there.
    ///
    /// Runs on its own, until a view is there or the widget is gone.
    pub(crate) fn expect(
        &self,
        page: PageWindow,
        id: WidgetId,
        (windows, store): (Windows, Arc<dyn WidgetStore>),
        client: Arc<MountRecord>,
    ) {
        let (calls, seen) = watch::channel(ViewCalls::default());
        let watchdog = Watchdog { views: self.clone(), id, calls: seen, windows, store, client };
        // It has to find the widget.
        let mut mounts = self.mounts();
        let watchdog = AbortOnDropHandle::new(tokio::spawn(watchdog.run(page, self.timeout)));
        let (standing, is_told) = (Standing::Awaited, false);
        mounts.insert(id, Mount { calls, standing, is_told, _watchdog: watchdog });
    }

    /// Notes a call of a view that the person can see, until the answer is dropped.
    pub(crate) fn call(&self, id: WidgetId) -> ViewCall {
        let calls = self.mounts().get(&id).map(|mount| mount.calls.clone());
        if let Some(calls) = &calls {
            calls.send_modify(|calls| {
                calls.begun += 1;
                calls.open += 1;
            });
        }
        ViewCall(calls)
    }

    /// Returns the place in which a widget was opened since the client did not show it. A place
    /// that the person sees is told once; `Some(None)`, that there is none, again and again.
    pub(crate) fn unread_place(&self, id: WidgetId) -> Option<Option<OpenedIn>> {
        let mut mounts = self.mounts();
        let mount = mounts.get_mut(&id)?;
        let Standing::Replaced(place) = mount.standing else { return None };
        let is_unread = place.is_none() || !std::mem::replace(&mut mount.is_told, true);
        is_unread.then_some(place)
    }

    /// Returns whether the client still has time to show a widget.
    pub(crate) fn awaits(&self, id: WidgetId) -> bool {
        self.mounts().get(&id).is_some_and(|mount| mount.standing == Standing::Awaited)
    }

    /// Waits for the view of a widget no longer.
    pub(crate) fn forget(&self, id: WidgetId) {
        self.mounts().remove(&id);
    }

    fn set(&self, id: WidgetId, standing: Standing) {
        if let Some(mount) = self.mounts().get_mut(&id) {
            mount.standing = standing;
        }
    }

    fn mounts(&self) -> MutexGuard<'_, HashMap<WidgetId, Mount>> {
        self.mounts.lock()
    }
}

/// A call that a view waits in.
#[derive(Debug)]
pub(crate) struct ViewCall(Option<watch::Sender<ViewCalls>>);

impl Drop for ViewCall {
    fn drop(&mut self) {
        if let Some(calls) = &self.0 {
            calls.send_modify(|calls| calls.open -= 1);
        }
    }
}

#[cfg(test)]
mod tests;

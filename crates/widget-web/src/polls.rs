//! Viewers without a connection: each of their calls comes on its own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use widget_state::{StateError, ViewerId, WidgetId, WidgetStore};

use crate::state::WebState;
use crate::sync::{SyncAnswer, SyncRequest, poll, receive};

/// A viewer that is silent for so long after its last answer has gone.
const GRACE: Duration = Duration::from_secs(5);

/// Calls that wait at the same time; further ones are answered at once.
const MOST_WAITING: usize = 1_000;

/// The calls that wait for news, by who made them.
#[derive(Debug, Default)]
pub(crate) struct Polls(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    calls: u64,
    by_viewer: HashMap<(WidgetId, ViewerId), (u64, oneshot::Sender<()>)>,
}

impl WebState {
    /// Answers `widget_sync` of a viewer whose calls come one by one, such as a view
    /// in a chat client.
    ///
    /// While a call waits, and for a moment after it, the viewer counts as open. Its
    /// next call displaces the one that waits, which is answered at once. A widget
    /// that is gone is an answer, not an error.
    ///
    /// # Errors
    ///
    /// [`StateError::Backend`] when the store fails.
    pub async fn sync(&self, request: SyncRequest) -> Result<SyncAnswer, StateError> {
        match self.answer(request).await {
            Err(StateError::UnknownWidget { .. }) => Ok(SyncAnswer::destroyed()),
            answered => answered,
        }
    }

    async fn answer(&self, mut request: SyncRequest) -> Result<SyncAnswer, StateError> {
        let viewer = (request.widget_id, request.viewer_id);
        // A call that does not wait may speak for a viewer that goes or has gone.
        let _visit = match request.wait_ms {
            0 => None,
            _ => Some(Visit::begin(Arc::clone(&self.store), viewer).await?),
        };
        let place = Place::take(&self.polls, viewer);
        if place.is_none() {
            request.wait_ms = 0;
        }
        let waiting = receive(&*self.store, request).await?;
        let Some(mut place) = place else { return poll(&*self.store, waiting).await };
        tokio::select! {
            // The next call has been received, so it brings whatever there is.
            _ = &mut place.displaced => Ok(waiting.displaced()),
            answer = poll(&*self.store, waiting.clone()) => answer,
        }
    }
}

impl Polls {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a call that waits; taking it displaces the viewer's last one.
struct Place {
    polls: Arc<Polls>,
    viewer: (WidgetId, ViewerId),
    call: u64,
    /// Ends when the viewer's next call takes the place.
    displaced: oneshot::Receiver<()>,
}

impl Place {
    /// `None` when there is no room for another.
    fn take(polls: &Arc<Polls>, viewer: (WidgetId, ViewerId)) -> Option<Self> {
        let mut waiting = polls.lock();
        if waiting.by_viewer.len() >= MOST_WAITING && !waiting.by_viewer.contains_key(&viewer) {
            return None;
        }
        waiting.calls += 1;
        let call = waiting.calls;
        let (sender, displaced) = oneshot::channel();
        // Dropping the sender of the last call ends its wait.
        waiting.by_viewer.insert(viewer, (call, sender));
        Some(Self { polls: Arc::clone(polls), viewer, call, displaced })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut waiting = self.polls.lock();
        if waiting.by_viewer.get(&self.viewer).is_some_and(|(call, _)| *call == self.call) {
            waiting.by_viewer.remove(&self.viewer);
        }
    }
}

/// A viewer is open from here until a moment after the drop. Visits may overlap.
struct Visit {
    store: Arc<dyn WidgetStore>,
    viewer: (WidgetId, ViewerId),
}

impl Visit {
    async fn begin(
        store: Arc<dyn WidgetStore>,
        viewer: (WidgetId, ViewerId),
    ) -> Result<Self, StateError> {
        store.attach(viewer.0, viewer.1).await?;
        Ok(Self { store, viewer })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let (store, (widget, viewer)) = (Arc::clone(&self.store), self.viewer);
        // Without a runtime the process ends, and its viewers with it.
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            tokio::time::sleep(GRACE).await;
            if let Err(error) = store.detach(widget, viewer).await {
                tracing::debug!(%error, "a viewer of a widget that is gone went away");
            }
        });
    }
}

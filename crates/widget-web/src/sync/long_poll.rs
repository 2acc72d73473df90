//! Viewers without a connection: each of their calls comes on its own.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use widget_state::{Departure, StateError, Surface, ViewerId, WidgetId, WidgetStore};

use crate::poll_slots::PollSlot;
use crate::state::WebState;
use crate::sync::{SyncRequest, SyncResponse, poll, receive};

/// A viewer that is silent for so long after an answer with news has gone: it draws them first.
const PRESENCE_TIMEOUT: Duration = Duration::from_secs(5);

/// The same after an answer without news, to which the next call is the whole reaction. With the
/// wait of a view it bounds the time for which one that its host has ended counts as open.
const IDLE_PRESENCE_TIMEOUT: Duration = Duration::from_secs(2);

impl WebState {
    /// Answers `widget_sync` of a viewer whose calls come one by one, such as a view
    /// in a chat client.
    ///
    /// While a call waits, and for a moment after it, the viewer counts as open. Its
    /// next call supersedes the one that waits, which is answered at once. A widget
    /// that is gone is an answer, not an error.
    ///
    /// # Errors
    ///
    /// [`StateError::Backend`] when the store fails.
    pub async fn sync(&self, request: SyncRequest) -> Result<SyncResponse, StateError> {
        match self.answer(request).await {
            Err(StateError::UnknownWidget { .. }) => Ok(SyncResponse::destroyed()),
            answered => answered,
        }
    }

    async fn answer(&self, mut request: SyncRequest) -> Result<SyncResponse, StateError> {
        let viewer = (request.widget_id, request.viewer_id);
        let mut presence = match request.is_seen() {
            false => None,
            true => Some(ViewerPresence::begin(Arc::clone(&self.store), viewer).await?),
        };
        let slot = PollSlot::acquire(&self.poll_slots, viewer);
        if slot.is_none() {
            request.wait_ms = 0;
        }
        let waiting = receive(&*self.store, request).await?;
        let Some(mut slot) = slot else { return poll(&*self.store, waiting).await };
        let answer = tokio::select! {
            // The next call has been received, so it brings whatever there is.
            _ = &mut slot.superseded => waiting.superseded(),
            answer = poll(&*self.store, waiting.clone()) => answer?,
        };
        if let Some(presence) = presence.as_mut().filter(|_| !answer.has_news()) {
            presence.timeout = IDLE_PRESENCE_TIMEOUT;
        }
        Ok(answer)
    }
}

/// A viewer is open from here until `timeout` after the drop. Visits may overlap.
struct ViewerPresence {
    store: Arc<dyn WidgetStore>,
    viewer: (WidgetId, ViewerId),
    timeout: Duration,
}

impl ViewerPresence {
    async fn begin(
        store: Arc<dyn WidgetStore>,
        viewer: (WidgetId, ViewerId),
    ) -> Result<Self, StateError> {
        store.attach(viewer.0, viewer.1, Surface::Inline).await?;
        Ok(Self { store, viewer, timeout: PRESENCE_TIMEOUT })
    }
}

impl Drop for ViewerPresence {
    fn drop(&mut self) {
        let (store, (widget, viewer)) = (Arc::clone(&self.store), self.viewer);
        let timeout = self.timeout;
        // Without a runtime the process ends, and its viewers with it.
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            tokio::time::sleep(timeout).await;
            if let Err(error) = store.detach(widget, viewer, Departure::Left).await {
                tracing::debug!(%error, "a viewer of a widget that is gone went away");
            }
        });
    }
}

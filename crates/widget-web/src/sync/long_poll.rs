//! Viewers without a connection: each of their calls comes on its own.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use widget_state::{Departure, StateError, Surface, ViewerId, WidgetId, WidgetStore};

use crate::poll_slots::PollSlot;
use crate::state::WebState;
use crate::sync::{SyncRequest, SyncResponse, poll, receive};

/// A viewer that is silent for so long after its last answer has gone.
const PRESENCE_TIMEOUT: Duration = Duration::from_secs(5);

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
        let _presence = match request.is_seen() {
            false => None,
            true => Some(ViewerPresence::begin(Arc::clone(&self.store), viewer).await?),
        };
        let slot = PollSlot::acquire(&self.poll_slots, viewer);
        if slot.is_none() {
            request.wait_ms = 0;
        }
        let waiting = receive(&*self.store, request).await?;
        let Some(mut slot) = slot else { return poll(&*self.store, waiting).await };
        tokio::select! {
            // The next call has been received, so it brings whatever there is.
            _ = &mut slot.superseded => Ok(waiting.superseded()),
            answer = poll(&*self.store, waiting.clone()) => answer,
        }
    }
}

/// A viewer is open from here until a moment after the drop. Visits may overlap.
struct ViewerPresence {
    store: Arc<dyn WidgetStore>,
    viewer: (WidgetId, ViewerId),
}

impl ViewerPresence {
    async fn begin(
        store: Arc<dyn WidgetStore>,
        viewer: (WidgetId, ViewerId),
    ) -> Result<Self, StateError> {
        store.attach(viewer.0, viewer.1, Surface::Inline).await?;
        Ok(Self { store, viewer })
    }
}

impl Drop for ViewerPresence {
    fn drop(&mut self) {
        let (store, (widget, viewer)) = (Arc::clone(&self.store), self.viewer);
        // Without a runtime the process ends, and its viewers with it.
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            tokio::time::sleep(PRESENCE_TIMEOUT).await;
            if let Err(error) = store.detach(widget, viewer, Departure::Left).await {
                tracing::debug!(%error, "a viewer of a widget that is gone went away");
            }
        });
    }
}

//! Waits for the view of one widget.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch::{Receiver, error::RecvError};
use tokio::time::{sleep, timeout};
use widget_state::{WidgetId, WidgetStore, WidgetStoreExt};

use super::{InlineViews, MountRecord, Standing, ViewCalls};
use crate::windows::{PageWindow, Windows};

/// The longest pause between two calls of a view that is there.
const PAUSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Opens a page of its own for a widget whose view does not come, and closes it when the view
/// comes after all.
pub(super) struct Watchdog {
    pub(super) views: InlineViews,
    pub(super) id: WidgetId,
    pub(super) calls: Receiver<ViewCalls>,
    pub(super) windows: Windows,
    pub(super) store: Arc<dyn WidgetStore>,
    pub(super) client: Arc<MountRecord>,
}

impl Watchdog {
    pub(super) async fn run(mut self, page: PageWindow, timeout: Duration) {
        sleep(timeout).await;
        if let Ok(false) = self.is_there().await
            && let Err(error) = self.replace(page).await
        {
            tracing::debug!(%error, "a widget is not waited for any longer");
        }
    }

    /// Returns whether a view is there now. One call may be left from a view whose frame is gone,
    /// since hosts do not cancel them: a view that is there makes another one.
    async fn is_there(&mut self) -> Result<bool, RecvError> {
        let seen = *self.calls.borrow_and_update();
        if seen.begun > 0 {
            while self.calls.borrow().open > 0 && self.calls.borrow().begun == seen.begun {
                self.calls.changed().await?;
            }
            let more = self.calls.wait_for(|calls| calls.begun > seen.begun);
            if let Ok(more) = timeout(PAUSE_TIMEOUT, more).await {
                more?;
                self.client.note_mounted();
                self.views.set(self.id, Standing::Seen);
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn replace(&mut self, page: PageWindow) -> Result<(), RecvError> {
        let before = self.calls.borrow_and_update().begun;
        self.client.note_missing();
        // The person may have opened the page of the address.
        let is_open = before == 0
            && self.store.presence(self.id).await.is_ok_and(|presence| presence.open > 0);
        if is_open {
            self.views.set(self.id, Standing::Seen);
        } else {
            let place = self.windows.open(page, Arc::clone(&self.store)).await;
            self.views.set(self.id, Standing::Replaced(place));
        }
        self.calls.wait_for(|calls| calls.begun > before).await?;
        self.client.note_mounted();
        self.views.set(self.id, Standing::Seen);
        if !is_open {
            self.windows.forget(self.id);
        }
        Ok(())
    }
}

//! The log of window events.

use std::sync::Arc;

use serde_json::{Value, json};
use widget_state::{EventInput, StateError, ViewerId, WidgetId, WidgetStore};
use widget_window::{CloseReason, WindowEvent, WindowId};

/// Writes what becomes of a window into the logs of the widgets it shows.
pub(super) struct WindowLog {
    store: Arc<dyn WidgetStore>,
    widgets: Vec<WidgetId>,
    /// The window, in the logs.
    viewer: ViewerId,
    /// The number of its events.
    n: u64,
}

impl WindowLog {
    pub(super) fn new(
        store: Arc<dyn WidgetStore>,
        widgets: Vec<WidgetId>,
    ) -> Result<Self, StateError> {
        Ok(Self { store, widgets, viewer: ViewerId::random()?, n: 0 })
    }

    /// Notes an event of any window that was seen after this one had opened.
    pub(super) async fn note(&mut self, window: WindowId, event: WindowEvent) {
        match event {
            // It opened before; its helper has crashed since.
            WindowEvent::Opened(id) if id == window => {
                self.write("window:reopened", json!({})).await;
            }
            WindowEvent::Failed { window: id, message } if id == window => {
                self.write("window:failed", json!({ "message": message })).await;
            }
            // Where a window is and how large is the person's own affair.
            _ => {}
        }
    }

    pub(super) async fn note_closed(&mut self, reason: &CloseReason) {
        let data = match reason {
            CloseReason::User => json!({ "reason": "user" }),
            CloseReason::Failed(message) => json!({ "reason": "failed", "message": message }),
            // The widget was destroyed, or the server ends.
            _ => return,
        };
        self.write("window:closed", data).await;
    }

    async fn write(&mut self, event_type: &str, data: Value) {
        self.n += 1;
        for id in &self.widgets {
            let event = EventInput {
                n: self.n,
                event_type: event_type.to_owned(),
                data: data.clone(),
                label: String::new(),
                block: None,
            };
            match self.store.append_events(*id, self.viewer, vec![event]).await {
                // Of several widgets in one window some may be destroyed already.
                Ok(_) | Err(StateError::UnknownWidget { .. }) => {}
                Err(error) => tracing::warn!(%error, event_type, "an event is lost"),
            }
        }
    }
}

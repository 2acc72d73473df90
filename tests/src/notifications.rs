//! Notifications of a server.

use std::sync::Arc;

use parking_lot::Mutex;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::model::{ClientConfig, CustomNotification, ProgressNotificationParam};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, RoleClient};
use tokio::sync::broadcast;

/// A client that records the notifications it receives, and passes on how far its calls are.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    resources: Arc<Mutex<Vec<String>>>,
    progress: broadcast::Sender<ProgressNotificationParam>,
    config: ClientConfig,
}

impl Default for Heard {
    fn default() -> Self {
        Self::introduced(ClientConfig::default())
    }
}

impl Heard {
    /// A client that says this of itself.
    pub(crate) fn introduced(config: ClientConfig) -> Self {
        Self { resources: Arc::default(), progress: broadcast::channel(64).0, config }
    }

    pub(crate) fn heard(&self) -> Vec<String> {
        self.resources.lock().clone()
    }

    pub(crate) fn progress(&self) -> broadcast::Receiver<ProgressNotificationParam> {
        self.progress.subscribe()
    }

    fn note(&self, what: String) {
        self.resources.lock().push(what);
    }
}

impl ClientHandler for Heard {
    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }

    async fn on_resource_updated(
        &self,
        params: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.note(params.uri);
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        // The receiver exists only if a test asked for it.
        self.progress.send(progress).ok();
    }

    async fn on_custom_notification(
        &self,
        notification: CustomNotification,
        _: NotificationContext<RoleClient>,
    ) {
        let CustomNotification { method, params, .. } = notification;
        self.note(format!("{method} {}", params.unwrap_or_default()));
    }

    async fn on_resource_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.note("list".into());
    }
}

//! The receiver of change notifications, in the protocol it uses.

use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::SubscriptionSink;
use rmcp::{Peer, RoleServer};

/// The receiver of change notifications.
#[derive(Debug)]
pub(crate) enum Listener {
    /// A client of a protocol before 2026-07-28.
    Older(Peer<RoleServer>),
    /// The long request of a client of 2026-07-28.
    Newer(SubscriptionSink),
}

impl Listener {
    /// Resources have come or gone. Whether it got through.
    pub(crate) async fn list_changed(&self) -> bool {
        match self {
            Self::Older(peer) => peer.notify_resource_list_changed().await.is_ok(),
            Self::Newer(sink) => sink.notify_resource_list_changed().await.is_ok(),
        }
    }

    /// The resource at an address has changed. Whether it got through.
    pub(crate) async fn updated(&self, uri: &str) -> bool {
        match self {
            Self::Older(peer) => {
                let updated = ResourceUpdatedNotificationParam::new(uri);
                peer.notify_resource_updated(updated).await.is_ok()
            }
            Self::Newer(sink) => sink.notify_resource_updated(uri).await.is_ok(),
        }
    }
}

//! The state shared by the pages.

use std::sync::Arc;

use tokio::sync::Semaphore;
use widget_state::{SecretVault, Uploads, WidgetStore};

use crate::arrivals::Arrivals;
use crate::hosts::AllowedHosts;
use crate::poll_slots::PollSlots;
use crate::row_index_cache::RowIndexCache;

/// The state shared by the pages.
#[derive(Clone, Debug)]
pub struct WebState {
    pub(crate) store: Arc<dyn WidgetStore>,
    pub(crate) secrets: SecretVault,
    pub(crate) uploads: Uploads,
    pub(crate) row_indexes: Arc<RowIndexCache>,
    pub(crate) poll_slots: Arc<PollSlots>,
    pub(crate) hosts: AllowedHosts,
    /// The WebSockets that may still be opened: a server counts a connection no more once it is
    /// upgraded.
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) arrivals: Arrivals,
}

/// WebSockets that are open at the same time: one for each widget of a page.
const MAX_SOCKETS: usize = 1_024;

impl WebState {
    /// Pages over a store, with a vault of their own, under the loopback names.
    #[must_use]
    pub fn new(store: Arc<dyn WidgetStore>) -> Self {
        Self {
            store,
            secrets: SecretVault::default(),
            uploads: Uploads::new(),
            row_indexes: Arc::default(),
            poll_slots: Arc::default(),
            hosts: AllowedHosts::default(),
            sockets: Arc::new(Semaphore::new(MAX_SOCKETS)),
            arrivals: Arrivals::default(),
        }
    }

    /// Keeps what people type into secret components in this vault.
    #[must_use]
    pub fn with_secrets(mut self, secrets: SecretVault) -> Self {
        self.secrets = secrets;
        self
    }

    /// The files that people put into forms.
    #[must_use]
    pub fn uploads(&self) -> &Uploads {
        &self.uploads
    }

    /// Answers under these names.
    #[must_use]
    pub fn with_hosts(mut self, hosts: AllowedHosts) -> Self {
        self.hosts = hosts;
        self
    }

    /// Bounds what may arrive at the same time; 512 MiB without it.
    #[must_use]
    pub fn with_arrivals(mut self, arrivals: Arrivals) -> Self {
        self.arrivals = arrivals;
        self
    }

    /// Counts the messages of pages that arrive; the server that has the pages counts the bodies
    /// of all requests here as well.
    #[must_use]
    pub fn arrivals(&self) -> &Arrivals {
        &self.arrivals
    }
}

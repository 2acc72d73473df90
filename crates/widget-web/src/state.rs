//! What the pages need.

use std::sync::Arc;

use widget_state::WidgetStore;

/// What the pages need.
#[derive(Clone, Debug)]
pub struct WebState {
    pub(crate) store: Arc<dyn WidgetStore>,
}

impl WebState {
    /// Pages over a store.
    #[must_use]
    pub fn new(store: Arc<dyn WidgetStore>) -> Self {
        Self { store }
    }
}

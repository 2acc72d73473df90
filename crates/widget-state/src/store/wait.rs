//! A wait for something of a widget, which ends in time.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::error::StateError;
use crate::id::WidgetId;
use crate::store::{Watermark, WidgetStore};

/// A wait at one widget, for who looks and, if it is not there yet, waits for a change.
///
/// ```
/// # use std::time::Duration;
/// # use widget_state::{MemoryStore, StateError, Wait, Widget, WidgetStore};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), StateError> {
/// let store = MemoryStore::new();
/// let id = store.create(Widget::html("<b>0</b>")).await?;
/// let mut wait = Wait::at(id, Duration::from_millis(5));
/// while store.get(id).await?.revision() < 2 && !wait.is_over() {
///     wait.next(&store).await?;
/// }
/// assert!(wait.is_over(), "the widget has not been changed");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    id: WidgetId,
    deadline: Instant,
    seen: Watermark,
}

impl Wait {
    /// A wait at a widget from now on, of so long at most.
    #[must_use]
    pub fn at(id: WidgetId, timeout: Duration) -> Self {
        Self { id, deadline: Instant::now() + timeout, seen: Watermark::default() }
    }

    /// Returns whether its time is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Returns when there has been a change of the widget since the last call, or when the time is
    /// over. The first call returns at once: look again after each.
    ///
    /// # Errors
    ///
    /// As [`WidgetStore::changed`].
    pub async fn next<S: WidgetStore + ?Sized>(&mut self, store: &S) -> Result<(), StateError> {
        if let Ok(changed) = timeout_at(self.deadline, store.changed(self.id, self.seen)).await {
            self.seen = changed?;
        }
        Ok(())
    }
}

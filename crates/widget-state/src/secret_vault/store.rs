//! The contract of the places that secrets are kept in.

use std::fmt;

use async_trait::async_trait;

use crate::error::StateError;
use crate::id::{SecretRef, WidgetId};
use crate::secret_vault::SecretText;

/// Keeps secrets for a [`SecretVault`](crate::SecretVault), which has the rules.
///
/// No [`Journal`](crate::Journal) holds a secret: it has only the reference, as the value of the
/// component. So a store that outlives the process encrypts what it keeps, or hands it to a
/// service that does. An implementation is right when it passes `testing::secrets` (feature
/// `testing`).
#[async_trait]
pub trait SecretStore: fmt::Debug + Send + Sync + 'static {
    /// Keeps a secret under a new reference, in the place of the one that was typed into this
    /// component of this widget before.
    ///
    /// # Errors
    ///
    /// [`StateError::Backend`]. The one before is still there then.
    async fn put(
        &self,
        reference: SecretRef,
        widget: WidgetId,
        component: &str,
        text: SecretText,
    ) -> Result<(), StateError>;

    /// Removes a secret and returns it; `None` where there is none. Of several calls at once with
    /// one reference, one gets it.
    ///
    /// # Errors
    ///
    /// [`StateError::Backend`].
    async fn remove(&self, reference: SecretRef) -> Result<Option<SecretText>, StateError>;

    /// Removes all secrets of a widget.
    ///
    /// # Errors
    ///
    /// [`StateError::Backend`].
    async fn remove_all(&self, widget: WidgetId) -> Result<(), StateError>;
}

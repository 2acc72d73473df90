//! The values that people typed into secret components.

pub(crate) mod memory;
pub(crate) mod store;

use std::fmt;
use std::sync::Arc;

use zeroize::Zeroizing;

use crate::bounds::check_size;
use crate::error::StateError;
use crate::id::{SecretRef, WidgetId};
use crate::limits::SizedPart;
use memory::MemorySecretStore;
use store::SecretStore;

/// The longest secret, in bytes of UTF-8.
const MAX_SECRET_BYTES: usize = 8 << 10;

/// A text that is wiped from memory when it is dropped and never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretText(Zeroizing<String>);

impl SecretText {
    /// Takes a text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// The text. The caller is responsible for where it goes.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText([redacted])")
    }
}

/// Keeps what people typed into secret components, for code on the server.
///
/// A secret is there until it is redeemed, the person types another one into the
/// same component, or its widget ends. It is in the memory of this process only, or in the
/// [`SecretStore`] of the program's own. Clones are the same vault.
///
/// ```
/// use widget_state::{SecretText, SecretVault, WidgetId};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_state::StateError> {
/// let vault = SecretVault::new();
/// let typed = SecretText::new("hunter2".into());
/// let reference = vault.put(WidgetId::random()?, "password", typed).await?;
/// let redeemed = vault.redeem(reference).await?;
/// assert_eq!(redeemed.as_ref().map(SecretText::expose), Some("hunter2"));
/// assert!(vault.redeem(reference).await?.is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct SecretVault {
    store: Arc<dyn SecretStore>,
}

impl Default for SecretVault {
    fn default() -> Self {
        Self::with_store(Arc::new(MemorySecretStore::default()))
    }
}

impl SecretVault {
    /// An empty vault in the memory of this process, of at most 1,000 secrets.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A vault over a store, such as one that encrypts.
    #[must_use]
    pub fn with_store(store: Arc<dyn SecretStore>) -> Self {
        Self { store }
    }

    /// Keeps what was typed into a component, instead of what was typed before.
    ///
    /// # Errors
    ///
    /// [`StateError::EmptySecret`], [`StateError::TooLarge`] above 8 KiB,
    /// [`IdError::Random`](crate::IdError::Random) when the operating system gives no random
    /// bytes, and [`StateError::Backend`] of the store.
    pub async fn put(
        &self,
        widget: WidgetId,
        component: &str,
        text: SecretText,
    ) -> Result<SecretRef, StateError> {
        if text.expose().is_empty() {
            return Err(StateError::EmptySecret);
        }
        check_size(SizedPart::Secret, text.expose().len(), MAX_SECRET_BYTES)?;
        let reference = SecretRef::random()?;
        self.store.put(reference, widget, component, text).await?;
        Ok(reference)
    }

    /// Takes a secret out of the vault.
    ///
    /// # Errors
    ///
    /// [`StateError::Backend`] of the store.
    pub async fn redeem(&self, reference: SecretRef) -> Result<Option<SecretText>, StateError> {
        self.store.remove(reference).await
    }

    /// Forgets what was typed into a widget, which has ended.
    ///
    /// # Errors
    ///
    /// [`StateError::Backend`] of the store.
    pub async fn forget(&self, widget: WidgetId) -> Result<(), StateError> {
        self.store.remove_all(widget).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_secret_has_a_text_of_bounded_length() {
        let (vault, widget) = (SecretVault::new(), WidgetId::random().unwrap());
        let put = async |text: String| vault.put(widget, "a", SecretText::new(text)).await;
        assert!(matches!(put(String::new()).await, Err(StateError::EmptySecret)));
        let large = put("x".repeat(MAX_SECRET_BYTES + 1)).await;
        assert!(matches!(large, Err(StateError::TooLarge { .. })));
        assert!(put("x".repeat(MAX_SECRET_BYTES)).await.is_ok());
    }

    #[tokio::test]
    async fn what_was_typed_is_never_printed() {
        let vault = SecretVault::new();
        let typed = SecretText::new("hunter2".into());
        vault.put(WidgetId::random().unwrap(), "a", typed.clone()).await.unwrap();
        let printed = format!("{vault:?} {typed:?}");
        assert!(!printed.contains("hunter2") && printed.contains("[redacted]"), "{printed}");
    }
}

//! The values that people typed into secret components.

use std::collections::{HashMap, VecDeque};
use std::fmt;

use parking_lot::{Mutex, MutexGuard};
use zeroize::Zeroizing;

use crate::bounds::check_size;
use crate::error::StateError;
use crate::id::{SecretRef, WidgetId};
use crate::limits::SizedPart;

/// The longest secret, in bytes of UTF-8.
const MAX_SECRET_BYTES: usize = 8 << 10;

/// Secrets in one vault; the oldest goes when there are more.
const MAX_SECRET_BYTESS: usize = 1_000;

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
/// same component, or its widget ends. It is in the memory of this process only.
///
/// ```
/// use widget_state::{SecretText, SecretVault, WidgetId};
///
/// # fn main() -> Result<(), widget_state::StateError> {
/// let vault = SecretVault::new();
/// let typed = SecretText::new("hunter2".into());
/// let reference = vault.put(WidgetId::random()?, "password", typed)?;
/// let redeemed = vault.redeem(reference);
/// assert_eq!(redeemed.as_ref().map(SecretText::expose), Some("hunter2"));
/// assert!(vault.redeem(reference).is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default)]
pub struct SecretVault {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    secrets: HashMap<SecretRef, Entry>,
    /// Oldest first. Holds no reference that `secrets` does not.
    order: VecDeque<SecretRef>,
}

#[derive(Debug)]
struct Entry {
    widget: WidgetId,
    component: String,
    text: SecretText,
}

impl SecretVault {
    /// An empty vault.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps what was typed into a component, instead of what was typed before.
    ///
    /// # Errors
    ///
    /// [`StateError::EmptySecret`], [`StateError::TooLarge`] above 8 KiB, and
    /// [`IdError::Random`](crate::IdError::Random) when the operating system gives no random bytes.
    pub fn put(
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
        let mut kept = self.lock();
        kept.retain(|entry| entry.widget != widget || entry.component != component);
        if kept.order.len() == MAX_SECRET_BYTESS
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.secrets.remove(&oldest);
        }
        let entry = Entry { widget, component: component.into(), text };
        kept.secrets.insert(reference, entry);
        kept.order.push_back(reference);
        Ok(reference)
    }

    /// Takes a secret out of the vault.
    #[must_use]
    pub fn redeem(&self, reference: SecretRef) -> Option<SecretText> {
        let mut kept = self.lock();
        let entry = kept.secrets.remove(&reference)?;
        kept.order.retain(|other| *other != reference);
        Some(entry.text)
    }

    /// Forgets what was typed into a widget, which has ended.
    pub fn forget(&self, widget: WidgetId) {
        self.lock().retain(|entry| entry.widget != widget);
    }

    /// A panic while the lock was held leaves whole entries: each change is one step.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock()
    }
}

impl Kept {
    fn retain(&mut self, keep: impl Fn(&Entry) -> bool) {
        self.secrets.retain(|_, entry| keep(entry));
        self.order.retain(|reference| self.secrets.contains_key(reference));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widget(n: u8) -> WidgetId {
        format!("{n:032x}").parse().unwrap()
    }

    fn put(vault: &SecretVault, widget: WidgetId, component: &str, text: &str) -> SecretRef {
        vault.put(widget, component, SecretText::new(text.into())).unwrap()
    }

    fn redeem(vault: &SecretVault, reference: SecretRef) -> Option<String> {
        vault.redeem(reference).map(|text| text.expose().to_owned())
    }

    #[test]
    fn a_secret_is_redeemed_once() {
        let vault = SecretVault::new();
        let reference = put(&vault, widget(1), "a", "x");
        assert_eq!(redeem(&vault, reference), Some("x".into()));
        assert_eq!(redeem(&vault, reference), None);
        assert_eq!(redeem(&vault, SecretRef::random().unwrap()), None);
    }

    #[test]
    fn a_new_one_replaces_the_one_before_it_in_the_same_component() {
        let vault = SecretVault::new();
        let first = put(&vault, widget(1), "a", "first");
        let other = put(&vault, widget(1), "b", "other");
        let elsewhere = put(&vault, widget(2), "a", "elsewhere");
        let second = put(&vault, widget(1), "a", "second");
        assert_eq!(redeem(&vault, first), None);
        assert_eq!(redeem(&vault, second), Some("second".into()));
        assert_eq!(redeem(&vault, other), Some("other".into()));
        assert_eq!(redeem(&vault, elsewhere), Some("elsewhere".into()));
    }

    #[test]
    fn a_widget_takes_its_secrets_along_when_it_ends() {
        let vault = SecretVault::new();
        let gone = put(&vault, widget(1), "a", "x");
        let kept = put(&vault, widget(2), "a", "y");
        vault.forget(widget(1));
        assert_eq!(redeem(&vault, gone), None);
        assert_eq!(redeem(&vault, kept), Some("y".into()));
    }

    #[test]
    fn a_vault_is_bounded() {
        let vault = SecretVault::new();
        let empty = vault.put(widget(1), "a", SecretText::new(String::new()));
        assert!(matches!(empty, Err(StateError::EmptySecret)));
        let large = vault.put(widget(1), "a", SecretText::new("x".repeat(MAX_SECRET_BYTES + 1)));
        assert!(matches!(large, Err(StateError::TooLarge { .. })));
        let oldest = put(&vault, widget(1), "first", "x");
        let next = put(&vault, widget(1), "second", "y");
        for n in 2..MAX_SECRET_BYTESS {
            put(&vault, widget(1), &n.to_string(), "z");
        }
        put(&vault, widget(1), "last", "z");
        assert_eq!(redeem(&vault, oldest), None);
        assert_eq!(redeem(&vault, next), Some("y".into()));
    }

    #[test]
    fn what_was_typed_is_never_printed() {
        let vault = SecretVault::new();
        put(&vault, widget(1), "a", "hunter2");
        let printed = format!("{vault:?} {:?}", SecretText::new("hunter2".into()));
        assert!(!printed.contains("hunter2") && printed.contains("[redacted]"), "{printed}");
    }
}

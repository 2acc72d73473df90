//! Secrets in this process.

use std::collections::{HashMap, VecDeque};

use async_trait::async_trait;
use parking_lot::Mutex;

use crate::error::StateError;
use crate::id::{SecretRef, WidgetId};
use crate::secret_vault::SecretText;
use crate::secret_vault::store::SecretStore;

/// Secrets in one store; the oldest goes when there are more.
const MAX_SECRETS: usize = 1_000;

/// Keeps at most 1,000 secrets, in the memory of this process only.
#[derive(Debug, Default)]
pub struct MemorySecretStore {
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

impl Kept {
    fn retain(&mut self, keep: impl Fn(&Entry) -> bool) {
        self.secrets.retain(|_, entry| keep(entry));
        self.order.retain(|reference| self.secrets.contains_key(reference));
    }
}

#[async_trait]
impl SecretStore for MemorySecretStore {
    async fn put(
        &self,
        reference: SecretRef,
        widget: WidgetId,
        component: &str,
        text: SecretText,
    ) -> Result<(), StateError> {
        let mut kept = self.kept.lock();
        kept.retain(|entry| entry.widget != widget || entry.component != component);
        if kept.order.len() == MAX_SECRETS
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.secrets.remove(&oldest);
        }
        let entry = Entry { widget, component: component.into(), text };
        kept.secrets.insert(reference, entry);
        kept.order.push_back(reference);
        Ok(())
    }

    async fn remove(&self, reference: SecretRef) -> Result<Option<SecretText>, StateError> {
        let mut kept = self.kept.lock();
        let entry = kept.secrets.remove(&reference);
        kept.order.retain(|other| *other != reference);
        Ok(entry.map(|entry| entry.text))
    }

    async fn remove_all(&self, widget: WidgetId) -> Result<(), StateError> {
        self.kept.lock().retain(|entry| entry.widget != widget);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_oldest_goes_when_there_are_too_many() {
        let store = MemorySecretStore::default();
        let widget = WidgetId::random().unwrap();
        let mut references = Vec::new();
        for n in 0..=MAX_SECRETS {
            let reference = SecretRef::random().unwrap();
            let text = SecretText::new("x".into());
            store.put(reference, widget, &n.to_string(), text).await.unwrap();
            references.push(reference);
        }
        assert_eq!(store.remove(references[0]).await.unwrap(), None);
        assert!(store.remove(references[1]).await.unwrap().is_some());
    }
}

//! The conformance suite of [`SecretStore`](crate::SecretStore).

use std::sync::Arc;

use crate::id::{SecretRef, WidgetId};
use crate::secret_vault::store::SecretStore;
use crate::secret_vault::{SecretText, SecretVault};

/// Runs the whole suite. `make` gives an empty store, each time another one.
///
/// ```
/// use widget_state::{MemorySecretStore, testing};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// testing::secrets(async || MemorySecretStore::default()).await;
/// # }
/// ```
///
/// # Panics
///
/// When the store does not do what the contract says.
pub async fn secrets<S, F>(make: F)
where
    S: SecretStore,
    F: AsyncFn() -> S,
{
    let vault = async || SecretVault::with_store(Arc::new(make().await));
    a_secret_is_redeemed_once(&vault().await).await;
    a_new_one_replaces_the_one_before_it_in_the_same_component(&vault().await).await;
    a_widget_takes_its_secrets_along_when_it_ends(&vault().await).await;
}

fn widget(n: u8) -> WidgetId {
    format!("{n:032x}").parse().expect("32 digits")
}

async fn put(vault: &SecretVault, widget: WidgetId, component: &str, text: &str) -> SecretRef {
    vault.put(widget, component, SecretText::new(text.into())).await.expect("kept")
}

async fn redeem(vault: &SecretVault, reference: SecretRef) -> Option<String> {
    vault.redeem(reference).await.expect("read").map(|text| text.expose().to_owned())
}

async fn a_secret_is_redeemed_once(vault: &SecretVault) {
    let reference = put(vault, widget(1), "a", "x").await;
    let (one, other) = tokio::join!(redeem(vault, reference), redeem(vault, reference));
    assert_eq!(Vec::from_iter([one, other].into_iter().flatten()), ["x"]);
    assert_eq!(redeem(vault, reference).await, None);
    let unknown = SecretRef::random().expect("random bytes");
    assert_eq!(redeem(vault, unknown).await, None);
}

async fn a_new_one_replaces_the_one_before_it_in_the_same_component(vault: &SecretVault) {
    let first = put(vault, widget(1), "a", "first").await;
    let other = put(vault, widget(1), "b", "other").await;
    let elsewhere = put(vault, widget(2), "a", "elsewhere").await;
    let second = put(vault, widget(1), "a", "second").await;
    assert_eq!(redeem(vault, first).await, None);
    assert_eq!(redeem(vault, second).await, Some("second".into()));
    assert_eq!(redeem(vault, other).await, Some("other".into()));
    assert_eq!(redeem(vault, elsewhere).await, Some("elsewhere".into()));
}

async fn a_widget_takes_its_secrets_along_when_it_ends(vault: &SecretVault) {
    let gone = put(vault, widget(1), "a", "x").await;
    let kept = put(vault, widget(2), "a", "y").await;
    vault.forget(widget(1)).await.expect("forgotten");
    vault.forget(widget(1)).await.expect("a widget without secrets");
    assert_eq!(redeem(vault, gone).await, None);
    assert_eq!(redeem(vault, kept).await, Some("y".into()));
}

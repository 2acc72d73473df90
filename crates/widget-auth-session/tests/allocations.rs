//! Counts the allocations of a fresh token: none.

use futures_util::FutureExt as _;
use widget_auth_core::{Clock as _, OAuthTokenSet, RefreshToken, SystemClock};
use widget_auth_provider::GenericOidcProvider;
use widget_auth_session::SessionManager;
use widget_auth_store::MemoryTokenStore;

#[tokio::test(flavor = "current_thread")]
async fn a_fresh_token_allocates_nothing() {
    let provider = GenericOidcProvider::google("client-id").unwrap();
    let session = SessionManager::new(provider, MemoryTokenStore::new());
    let mut tokens = OAuthTokenSet::new("access", "Bearer", SystemClock.now());
    tokens.expires_in = Some(3600);
    tokens.refresh_token = Some(RefreshToken::new("refresh"));
    session.save_tokens(tokens).await.unwrap();
    let get = || session.get_access_token().now_or_never().unwrap().unwrap();
    // The first call of a thread registers it.
    drop(get());

    let allocations = allocation_counter::measure(|| {
        for _ in 0..1000 {
            assert_eq!(get().expose_secret(), "access");
        }
    });
    assert_eq!(allocations.count_total, 0, "{allocations:?}");
    // The counter counts.
    let counted = allocation_counter::measure(|| drop(Box::new(get())));
    assert_eq!(counted.count_total, 1, "{counted:?}");
}

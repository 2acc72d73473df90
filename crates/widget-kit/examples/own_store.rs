//! Keeps tokens in a store of its own: a map, where a database would be.
//!
//! ```text
//! WIDGET_OAUTH_PROVIDER=github WIDGET_OAUTH_CLIENT_ID=… cargo run -p widget-kit \
//!     --example own_store --no-default-features \
//!     --features auth-core,auth-provider,auth-session,auth-store
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use widget_kit::auth::core::OAuthTokenSet;
use widget_kit::auth::provider::{OAuth2Settings, OAuthProvider, create_provider_from_settings};
use widget_kit::auth::session::{AuthFlowManager, SystemBrowser};
use widget_kit::auth::store::{
    LeaseOwner, SaveOutcome, StoreError, StoredTokens, TokenStore, Version, async_trait, check_key,
};

/// Two tables: the tokens, and who refreshes them until when. A database would
/// make each method a statement or a transaction.
#[derive(Debug, Default)]
pub(crate) struct OwnStore {
    tokens: Mutex<BTreeMap<String, StoredTokens>>,
    leases: Mutex<BTreeMap<String, (LeaseOwner, Instant)>>,
}

impl OwnStore {
    /// The tokens, if `key` is one that every store takes.
    fn tokens(
        &self,
        key: &str,
    ) -> Result<MutexGuard<'_, BTreeMap<String, StoredTokens>>, StoreError> {
        check_key(key)?;
        Ok(self.tokens.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl TokenStore for OwnStore {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        Ok(self.tokens(key)?.get(key).cloned())
    }

    async fn save(&self, key: &str, tokens: &OAuthTokenSet) -> Result<Version, StoreError> {
        let (tokens, version) = (tokens.clone(), Version::random()?);
        self.tokens(key)?.insert(key.to_owned(), StoredTokens { tokens, version });
        Ok(version)
    }

    async fn save_if(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        expected: Option<Version>,
    ) -> Result<SaveOutcome, StoreError> {
        let (tokens, version) = (tokens.clone(), Version::random()?);
        let mut table = self.tokens(key)?;
        if table.get(key).map(|stored| stored.version) != expected {
            return Ok(SaveOutcome::Changed);
        }
        table.insert(key.to_owned(), StoredTokens { tokens, version });
        Ok(SaveOutcome::Saved(version))
    }

    async fn delete(&self, key: &str) -> Result<bool, StoreError> {
        Ok(self.tokens(key)?.remove(key).is_some())
    }

    async fn delete_if(&self, key: &str, expected: Version) -> Result<bool, StoreError> {
        let mut table = self.tokens(key)?;
        let is_it = table.get(key).is_some_and(|stored| stored.version == expected);
        Ok(is_it && table.remove(key).is_some())
    }

    async fn exists(&self, key: &str) -> Result<bool, StoreError> {
        Ok(self.tokens(key)?.contains_key(key))
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.tokens("any")?.keys().cloned().collect())
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        check_key(key)?;
        let mut leases = self.leases.lock().unwrap_or_else(PoisonError::into_inner);
        leases.retain(|_, (_, until)| *until > Instant::now());
        let is_free = leases.get(key).is_none_or(|(holder, _)| *holder == owner);
        if is_free {
            leases.insert(key.to_owned(), (owner, Instant::now() + ttl));
        }
        Ok(is_free)
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        check_key(key)?;
        let mut leases = self.leases.lock().unwrap_or_else(PoisonError::into_inner);
        leases.retain(|_, (_, until)| *until > Instant::now());
        let is_ours = leases.get(key).is_some_and(|(holder, _)| *holder == owner);
        Ok(is_ours && leases.remove(key).is_some())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let settings = OAuth2Settings::from_env()?;
    let provider: Arc<dyn OAuthProvider> = create_provider_from_settings(&settings)?.into();
    let store = Arc::new(OwnStore::default());
    let flow = AuthFlowManager::new(provider).with_token_store(store.clone());
    flow.run_native(&SystemBrowser::new()).await?;
    println!("kept: {}", store.list_keys().await?.join(", "));
    Ok(())
}

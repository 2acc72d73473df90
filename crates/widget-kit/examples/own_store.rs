//! Keeps tokens in a table of its own: a map, where a database would be.
//!
//! ```text
//! WIDGET_OAUTH_PROVIDER=github WIDGET_OAUTH_CLIENT_ID=… cargo run -p widget-kit \
//!     --example own_store --no-default-features \
//!     --features auth-core,auth-provider,auth-session,auth-store
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use tokio::sync::Mutex;
use widget_kit::auth::provider::{OAuth2Settings, OAuthProvider, create_provider_from_settings};
use widget_kit::auth::session::{AuthFlowManager, SystemBrowser};
use widget_kit::auth::store::{
    StoreError, TableRecord, TableTokenStore, TokenStore, TokenTable, async_trait,
};

/// Each method is one statement of a database.
#[derive(Debug, Default)]
pub(crate) struct OwnTable(Mutex<BTreeMap<String, TableRecord>>);

#[async_trait]
impl TokenTable for OwnTable {
    async fn get(&self, name: &str) -> Result<Option<TableRecord>, StoreError> {
        Ok(self.0.lock().await.get(name).cloned())
    }

    async fn swap(
        &self,
        name: &str,
        expected: Option<&TableRecord>,
        new: Option<TableRecord>,
    ) -> Result<bool, StoreError> {
        let mut rows = self.0.lock().await;
        if rows.get(name) != expected {
            return Ok(false);
        }
        match new {
            Some(new) => rows.insert(name.to_owned(), new),
            None => rows.remove(name),
        };
        Ok(true)
    }

    async fn names(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.0.lock().await.keys().cloned().collect())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let settings = OAuth2Settings::from_env()?;
    let provider: Arc<dyn OAuthProvider> = create_provider_from_settings(&settings)?.into();
    let store = Arc::new(TableTokenStore::new(OwnTable::default()));
    let flow = AuthFlowManager::new(provider).with_token_store(store.clone());
    flow.run_native(&SystemBrowser::new()).await?;
    println!("kept: {}", store.list_keys().await?.join(", "));
    Ok(())
}

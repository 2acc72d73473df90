//! A token store that fails.

use std::future::pending;
use std::time::Duration;

use async_trait::async_trait;
use widget_auth_core::OAuthTokenSet;
use widget_auth_store::{
    LeaseOwner, PutMode, SaveOutcome, StoreError, StoredTokens, TokenStore, Version,
};

/// The kind of failure of every call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// At once.
    Down,
    /// By never returning.
    Silent,
}

#[derive(Debug)]
pub(crate) struct FaultyStore {
    pub(crate) fault: Fault,
}

impl FaultyStore {
    async fn fail<T>(&self) -> Result<T, StoreError> {
        match self.fault {
            Fault::Down => Err(StoreError::Timeout { backend: "test", limit: Duration::ZERO }),
            Fault::Silent => pending().await,
        }
    }
}

#[async_trait]
impl TokenStore for FaultyStore {
    async fn load(&self, _: &str) -> Result<Option<StoredTokens>, StoreError> {
        self.fail().await
    }

    async fn put(&self, _: &str, _: &OAuthTokenSet, _: PutMode) -> Result<SaveOutcome, StoreError> {
        self.fail().await
    }

    async fn remove(&self, _: &str, _: Option<Version>) -> Result<bool, StoreError> {
        self.fail().await
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        self.fail().await
    }

    async fn acquire_lease(&self, _: &str, _: LeaseOwner, _: Duration) -> Result<bool, StoreError> {
        self.fail().await
    }

    async fn release_lease(&self, _: &str, _: LeaseOwner) -> Result<bool, StoreError> {
        self.fail().await
    }
}

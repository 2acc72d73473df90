//! The calls for users of a token store.

use std::time::Duration;

use widget_auth_core::OAuthTokenSet;

use super::{PutMode, SaveOutcome, TokenStore};
use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};

/// The lease that [`TokenStoreExt::check`] takes.
const CHECK_KEY: &str = "widget-kit-check";
const CHECK_TTL: Duration = Duration::from_secs(10);

/// The calls that users of a [`TokenStore`] want, made of its methods. Every
/// store has them, `dyn TokenStore` too; none implements them.
///
/// # Examples
///
/// ```
/// use widget_auth_core::{OAuthTokenSet, UnixTime};
/// use widget_auth_store::{MemoryTokenStore, SaveOutcome, TokenStore, TokenStoreExt};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::StoreError> {
/// let store: &dyn TokenStore = &MemoryTokenStore::new();
/// let tokens = OAuthTokenSet::new("access", "Bearer", UnixTime::default());
/// let version = store.save("default", &tokens).await?;
/// assert!(store.exists("default").await?);
/// assert!(store.delete("default").await?);
/// let outcome = store.save_if("default", &tokens, Some(version)).await?;
/// assert_eq!(outcome, SaveOutcome::Changed);
/// # Ok(())
/// # }
/// ```
pub trait TokenStoreExt: TokenStore {
    /// Stores `tokens` under `key`, whatever was there.
    ///
    /// # Errors
    ///
    /// Those of [`TokenStore::put`] with [`PutMode::Overwrite`].
    fn save(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
    ) -> impl Future<Output = Result<Version, StoreError>> + Send {
        async move {
            match self.put(key, tokens, PutMode::Overwrite).await? {
                SaveOutcome::Saved(version) => Ok(version),
                SaveOutcome::Changed => {
                    Err(StoreError::refused("it answered `Changed` to a put that overwrites"))
                }
            }
        }
    }

    /// Stores `tokens` under `key` only if the stored set is still `expected`,
    /// or with `None` only if there is no set.
    ///
    /// # Errors
    ///
    /// Those of [`TokenStore::put`].
    fn save_if(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        expected: Option<Version>,
    ) -> impl Future<Output = Result<SaveOutcome, StoreError>> + Send {
        let mode = expected.map_or(PutMode::Create, PutMode::Update);
        async move { self.put(key, tokens, mode).await }
    }

    /// Removes the tokens under `key`, and returns whether there were any.
    ///
    /// # Errors
    ///
    /// Those of [`TokenStore::remove`] without a version.
    fn delete(&self, key: &str) -> impl Future<Output = Result<bool, StoreError>> + Send {
        async move { self.remove(key, None).await }
    }

    /// Removes the tokens under `key` only if the stored set is still
    /// `expected`, and returns whether it did.
    ///
    /// # Errors
    ///
    /// Those of [`TokenStore::remove`].
    fn delete_if(
        &self,
        key: &str,
        expected: Version,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        async move { self.remove(key, Some(expected)).await }
    }

    /// Returns whether there are tokens under `key`. It is a load: it counts as
    /// a use where idle sets are dropped.
    ///
    /// # Errors
    ///
    /// Those of [`TokenStore::load`].
    fn exists(&self, key: &str) -> impl Future<Output = Result<bool, StoreError>> + Send {
        async move { Ok(self.load(key).await?.is_some()) }
    }

    /// Finds out if tokens can be kept, before a user is asked to sign in: the
    /// store is there, is unlocked, and takes changes. It takes a lease and
    /// gives it back.
    ///
    /// # Errors
    ///
    /// Those of [`TokenStore::acquire_lease`].
    fn check(&self) -> impl Future<Output = Result<(), StoreError>> + Send {
        async move {
            let owner = LeaseOwner::random()?;
            if self.acquire_lease(CHECK_KEY, owner, CHECK_TTL).await? {
                self.release_lease(CHECK_KEY, owner).await?;
            }
            Ok(())
        }
    }
}

impl<S: TokenStore + ?Sized> TokenStoreExt for S {}

//! The contract of a token store.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use widget_auth_core::OAuthTokenSet;

use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};

/// The lease that [`TokenStore::check`] takes.
const CHECK_KEY: &str = "widget-kit-check";
const CHECK_TTL: Duration = Duration::from_secs(10);

/// A stored token set and the save it came from.
///
/// Its serialized form is for stores of your own, and as stable as that of the
/// tokens. **It contains the tokens in the clear**, as nothing else of this
/// crate does: `Debug` hides them, and so do errors. A store that writes it
/// wipes its copy (`Zeroizing`) and keeps others from reading what it wrote, or
/// is put into `EncryptedTokenStore`.
///
/// # Examples
///
/// ```
/// use widget_auth_core::{OAuthTokenSet, UnixTime};
/// use widget_auth_store::{StoredTokens, Version, zeroize::Zeroizing};
///
/// let tokens = OAuthTokenSet::new("hunter2", "Bearer", UnixTime::default());
/// let stored = StoredTokens { tokens, version: Version::random()? };
/// let json = Zeroizing::new(serde_json::to_string(&stored)?);
/// assert!(json.contains("hunter2") && !format!("{stored:?}").contains("hunter2"));
/// assert_eq!(serde_json::from_str::<StoredTokens>(&json)?, stored);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredTokens {
    /// The tokens.
    pub tokens: OAuthTokenSet,
    /// For [`TokenStore::save_if`].
    pub version: Version,
}

/// The outcome of a [`TokenStore::save_if`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum SaveOutcome {
    /// The tokens are stored, as this version.
    Saved(Version),
    /// Another caller saved or deleted in the meantime, and nothing was changed:
    /// load again.
    Changed,
}

/// Keeps token sets under keys, for any number of tasks and, where the backend
/// is shared, processes.
///
/// # Contract
///
/// - A key is a text of 1 to 256 bytes without control characters. It names a
///   session and is not secret. Every method answers another key with
///   [`StoreError::InvalidKey`]; [`check_key`](crate::check_key) does it.
/// - **Nothing is half done.** A reader sees one whole save or another, never
///   a mixture, also when a writer dies in the middle.
/// - **A save that returned is seen** by every load that begins afterwards,
///   from this or another process.
/// - **Every save has a version of its own** ([`Version`]).
/// - A set is kept for as long as it can be used. One with a refresh token
///   does not vanish when its access token expires; one without may.
/// - An error says what a caller can do. [`Unavailable`](StoreError::Unavailable)
///   and [`Timeout`](StoreError::Timeout) are passing: the call is tried again.
///   [`Refused`](StoreError::Refused) is for what stays so until an operator
///   changes it: a password, a permission, a read-only server.
///   [`Corrupt`](StoreError::Corrupt) comes from loads of what was read but is
///   no token set, never from a save or a delete, which overcome it.
/// - After [`Unavailable`](StoreError::Unavailable) or
///   [`Timeout`](StoreError::Timeout) a change may or may not have happened.
///   Load and compare to find out.
/// - Dropping a future leaves the store usable; the change may or may not
///   happen.
/// - No method panics, and no error and no `Debug` shows a token.
///
/// # Leases
///
/// A lease keeps others from beginning what one is doing already. It is an
/// economy, not a lock: a holder that was suspended may come back after its
/// lease went to another holder. What keeps tokens right is
/// [`save_if`](Self::save_if). Leases and tokens are independent: a delete
/// ends no lease, and a key without tokens can be leased.
///
/// The times of leases are exact to the millisecond or longer, never shorter
/// than asked. [`UnixTime`](widget_auth_core::UnixTime) counts whole seconds
/// and cuts off the rest: a store that computes the end of a lease with it adds
/// one second, since `now` may stand for almost a second later.
///
/// # Examples
///
/// One refresh among many workers:
///
/// ```
/// use std::time::Duration;
/// use widget_auth_core::{OAuthTokenSet, UnixTime};
/// use widget_auth_store::{LeaseOwner, MemoryTokenStore, SaveOutcome, StoreError, TokenStore};
///
/// # async fn ask_the_provider(_: &OAuthTokenSet) -> OAuthTokenSet {
/// #     OAuthTokenSet::new("new", "Bearer", UnixTime::from_secs(1_800_003_600))
/// # }
/// async fn refresh(store: &dyn TokenStore, key: &str) -> Result<(), StoreError> {
///     let owner = LeaseOwner::random()?;
///     if !store.acquire_lease(key, owner, Duration::from_secs(30)).await? {
///         return Ok(()); // Another process refreshes: wait, then load.
///     }
///     if let Some(old) = store.load(key).await? {
///         let new = ask_the_provider(&old.tokens).await;
///         match store.save_if(key, &new, Some(old.version)).await? {
///             SaveOutcome::Saved(_) => {}
///             SaveOutcome::Changed => {} // Signed out or in again meanwhile.
///         }
///     }
///     store.release_lease(key, owner).await?;
///     Ok(())
/// }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), StoreError> {
/// let store = MemoryTokenStore::new();
/// store.save("default", &OAuthTokenSet::new("old", "Bearer", UnixTime::default())).await?;
/// refresh(&store, "default").await?;
/// let stored = store.load("default").await?.expect("it was saved");
/// assert_eq!(stored.tokens.access_token.expose_secret(), "new");
/// # Ok(())
/// # }
/// ```
#[async_trait]
pub trait TokenStore: fmt::Debug + Send + Sync + 'static {
    /// The tokens under `key`, `None` if there are none.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidKey`]; [`StoreError::Unavailable`] or
    /// [`StoreError::Timeout`] if the backend cannot be asked;
    /// [`StoreError::Refused`]; [`StoreError::Corrupt`] if the stored value is not a
    /// token set.
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError>;

    /// Stores `tokens` under `key`, whatever was there.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load), and [`StoreError::NoRandomness`]; never
    /// `Corrupt` because of what was there.
    async fn save(&self, key: &str, tokens: &OAuthTokenSet) -> Result<Version, StoreError>;

    /// Stores `tokens` under `key` only if the stored set is still `expected`,
    /// or with `None` only if there is no set. Of any number of callers with
    /// the same expectation one succeeds.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load), and [`StoreError::NoRandomness`].
    async fn save_if(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        expected: Option<Version>,
    ) -> Result<SaveOutcome, StoreError>;

    /// Removes the tokens under `key`, and says whether there were any.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load), but never `Corrupt`.
    async fn delete(&self, key: &str) -> Result<bool, StoreError>;

    /// Removes the tokens under `key` only if the stored set is still
    /// `expected`, and says whether it did. Of any number of callers with the
    /// same expectation one gets `true`: of many that learned that a refresh
    /// token is dead, the one that reports it.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load).
    async fn delete_if(&self, key: &str, expected: Version) -> Result<bool, StoreError>;

    /// Returns whether there are tokens under `key`.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load).
    async fn exists(&self, key: &str) -> Result<bool, StoreError>;

    /// The keys that have tokens, sorted, each once. A key that is saved or
    /// deleted while the list is made may be in it or not.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load).
    async fn list_keys(&self) -> Result<Vec<String>, StoreError>;

    /// Finds out if tokens can be kept, before a user is asked to sign in: the
    /// store is there, is unlocked, and takes changes. The default implementation
    /// takes a lease and gives it back.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load).
    async fn check(&self) -> Result<(), StoreError> {
        let owner = LeaseOwner::random()?;
        if self.acquire_lease(CHECK_KEY, owner, CHECK_TTL).await? {
            self.release_lease(CHECK_KEY, owner).await?;
        }
        Ok(())
    }

    /// Takes the refresh lease of `key` for at least `ttl`, and says whether
    /// `owner` has it now. An owner that has it already begins a new `ttl`.
    ///
    /// A lease ends with [`release_lease`](Self::release_lease) or by itself
    /// up to two seconds after `ttl`, so that a dead holder blocks no other process.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load).
    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError>;

    /// Gives the lease of `key` back, and says whether `owner` still had it.
    /// The lease of another owner is left alone.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load).
    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError>;
}

/// Passes every method on to what the pointer holds.
macro_rules! forward {
    ($($pointer:ident),*) => {$(
        #[async_trait]
        impl<S: TokenStore + ?Sized> TokenStore for $pointer<S> {
            async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
                (**self).load(key).await
            }

            async fn save(&self, key: &str, tokens: &OAuthTokenSet) -> Result<Version, StoreError> {
                (**self).save(key, tokens).await
            }

            async fn save_if(
                &self,
                key: &str,
                tokens: &OAuthTokenSet,
                expected: Option<Version>,
            ) -> Result<SaveOutcome, StoreError> {
                (**self).save_if(key, tokens, expected).await
            }

            async fn delete(&self, key: &str) -> Result<bool, StoreError> {
                (**self).delete(key).await
            }

            async fn delete_if(&self, key: &str, expected: Version) -> Result<bool, StoreError> {
                (**self).delete_if(key, expected).await
            }

            async fn exists(&self, key: &str) -> Result<bool, StoreError> {
                (**self).exists(key).await
            }

            async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
                (**self).list_keys().await
            }

            async fn check(&self) -> Result<(), StoreError> {
                (**self).check().await
            }

            async fn acquire_lease(
                &self,
                key: &str,
                owner: LeaseOwner,
                ttl: Duration,
            ) -> Result<bool, StoreError> {
                (**self).acquire_lease(key, owner, ttl).await
            }

            async fn release_lease(
                &self,
                key: &str,
                owner: LeaseOwner,
            ) -> Result<bool, StoreError> {
                (**self).release_lease(key, owner).await
            }
        }
    )*};
}

forward!(Arc, Box);

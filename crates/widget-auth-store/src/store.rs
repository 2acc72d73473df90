//! The contract of a token store.

mod ext;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use widget_auth_core::OAuthTokenSet;

use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};

pub use ext::TokenStoreExt;

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
    /// For [`PutMode::Update`] and [`TokenStore::remove`].
    pub version: Version,
}

/// The condition of a [`TokenStore::put`] on the set that is there.
///
/// # Examples
///
/// ```
/// use widget_auth_store::{PutMode, Version};
///
/// let (one, two) = (Version::random()?, Version::random()?);
/// assert!(PutMode::Overwrite.allows(None) && PutMode::Overwrite.allows(Some(one)));
/// assert!(PutMode::Create.allows(None) && !PutMode::Create.allows(Some(one)));
/// assert!(PutMode::Update(one).allows(Some(one)) && !PutMode::Update(one).allows(Some(two)));
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PutMode {
    /// Whatever is there.
    Overwrite,
    /// Nothing is there.
    Create,
    /// The set that is there is still this version.
    Update(Version),
}

impl PutMode {
    /// Returns whether `current`, the version that is there, meets the condition:
    /// for a store that looks and writes in one step of its own.
    #[must_use]
    pub fn allows(self, current: Option<Version>) -> bool {
        match self {
            Self::Overwrite => true,
            Self::Create => current.is_none(),
            Self::Update(expected) => current == Some(expected),
        }
    }
}

/// The outcome of a [`TokenStore::put`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum SaveOutcome {
    /// The tokens are stored, as this version.
    Saved(Version),
    /// Another caller saved or deleted in the meantime, and nothing was changed:
    /// load again. Never the answer to [`PutMode::Overwrite`].
    Changed,
}

impl SaveOutcome {
    pub(crate) fn new(is_saved: bool, version: Version) -> Self {
        if is_saved { Self::Saved(version) } else { Self::Changed }
    }
}

/// Keeps token sets under keys, for any number of tasks and, where the backend
/// is shared, processes. Callers find `save`, `save_if`, `delete`, `delete_if`,
/// `exists` and `check` in [`TokenStoreExt`], which every store has.
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
/// - A set is kept for as long as it can be used. One with a refresh token, or
///   with an ID token, which is the hint of a sign-out, does not vanish when its
///   access token expires; one without either may.
/// - An error says what a caller can do. [`Unavailable`](StoreError::Unavailable)
///   and [`Timeout`](StoreError::Timeout) are passing: the call is tried again.
///   [`Refused`](StoreError::Refused) is for what stays so until an operator
///   changes it: a password, a permission, a read-only server.
///   [`Corrupt`](StoreError::Corrupt) is for what was read but is no token set.
///   A put that overwrites and a removal without a version overcome it.
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
/// [`PutMode::Update`]. Leases and tokens are independent: a removal ends no
/// lease, and a key without tokens can be leased.
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
/// use widget_auth_store::{
///     LeaseOwner, MemoryTokenStore, PutMode, SaveOutcome, StoreError, TokenStore, TokenStoreExt,
/// };
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
///         match store.put(key, &new, PutMode::Update(old.version)).await? {
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

    /// Stores `tokens` under `key` if what is there meets the condition of
    /// `mode`. Of any number of callers with [`PutMode::Create`], or with
    /// [`PutMode::Update`] and the same version, one succeeds.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load), and [`StoreError::NoRandomness`]; with
    /// [`PutMode::Overwrite`] never `Corrupt` because of what was there.
    async fn put(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        mode: PutMode,
    ) -> Result<SaveOutcome, StoreError>;

    /// Removes the tokens under `key`, with a version only if the stored set is
    /// still that one, and returns whether it did. Of any number of callers with
    /// the same version one gets `true`: of many that learned that a refresh
    /// token is dead, the one that reports it.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load); without a version never `Corrupt`.
    async fn remove(&self, key: &str, expected: Option<Version>) -> Result<bool, StoreError>;

    /// The keys that have tokens, sorted, each once. A key that is saved or
    /// deleted while the list is made may be in it or not.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load).
    async fn list_keys(&self) -> Result<Vec<String>, StoreError>;

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

            async fn put(
                &self,
                key: &str,
                tokens: &OAuthTokenSet,
                mode: PutMode,
            ) -> Result<SaveOutcome, StoreError> {
                (**self).put(key, tokens, mode).await
            }

            async fn remove(
                &self,
                key: &str,
                expected: Option<Version>,
            ) -> Result<bool, StoreError> {
                (**self).remove(key, expected).await
            }

            async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
                (**self).list_keys().await
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

//! The token store in the keyring of the operating system.

mod blob;
mod entries;
mod lock;
mod sanitized;
mod token_entries;
mod worker;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use widget_auth_core::{Clock, OAuthTokenSet, SystemClock};

use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};
use crate::key::check_key;
use crate::options::KeyringOptions;
use crate::record;
use crate::store::{PutMode, SaveOutcome, StoredTokens, TokenStore};

use entries::Keyring;
use token_entries::Sets;
use worker::Worker;

const BACKEND: &str = "keyring";

/// Keeps tokens in the keyring of the operating system: the Secret Service
/// (GNOME Keyring, KWallet, KeePassXC) on Linux and BSD, the Keychain on
/// macOS, the Credential Manager on Windows.
///
/// A set of any size fits: what is larger than an entry of Windows (2,560
/// bytes) is kept in several. Processes of one user share the keyring; a lock
/// file keeps them from overwriting each other. All calls run on a thread of
/// this store's own, one after the other, and may wait for a person who is
/// asked to unlock the keyring: not longer than
/// [`with_timeout`](KeyringOptions::with_timeout) says. The daemon may restart
/// at any time. Calls need a Tokio runtime with its timer.
///
/// # Examples
///
/// ```no_run
/// use widget_auth_store::{KeyringOptions, KeyringTokenStore, TokenStore};
///
/// # async fn example() -> Result<(), widget_auth_store::StoreError> {
/// let store = KeyringTokenStore::new(KeyringOptions::new())?;
/// println!("{:?}", store.list_keys().await?);
/// # Ok(())
/// # }
/// ```
pub struct KeyringTokenStore {
    worker: Worker,
    options: KeyringOptions,
    clock: Arc<dyn Clock>,
}

impl KeyringTokenStore {
    /// A store that looks for the keyring when it is first used.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidOption`] if the service name is empty or longer
    /// than 128 bytes, if the timeout is zero, or if no folder for the lock
    /// file was given and the environment names none.
    pub fn new(options: KeyringOptions) -> Result<Self, StoreError> {
        let length = options.service_name().len();
        if !(1..=128).contains(&length) {
            let reason = format!(
                "has {length} bytes: name the entries of this program with 1 to 128, such as \
                 `widget-kit-oauth`"
            );
            return Err(StoreError::option("keyring_service", reason));
        }
        if options.timeout().is_zero() {
            let reason = "is zero: a keyring that asks for a password needs some seconds";
            return Err(StoreError::option("timeout", reason));
        }
        let lock = lock::lock_file(&options)?;
        let sets = Sets::new(Keyring::new(options.service_name()), lock);
        let worker = Worker::new(sets, options.timeout());
        Ok(Self { worker, options, clock: Arc::new(SystemClock) })
    }

    /// Measures leases with `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }
}

impl fmt::Debug for KeyringTokenStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyringTokenStore").field("options", &self.options).finish_non_exhaustive()
    }
}

#[async_trait]
impl TokenStore for KeyringTokenStore {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        check_key(key)?;
        let key = key.to_owned();
        self.worker.run(move |sets| sets.load(&key)).await
    }

    async fn put(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        mode: PutMode,
    ) -> Result<SaveOutcome, StoreError> {
        check_key(key)?;
        let version = Version::random()?;
        let (key, json) = (key.to_owned(), record::encode(BACKEND, tokens)?);
        let is_saved = self.worker.run(move |sets| sets.put(&key, &json, version, mode)).await?;
        Ok(SaveOutcome::new(is_saved, version))
    }

    async fn remove(&self, key: &str, expected: Option<Version>) -> Result<bool, StoreError> {
        check_key(key)?;
        let key = key.to_owned();
        self.worker.run(move |sets| sets.remove(&key, expected)).await
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        self.worker.run(Sets::list).await
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        check_key(key)?;
        let (key, clock) = (key.to_owned(), Arc::clone(&self.clock));
        self.worker.run(move |sets| sets.acquire(&key, owner, &*clock, ttl)).await
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        check_key(key)?;
        let (key, clock) = (key.to_owned(), Arc::clone(&self.clock));
        self.worker.run(move |sets| sets.release(&key, owner, &*clock)).await
    }
}

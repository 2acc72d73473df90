//! Options of the stores.

mod keyring;
mod redis;

use std::path::{Path, PathBuf};

#[cfg(feature = "encrypted")]
use crate::encrypted::EncryptionKeys;

pub use keyring::KeyringOptions;
pub use redis::RedisOptions;
#[cfg(feature = "redis")]
pub(crate) use redis::RedisTopology;

/// The options of all backends, of which [`get_token_store`] uses those of the
/// backend it makes.
///
/// [`get_token_store`]: crate::get_token_store
///
/// # Examples
///
/// ```
/// use widget_auth_store::{RedisOptions, TokenStoreOptions};
///
/// let redis = RedisOptions::new().with_prefix("my-program");
/// let options = TokenStoreOptions::new().with_redis(redis);
/// assert_eq!(options.redis().prefix(), "my-program");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TokenStoreOptions {
    file_folder: PathBuf,
    #[cfg(feature = "encrypted")]
    file_encryption: Option<EncryptionKeys>,
    keyring: KeyringOptions,
    redis: RedisOptions,
}

impl TokenStoreOptions {
    /// The defaults of every backend.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the folder of the file store, which has no default. One that is not
    /// there is made, and one that is has to have the mode 0700.
    #[must_use]
    pub fn with_file_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.file_folder = folder.into();
        self
    }

    /// Encrypts what the file store keeps, as `EncryptedTokenStore` does. For
    /// Redis there is `RedisOptions::with_encryption`.
    #[cfg(feature = "encrypted")]
    #[must_use]
    pub fn with_file_encryption(mut self, keys: impl Into<EncryptionKeys>) -> Self {
        self.file_encryption = Some(keys.into());
        self
    }

    /// Sets the options of the keyring.
    #[must_use]
    pub fn with_keyring(mut self, keyring: KeyringOptions) -> Self {
        self.keyring = keyring;
        self
    }

    /// Sets the options of Redis.
    #[must_use]
    pub fn with_redis(mut self, redis: RedisOptions) -> Self {
        self.redis = redis;
        self
    }

    /// The folder of the file store, empty if none was set.
    #[must_use]
    pub fn file_folder(&self) -> &Path {
        &self.file_folder
    }

    #[cfg(all(feature = "encrypted", feature = "file"))]
    pub(crate) fn file_encryption(&self) -> Option<&EncryptionKeys> {
        self.file_encryption.as_ref()
    }

    /// The options of the keyring.
    #[must_use]
    pub fn keyring(&self) -> &KeyringOptions {
        &self.keyring
    }

    /// The options of Redis.
    #[must_use]
    pub fn redis(&self) -> &RedisOptions {
        &self.redis
    }
}

//! The one token store of a program.

use std::sync::Arc;

use crate::error::StoreError;
use crate::memory::MemoryTokenStore;
use crate::options::TokenStoreOptions;
use crate::store::TokenStore;
use parking_lot::{Mutex, MutexGuard};

const DEFAULT_BACKEND: &str = "memory";

static TOKEN_STORE: Mutex<Option<Made>> = Mutex::new(None);

struct Made {
    backend: String,
    options: TokenStoreOptions,
    store: Arc<dyn TokenStore>,
}

/// The one token store of this program: made by the first call, the same one
/// for every later call.
///
/// The backends are `memory`, which `None` stands for, `file`, `keyring` and
/// `redis`; the last three need the feature of their name. Nothing is connected
/// yet: a server that cannot be reached shows at the first use. The folder of
/// `file` is made.
///
/// # Errors
///
/// - [`StoreError::UnknownBackend`] for another name.
/// - [`StoreError::BackendNotBuilt`] if the feature is off.
/// - [`StoreError::InvalidOption`] if an option cannot work.
/// - [`StoreError::Refused`] or [`StoreError::Unavailable`] if the folder of
///   `file` cannot be made or is open to others.
/// - [`StoreError::OtherOptions`] if the store there is was made with another
///   backend or other options. [`reset_token_store`] forgets it.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use widget_auth_store::{TokenStoreOptions, get_token_store, reset_token_store};
///
/// let options = TokenStoreOptions::new();
/// let store = get_token_store("memory", &options)?;
/// assert!(Arc::ptr_eq(&store, &get_token_store(None, &options)?));
///
/// reset_token_store();
/// assert!(!Arc::ptr_eq(&store, &get_token_store("memory", &options)?));
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
pub fn get_token_store<'a>(
    backend: impl Into<Option<&'a str>>,
    options: &TokenStoreOptions,
) -> Result<Arc<dyn TokenStore>, StoreError> {
    let backend = backend.into().unwrap_or(DEFAULT_BACKEND);
    let mut made = made();
    if let Some(made) = &*made {
        return if made.backend == backend && made.options == *options {
            Ok(Arc::clone(&made.store))
        } else {
            Err(StoreError::OtherOptions)
        };
    }
    let store = make(backend, options)?;
    let (backend, options) = (backend.to_owned(), options.clone());
    *made = Some(Made { backend, options, store: Arc::clone(&store) });
    Ok(store)
}

/// Forgets the store of [`get_token_store`], so that the next call makes a new
/// one. Who holds the old one can go on using it; what it stored stays stored,
/// except in memory.
pub fn reset_token_store() {
    *made() = None;
}

/// Nothing panics while it holds the lock but `make`, which changes nothing.
fn made() -> MutexGuard<'static, Option<Made>> {
    TOKEN_STORE.lock()
}

fn make(backend: &str, options: &TokenStoreOptions) -> Result<Arc<dyn TokenStore>, StoreError> {
    match backend {
        "memory" => Ok(Arc::new(MemoryTokenStore::new())),
        "file" => file(options),
        "keyring" => keyring(options),
        "redis" => redis(options),
        name => Err(StoreError::UnknownBackend { name: name.to_owned() }),
    }
}

#[cfg(feature = "file")]
fn file(options: &TokenStoreOptions) -> Result<Arc<dyn TokenStore>, StoreError> {
    let files = crate::file::FileTokenStore::open(options.file_folder())?;
    #[cfg(feature = "encrypted")]
    if let Some(keys) = options.file_encryption() {
        return Ok(Arc::new(crate::encrypted::EncryptedTokenStore::new(files, keys.clone())));
    }
    Ok(Arc::new(files))
}

#[cfg(not(feature = "file"))]
fn file(_: &TokenStoreOptions) -> Result<Arc<dyn TokenStore>, StoreError> {
    Err(StoreError::BackendNotBuilt { backend: "file" })
}

#[cfg(feature = "keyring")]
fn keyring(options: &TokenStoreOptions) -> Result<Arc<dyn TokenStore>, StoreError> {
    Ok(Arc::new(crate::keyring::KeyringTokenStore::new(options.keyring().clone())?))
}

#[cfg(not(feature = "keyring"))]
fn keyring(_: &TokenStoreOptions) -> Result<Arc<dyn TokenStore>, StoreError> {
    Err(StoreError::BackendNotBuilt { backend: "keyring" })
}

#[cfg(feature = "redis")]
fn redis(options: &TokenStoreOptions) -> Result<Arc<dyn TokenStore>, StoreError> {
    Ok(Arc::new(crate::redis::RedisTokenStore::new(options.redis().clone())?))
}

#[cfg(not(feature = "redis"))]
fn redis(_: &TokenStoreOptions) -> Result<Arc<dyn TokenStore>, StoreError> {
    Err(StoreError::BackendNotBuilt { backend: "redis" })
}

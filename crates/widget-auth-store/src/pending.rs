//! The sign-ins whose users are at the provider.

mod memory;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use zeroize::Zeroizing;

use crate::error::StoreError;

pub use memory::MemoryPendingStore;

/// The number of records a store keeps by default.
pub(crate) const MAX_PENDING: usize = 10_000;

/// Keeps what a server has to remember of a sign-in while the user is at the
/// provider, for any number of tasks and, where the backend is shared,
/// processes: any worker can finish what another one began.
///
/// # Contract
///
/// - A key is a text of 1 to 256 bytes without control characters. Every
///   method answers another one with [`StoreError::InvalidKey`].
/// - A record is text that the store does not look into. It is a secret; its
///   size is for the caller to bound.
/// - **A record is taken once.** Of any number of callers who take it at the
///   same time, here or in other processes, one gets it.
/// - **It is gone when its time is over**, to the second, and the store
///   forgets it by itself.
/// - A store is bounded: beginning sign-ins costs a stranger nothing. When it
///   is full, the record that would expire first makes room.
/// - After [`Unavailable`](StoreError::Unavailable) or
///   [`Timeout`](StoreError::Timeout), and if the future was dropped, a change
///   may or may not have happened. The store stays usable.
/// - No method panics, and no error and no `Debug` shows a record.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_store::{MemoryPendingStore, PendingStore};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::StoreError> {
/// let store = MemoryPendingStore::new();
/// store.put("hash of the state", "verifier and nonce", Duration::from_secs(600)).await?;
/// let record = store.take("hash of the state").await?.expect("it was put there");
/// assert_eq!(*record, "verifier and nonce");
/// assert_eq!(store.take("hash of the state").await?, None);
/// # Ok(())
/// # }
/// ```
#[async_trait]
pub trait PendingStore: fmt::Debug + Send + Sync + 'static {
    /// Keeps `record` under `key` for `ttl`, in place of what was there.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidKey`]; [`StoreError::Unavailable`] or
    /// [`StoreError::Timeout`] if the backend cannot be asked;
    /// [`StoreError::Refused`].
    async fn put(&self, key: &str, record: &str, ttl: Duration) -> Result<(), StoreError>;

    /// Takes the record under `key` out, `None` if there is none.
    ///
    /// # Errors
    ///
    /// Those of [`put`](Self::put), and for a record that was there and
    /// [cannot be read](StoreError::is_unreadable).
    async fn take(&self, key: &str) -> Result<Option<Zeroizing<String>>, StoreError>;
}

/// Passes every method on to what the pointer holds.
macro_rules! forward {
    ($($pointer:ident),*) => {$(
        #[async_trait]
        impl<S: PendingStore + ?Sized> PendingStore for $pointer<S> {
            async fn put(&self, key: &str, record: &str, ttl: Duration) -> Result<(), StoreError> {
                (**self).put(key, record, ttl).await
            }

            async fn take(&self, key: &str) -> Result<Option<Zeroizing<String>>, StoreError> {
                (**self).take(key).await
            }
        }
    )*};
}

forward!(Arc, Box);

//! Rate limits: counting recent hits.

mod memory;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use crate::error::StoreError;

pub use memory::MemoryRateLimitStore;

/// The count of a [`RateLimitStore`].
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_store::Hits;
///
/// fn refusal(hits: Hits) -> Option<Duration> {
///     (hits.count > 30).then_some(hits.resets_in)
/// }
/// let hits = Hits { count: 31, resets_in: Duration::from_secs(12) };
/// assert_eq!(refusal(hits), Some(Duration::from_secs(12)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hits {
    /// The number of hits in the window, this one included.
    pub count: u64,
    /// End of the window, at which the count restarts.
    pub resets_in: Duration,
}

/// Counts a client's attempts, so that it can be refused when it is too much;
/// for any number of tasks and, where the backend is shared, processes.
///
/// # Contract
///
/// - A key is a text of 1 to 256 bytes without control characters. Another one
///   is answered with [`StoreError::InvalidKey`].
/// - A window begins with the first hit of a key and ends after its length, to
///   the second. Further hits do not make it longer.
/// - **No hit is lost**: of hits at the same time, here or in other processes,
///   each gets a count of its own.
/// - The store forgets windows that ended by itself.
/// - No method panics.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_store::{MemoryRateLimitStore, RateLimitStore};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::StoreError> {
/// let store = MemoryRateLimitStore::new();
/// let minute = Duration::from_secs(60);
/// assert_eq!(store.hit("login:192.0.2.1", minute).await?.count, 1);
/// assert_eq!(store.hit("login:192.0.2.1", minute).await?.count, 2);
/// # Ok(())
/// # }
/// ```
#[async_trait]
pub trait RateLimitStore: fmt::Debug + Send + Sync + 'static {
    /// Counts one more hit of `key` in a window of the length `window`.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidKey`]; [`StoreError::Unavailable`] or
    /// [`StoreError::Timeout`] if the backend cannot be asked;
    /// [`StoreError::Refused`].
    async fn hit(&self, key: &str, window: Duration) -> Result<Hits, StoreError>;
}

/// Passes every method on to what the pointer holds.
macro_rules! forward {
    ($($pointer:ident),*) => {$(
        #[async_trait]
        impl<S: RateLimitStore + ?Sized> RateLimitStore for $pointer<S> {
            async fn hit(&self, key: &str, window: Duration) -> Result<Hits, StoreError> {
                (**self).hit(key, window).await
            }
        }
    )*};
}

forward!(Arc, Box);

//! The contract of a session store.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use widget_auth_core::UnixTime;

use crate::error::StoreError;
use crate::session::UserSession;

/// Keeps the sessions of signed-in browsers under keys, for any number of
/// tasks and, where the backend is shared, processes.
///
/// # Contract
///
/// - A key is what [`SessionId::key`](crate::SessionId::key) gives; the id
///   itself never reaches a store. A store takes every text of 1 to 256 bytes
///   without control characters, and every method answers another one with
///   [`StoreError::InvalidKey`].
/// - **A session ends at its `expires_at`**, to the second, and is then as if
///   it had never been: no method sees it, and the store forgets it by itself.
/// - **Nothing brings an ended session back**, neither a deleted nor an expired
///   one, whatever else is under way at the moment.
/// - **A change that returned is seen** by every call that begins afterwards,
///   from this or another process, and none is half done.
/// - A store may bound how many sessions it keeps, and says so.
/// - After [`Unavailable`](StoreError::Unavailable) or
///   [`Timeout`](StoreError::Timeout), and if the future was dropped, a change
///   may or may not have happened. The store stays usable.
/// - No method panics.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_core::{Clock, SystemClock, UserInfo};
/// use widget_auth_store::{MemorySessionStore, Role, SessionId, SessionStore, UserSession};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::StoreError> {
/// # let claims = serde_json::json!({"sub": "248289761001"});
/// # let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
/// let store = MemorySessionStore::new();
/// let now = SystemClock.now();
/// let session = UserSession::new("google", &user, now, now.saturating_add(Duration::from_secs(3600)))
///     .with_roles([Role::Viewer]);
///
/// // At sign-in, always under a new id.
/// let id = SessionId::random()?;
/// store.create(&id.key(), &session).await?;
///
/// // At each request.
/// let found = store.get(&id.key()).await?.expect("it was created");
/// assert!(found.has_role(&Role::Viewer));
///
/// // At sign-out.
/// assert!(store.delete(&id.key()).await?);
/// # Ok(())
/// # }
/// ```
#[async_trait]
pub trait SessionStore: fmt::Debug + Send + Sync + 'static {
    /// Keeps a new session. One that has expired already is not kept.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidKey`]; [`StoreError::SessionExists`] if there is a
    /// session under `key`, which stays as it is;
    /// [`StoreError::SessionTooLarge`] if its texts and claims have more than
    /// 16 KiB together; [`StoreError::Unavailable`] or [`StoreError::Timeout`]
    /// if the backend cannot be asked; [`StoreError::Refused`].
    async fn create(&self, key: &str, session: &UserSession) -> Result<(), StoreError>;

    /// The session under `key`, `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidKey`]; [`StoreError::Unavailable`] or
    /// [`StoreError::Timeout`] if the backend cannot be asked;
    /// [`StoreError::Refused`]; [`StoreError::Corrupt`] if the stored value is not a
    /// session, or another error that [says so](StoreError::is_unreadable).
    async fn get(&self, key: &str) -> Result<Option<UserSession>, StoreError>;

    /// Moves the end of the session to `expires_at`, and says whether there
    /// was one. A point that has passed ends it.
    ///
    /// # Errors
    ///
    /// Those of [`get`](Self::get).
    async fn touch(&self, key: &str, expires_at: UnixTime) -> Result<bool, StoreError>;

    /// Ends the session, and says whether there was one.
    ///
    /// # Errors
    ///
    /// Those of [`get`](Self::get), but never `Corrupt`.
    async fn delete(&self, key: &str) -> Result<bool, StoreError>;
}

/// Passes every method on to what the pointer holds.
macro_rules! forward {
    ($($pointer:ident),*) => {$(
        #[async_trait]
        impl<S: SessionStore + ?Sized> SessionStore for $pointer<S> {
            async fn create(&self, key: &str, session: &UserSession) -> Result<(), StoreError> {
                (**self).create(key, session).await
            }

            async fn get(&self, key: &str) -> Result<Option<UserSession>, StoreError> {
                (**self).get(key).await
            }

            async fn touch(&self, key: &str, expires_at: UnixTime) -> Result<bool, StoreError> {
                (**self).touch(key, expires_at).await
            }

            async fn delete(&self, key: &str) -> Result<bool, StoreError> {
                (**self).delete(key).await
            }
        }
    )*};
}

forward!(Arc, Box);

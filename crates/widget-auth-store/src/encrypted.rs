//! Encryption of what another store keeps.

mod key;
mod keys;

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use widget_auth_core::{IdToken, OAuthTokenSet, RefreshToken};

use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};
use crate::key::check_key;
use crate::record;
use crate::store::{PutMode, SaveOutcome, StoredTokens, TokenStore};

pub use key::EncryptionKey;
pub use keys::EncryptionKeys;

const BACKEND: &str = "encrypted";
/// The time that a set has to be encrypted with another key.
const TURN: Duration = Duration::from_secs(15);
/// The token type of a sealed set. No provider answers with it.
const SEALED: &str = "widget-kit-sealed";

/// Encrypts what another store keeps, with XChaCha20-Poly1305 (RFC 8439 with
/// the longer nonce of draft-irtf-cfrg-xchacha-03, so that random nonces never
/// meet).
///
/// The inner store gets a token set whose access token is the sealed set. In
/// the clear stay `issued_at`, `expires_in`, and whether there is a refresh
/// token and an ID token, since the inner store needs them to know how long to
/// keep the set; on reading they are ignored. The key of the session is authenticated: a
/// record that was copied to another key is refused. So is a set that is not
/// encrypted. An old record of the same key cannot be told from the newest.
///
/// # Examples
///
/// ```
/// use widget_auth_core::{OAuthTokenSet, UnixTime};
/// use widget_auth_store::{
///     EncryptedTokenStore, EncryptionKey, MemoryTokenStore, TokenStore, TokenStoreExt,
/// };
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::StoreError> {
/// // Keep the bytes where the inner store is not: 32 of them, random.
/// let last_year = EncryptionKey::new("2025", [1; 32])?;
/// let this_year = EncryptionKey::new("2026", [2; 32])?;
///
/// let store = EncryptedTokenStore::new(MemoryTokenStore::new(), this_year).with_old_key(last_year);
/// let tokens = OAuthTokenSet::new("access", "Bearer", UnixTime::default());
/// store.save("default", &tokens).await?;
///
/// assert_eq!(store.load("default").await?.map(|stored| stored.tokens), Some(tokens));
/// let inner = store.inner().load("default").await?.expect("something is stored");
/// assert!(!inner.tokens.access_token.expose_secret().contains("access"));
/// # Ok(())
/// # }
/// ```
pub struct EncryptedTokenStore<S> {
    inner: S,
    keys: EncryptionKeys,
}

impl<S: TokenStore> EncryptedTokenStore<S> {
    /// Encrypts with `keys`, or a single [`EncryptionKey`], what goes into
    /// `inner`.
    #[must_use]
    pub fn new(inner: S, keys: impl Into<EncryptionKeys>) -> Self {
        Self { inner, keys: keys.into() }
    }

    /// Reads also what was encrypted with `key`. Every save writes with the
    /// key of [`new`](Self::new); [`rotate`](Self::rotate) does so for all.
    #[must_use]
    pub fn with_old_key(mut self, key: EncryptionKey) -> Self {
        self.keys = self.keys.with_old_key(key);
        self
    }

    /// The store that holds the encrypted sets.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// Encrypts with the newest key every set that has an old one, and returns
    /// how many there were. A set that is saved in the meantime has the newest
    /// key by that, and one that is being refreshed is left to its refresh: the
    /// old key can go when the answer is 0.
    ///
    /// # Errors
    ///
    /// Those of [`TokenStore::load`], at the first set that fails; the sets
    /// before it are done.
    pub async fn rotate(&self) -> Result<usize, StoreError> {
        let mut rotated = 0;
        for key in self.inner.list_keys().await? {
            let Some(stored) = self.inner.load(&key).await? else { continue };
            if self.keys.is_newest(text_of(&stored.tokens)?)? {
                continue;
            }
            rotated += 1;
            // A save between a refresh and its save would lose the tokens of the refresh.
            let owner = LeaseOwner::random()?;
            if self.inner.acquire_lease(&key, owner, TURN).await? {
                let outcome = self.rotate_one(&key).await;
                self.inner.release_lease(&key, owner).await?;
                outcome?;
            }
        }
        Ok(rotated)
    }

    async fn rotate_one(&self, key: &str) -> Result<(), StoreError> {
        let Some(stored) = self.inner.load(key).await? else { return Ok(()) };
        let tokens = self.open(key, &stored.tokens)?;
        self.put(key, &tokens, PutMode::Update(stored.version)).await.map(drop)
    }

    fn seal(&self, key: &str, tokens: &OAuthTokenSet) -> Result<OAuthTokenSet, StoreError> {
        check_key(key)?;
        let text = self.keys.seal(key, &record::encode(BACKEND, tokens)?)?;
        let mut outer = OAuthTokenSet::new(text, SEALED, tokens.issued_at);
        outer.expires_in = tokens.expires_in;
        outer.refresh_token = tokens.refresh_token.as_ref().map(|_| RefreshToken::new(SEALED));
        outer.id_token = tokens.id_token.as_ref().map(|_| IdToken::new(SEALED));
        Ok(outer)
    }

    fn open(&self, key: &str, outer: &OAuthTokenSet) -> Result<OAuthTokenSet, StoreError> {
        record::decode(BACKEND, &self.keys.open(key, text_of(outer)?)?)
    }
}

/// The encrypted text of a sealed set.
fn text_of(outer: &OAuthTokenSet) -> Result<&str, StoreError> {
    let is_sealed = outer.token_type == SEALED;
    is_sealed.then(|| outer.access_token.expose_secret()).ok_or(StoreError::NotAuthentic)
}

impl<S: fmt::Debug> fmt::Debug for EncryptedTokenStore<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncryptedTokenStore")
            .field("inner", &self.inner)
            .field("keys", &self.keys)
            .finish()
    }
}

#[async_trait]
impl<S: TokenStore> TokenStore for EncryptedTokenStore<S> {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        let Some(stored) = self.inner.load(key).await? else { return Ok(None) };
        let tokens = self.open(key, &stored.tokens)?;
        Ok(Some(StoredTokens { tokens, version: stored.version }))
    }

    async fn put(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        mode: PutMode,
    ) -> Result<SaveOutcome, StoreError> {
        self.inner.put(key, &self.seal(key, tokens)?, mode).await
    }

    async fn remove(&self, key: &str, expected: Option<Version>) -> Result<bool, StoreError> {
        self.inner.remove(key, expected).await
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        self.inner.list_keys().await
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        self.inner.acquire_lease(key, owner, ttl).await
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        self.inner.release_lease(key, owner).await
    }
}

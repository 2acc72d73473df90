//! The keys of encryption, by name.

use std::fmt;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::error::StoreError;

const NONCE_BYTES: usize = 24;

/// A key for [`EncryptedTokenStore`](crate::EncryptedTokenStore) or the Redis
/// stores, and its name.
///
/// # Examples
///
/// ```
/// use widget_auth_store::EncryptionKey;
///
/// let key = EncryptionKey::new("2026-11", [7; 32])?;
/// assert_eq!(format!("{key:?}"), r#"EncryptionKey("2026-11", [redacted])"#);
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct EncryptionKey {
    id: String,
    bytes: Zeroizing<[u8; 32]>,
}

impl EncryptionKey {
    /// A key of 32 random bytes. The `id` stands in every record in the clear,
    /// says which key opens it and must never name another key: 1 to 32
    /// letters, digits, `-` and `_`.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidOption`] if `id` is anything else.
    pub fn new(id: impl Into<String>, bytes: [u8; 32]) -> Result<Self, StoreError> {
        let (id, bytes) = (id.into(), Zeroizing::new(bytes));
        if is_id(&id) {
            return Ok(Self { id, bytes });
        }
        // Not shown: it may be the key, by mistake.
        let problem = match id.chars().find(|&sign| !is_sign(sign)) {
            Some(sign) => format!("has the sign {sign:?}"),
            None => format!("has {} signs", id.len()),
        };
        let reason = format!("{problem}: 1 to 32 letters, digits, `-` and `_` are allowed");
        Err(StoreError::option("encryption key id", reason))
    }

    /// The name of the key.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The nonce and the encrypted `plain` bytes.
    pub(super) fn encrypt(&self, plain: &[u8], aad: &str) -> Result<Vec<u8>, StoreError> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(|error| StoreError::NoRandomness(Box::new(error)))?;
        let payload = Payload { msg: plain, aad: aad.as_bytes() };
        // Fails for 256 GiB and more only.
        let encrypted = self.cipher().encrypt(&XNonce::from(nonce), payload);
        let encrypted = encrypted.ok().ok_or(StoreError::NotAuthentic)?;
        Ok([&nonce[..], &encrypted].concat())
    }

    pub(super) fn decrypt(
        &self,
        sealed: &[u8],
        aad: &str,
    ) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        let (nonce, encrypted) =
            sealed.split_first_chunk::<NONCE_BYTES>().ok_or(StoreError::NotAuthentic)?;
        let payload = Payload { msg: encrypted, aad: aad.as_bytes() };
        let plain = self.cipher().decrypt(&XNonce::from(*nonce), payload);
        plain.map(Zeroizing::new).ok().ok_or(StoreError::NotAuthentic)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new((&*self.bytes).into())
    }
}

impl fmt::Debug for EncryptionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncryptionKey({:?}, [redacted])", self.id)
    }
}

pub(super) fn is_id(id: &str) -> bool {
    (1..=32).contains(&id.len()) && id.chars().all(is_sign)
}

fn is_sign(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_')
}

//! Encryption of what goes to Redis, if the options have keys.

use zeroize::Zeroizing;

use super::server::Server;
use crate::error::StoreError;

#[cfg(feature = "encrypted")]
impl Server {
    /// The form in Redis of `plain`, for the record `name` and no other.
    pub(super) fn seal(
        &self,
        name: &str,
        plain: Zeroizing<Vec<u8>>,
    ) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        let Some(keys) = self.options().encryption() else { return Ok(plain) };
        Ok(Zeroizing::new(keys.seal(&place(name), &plain)?.into_bytes()))
    }

    /// Opens the form in Redis of the record `name`.
    pub(super) fn open(
        &self,
        name: &str,
        stored: Zeroizing<Vec<u8>>,
    ) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        let Some(keys) = self.options().encryption() else { return Ok(stored) };
        let text = std::str::from_utf8(&stored).ok().ok_or(StoreError::NotAuthentic)?;
        keys.open(&place(name), text)
    }
}

/// The place of a record in Redis. `EncryptedTokenStore` seals for keys, none of
/// which has a control character: what one wrote the other does not open.
#[cfg(feature = "encrypted")]
fn place(name: &str) -> String {
    format!("redis\n{name}")
}

#[cfg(not(feature = "encrypted"))]
impl Server {
    /// Keeps `plain` as it is: the program was built without encryption.
    pub(super) fn seal(
        &self,
        _: &str,
        plain: Zeroizing<Vec<u8>>,
    ) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        Ok(plain)
    }

    /// Keeps `stored` as it is: the program was built without encryption.
    pub(super) fn open(
        &self,
        _: &str,
        stored: Zeroizing<Vec<u8>>,
    ) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        Ok(stored)
    }
}

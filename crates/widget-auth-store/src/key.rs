//! Keys of token sets.

use crate::error::StoreError;

/// Windows allows 513 characters for the name of an entry, of which the store
/// needs some for itself.
const MAX_KEY_BYTES: usize = 256;

/// Checks a key as the contract of [`TokenStore`](crate::TokenStore) asks every
/// store to do: 1 to 256 bytes without control characters.
///
/// # Errors
///
/// [`StoreError::InvalidKey`].
///
/// # Examples
///
/// ```
/// use widget_auth_store::check_key;
///
/// assert!(check_key("default").is_ok() && check_key("").is_err());
/// ```
pub fn check_key(key: &str) -> Result<(), StoreError> {
    let reason = if key.is_empty() {
        "is empty"
    } else if key.len() > MAX_KEY_BYTES {
        "has more than 256 bytes"
    } else if key.contains(char::is_control) {
        "contains a control character"
    } else {
        return Ok(());
    };
    Err(StoreError::InvalidKey { reason })
}

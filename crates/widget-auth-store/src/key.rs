//! The keys under which token sets are stored.

use crate::StoreError;

/// Windows allows 513 characters for the name of an entry, of which the store
/// needs some for itself.
const MAX_KEY_BYTES: usize = 256;

/// Refuses what one of the stores could not tell apart or hold.
pub(crate) fn check_key(key: &str) -> Result<(), StoreError> {
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

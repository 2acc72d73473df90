//! The stored form of a token set.

use widget_auth_core::OAuthTokenSet;
use zeroize::Zeroizing;

use crate::error::StoreError;

/// The stored form of `tokens`.
pub(crate) fn encode(
    backend: &'static str,
    tokens: &OAuthTokenSet,
) -> Result<Zeroizing<Vec<u8>>, StoreError> {
    // Room for most sets, since a vector that grows leaves copies behind.
    let mut json = Zeroizing::new(Vec::with_capacity(8 * 1024));
    // The cause of a JSON error may quote the data, so it is not kept.
    match serde_json::to_writer(&mut *json, tokens) {
        Ok(()) => Ok(json),
        Err(_) => Err(StoreError::Corrupt { backend, reason: "tokens that are no JSON".into() }),
    }
}

/// The tokens in their stored form.
pub(crate) fn decode(backend: &'static str, json: &[u8]) -> Result<OAuthTokenSet, StoreError> {
    serde_json::from_slice(json)
        .ok()
        .ok_or_else(|| StoreError::Corrupt { backend, reason: "no token set".into() })
}

//! The key under which the tokens of a session are kept in a store.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use widget_auth_core::TokenOrigin;
use widget_auth_store::check_key;

use crate::session::Grant;

/// The bytes of the hash that are kept.
const HASH_BYTES: usize = 16;

/// The session key, and a hash of what else decides whose tokens they are:
/// issuer, client, resources, and the scopes of a client's own tokens. So two
/// programs, or two providers of one, that share a store and the session key
/// `default` never read each other's tokens.
pub(crate) fn storage_key(session_key: &str, origin: &TokenOrigin, grant: &Grant) -> String {
    // Left as it is for the store to refuse.
    if check_key(session_key).is_err() {
        return session_key.to_owned();
    }
    let mut parts = vec![&*origin.issuer, &*origin.client_id];
    parts.extend(origin.resources.iter().map(String::as_str));
    if let Grant::ClientCredentials(scopes) = grant {
        // No resource is called so: it is no URI.
        parts.push("scopes");
        let mut scopes: Vec<_> = scopes.iter().map(String::as_str).collect();
        scopes.sort_unstable();
        scopes.dedup();
        parts.extend(scopes);
    }
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let hash = URL_SAFE_NO_PAD.encode(&hash.finalize()[..HASH_BYTES]);
    format!("{session_key}@{hash}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use widget_auth_core::TokenOrigin;

    use super::storage_key;
    use crate::session::Grant;

    #[test]
    fn each_part_makes_another_key() {
        let origin = TokenOrigin::new("https://id.example.com", "client-1");
        let scopes = |scopes: &[&str]| {
            Grant::ClientCredentials(scopes.iter().map(|scope| (*scope).to_owned()).collect())
        };
        let keys = [
            storage_key("default", &origin, &Grant::RefreshToken),
            storage_key("other", &origin, &Grant::RefreshToken),
            storage_key("default", &origin, &scopes(&[])),
            storage_key("default", &origin, &scopes(&["a"])),
            storage_key("default", &origin, &scopes(&["a", "b"])),
            storage_key("default", &origin.clone().with_resources(["a:b"]), &scopes(&["a"])),
            storage_key(
                "default",
                &TokenOrigin::new("https://id.example.comc", "lient-1"),
                &Grant::RefreshToken,
            ),
        ];
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
        assert!(keys.iter().all(|key| key.len() <= "default".len() + 23));
        // The order of scopes has no meaning (RFC 6749, section 3.3).
        assert_eq!(keys[4], storage_key("default", &origin, &scopes(&["b", "a", "b"])));
    }

    #[test]
    fn a_key_that_no_store_takes_is_left_for_the_store_to_refuse() {
        let origin = TokenOrigin::new("https://id.example.com", "client-1");
        assert_eq!(storage_key("", &origin, &Grant::RefreshToken), "");
    }
}

//! Key sets (RFC 7517).

mod key;

use serde_json::{Map, Value};
use widget_auth_core::IdToken;

use crate::error::{Endpoint, IdTokenFault, ProviderError, UnreadableKey};
use crate::http::json_object;
use crate::jws::Jws;
use crate::members::present;

pub(crate) use key::VerificationKey;

/// Most keys tried for one token.
const MAX_TRIES: usize = 4;
/// Longest `kid` that an error shows, in characters.
const MAX_KID: usize = 100;

/// The keys of a provider (RFC 7517, section 5), parsed once for any number of
/// tokens.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::JwkSet;
///
/// // The first key is not for signatures and the second is broken.
/// let body = br#"{"keys": [
///     {"kty": "oct", "k": "c2VjcmV0"},
///     {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"},
///     {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
/// ]}"#;
/// assert_eq!(JwkSet::from_json(body)?.len(), 1);
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug)]
pub struct JwkSet {
    keys: Vec<VerificationKey>,
    unreadable: Vec<UnreadableKey>,
}

impl JwkSet {
    /// Reads a key set. A key that cannot verify a signature is left out and
    /// does not spoil the others (RFC 7517, section 5). One that should and
    /// cannot be read is [remembered](Self::unreadable).
    ///
    /// # Errors
    ///
    /// [`ProviderError::Malformed`] if the body is not an object with a list
    /// `keys`.
    pub fn from_json(body: &[u8]) -> Result<Self, ProviderError> {
        let members = json_object(Endpoint::Jwks, body)?;
        let Some(Value::Array(jwks)) = members.get("keys") else {
            return Err(ProviderError::malformed(Endpoint::Jwks, "it has no list `keys`"));
        };
        let mut set = Self { keys: Vec::new(), unreadable: Vec::new() };
        for jwk in jwks.iter().filter_map(Value::as_object) {
            match VerificationKey::from_jwk(jwk) {
                Ok(key) => set.keys.extend(key),
                Err(reason) => set.unreadable.push(unreadable(jwk, reason)),
            }
        }
        Ok(set)
    }

    /// The keys that are meant to verify signatures and cannot be read.
    #[must_use]
    pub fn unreadable(&self) -> &[UnreadableKey] {
        &self.unreadable
    }

    /// The key that cannot be read and may be the one that signed `token`.
    pub(crate) fn unreadable_key_of(&self, token: &IdToken) -> Option<&UnreadableKey> {
        let jws = Jws::parse(token.expose_secret()).ok()?;
        self.unreadable.iter().find(|key| match (key.kid(), jws.kid.as_deref()) {
            (Some(key), Some(token)) => key == token,
            _ => true,
        })
    }

    /// Returns the number of keys that can verify signatures.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether there is no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Verifies the signature and tells by which key (RFC 7515, section 5.2).
    pub(crate) fn verify(&self, jws: &Jws<'_>) -> Result<&VerificationKey, IdTokenFault> {
        let candidates: Vec<&VerificationKey> =
            self.keys.iter().filter(|key| fits(key, jws)).collect();
        if candidates.is_empty() {
            return Err(IdTokenFault::UnknownKey);
        }
        if candidates.len() > MAX_TRIES {
            return Err(IdTokenFault::AmbiguousKey);
        }
        // Only a key with the token's own `kid` is known to be the one that
        // should have signed. Otherwise the key may be a new one.
        let is_named = jws.kid.is_some() && candidates.iter().any(|key| key.kid().is_some());
        let signer = candidates.into_iter().find(|key| key.verifies(jws));
        signer.ok_or(if is_named { IdTokenFault::Signature } else { IdTokenFault::UnknownKey })
    }
}

fn unreadable(jwk: &Map<String, Value>, reason: String) -> UnreadableKey {
    let shown = |kid: &str| kid.chars().filter(|c| !c.is_control()).take(MAX_KID).collect();
    let kid = present(jwk, "kid").and_then(Value::as_str).map(shown);
    UnreadableKey::new(kid, reason)
}

/// Returns whether the key is of the algorithm and has the token's `kid`. A key
/// without `kid` fits any token, a token without `kid` fits any key.
fn fits(key: &VerificationKey, jws: &Jws<'_>) -> bool {
    let is_named = match (key.kid(), jws.kid.as_deref()) {
        (Some(key), Some(token)) => key == token,
        _ => true,
    };
    is_named && key.supports(jws.algorithm)
}

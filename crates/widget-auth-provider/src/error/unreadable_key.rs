//! Keys that a provider publishes and that cannot be read.

use std::fmt;

/// A key for signatures that cannot be read.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::JwkSet;
///
/// let body = br#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "k1", "x": "AAAA"}]}"#;
/// let keys = JwkSet::from_json(body)?;
/// assert_eq!(
///     keys.unreadable()[0].to_string(),
///     "the key `k1` cannot be read: `x` has 3 bytes instead of 32"
/// );
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableKey {
    kid: Option<String>,
    reason: String,
}

impl UnreadableKey {
    pub(crate) fn new(kid: Option<String>, reason: String) -> Self {
        Self { kid, reason }
    }

    /// The `kid` of the key, if it has one.
    #[must_use]
    pub fn kid(&self) -> Option<&str> {
        self.kid.as_deref()
    }

    /// The problem.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for UnreadableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kid {
            Some(kid) => write!(f, "the key `{kid}` cannot be read: {}", self.reason),
            None => write!(f, "a key without `kid` cannot be read: {}", self.reason),
        }
    }
}

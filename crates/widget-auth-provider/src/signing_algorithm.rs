//! The signature algorithms that are accepted.

use std::fmt;

use aws_lc_rs::digest::{self, Algorithm as Digest};

/// A signature algorithm of ID tokens (RFC 7518, section 3.1; RFC 8037).
///
/// There is no `none` and no symmetric one: a key that anybody can read must
/// never be taken for a shared secret (RFC 8725, section 3.1).
///
/// # Examples
///
/// ```
/// use widget_auth_provider::SigningAlgorithm;
///
/// assert_eq!(SigningAlgorithm::Rs256.to_string(), "RS256");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SigningAlgorithm {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    Rs256,
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    Rs384,
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    Rs512,
    /// RSASSA-PSS with SHA-256.
    Ps256,
    /// RSASSA-PSS with SHA-384.
    Ps384,
    /// RSASSA-PSS with SHA-512.
    Ps512,
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// ECDSA on P-384 with SHA-384.
    Es384,
    /// ECDSA on P-521 with SHA-512.
    Es512,
    /// Ed25519.
    EdDsa,
}

impl SigningAlgorithm {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Rs256,
        Self::Rs384,
        Self::Rs512,
        Self::Ps256,
        Self::Ps384,
        Self::Ps512,
        Self::Es256,
        Self::Es384,
        Self::Es512,
        Self::EdDsa,
    ];

    /// RFC 9864 calls EdDSA with this curve `Ed25519`.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        if name == "Ed25519" {
            return Some(Self::EdDsa);
        }
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Rs384 => "RS384",
            Self::Rs512 => "RS512",
            Self::Ps256 => "PS256",
            Self::Ps384 => "PS384",
            Self::Ps512 => "PS512",
            Self::Es256 => "ES256",
            Self::Es384 => "ES384",
            Self::Es512 => "ES512",
            Self::EdDsa => "EdDSA",
        }
    }

    /// The hash of `at_hash` (OpenID Connect Core, section 3.1.3.6). Ed25519
    /// hashes with SHA-512 inside.
    pub(crate) fn digest(self) -> &'static Digest {
        match self {
            Self::Rs256 | Self::Ps256 | Self::Es256 => &digest::SHA256,
            Self::Rs384 | Self::Ps384 | Self::Es384 => &digest::SHA384,
            Self::Rs512 | Self::Ps512 | Self::Es512 | Self::EdDsa => &digest::SHA512,
        }
    }
}

impl fmt::Display for SigningAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! A verifier and its challenge (RFC 7636).

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::error::PkceError;

/// The lengths of a verifier in characters (RFC 7636, section 4.1).
const VERIFIER_LENGTHS: std::ops::RangeInclusive<usize> = 43..=128;

/// One verifier and its challenge, for one sign-in.
///
/// The verifier is a secret: `Debug` hides it and its memory is wiped on drop.
/// The challenge is public and goes into the authorization URL.
#[derive(Clone, PartialEq, Eq)]
pub struct PkceChallenge {
    verifier: Zeroizing<String>,
    challenge: String,
}

impl PkceChallenge {
    /// Random bytes of a verifier unless the caller asks otherwise: 86 characters.
    pub const DEFAULT_LENGTH: usize = 64;
    /// Fewest random bytes allowed: 43 characters.
    pub const MIN_LENGTH: usize = 32;
    /// Most random bytes allowed: 128 characters.
    pub const MAX_LENGTH: usize = 96;
    /// The only challenge method: RFC 9700, section 2.1.1, rules out `plain`.
    pub const METHOD: &str = "S256";

    /// Makes a new pair from `length` random bytes of the operating system.
    ///
    /// `length` counts bytes, not characters. 32 to 96 are allowed; base64url
    /// turns them into 43 to 128 characters, which is the range of RFC 7636,
    /// section 4.1.
    ///
    /// # Errors
    ///
    /// - [`PkceError::Length`] if `length` is outside 32 to 96.
    /// - [`PkceError::Random`] if the operating system gives no random bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_pkce::PkceChallenge;
    ///
    /// let pkce = PkceChallenge::generate(PkceChallenge::DEFAULT_LENGTH)?;
    /// assert_eq!(pkce.verifier().len(), 86);
    /// assert!(PkceChallenge::generate(16).is_err());
    /// # Ok::<(), widget_auth_pkce::PkceError>(())
    /// ```
    pub fn generate(length: usize) -> Result<Self, PkceError> {
        if !(Self::MIN_LENGTH..=Self::MAX_LENGTH).contains(&length) {
            return Err(PkceError::Length { length });
        }
        let mut random = Zeroizing::new([0_u8; Self::MAX_LENGTH]);
        let random = &mut random[..length];
        getrandom::fill(random).map_err(PkceError::Random)?;
        // Reserved at full size: growing would leave copies that are not wiped.
        let mut verifier = Zeroizing::new(String::with_capacity(*VERIFIER_LENGTHS.end()));
        URL_SAFE_NO_PAD.encode_string(random, &mut verifier);
        Ok(Self::hashed(verifier))
    }

    /// Makes the pair of a verifier that exists already, for example one that
    /// was stored while the user was away at the provider.
    ///
    /// # Errors
    ///
    /// - [`PkceError::VerifierLength`] if it has fewer than 43 or more than
    ///   128 characters (RFC 7636, section 4.1).
    /// - [`PkceError::VerifierCharacter`] if it holds anything but letters,
    ///   digits, `-`, `.`, `_` and `~` (same section).
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_pkce::PkceChallenge;
    ///
    /// // RFC 7636, appendix B.
    /// let pkce = PkceChallenge::from_verifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")?;
    /// assert_eq!(pkce.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    /// # Ok::<(), widget_auth_pkce::PkceError>(())
    /// ```
    pub fn from_verifier(verifier: impl Into<String>) -> Result<Self, PkceError> {
        let verifier = Zeroizing::new(verifier.into());
        if !VERIFIER_LENGTHS.contains(&verifier.len()) {
            return Err(PkceError::VerifierLength { length: verifier.len() });
        }
        if let Some(position) = verifier.bytes().position(|byte| !is_unreserved(byte)) {
            return Err(PkceError::VerifierCharacter { position });
        }
        Ok(Self::hashed(verifier))
    }

    /// The secret half, sent with the token request as `code_verifier`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use widget_auth_pkce::PkceChallenge;
    /// let pkce = PkceChallenge::generate(32)?;
    /// assert_eq!(pkce.verifier().len(), 43);
    /// # Ok::<(), widget_auth_pkce::PkceError>(())
    /// ```
    #[must_use]
    pub fn verifier(&self) -> &str {
        &self.verifier
    }

    /// The public half, sent with the authorization request as
    /// `code_challenge`: the base64url of the SHA-256 of the verifier.
    ///
    /// # Examples
    ///
    /// ```
    /// # use widget_auth_pkce::PkceChallenge;
    /// let pkce = PkceChallenge::generate(32)?;
    /// assert_ne!(pkce.challenge(), pkce.verifier());
    /// # Ok::<(), widget_auth_pkce::PkceError>(())
    /// ```
    #[must_use]
    pub fn challenge(&self) -> &str {
        &self.challenge
    }

    /// Always `S256`, sent as `code_challenge_method`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use widget_auth_pkce::PkceChallenge;
    /// assert_eq!(PkceChallenge::generate(32)?.method(), "S256");
    /// # Ok::<(), widget_auth_pkce::PkceError>(())
    /// ```
    #[must_use]
    pub fn method(&self) -> &'static str {
        Self::METHOD
    }

    /// RFC 7636, section 4.2: `BASE64URL-ENCODE(SHA256(ASCII(code_verifier)))`.
    fn hashed(verifier: Zeroizing<String>) -> Self {
        let digest = Sha256::digest(verifier.as_bytes());
        let challenge = URL_SAFE_NO_PAD.encode(digest);
        Self { verifier, challenge }
    }
}

impl fmt::Debug for PkceChallenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PkceChallenge")
            .field("verifier", &"[redacted]")
            .field("challenge", &self.challenge)
            .field("method", &Self::METHOD)
            .finish()
    }
}

/// `unreserved` of RFC 7636, section 4.1.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

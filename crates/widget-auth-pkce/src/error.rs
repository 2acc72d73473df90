//! Errors of generating a PKCE pair.

/// The reason a PKCE pair could not be generated.
///
/// No variant carries any part of a verifier.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum PkceError {
    /// The number of random bytes asked for is not allowed.
    #[error("a pkce length of {length} random bytes is outside 32 to 96")]
    Length {
        /// The number of bytes that was asked for.
        length: usize,
    },
    /// A given verifier is too short or too long.
    #[error("a pkce verifier of {length} characters is outside 43 to 128")]
    VerifierLength {
        /// The number of bytes of the verifier that was given.
        length: usize,
    },
    /// A given verifier holds a character that RFC 7636 does not allow.
    #[error("the pkce verifier has a character outside A-Z a-z 0-9 - . _ ~ at byte {position}")]
    VerifierCharacter {
        /// The offset of the first such character, in bytes.
        position: usize,
    },
    /// The operating system gave no random bytes.
    #[error("no random bytes from the operating system")]
    Random(#[source] getrandom::Error),
}

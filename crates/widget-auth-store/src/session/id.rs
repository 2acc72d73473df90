//! The credential of a signed-in browser.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::error::StoreError;

const BYTES: usize = 32;
/// 32 bytes as base64url without padding.
const TEXT_BYTES: usize = 43;

/// The credential of a signed-in browser: 256 random bits, as a
/// text of 43 characters (base64url without padding, RFC 4648, section 5).
///
/// It authenticates the user, so it belongs in the cookie and nowhere else.
/// Stores get its [`key`](Self::key), from which the id cannot be derived: who
/// reads a store cannot take a session over, and no comparison tells by its
/// duration how much of a guess was right.
///
/// # Examples
///
/// ```
/// use widget_auth_store::SessionId;
///
/// let id = SessionId::random()?;
/// let cookie = id.expose_secret();
/// assert_eq!(cookie.parse::<SessionId>()?.key(), id.key());
/// assert_eq!(format!("{id:?}"), "SessionId([redacted])");
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SessionId(Zeroizing<String>);

impl SessionId {
    /// A new id.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoRandomness`] if the operating system has none.
    pub fn random() -> Result<Self, StoreError> {
        let mut bytes = Zeroizing::new([0; BYTES]);
        getrandom::fill(&mut *bytes).map_err(|error| StoreError::NoRandomness(Box::new(error)))?;
        Ok(Self(Zeroizing::new(URL_SAFE_NO_PAD.encode(*bytes))))
    }

    /// The text itself, for the cookie.
    #[must_use]
    pub fn expose_secret(&self) -> &str {
        &self.0
    }

    /// The key under which a [`SessionStore`](crate::SessionStore) knows the
    /// session: the SHA-256 of the id, as base64url. Not secret.
    #[must_use]
    pub fn key(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes()))
    }
}

impl FromStr for SessionId {
    type Err = StoreError;

    /// Takes nothing but what [`expose_secret`](Self::expose_secret) gives.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = Zeroizing::new([0; BYTES]);
        // The length first: it bounds the work a stranger can ask for. One
        // text for one id: the decoder refuses bits that do not count.
        if text.len() == TEXT_BYTES && URL_SAFE_NO_PAD.decode_slice(text, &mut *bytes) == Ok(BYTES)
        {
            return Ok(Self(Zeroizing::new(text.to_owned())));
        }
        Err(StoreError::option("session id", "has to be 43 characters of base64url"))
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId([redacted])")
    }
}

#[cfg(test)]
mod tests {
    use super::SessionId;

    #[test]
    fn only_the_text_of_an_id_is_one() {
        let text = SessionId::random().unwrap().expose_secret().to_owned();
        assert_eq!(text.parse::<SessionId>().unwrap().expose_secret(), text);
        let (padded, head) = (format!("{text}="), &text[..42]);
        // The last character carries four bits: `B` sets one beyond them.
        let (loose, plus) = (format!("{}B", "A".repeat(42)), format!("+{}", &text[1..]));
        let bad = ["", head, &padded, &loose, &plus, &format!("{head} "), &"ü".repeat(22)];
        for text in bad {
            let error = text.parse::<SessionId>().unwrap_err();
            assert!(!error.to_string().contains(head), "{error}");
        }
        assert!("A".repeat(43).parse::<SessionId>().is_ok());
    }

    #[test]
    fn ids_differ_and_hide() {
        let (one, two) = (SessionId::random().unwrap(), SessionId::random().unwrap());
        assert_ne!(one, two);
        assert_eq!(format!("{one:?}"), "SessionId([redacted])");
    }

    /// Computed with `printf A…A | openssl dgst -sha256 -binary | basenc --base64url`.
    #[test]
    fn the_key_is_the_hash_of_the_text() {
        let id: SessionId = "A".repeat(43).parse().unwrap();
        assert_eq!(id.key(), "DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo");
    }
}

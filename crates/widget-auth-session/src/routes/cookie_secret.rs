//! The secret that signs cookies.

use std::fmt;
use std::str::FromStr;

use cookie::Key;
use zeroize::Zeroizing;

use super::settings_error::SettingsError;

/// As long as the output of the hash that signs (RFC 2104, section 3).
const MIN_SECRET_BYTES: usize = 32;

/// The key that signs cookies: the same at all workers, kept over restarts.
///
/// # Examples
///
/// ```
/// use widget_auth_session::routes::CookieSecret;
///
/// let secret = CookieSecret::new("32 random bytes from a safe place")?;
/// assert_eq!(format!("{secret:?}"), "CookieSecret([redacted])");
/// # Ok::<(), widget_auth_session::routes::SettingsError>(())
/// ```
#[derive(Clone)]
pub struct CookieSecret(Zeroizing<Vec<u8>>);

impl CookieSecret {
    /// A secret of random bytes, or of a text that was made from as many.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if it has less than 32 bytes.
    pub fn new(secret: impl AsRef<[u8]>) -> Result<Self, SettingsError> {
        let secret = secret.as_ref();
        if secret.len() < MIN_SECRET_BYTES {
            return Err(SettingsError::new("cookie_secret", "has to have at least 32 bytes"));
        }
        Ok(Self(Zeroizing::new(secret.to_vec())))
    }

    /// A secret of 32 random bytes, for tests and for a site of one worker: a
    /// restart signs everybody out.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if the operating system gives no random bytes.
    pub fn random() -> Result<Self, SettingsError> {
        let mut secret = Zeroizing::new(vec![0; MIN_SECRET_BYTES]);
        let reason = "needs random bytes, and the operating system gives none";
        getrandom::fill(&mut secret)
            .map_err(|_error| SettingsError::new("cookie_secret", reason))?;
        Ok(Self(secret))
    }

    /// A key for one kind of cookie, so that none passes for the other.
    pub(super) fn key(&self, kind: &str) -> Key {
        Key::derive_from(&Zeroizing::new([kind.as_bytes(), &self.0].concat()))
    }
}

/// Takes a text that was made from random bytes, as [`CookieSecret::new`].
impl FromStr for CookieSecret {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::new(text)
    }
}

impl fmt::Debug for CookieSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieSecret([redacted])")
    }
}

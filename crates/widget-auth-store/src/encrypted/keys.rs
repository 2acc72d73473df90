//! The keys of a store, and the texts that they seal.

use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use zeroize::Zeroizing;

use super::key::{EncryptionKey, is_id};
use crate::error::StoreError;

const SEALED: &str = "widget-kit-sealed";
const FORMAT: &str = "v1";

/// The keys of a store: the one that writes, and older ones that still read.
///
/// As text, for a variable of the environment, the keys stand one after the
/// other, the one that writes first, each as `NAME:KEY`: the name and 32 random
/// bytes in base64 (`openssl rand -base64 32`).
///
/// # Examples
///
/// ```
/// use widget_auth_store::EncryptionKeys;
///
/// let this_year = "2026:AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=";
/// let last_year = "2025:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
/// let keys: EncryptionKeys = format!("{this_year} {last_year}").parse()?;
/// assert!(!format!("{keys:?}").contains("AgIC"));
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncryptionKeys {
    newest: EncryptionKey,
    old: Vec<EncryptionKey>,
}

impl EncryptionKeys {
    /// Writes and reads with `key`.
    #[must_use]
    pub fn new(key: EncryptionKey) -> Self {
        Self { newest: key, old: Vec::new() }
    }

    /// Reads also what `key` wrote.
    #[must_use]
    pub fn with_old_key(mut self, key: EncryptionKey) -> Self {
        self.old.push(key);
        self
    }

    /// Encrypts `plain` as a text that opens nowhere but at `place`.
    pub(crate) fn seal(&self, place: &str, plain: &[u8]) -> Result<String, StoreError> {
        let id = self.newest.id();
        let sealed = self.newest.encrypt(plain, &associated_data(id, place))?;
        Ok(format!("{FORMAT}.{id}.{}", URL_SAFE_NO_PAD.encode(sealed)))
    }

    pub(crate) fn open(&self, place: &str, text: &str) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        let (key, sealed) = self.key_of(text)?;
        let sealed = URL_SAFE_NO_PAD.decode(sealed).ok().ok_or(StoreError::NotAuthentic)?;
        key.decrypt(&sealed, &associated_data(key.id(), place))
    }

    /// Returns whether the key that writes has sealed `text`.
    pub(crate) fn is_newest(&self, text: &str) -> Result<bool, StoreError> {
        Ok(self.key_of(text)?.0.id() == self.newest.id())
    }

    fn keys(&self) -> impl Iterator<Item = &EncryptionKey> {
        std::iter::once(&self.newest).chain(&self.old)
    }

    /// The key that opens a text, and its encrypted bytes.
    fn key_of<'a>(&'a self, text: &'a str) -> Result<(&'a EncryptionKey, &'a str), StoreError> {
        let mut parts = text.splitn(3, '.');
        let (Some(FORMAT), Some(id), Some(sealed)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(StoreError::NotAuthentic);
        };
        // An id that no key can have is not worth repeating.
        if !is_id(id) {
            return Err(StoreError::NotAuthentic);
        }
        let unknown = || StoreError::UnknownEncryptionKey { key_id: id.to_owned() };
        self.keys().find(|key| key.id() == id).map(|key| (key, sealed)).ok_or_else(unknown)
    }
}

/// Binds a record to its place. The lengths of format and id are fixed by the
/// dots, which neither contains.
fn associated_data(key_id: &str, place: &str) -> String {
    format!("{SEALED}.{FORMAT}.{key_id}.{place}")
}

impl From<EncryptionKey> for EncryptionKeys {
    fn from(key: EncryptionKey) -> Self {
        Self::new(key)
    }
}

impl FromStr for EncryptionKeys {
    type Err = StoreError;

    /// Takes the text that is described at the type.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut keys =
            text.split_whitespace().enumerate().map(|(index, key)| parse(index + 1, key));
        let newest = keys.next().unwrap_or_else(|| Err(invalid("is empty")))?;
        let mut read = Self::new(newest);
        for key in keys {
            let key = key?;
            if read.keys().any(|other| other.id() == key.id()) {
                return Err(invalid(&format!("has two keys with the name `{}`", key.id())));
            }
            read = read.with_old_key(key);
        }
        Ok(read)
    }
}

/// Key `number` of a text. Errors quote nothing of it.
fn parse(number: usize, text: &str) -> Result<EncryptionKey, StoreError> {
    let Some((id, key)) = text.split_once(':') else {
        return Err(invalid(&format!("has no `:` in key {number}")));
    };
    let mut bytes = Zeroizing::new([0; 32]);
    if STANDARD.decode_slice(key, &mut *bytes) != Ok(32) {
        return Err(invalid(&format!("has in key {number} not 32 bytes in base64 after the `:`")));
    }
    EncryptionKey::new(id, *bytes)
}

fn invalid(problem: &str) -> StoreError {
    let remedy = "write NAME:KEY, with a KEY that `openssl rand -base64 32` made";
    StoreError::option("encryption_keys", format!("{problem}: {remedy}"))
}

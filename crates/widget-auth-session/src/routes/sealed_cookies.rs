//! The cookies that hold sign-ins under way, encrypted.

use std::fmt;
use std::time::Duration;

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use axum::http::{HeaderMap, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::cookie_flags::{CookieFlags, named};
use super::cookie_secret::CookieSecret;

/// The number of sign-ins that one browser has under way. Each is a cookie, and
/// servers take so many bytes of them only.
const MAX_SIGN_INS: usize = 4;

/// The characters of the hash of a `state` in the name of its cookie.
const NAME_CHARS: usize = 16;

/// One cookie for each sign-in under way. Each has a key of its own, derived
/// from its `state`, so that no two are encrypted with the same.
#[derive(Clone)]
pub(super) struct SealedCookies {
    prefix: String,
    flags: CookieFlags,
    /// The first seals; all open.
    secrets: Vec<CookieSecret>,
}

impl SealedCookies {
    pub(super) fn new(prefix: String, flags: CookieFlags, secrets: &[CookieSecret]) -> Self {
        Self { prefix, flags, secrets: secrets.to_vec() }
    }

    /// The headers that put `record` into the browser for `max_age`, and take
    /// the oldest out of a browser that has too many.
    pub(super) fn seal(
        &self,
        state: &str,
        record: &str,
        max_age: Duration,
        headers: &HeaderMap,
    ) -> Option<Vec<HeaderValue>> {
        let (id, name) = (hash(state), self.name(state));
        let key = self.secrets.first()?.key(&kind(&id));
        let sealed = seal(key.encryption(), &name, record)?;
        let mut cookies = vec![self.flags.header(&name, sealed, max_age)?];
        // A browser sends those that it got first first (RFC 6265, section 5.4).
        let there = named(headers, |other| other.starts_with(&self.prefix) && other != name);
        let surplus = (there.len() + 1).saturating_sub(MAX_SIGN_INS);
        let oldest = there.iter().take(surplus);
        cookies.extend(oldest.filter_map(|cookie| self.flags.removal(cookie.name())));
        Some(cookies)
    }

    /// True if this browser has a sign-in under way.
    pub(super) fn is_any(&self, headers: &HeaderMap) -> bool {
        !named(headers, |name| name.starts_with(&self.prefix)).is_empty()
    }

    /// The record of the sign-in with `state`, if this browser has it.
    pub(super) fn open(&self, state: &str, headers: &HeaderMap) -> Option<Zeroizing<String>> {
        let (id, name) = (hash(state), self.name(state));
        let cookies = named(headers, |other| other == name);
        cookies.iter().find_map(|cookie| {
            let keys = self.secrets.iter().map(|secret| secret.key(&kind(&id)));
            keys.into_iter().find_map(|key| open(key.encryption(), &name, cookie.value()))
        })
    }

    /// The header that takes the sign-in with `state` out of the browser.
    pub(super) fn clear(&self, state: &str) -> Option<HeaderValue> {
        self.flags.removal(&self.name(state))
    }

    fn name(&self, state: &str) -> String {
        let id = hash(state);
        format!("{}{}", self.prefix, id.get(..NAME_CHARS).unwrap_or_default())
    }
}

impl fmt::Debug for SealedCookies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealedCookies").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

/// `state` may be anything that a stranger sends; its hash has one length.
pub(super) fn hash(state: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(state))
}

fn kind(id: &str) -> String {
    format!("sign-in:{id}:")
}

/// Bound to the name of the cookie.
fn seal(key: &[u8], name: &str, record: &str) -> Option<String> {
    let key = RandomizedNonceKey::new(&AES_256_GCM, key).ok()?;
    let mut sealed = record.as_bytes().to_vec();
    let nonce = key.seal_in_place_append_tag(Aad::from(name), &mut sealed).ok()?;
    Some(URL_SAFE_NO_PAD.encode([&nonce.as_ref()[..], &sealed].concat()))
}

fn open(key: &[u8], name: &str, text: &str) -> Option<Zeroizing<String>> {
    let sealed = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE_LEN>()?;
    let key = RandomizedNonceKey::new(&AES_256_GCM, key).ok()?;
    let mut record = Zeroizing::new(sealed.to_vec());
    let record = key.open_in_place(Nonce::from(nonce), Aad::from(name), &mut record).ok()?;
    std::str::from_utf8(record).ok().map(str::to_owned).map(Zeroizing::new)
}

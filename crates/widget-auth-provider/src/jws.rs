//! Signed tokens in their compact form (RFC 7515).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::error::IdTokenFault;
use crate::signing_algorithm::SigningAlgorithm;

/// Longest token that is looked at, in bytes. Real ones with many groups have
/// some 20,000.
const MAX_LENGTH: usize = 128 * 1024;

/// A compact JWS (RFC 7515, section 7.1), parsed and not yet verified.
pub(crate) struct Jws<'a> {
    pub(crate) algorithm: SigningAlgorithm,
    pub(crate) kid: Option<String>,
    pub(crate) signing_input: &'a [u8],
    pub(crate) signature: Vec<u8>,
    payload: &'a str,
}

/// The header members that we know. Others are ignored, among them `jku`,
/// `x5u`, `x5c` and `jwk`: keys come from the provider's key set only.
/// `Deserialize` refuses a member that is there twice.
#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    #[serde(default, deserialize_with = "is_present")]
    crit: bool,
}

impl<'a> Jws<'a> {
    pub(crate) fn parse(token: &'a str) -> Result<Self, IdTokenFault> {
        if token.len() > MAX_LENGTH {
            return Err(IdTokenFault::TooLong);
        }
        let (signing_input, signature) = token.rsplit_once('.').ok_or(IdTokenFault::Malformed)?;
        let (header, payload) = signing_input.split_once('.').ok_or(IdTokenFault::Malformed)?;
        if payload.contains('.') {
            return Err(IdTokenFault::Malformed);
        }
        let header: Header =
            serde_json::from_slice(&decode(header)?).ok().ok_or(IdTokenFault::Malformed)?;
        // RFC 7515, section 4.1.11: we understand no extension.
        if header.crit {
            return Err(IdTokenFault::Critical);
        }
        // RFC 8725, section 3.11: an access token (`at+jwt`) or a logout token
        // (`logout+jwt`) of the same issuer is signed with the same keys.
        let typ = header.typ.as_deref().filter(|typ| !typ.is_empty());
        if !typ.is_none_or(is_plain_jwt) {
            return Err(IdTokenFault::Type);
        }
        Ok(Self {
            // `none` and the symmetric algorithms have no name here.
            algorithm: SigningAlgorithm::from_name(&header.alg).ok_or(IdTokenFault::Algorithm)?,
            kid: header.kid.filter(|kid| !kid.is_empty()),
            signing_input: signing_input.as_bytes(),
            signature: decode(signature)?,
            payload,
        })
    }

    pub(crate) fn payload(&self) -> Result<Vec<u8>, IdTokenFault> {
        decode(self.payload)
    }
}

/// The payload of a token whose signature was checked earlier.
pub(crate) fn decode_payload(token: &str) -> Result<Vec<u8>, IdTokenFault> {
    let mut parts = token.split('.');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(_), Some(payload), Some(_), None) if token.len() <= MAX_LENGTH => decode(payload),
        _ => Err(IdTokenFault::Malformed),
    }
}

fn decode(part: &str) -> Result<Vec<u8>, IdTokenFault> {
    URL_SAFE_NO_PAD.decode(part).ok().ok_or(IdTokenFault::Malformed)
}

/// RFC 7515, section 4.1.9: media types compare without case, and
/// `application/` may be left out.
fn is_plain_jwt(typ: &str) -> bool {
    typ.eq_ignore_ascii_case("jwt") || typ.eq_ignore_ascii_case("application/jwt")
}

fn is_present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| true)
}

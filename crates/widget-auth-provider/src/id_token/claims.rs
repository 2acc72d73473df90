//! The claims of an ID token.

use std::fmt;

use serde_json::{Map, Value};
use widget_auth_core::{IdToken, UnixTime};

use crate::error::IdTokenFault;
use crate::jws::decode_payload;
use crate::members::digits;

/// The claims of an ID token that has been validated (OpenID Connect Core,
/// section 2).
///
/// # Examples
///
/// ```no_run
/// use widget_auth_core::{AuthError, IdToken};
/// use widget_auth_provider::{GenericOidcProvider, OAuthProvider};
///
/// async fn who(provider: &GenericOidcProvider, token: &IdToken) -> Result<String, AuthError> {
///     let claims = provider.validate_id_token(token, None).await?;
///     let email = claims.claims.get("email").and_then(|email| email.as_str());
///     Ok(email.unwrap_or(&claims.subject).to_owned())
/// }
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct IdTokenClaims {
    /// `iss`: who says so.
    pub issuer: String,
    /// `sub`: who signed in, unique and permanent at this issuer.
    pub subject: String,
    /// `aud`: for whom; this client is among them.
    pub audience: Vec<String>,
    /// `exp`.
    pub expires_at: UnixTime,
    /// `iat`.
    pub issued_at: UnixTime,
    /// Every claim, those above included.
    pub claims: Map<String, Value>,
}

impl IdTokenClaims {
    /// Reads `aud` of a token that need not be valid, to tell whose it is;
    /// `None` if it cannot be read.
    #[must_use]
    pub fn unverified_audience(token: &IdToken) -> Option<Vec<String>> {
        audience(&unverified_claims(token).ok()?)
    }
}

/// Shows what the token is about, and of the other claims their names: what
/// they say is personal, and `Debug` ends in logs.
impl fmt::Debug for IdTokenClaims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdTokenClaims")
            .field("issuer", &self.issuer)
            .field("subject", &self.subject)
            .field("audience", &self.audience)
            .field("expires_at", &self.expires_at)
            .field("issued_at", &self.issued_at)
            .field("claims", &self.claims.keys().collect::<Vec<_>>())
            .finish()
    }
}

/// A claim that must be a string.
pub(crate) fn text<'a>(claims: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    claims.get(name)?.as_str()
}

/// A point in time. RFC 7519, section 2, allows fractions of a second; some
/// providers write the number as a text.
pub(crate) fn time(claims: &Map<String, Value>, name: &str) -> Option<UnixTime> {
    let seconds = match claims.get(name)? {
        Value::String(text) => digits(text)?,
        number => number.as_u64().or_else(|| {
            let seconds = number.as_f64().filter(|seconds| *seconds >= 0.0)?;
            // A float beyond the range becomes its end.
            Some(seconds as u64)
        })?,
    };
    Some(UnixTime::from_secs(seconds))
}

/// `aud` is one string or a list of them (RFC 7519, section 4.1.3).
pub(crate) fn audience(claims: &Map<String, Value>) -> Option<Vec<String>> {
    match claims.get("aud")? {
        Value::String(one) => Some(vec![one.clone()]),
        Value::Array(many) => many.iter().map(|one| one.as_str().map(str::to_owned)).collect(),
        _ => None,
    }
}

/// The claims of a token that was validated when it arrived, without
/// validating it again: it may have expired since.
pub(crate) fn unverified_claims(token: &IdToken) -> Result<Map<String, Value>, IdTokenFault> {
    serde_json::from_slice(&decode_payload(token.expose_secret())?)
        .ok()
        .ok_or(IdTokenFault::Malformed)
}

/// Claims that say something about a token, not about its user (OpenID Connect
/// Core, sections 2 and 3.1.3.6; RFC 7519, section 4.1).
pub(crate) fn is_protocol_claim(name: &str) -> bool {
    const PROTOCOL: [&str; 14] = [
        "iss",
        "sub",
        "aud",
        "exp",
        "nbf",
        "iat",
        "jti",
        "auth_time",
        "nonce",
        "acr",
        "amr",
        "azp",
        "at_hash",
        "c_hash",
    ];
    PROTOCOL.contains(&name)
}

/// The standard claims about a user (OpenID Connect Core, section 5.1).
pub(crate) fn is_standard_claim(name: &str) -> bool {
    const STANDARD: [&str; 19] = [
        "name",
        "given_name",
        "family_name",
        "middle_name",
        "nickname",
        "preferred_username",
        "profile",
        "picture",
        "website",
        "email",
        "email_verified",
        "gender",
        "birthdate",
        "zoneinfo",
        "locale",
        "phone_number",
        "phone_number_verified",
        "address",
        "updated_at",
    ];
    STANDARD.contains(&name)
}

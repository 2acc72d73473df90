//! ID-token validation (OpenID Connect Core, section 3.1.3.7).

use std::time::Duration;

use aws_lc_rs::digest::digest;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};
use widget_auth_core::{AccessToken, IdToken, UnixTime, UserInfo};

use super::claims::{IdTokenClaims, audience, text, time};
use crate::discovery::ProviderMetadata;
use crate::error::{IdTokenFault, ProviderError};
use crate::issuer::TokenIssuer;
use crate::jwk::{JwkSet, VerificationKey};
use crate::jws::Jws;
use crate::members::{found, present, printable};
use crate::signing_algorithm::SigningAlgorithm;

/// The tolerated difference between the clocks of provider and client.
const LEEWAY: Duration = Duration::from_secs(60);

/// Validates ID tokens (OpenID Connect Core, section 3.1.3.7). Does no I/O:
/// the caller brings the keys and the time.
///
/// # Examples
///
/// ```
/// use widget_auth_core::{IdToken, UnixTime};
/// use widget_auth_provider::{IdTokenFault, IdTokenValidator, JwkSet, ProviderError};
///
/// let validator = IdTokenValidator::new("client-id", "https://id.example.com");
/// let keys = JwkSet::from_json(br#"{"keys": []}"#)?;
/// // {"alg":"none"} and no signature.
/// let forged = IdToken::new("eyJhbGciOiJub25lIn0.e30.");
/// let error = validator.validate(&forged, &keys, None, None, UnixTime::default()).unwrap_err();
/// assert!(matches!(error, ProviderError::IdToken(IdTokenFault::Algorithm)));
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone)]
pub struct IdTokenValidator {
    client_id: String,
    issuer: TokenIssuer,
    algorithms: Vec<SigningAlgorithm>,
    trusted_audiences: Vec<String>,
    trusts_audiences_by_azp: bool,
    leeway: Duration,
}

impl IdTokenValidator {
    /// Accepts tokens of exactly this issuer for exactly this client, signed
    /// with any algorithm we know, with 60 seconds of leeway.
    #[must_use]
    pub fn new(client_id: impl Into<String>, issuer: impl Into<String>) -> Self {
        Self::with_issuer(client_id.into(), TokenIssuer::Exact(issuer.into()))
    }

    /// Accepts tokens of the issuer that `metadata` belongs to.
    #[must_use]
    pub fn for_metadata(client_id: impl Into<String>, metadata: &ProviderMetadata) -> Self {
        Self::with_issuer(client_id.into(), metadata.token_issuer().clone())
    }

    fn with_issuer(client_id: String, issuer: TokenIssuer) -> Self {
        Self {
            client_id,
            issuer,
            algorithms: SigningAlgorithm::ALL.to_vec(),
            trusted_audiences: Vec::new(),
            trusts_audiences_by_azp: false,
            leeway: LEEWAY,
        }
    }

    /// Accepts only these algorithms.
    #[must_use]
    pub fn with_algorithms(mut self, algorithms: &[SigningAlgorithm]) -> Self {
        self.algorithms = algorithms.to_vec();
        self
    }

    /// Accepts tokens that are for one of these besides this client.
    #[must_use]
    pub fn with_trusted_audiences(mut self, audiences: &[String]) -> Self {
        self.trusted_audiences = audiences.to_vec();
        self
    }

    /// Accepts tokens that are for others as well if `azp` is this client.
    #[must_use]
    pub fn with_audiences_by_azp(mut self) -> Self {
        self.trusts_audiences_by_azp = true;
        self
    }

    /// Sets how far the two clocks may be apart.
    #[must_use]
    pub fn with_leeway(mut self, leeway: Duration) -> Self {
        self.leeway = leeway;
        self
    }

    /// Validates `token` against `keys` at the time `now`.
    ///
    /// `nonce` is the one that was sent, if one was; `access_token` is the one
    /// that came along, to be compared with `at_hash`.
    ///
    /// # Errors
    ///
    /// [`ProviderError::IdToken`] with the first rule that the token breaks.
    /// [`IdTokenFault::UnknownKey`] may mean that `keys` is out of date.
    pub fn validate(
        &self,
        token: &IdToken,
        keys: &JwkSet,
        nonce: Option<&str>,
        access_token: Option<&AccessToken>,
        now: UnixTime,
    ) -> Result<IdTokenClaims, ProviderError> {
        self.check(token, keys, nonce, access_token, now)
    }

    /// Verifies a userinfo answer that is signed (OpenID Connect Core, section
    /// 5.3.2). `iss` and `aud` should be there, and then have to fit.
    pub(crate) fn verify_userinfo(
        &self,
        token: &IdToken,
        keys: &JwkSet,
    ) -> Result<Map<String, Value>, ProviderError> {
        let (jws, _key) = self.verify(token, keys)?;
        let claims: Map<String, Value> =
            serde_json::from_slice(&jws.payload()?).ok().ok_or(IdTokenFault::Malformed)?;
        if present(&claims, "iss").is_some() {
            self.issuer.check(&claims)?;
        }
        let is_for_others =
            audience(&claims).is_none_or(|audience| !audience.contains(&self.client_id));
        if present(&claims, "aud").is_some() && is_for_others {
            return Err(self.other_audience(&claims).into());
        }
        Ok(claims)
    }

    fn verify<'a>(
        &self,
        token: &'a IdToken,
        keys: &'a JwkSet,
    ) -> Result<(Jws<'a>, &'a VerificationKey), IdTokenFault> {
        let jws = Jws::parse(token.expose_secret())?;
        // Rule 7. Before a key is chosen, so that the token does not choose.
        if !self.algorithms.contains(&jws.algorithm) {
            return Err(IdTokenFault::Algorithm);
        }
        // Rule 6.
        let key = keys.verify(&jws)?;
        Ok((jws, key))
    }

    /// Checks that the user of a validated token signed in within `max_age`,
    /// which the request asked for (rule 13).
    ///
    /// # Errors
    ///
    /// [`ProviderError::IdToken`] with [`IdTokenFault::AuthTime`] if
    /// `auth_time` is missing, not a time, or longer before `now`.
    pub fn check_auth_time(
        &self,
        claims: &IdTokenClaims,
        max_age: Duration,
        now: UnixTime,
    ) -> Result<(), ProviderError> {
        let latest_end = max_age.saturating_add(self.leeway);
        let is_recent = |auth_time: UnixTime| now <= auth_time.saturating_add(latest_end);
        match time(&claims.claims, "auth_time") {
            Some(auth_time) if is_recent(auth_time) => Ok(()),
            _ => Err(IdTokenFault::AuthTime.into()),
        }
    }

    fn check(
        &self,
        token: &IdToken,
        keys: &JwkSet,
        nonce: Option<&str>,
        access_token: Option<&AccessToken>,
        now: UnixTime,
    ) -> Result<IdTokenClaims, ProviderError> {
        let (jws, key) = self.verify(token, keys)?;
        let claims: Map<String, Value> =
            serde_json::from_slice(&jws.payload()?).ok().ok_or(IdTokenFault::Malformed)?;
        self.issuer.check(&claims)?;
        self.issuer.check_key(key.issuer(), &claims)?;
        let audience = self.check_audience(&claims)?;
        let (issued_at, expires_at) = self.check_times(&claims, now)?;
        check_nonce(&claims, nonce)?;
        check_access_token(&claims, jws.algorithm, access_token)?;
        let subject = text(&claims, "sub")
            .filter(|subject| !subject.is_empty())
            // Section 2.
            .filter(|subject| subject.chars().nth(UserInfo::MAX_SUB_LENGTH).is_none())
            .ok_or(IdTokenFault::Subject)?
            .to_owned();
        Ok(IdTokenClaims {
            issuer: text(&claims, "iss").unwrap_or_default().to_owned(),
            subject,
            audience,
            expires_at,
            issued_at,
            claims,
        })
    }

    /// Rules 3 to 5.
    fn check_audience(&self, claims: &Map<String, Value>) -> Result<Vec<String>, ProviderError> {
        let audience = audience(claims)
            .filter(|audience| audience.contains(&self.client_id))
            .ok_or_else(|| self.other_audience(claims))?;
        let is_given_to_us = text(claims, "azp") == Some(&self.client_id);
        let is_trusted = |one: &String| {
            *one == self.client_id
                || self.trusted_audiences.contains(one)
                || self.trusts_audiences_by_azp && is_given_to_us
        };
        if let Some(other) = audience.iter().find(|one| !is_trusted(one)) {
            return Err(ProviderError::UntrustedAudience { audience: printable(other) });
        }
        if present(claims, "azp").is_some() && !is_given_to_us {
            let (found, expected) = (found(claims, "azp"), self.client_id.clone());
            return Err(IdTokenFault::AuthorizedParty { found, expected }.into());
        }
        Ok(audience)
    }

    fn other_audience(&self, claims: &Map<String, Value>) -> IdTokenFault {
        IdTokenFault::Audience { found: found(claims, "aud"), expected: self.client_id.clone() }
    }

    /// Rules 9 and 10, and `nbf` of RFC 7519, section 4.1.5.
    fn check_times(
        &self,
        claims: &Map<String, Value>,
        now: UnixTime,
    ) -> Result<(UnixTime, UnixTime), IdTokenFault> {
        let expires_at = time(claims, "exp").ok_or(IdTokenFault::Expiry)?;
        if now >= expires_at.saturating_add(self.leeway) {
            return Err(IdTokenFault::Expired);
        }
        let latest = now.saturating_add(self.leeway);
        let issued_at = time(claims, "iat").ok_or(IdTokenFault::IssuedAt)?;
        if issued_at > latest {
            return Err(IdTokenFault::IssuedInFuture);
        }
        let is_valid_yet = present(claims, "nbf").is_none()
            || time(claims, "nbf").is_some_and(|not_before| not_before <= latest);
        if !is_valid_yet {
            return Err(IdTokenFault::NotYetValid);
        }
        Ok((issued_at, expires_at))
    }
}

/// Rule 11.
fn check_nonce(claims: &Map<String, Value>, sent: Option<&str>) -> Result<(), IdTokenFault> {
    match sent {
        Some(_) if present(claims, "nonce").is_none() => Err(IdTokenFault::NoNonce),
        Some(sent) if text(claims, "nonce") != Some(sent) => Err(IdTokenFault::Nonce),
        _ => Ok(()),
    }
}

/// OpenID Connect Core, section 3.1.3.8: the left half of the hash.
fn check_access_token(
    claims: &Map<String, Value>,
    algorithm: SigningAlgorithm,
    access_token: Option<&AccessToken>,
) -> Result<(), IdTokenFault> {
    let (Some(at_hash), Some(access_token)) = (present(claims, "at_hash"), access_token) else {
        return Ok(());
    };
    let hash = digest(algorithm.digest(), access_token.expose_secret().as_bytes());
    let (left, _) = hash.as_ref().split_at(hash.as_ref().len() / 2);
    if at_hash.as_str() == Some(&URL_SAFE_NO_PAD.encode(left)) {
        Ok(())
    } else {
        Err(IdTokenFault::AccessTokenHash)
    }
}

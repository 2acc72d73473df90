//! Requirements of ID tokens beyond the rules of the protocol.

use std::time::Duration;

use crate::discovery::ProviderMetadata;
use crate::error::ProviderError;
use crate::id_token::IdTokenValidator;
use crate::signing_algorithm::SigningAlgorithm;

/// The rules of a provider of OpenID Connect; one of plain OAuth 2.0 has none.
#[derive(Debug, Clone)]
pub(super) struct IdTokenPolicy {
    /// A code exchange or a refresh fails unless its ID token is valid.
    pub(super) must_be_valid: bool,
    pub(super) nonce: Nonce,
    pub(super) algorithms: Option<Vec<SigningAlgorithm>>,
    pub(super) trusted_audiences: Vec<String>,
    pub(super) trusts_audiences_by_azp: bool,
    pub(super) leeway: Option<Duration>,
}

/// The part of the nonce in binding an answer to its request (RFC 9700, section
/// 4.5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nonce {
    Sent,
    /// The provider leaves it out, and PKCE takes its place.
    ReplacedByPkce,
    /// The provider knows neither, and `state` alone binds.
    NotReplaced,
}

impl Nonce {
    /// The same without a nonce.
    pub(super) fn replaced(self) -> Self {
        match self {
            Self::Sent | Self::ReplacedByPkce => Self::ReplacedByPkce,
            Self::NotReplaced => Self::NotReplaced,
        }
    }
}

impl Default for IdTokenPolicy {
    fn default() -> Self {
        Self {
            must_be_valid: true,
            nonce: Nonce::Sent,
            algorithms: None,
            trusted_audiences: Vec::new(),
            trusts_audiences_by_azp: false,
            leeway: None,
        }
    }
}

impl IdTokenPolicy {
    pub(super) fn validator(
        &self,
        client_id: &str,
        metadata: &ProviderMetadata,
    ) -> IdTokenValidator {
        let mut validator = IdTokenValidator::for_metadata(client_id, metadata)
            .with_trusted_audiences(&self.trusted_audiences);
        if self.trusts_audiences_by_azp {
            validator = validator.with_audiences_by_azp();
        }
        if let Some(algorithms) = &self.algorithms {
            validator = validator.with_algorithms(algorithms);
        }
        if let Some(leeway) = self.leeway {
            validator = validator.with_leeway(leeway);
        }
        validator
    }

    /// The nonce to send and to expect.
    pub(super) fn nonce<'a>(
        &self,
        nonce: Option<&'a str>,
        has_pkce: bool,
    ) -> Result<Option<&'a str>, ProviderError> {
        match self.nonce {
            Nonce::Sent => Ok(nonce),
            Nonce::ReplacedByPkce if !has_pkce => {
                let reason = "cannot be off without a nonce: turn it or use_nonce on";
                Err(ProviderError::setting("use_pkce", reason))
            }
            Nonce::ReplacedByPkce | Nonce::NotReplaced => Ok(None),
        }
    }
}

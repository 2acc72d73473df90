//! Metadata and keys, shared by all clones of a provider.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Map, Value};
use url::Url;
use widget_auth_core::{AccessToken, IdToken};

use super::GenericOidcProvider;
use super::id_token_policy::IdTokenPolicy;
use crate::cache::{Cached, Refetched};
use crate::discovery::ProviderMetadata;
use crate::error::{Endpoint, IdTokenFault, ProviderError};
use crate::id_token::{IdTokenClaims, IdTokenValidator};
use crate::issuer::Issuer;
use crate::jwk::JwkSet;
use crate::provider::OAuthProvider as _;

/// The documents that a provider publishes, fetched once for all clones.
#[derive(Debug)]
pub(super) struct Documents {
    discovery: Cached<Discovered>,
    keys: Cached<JwkSet>,
}

/// The metadata, and the validator that follows from it.
pub(super) struct Discovered {
    pub(super) metadata: Arc<ProviderMetadata>,
    pub(super) validator: IdTokenValidator,
}

impl Default for Documents {
    fn default() -> Self {
        Self { discovery: Cached::new(), keys: Cached::new() }
    }
}

impl GenericOidcProvider {
    /// The metadata, discovered or configured; `None` for a provider without
    /// either, and for one without ID tokens.
    pub(super) async fn discovered(&self) -> Result<Option<Arc<Discovered>>, ProviderError> {
        let Some(policy) = &self.id_tokens else { return Ok(None) };
        if let Some(issuer) = &self.issuer {
            return self.discovered_at(issuer, policy).await.map(Some);
        }
        let configured = |issuer: &String| {
            let metadata = ProviderMetadata::configured(issuer, &self.endpoints);
            Arc::new(self.with_validator(metadata, policy))
        };
        Ok(self.endpoints.issuer.as_ref().map(configured))
    }

    async fn discovered_at(
        &self,
        issuer: &Issuer,
        policy: &IdTokenPolicy,
    ) -> Result<Arc<Discovered>, ProviderError> {
        let fetch = || async move {
            let body = self.fetch(Endpoint::Discovery, issuer.discovery_url()).await?;
            let metadata = ProviderMetadata::from_json(&body, issuer)?;
            for (_, problem) in &metadata.endpoints().refused {
                tracing::warn!(provider = self.name(), "an endpoint was left out: {problem}");
            }
            Ok(self.with_validator(metadata, policy))
        };
        let clock = self.client.clock().as_ref();
        self.documents.discovery.get(self.name(), clock, fetch).await
    }

    fn with_validator(&self, metadata: ProviderMetadata, policy: &IdTokenPolicy) -> Discovered {
        let validator = policy.validator(self.client.client_id(), &metadata);
        Discovered { validator, metadata: Arc::new(metadata) }
    }

    /// The keys, from the configured or the discovered address and no other.
    pub(super) async fn keys(&self, discovered: &Discovered) -> Result<Arc<JwkSet>, ProviderError> {
        let endpoints = self.endpoints_with(Some(discovered));
        let url = endpoints.jwks()?;
        let clock = self.client.clock().as_ref();
        let fetch = || self.fetch_keys(url);
        self.documents.keys.get(self.name(), clock, fetch).await
    }

    /// Validates a token, with fresh keys if the ones at hand do not fit.
    pub(super) async fn validate(
        &self,
        token: &IdToken,
        nonce: Option<&str>,
        access_token: Option<&AccessToken>,
    ) -> Result<IdTokenClaims, ProviderError> {
        if self.id_tokens.is_none() {
            return Err(ProviderError::NotOidc);
        }
        let discovered = self.discovered().await?.ok_or(IdTokenFault::NoIssuer)?;
        let now = self.client.clock().now();
        let check =
            |keys: &JwkSet| discovered.validator.validate(token, keys, nonce, access_token, now);
        self.with_keys(&discovered, token, check).await
    }

    /// Verifies a userinfo answer that the provider has signed.
    pub(super) async fn verify_userinfo(
        &self,
        token: &IdToken,
    ) -> Result<Map<String, Value>, ProviderError> {
        let discovered = self.discovered().await?.ok_or(IdTokenFault::NoIssuer)?;
        let check = |keys: &JwkSet| discovered.validator.verify_userinfo(token, keys);
        self.with_keys(&discovered, token, check).await
    }

    /// Does `check` with the keys at hand, and with fresh ones if no key fits.
    async fn with_keys<T>(
        &self,
        discovered: &Discovered,
        token: &IdToken,
        check: impl Fn(&JwkSet) -> Result<T, ProviderError>,
    ) -> Result<T, ProviderError> {
        let keys = self.keys(discovered).await?;
        let checked = check(&keys);
        // The provider may have rotated its keys (OpenID Connect Core, section
        // 10.1.1).
        if !matches!(checked, Err(ProviderError::IdToken(IdTokenFault::UnknownKey))) {
            return checked;
        }
        let unreadable = |keys: &JwkSet| {
            keys.unreadable_key_of(token).cloned().map(ProviderError::UnreadableKey)
        };
        let endpoints = self.endpoints_with(Some(discovered));
        let url = endpoints.jwks()?;
        let clock = self.client.clock().as_ref();
        match self.documents.keys.refetch(clock, &keys, || self.fetch_keys(url)).await {
            Refetched::Newer(keys) => match check(&keys) {
                Err(error @ ProviderError::IdToken(IdTokenFault::UnknownKey)) => {
                    Err(unreadable(&keys).unwrap_or(error))
                }
                checked => checked,
            },
            Refetched::Failed(error) => Err(error),
            Refetched::TooOften => {
                Err(unreadable(&keys).unwrap_or(IdTokenFault::KeysTooOften.into()))
            }
        }
    }

    async fn fetch_keys(&self, url: &Url) -> Result<JwkSet, ProviderError> {
        let keys = JwkSet::from_json(&self.fetch(Endpoint::Jwks, url).await?)?;
        for key in keys.unreadable() {
            tracing::warn!(provider = self.name(), "{key}");
        }
        Ok(keys)
    }

    async fn fetch(&self, endpoint: Endpoint, url: &Url) -> Result<Vec<u8>, ProviderError> {
        let http = self.client.http()?;
        let answer = http.send(endpoint, http.request(Method::GET, url)).await?;
        let body = answer.success(endpoint, self.client.clock().now())?;
        Ok(body.to_vec())
    }
}

//! Issuer identifiers, compared byte for byte.

mod microsoft_tenant;

use std::borrow::Cow;

use serde_json::{Map, Value};
use url::Url;

use crate::endpoints::setting_url;
use crate::error::{IdTokenFault, ProviderError};
use crate::members::found;
pub use microsoft_tenant::MicrosoftTenant;

/// The path of the metadata (OpenID Connect Discovery, section 4).
const WELL_KNOWN: &str = ".well-known/openid-configuration";

/// The issuer that a program has configured.
///
/// It is compared byte by byte with the one in metadata, tokens and callbacks,
/// a trailing slash included (OpenID Connect Discovery, section 4.3).
///
/// # Examples
///
/// ```
/// use widget_auth_provider::Issuer;
///
/// let issuer = Issuer::new("https://id.example.com/tenant")?;
/// assert_eq!(
///     issuer.discovery_url().as_str(),
///     "https://id.example.com/tenant/.well-known/openid-configuration"
/// );
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Issuer {
    rule: Rule,
    discovery_url: Url,
}

#[derive(Debug, Clone)]
enum Rule {
    Exact(String),
    Microsoft(MicrosoftTenant),
}

impl Issuer {
    /// The issuer with this URL.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the URL is not `https` (or `http` on a
    /// loopback address), or has credentials, a query or a fragment (OpenID
    /// Connect Discovery, section 3).
    pub fn new(url: &str) -> Result<Self, ProviderError> {
        Ok(Self {
            discovery_url: discovery_url("issuer_url", url)?,
            rule: Rule::Exact(url.to_owned()),
        })
    }

    /// The issuer as it was configured.
    pub(crate) fn url(&self) -> Cow<'_, str> {
        match &self.rule {
            Rule::Exact(url) => Cow::Borrowed(url),
            Rule::Microsoft(tenant) => Cow::Owned(tenant.issuer_url()),
        }
    }

    /// Sets the address of the metadata, for a provider that publishes it
    /// elsewhere than below its issuer: Azure AD B2C, Entra External ID, a
    /// server that is known inside by another name. The issuer in it still has
    /// to be this one.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the address is not `https` (or `http` on
    /// a loopback address), or has credentials or a fragment.
    pub fn with_discovery_url(mut self, url: &str) -> Result<Self, ProviderError> {
        self.discovery_url = setting_url("discovery_url", url)?;
        Ok(self)
    }

    pub(crate) fn microsoft(tenant: MicrosoftTenant) -> Result<Self, ProviderError> {
        Ok(Self {
            discovery_url: discovery_url("base_url", &tenant.issuer_url())?,
            rule: Rule::Microsoft(tenant),
        })
    }

    /// Returns the URL of the metadata. The path of the issuer is kept (OpenID Connect
    /// Discovery, section 4.1).
    #[must_use]
    pub fn discovery_url(&self) -> &Url {
        &self.discovery_url
    }

    /// The rule for `iss` of tokens when the metadata names
    /// `metadata_issuer`; `None` if the metadata belongs to another issuer.
    pub(crate) fn resolve(&self, metadata_issuer: &str) -> Option<TokenIssuer> {
        match &self.rule {
            Rule::Exact(issuer) => {
                (issuer == metadata_issuer).then(|| TokenIssuer::Exact(issuer.clone()))
            }
            Rule::Microsoft(tenant) => tenant.resolve(metadata_issuer),
        }
    }
}

fn discovery_url(setting: &'static str, issuer: &str) -> Result<Url, ProviderError> {
    if setting_url(setting, issuer)?.query().is_some() {
        return Err(ProviderError::setting(setting, "must not have a query"));
    }
    // "If the Issuer value contains a path component, any terminating / MUST
    // be removed before appending" (OpenID Connect Discovery, section 4.1).
    setting_url(setting, &format!("{}/{WELL_KNOWN}", issuer.trim_end_matches('/')))
}

/// The expected `iss` of an ID token.
#[derive(Debug, Clone)]
pub(crate) enum TokenIssuer {
    Exact(String),
    /// Microsoft, for more than one tenant: the template with the token's own
    /// `tid` in it.
    Template {
        template: String,
        tenant: MicrosoftTenant,
    },
}

impl TokenIssuer {
    /// OpenID Connect Core, section 3.1.3.7, rule 2.
    pub(crate) fn check(&self, claims: &Map<String, Value>) -> Result<(), IdTokenFault> {
        match self {
            Self::Exact(issuer) => check_issuer(claims, issuer),
            Self::Template { template, tenant } => {
                check_issuer(claims, &MicrosoftTenant::fill(template, tenant.tenant_of(claims)?))
            }
        }
    }

    /// Microsoft marks each key with the issuer it signs for, as a template or
    /// filled in. A key of one tenant must not sign for another.
    pub(crate) fn check_key(
        &self,
        key_issuer: Option<&str>,
        claims: &Map<String, Value>,
    ) -> Result<(), IdTokenFault> {
        let (Self::Template { tenant, .. }, Some(key_issuer)) = (self, key_issuer) else {
            return Ok(());
        };
        check_issuer(claims, &MicrosoftTenant::fill(key_issuer, tenant.tenant_of(claims)?))
    }

    /// RFC 9207, section 2.4: simple string comparison.
    pub(crate) fn is_callback_issuer(&self, iss: &str) -> bool {
        match self {
            Self::Exact(issuer) => issuer == iss,
            Self::Template { template, .. } => {
                template == iss || MicrosoftTenant::is_filled(template, iss)
            }
        }
    }
}

fn check_issuer(claims: &Map<String, Value>, expected: &str) -> Result<(), IdTokenFault> {
    match claims.get("iss").and_then(Value::as_str) {
        Some(iss) if iss == expected => Ok(()),
        _ => {
            Err(IdTokenFault::Issuer { found: found(claims, "iss"), expected: expected.to_owned() })
        }
    }
}

//! The tenants of Microsoft Entra ID, in every cloud and of every kind.

use serde_json::{Map, Value};

use super::TokenIssuer;
use crate::error::IdTokenFault;
use crate::members::found;

const AUTHORITY: &str = "https://login.microsoftonline.com";
/// The placeholder of the tenant in the metadata of a multi-tenant endpoint.
const PLACEHOLDER: &str = "{tenantid}";

/// The users who may sign in at Microsoft: one tenant (a GUID or a domain), or
/// everybody of `common`, `organizations` or `consumers`.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{GenericOidcProvider, MicrosoftTenant};
///
/// // Everybody with an account of the US government cloud, of two tenants.
/// let tenant = MicrosoftTenant::new("organizations")
///     .with_authority("https://login.microsoftonline.us")
///     .with_allowed_tenants([
///         "72f988bf-86f1-41af-91ab-2d7cd011db47",
///         "9188040d-6c67-4c5b-b112-36a304b66dad",
///     ]);
/// let microsoft = GenericOidcProvider::microsoft("client-id", tenant)?;
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone)]
pub struct MicrosoftTenant {
    tenant_id: String,
    authority: String,
    allowed: Option<Vec<String>>,
}

impl MicrosoftTenant {
    /// A tenant by its GUID, its domain, or one of the three group names.
    #[must_use]
    pub fn new(tenant_id: impl Into<String>) -> Self {
        Self { tenant_id: tenant_id.into(), authority: AUTHORITY.to_owned(), allowed: None }
    }

    /// Sets the authority, for a national cloud.
    #[must_use]
    pub fn with_authority(mut self, authority: impl Into<String>) -> Self {
        self.authority = authority.into().trim_end_matches('/').to_owned();
        self
    }

    /// Lets only users of these tenants in, by GUID.
    #[must_use]
    pub fn with_allowed_tenants<S: Into<String>>(
        mut self,
        tenants: impl IntoIterator<Item = S>,
    ) -> Self {
        self.allowed = Some(tenants.into_iter().map(Into::into).collect());
        self
    }

    /// Returns whether the tenant has the form of a GUID, a domain or a group name.
    pub(crate) fn is_well_formed(&self) -> bool {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        !self.tenant_id.is_empty() && self.tenant_id.bytes().all(is_name)
    }

    /// The issuer to discover.
    pub(crate) fn issuer_url(&self) -> String {
        format!("{}/{}/v2.0", self.authority, self.tenant_id)
    }

    /// The metadata of a group of tenants names the template as its issuer,
    /// that of one tenant the GUID, even if it was asked for by domain.
    pub(crate) fn resolve(&self, metadata_issuer: &str) -> Option<TokenIssuer> {
        let template = format!("{}/{PLACEHOLDER}/v2.0", self.authority);
        let is_group = matches!(self.tenant_id.as_str(), "common" | "organizations" | "consumers");
        let fits = if metadata_issuer == template {
            is_group
        } else if is_guid(&self.tenant_id) {
            metadata_issuer == Self::fill(&template, &self.tenant_id.to_ascii_lowercase())
        } else {
            Self::is_filled(&template, metadata_issuer)
        };
        // The metadata's issuer without a placeholder is its own template.
        fits.then(|| TokenIssuer::Template {
            template: metadata_issuer.to_owned(),
            tenant: self.clone(),
        })
    }

    /// `tid` of a token, which has to be a GUID and allowed.
    pub(crate) fn tenant_of<'a>(
        &self,
        claims: &'a Map<String, Value>,
    ) -> Result<&'a str, IdTokenFault> {
        let is_allowed = |tid: &str| match &self.allowed {
            Some(allowed) => allowed.iter().any(|one| one.eq_ignore_ascii_case(tid)),
            None => true,
        };
        let tid = claims.get("tid").and_then(Value::as_str);
        tid.filter(|tid| is_guid(tid) && is_allowed(tid))
            .ok_or_else(|| IdTokenFault::Tenant { found: found(claims, "tid") })
    }

    pub(crate) fn fill(template: &str, tid: &str) -> String {
        template.replace(PLACEHOLDER, tid)
    }

    /// Returns whether `issuer` is `template` with some GUID in it.
    pub(crate) fn is_filled(template: &str, issuer: &str) -> bool {
        template
            .split_once(PLACEHOLDER)
            .and_then(|(before, after)| issuer.strip_prefix(before)?.strip_suffix(after))
            .is_some_and(is_guid)
    }
}

impl Default for MicrosoftTenant {
    /// `common`: everybody with a Microsoft account, at work or private.
    fn default() -> Self {
        Self::new("common")
    }
}

impl From<&str> for MicrosoftTenant {
    fn from(tenant_id: &str) -> Self {
        Self::new(tenant_id)
    }
}

/// Returns whether `text` is hexadecimal in groups of 8-4-4-4-12.
fn is_guid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

//! Microsoft Entra ID.

use crate::client::OAuthClient;
use crate::error::ProviderError;
use crate::issuer::{Issuer, MicrosoftTenant};
use crate::oidc::GenericOidcProvider;

const SCOPES: [&str; 4] = ["openid", "email", "profile", "offline_access"];

impl GenericOidcProvider {
    /// Microsoft, with the scopes `openid email profile offline_access` unless
    /// the client has its own.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if tenant or authority do not make a URL.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{GenericOidcProvider, MicrosoftTenant, OAuthProvider};
    ///
    /// let microsoft = GenericOidcProvider::microsoft("client-id", MicrosoftTenant::default())?;
    /// assert_eq!(microsoft.name(), "microsoft");
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    pub fn microsoft(
        client: impl Into<OAuthClient>,
        tenant: impl Into<MicrosoftTenant>,
    ) -> Result<Self, ProviderError> {
        let tenant = tenant.into();
        if !tenant.is_well_formed() {
            let reason = "must be a GUID, a domain, common, organizations or consumers";
            return Err(ProviderError::setting("tenant_id", reason));
        }
        let client = client.into().with_default_scopes(&SCOPES);
        let microsoft = Self::with_issuer(client, Issuer::microsoft(tenant)?);
        Ok(microsoft.with_name("microsoft").with_label("Microsoft"))
    }
}

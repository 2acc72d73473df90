//! Google.

use crate::client::OAuthClient;
use crate::endpoints::Endpoints;
use crate::error::ProviderError;
use crate::oidc::GenericOidcProvider;

const ISSUER: &str = "https://accounts.google.com";
const SCOPES: [&str; 3] = ["openid", "email", "profile"];
/// Google gives a refresh token for `access_type=offline` only, and after the
/// first sign-in only together with `prompt=consent`.
const PARAMS: [(&str, &str); 2] = [("access_type", "offline"), ("prompt", "consent")];

impl GenericOidcProvider {
    /// Google, with the scopes `openid email profile` unless the client has
    /// its own. Adds `access_type=offline` and `prompt=consent` to the
    /// authorization URL, so that there is a refresh token.
    ///
    /// # Errors
    ///
    /// None in practice: the addresses are fixed.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{GenericOidcProvider, OAuthProvider};
    ///
    /// let google = GenericOidcProvider::google("client-id")?;
    /// assert_eq!(google.name(), "google");
    /// assert_eq!(google.scopes(), ["openid", "email", "profile"]);
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    pub fn google(client: impl Into<OAuthClient>) -> Result<Self, ProviderError> {
        let endpoints = Endpoints::new()
            .with_authorize_url("https://accounts.google.com/o/oauth2/v2/auth")?
            .with_token_url("https://oauth2.googleapis.com/token")?
            .with_userinfo_url("https://openidconnect.googleapis.com/v1/userinfo")?
            .with_revocation_url("https://oauth2.googleapis.com/revoke")?;
        Ok(Self::google_at(client, ISSUER)?.with_endpoints(endpoints))
    }

    /// Google's behaviour at another issuer, for tests and proxies. All
    /// endpoints come from its metadata.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if `issuer_url` is not allowed.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::GenericOidcProvider;
    ///
    /// let google = GenericOidcProvider::google_at("client-id", "http://127.0.0.1:8080")?;
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    pub fn google_at(
        client: impl Into<OAuthClient>,
        issuer_url: &str,
    ) -> Result<Self, ProviderError> {
        let client = client.into().with_default_scopes(&SCOPES);
        let google = Self::new(client, issuer_url)?.with_name("google").with_label("Google");
        Ok(google.with_authorize_params(&PARAMS))
    }
}

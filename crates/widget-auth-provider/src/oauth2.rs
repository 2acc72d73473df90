//! Providers with plain OAuth 2.0 endpoints.

use async_trait::async_trait;
use widget_auth_core::{AuthError, OAuthTokenSet, TokenOrigin, UserInfo};

use crate::authorize::authorize_url;
use crate::client::OAuthClient;
use crate::device::{DeviceAuthorization, DevicePoll};
use crate::endpoints::Endpoints;
use crate::error::ProviderError;
use crate::provider::OAuthProvider;
use crate::request::{AuthorizeRequest, CodeExchange, RevocableToken};
use crate::token_endpoint::TokenEndpoint;
use crate::token_response::TokenResponseRules;
use crate::{device, userinfo};

/// A provider with plain OAuth 2.0 endpoints, without discovery and ID tokens.
///
/// Its userinfo must name the user as `sub` or `id`.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{Endpoints, OAuth2Provider, OAuthClient, OAuthProvider};
///
/// let endpoints = Endpoints::new()
///     .with_authorize_url("https://id.example.com/authorize")?
///     .with_token_url("https://id.example.com/token")?;
/// let client = OAuthClient::new("client-id").with_scopes(["profile"]);
/// let provider = OAuth2Provider::new(client, endpoints).with_name("example");
/// assert_eq!(provider.name(), "example");
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone)]
pub struct OAuth2Provider {
    name: String,
    label: Option<String>,
    client: OAuthClient,
    endpoints: Endpoints,
    rules: TokenResponseRules,
}

impl OAuth2Provider {
    /// A provider called `custom`.
    #[must_use]
    pub fn new(client: impl Into<OAuthClient>, endpoints: Endpoints) -> Self {
        Self {
            name: "custom".to_owned(),
            label: None,
            client: client.into(),
            endpoints,
            rules: TokenResponseRules::strict(),
        }
    }

    /// Sets the name, which must be unique in a program.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets the name as users know it, on the page that they sign in from.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Sets how strictly token answers are read.
    #[must_use]
    pub fn with_token_response_rules(mut self, rules: TokenResponseRules) -> Self {
        self.rules = rules;
        self
    }

    pub(crate) fn client(&self) -> &OAuthClient {
        &self.client
    }

    fn token_endpoint(&self) -> Result<TokenEndpoint<'_>, ProviderError> {
        TokenEndpoint::new(&self.client, None, self.origin())
    }

    fn rules(&self) -> TokenResponseRules {
        self.rules.clone().with_requested_scope(self.client.scopes().join(" "))
    }

    async fn exchange(&self, exchange: &CodeExchange<'_>) -> Result<OAuthTokenSet, ProviderError> {
        self.token_endpoint()?.exchange(self.endpoints.token()?, exchange, &self.rules()).await
    }

    async fn begin_device(&self) -> Result<DeviceAuthorization, ProviderError> {
        let url = self.endpoints.device_authorization()?;
        self.token_endpoint()?.begin_device(url).await
    }

    async fn poll_device(
        &self,
        authorization: &DeviceAuthorization,
    ) -> Result<DevicePoll, ProviderError> {
        let url = self.endpoints.token()?;
        self.token_endpoint()?.poll_device(url, authorization, &self.rules()).await
    }

    async fn refresh(&self, old: &OAuthTokenSet) -> Result<OAuthTokenSet, ProviderError> {
        let url = self.endpoints.token()?;
        let mut new = self.token_endpoint()?.refresh(url, old, self.rules()).await?;
        if new.id_token.is_none() {
            new.id_token.clone_from(&old.id_token);
        }
        Ok(new)
    }

    async fn own_tokens(&self, scopes: &[&str]) -> Result<OAuthTokenSet, ProviderError> {
        let url = self.endpoints.token()?;
        self.token_endpoint()?.client_credentials(url, scopes, self.rules.clone()).await
    }

    async fn userinfo(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, ProviderError> {
        tokens.check_origin(&self.origin())?;
        let url = self.endpoints.userinfo()?;
        userinfo::of_oauth2(userinfo::fetch(&self.client, url, &tokens.access_token).await?)
    }

    async fn revoke(&self, token: RevocableToken<'_>) -> Result<(), ProviderError> {
        match &self.endpoints.revocation {
            Some(url) => self.token_endpoint()?.revoke(url, token).await,
            None => Ok(()),
        }
    }
}

#[async_trait]
impl OAuthProvider for OAuth2Provider {
    fn name(&self) -> &str {
        &self.name
    }

    fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }

    fn client_id(&self) -> &str {
        self.client.client_id()
    }

    fn origin(&self) -> TokenOrigin {
        self.client.origin_at(self.endpoints.issuer().unwrap_or(&self.name))
    }

    fn scopes(&self) -> &[String] {
        self.client.scopes()
    }

    fn uses_pkce(&self) -> bool {
        self.client.uses_pkce()
    }

    async fn build_authorize_url(
        &self,
        request: &AuthorizeRequest<'_>,
    ) -> Result<String, AuthError> {
        // `nonce` and `max_age` are words of OpenID Connect.
        let request = AuthorizeRequest { nonce: None, max_age: None, ..*request };
        self.endpoints
            .authorize()
            .and_then(|endpoint| authorize_url(endpoint, &self.client, &request, &[]))
            .map_err(|error| error.into_auth(AuthError::authentication, &self.name))
    }

    async fn exchange_code(&self, exchange: &CodeExchange<'_>) -> Result<OAuthTokenSet, AuthError> {
        self.exchange(exchange).await.map_err(|error| error.into_spent_code(&self.name))
    }

    async fn has_device_grant(&self) -> bool {
        self.endpoints.device_authorization.is_some()
    }

    async fn begin_device_authorization(&self) -> Result<DeviceAuthorization, AuthError> {
        self.begin_device()
            .await
            .map_err(|error| error.into_auth(AuthError::authentication, &self.name))
    }

    async fn poll_device_authorization(
        &self,
        authorization: &DeviceAuthorization,
    ) -> Result<DevicePoll, AuthError> {
        self.poll_device(authorization).await.map_err(|error| device::into_auth(error, &self.name))
    }

    async fn refresh_tokens(&self, tokens: &OAuthTokenSet) -> Result<OAuthTokenSet, AuthError> {
        self.refresh(tokens)
            .await
            .map_err(|error| error.into_auth(AuthError::token_refresh, &self.name))
    }

    async fn client_credentials(&self, scopes: &[&str]) -> Result<OAuthTokenSet, AuthError> {
        self.own_tokens(scopes).await.map_err(|error| error.into_auth(AuthError::token, &self.name))
    }

    async fn get_userinfo(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, AuthError> {
        self.userinfo(tokens)
            .await
            .map_err(|error| error.into_auth(AuthError::authentication, &self.name))
    }

    async fn revoke_token(&self, token: RevocableToken<'_>) -> Result<(), AuthError> {
        self.revoke(token).await.map_err(|error| error.into_auth(AuthError::token, &self.name))
    }
}

//! OpenID Connect providers, from their issuer alone.

mod documents;
mod id_token_policy;
mod operations;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use url::Url;
use widget_auth_core::{AuthError, IdToken, OAuthTokenSet, TokenOrigin, UserInfo};

use crate::client::OAuthClient;
use crate::device;
use crate::device::{DeviceAuthorization, DevicePoll};
use crate::discovery::ProviderMetadata;
use crate::end_session::ReturnParam;
use crate::endpoints::Endpoints;
use crate::error::ProviderError;
use crate::id_token::IdTokenClaims;
use crate::issuer::Issuer;
use crate::provider::OAuthProvider;
use crate::request::{AuthorizeRequest, CodeExchange, RevocableToken};
use crate::signing_algorithm::SigningAlgorithm;
use crate::token_response::TokenResponseRules;
use documents::Documents;
use id_token_policy::{IdTokenPolicy, Nonce};

/// Unless the client has its own.
const SCOPES: [&str; 3] = ["openid", "email", "profile"];

/// Any OpenID Connect provider.
///
/// Endpoints come from discovery, which happens at the first call that needs
/// it and is cached, as are the keys. ID tokens are validated on every code
/// exchange and refresh. Clones share their caches.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{GenericOidcProvider, OAuthClient, OAuthProvider};
///
/// let client = OAuthClient::new("client-id").with_secret("client-secret");
/// let provider = GenericOidcProvider::new(client, "https://tenant.eu.auth0.com/")?;
/// assert_eq!(provider.scopes(), ["openid", "email", "profile"]);
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone)]
pub struct GenericOidcProvider {
    name: String,
    label: Option<String>,
    client: OAuthClient,
    issuer: Option<Issuer>,
    endpoints: Endpoints,
    authorize_params: &'static [(&'static str, &'static str)],
    rules: TokenResponseRules,
    use_form_post: bool,
    logout_return: ReturnParam,
    /// `None` for a provider of plain OAuth 2.0.
    id_tokens: Option<IdTokenPolicy>,
    documents: Arc<Documents>,
}

impl GenericOidcProvider {
    /// A provider called `oidc`, with the scopes `openid email profile` unless
    /// the client has its own.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if `issuer_url` is not allowed; see
    /// [`Issuer::new`].
    pub fn new(client: impl Into<OAuthClient>, issuer_url: &str) -> Result<Self, ProviderError> {
        Ok(Self::with_issuer(client, Issuer::new(issuer_url)?))
    }

    /// A provider without discovery, which is told everything.
    ///
    /// ID tokens are validated with the keys at
    /// [`jwks_url`](Endpoints::with_jwks_url) if `endpoints` name the
    /// [issuer](Endpoints::with_issuer). Without an issuer no ID token can be
    /// validated: sign-in works only after
    /// [`with_id_token_validation(false)`](Self::with_id_token_validation).
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{Endpoints, GenericOidcProvider};
    ///
    /// let endpoints = Endpoints::new()
    ///     .with_issuer("https://id.example.com")?
    ///     .with_authorize_url("https://id.example.com/authorize")?
    ///     .with_token_url("https://id.example.com/token")?
    ///     .with_jwks_url("https://id.example.com/keys")?;
    /// let provider = GenericOidcProvider::without_discovery("client-id", endpoints);
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    #[must_use]
    pub fn without_discovery(client: impl Into<OAuthClient>, endpoints: Endpoints) -> Self {
        Self::of(client.into(), None).with_endpoints(endpoints)
    }

    /// A provider of plain OAuth 2.0: without discovery, ID tokens and default
    /// scopes, called `custom`.
    pub(crate) fn without_id_tokens(client: OAuthClient, endpoints: Endpoints) -> Self {
        let provider = Self::of(client.with_default_scopes(&[]), None).with_name("custom");
        Self { id_tokens: None, ..provider.with_endpoints(endpoints) }
    }

    pub(crate) fn with_issuer(client: impl Into<OAuthClient>, issuer: Issuer) -> Self {
        Self::of(client.into(), Some(issuer))
    }

    fn of(client: OAuthClient, issuer: Option<Issuer>) -> Self {
        Self {
            name: "oidc".to_owned(),
            label: None,
            client: client.with_default_scopes(&SCOPES),
            issuer,
            endpoints: Endpoints::new(),
            authorize_params: &[],
            rules: TokenResponseRules::strict(),
            use_form_post: false,
            logout_return: ReturnParam::default(),
            id_tokens: Some(IdTokenPolicy::default()),
            documents: Arc::default(),
        }
    }

    /// Sets the address of the metadata beside the issuer; see
    /// [`Issuer::with_discovery_url`].
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the address is not allowed, or there is
    /// no issuer to discover.
    pub fn with_discovery_url(mut self, url: &str) -> Result<Self, ProviderError> {
        let reason = "needs an issuer that is discovered";
        let issuer = self.issuer.take();
        let issuer = issuer.ok_or_else(|| ProviderError::setting("discovery_url", reason))?;
        self.issuer = Some(issuer.with_discovery_url(url)?);
        Ok(self.forget())
    }

    /// Sends no `nonce` and expects none in ID tokens, for a provider that
    /// leaves it out (LinkedIn). PKCE, which then alone binds the answer to the
    /// request (RFC 9700, section 4.5.3), is required.
    #[must_use]
    pub fn without_nonce(self) -> Self {
        self.with_policy(|policy| policy.nonce = policy.nonce.replaced())
    }

    /// Has the provider answer by a form that the browser posts, in the place of
    /// a query (OAuth 2.0 Form Post Response Mode): the code is then in no
    /// address, history or log. For websites; a program that listens on a
    /// loopback address takes queries only.
    ///
    /// The form comes from the provider's site, so the cookie of a sign-in
    /// under way is `SameSite=None; Secure`. An answer by a query is taken as
    /// well: Apple sends one when neither name nor address is asked for.
    #[must_use]
    pub fn with_form_post(mut self) -> Self {
        self.use_form_post = true;
        self
    }

    /// Sets the name, which must be unique in a program.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets endpoints, which then win over the discovered ones.
    #[must_use]
    pub fn with_endpoints(mut self, endpoints: Endpoints) -> Self {
        self.endpoints = endpoints;
        self
    }

    /// Sets endpoints, which win over those that are set already and over the
    /// discovered ones.
    pub(crate) fn with_first_endpoints(mut self, endpoints: &Endpoints) -> Self {
        self.endpoints = endpoints.or(&self.endpoints);
        self
    }

    /// Sets whether a code exchange or a refresh fails unless its ID token is
    /// valid. On by default; off means that the user is unknown.
    #[must_use]
    pub fn with_id_token_validation(self, required: bool) -> Self {
        self.with_policy(|policy| policy.must_be_valid = required)
    }

    /// Accepts ID tokens with these algorithms only. By default all of
    /// [`SigningAlgorithm`] are accepted.
    #[must_use]
    pub fn with_algorithms(self, algorithms: &[SigningAlgorithm]) -> Self {
        self.with_policy(|policy| policy.algorithms = Some(algorithms.to_vec()))
    }

    /// Accepts ID tokens that are for one of these besides this client.
    #[must_use]
    pub fn with_trusted_audiences<S: Into<String>>(
        self,
        audiences: impl IntoIterator<Item = S>,
    ) -> Self {
        let audiences = audiences.into_iter().map(Into::into).collect();
        self.with_policy(|policy| policy.trusted_audiences = audiences)
    }

    /// Accepts ID tokens that name other audiences besides this client if their
    /// `azp` says that they were given to this client (OpenID Connect Core,
    /// section 3.1.3.7, rules 3 to 5). For a provider that names all clients of
    /// a project, as Zitadel does; who can read them is then for the provider
    /// to say.
    #[must_use]
    pub fn with_audiences_by_azp(self) -> Self {
        self.with_policy(|policy| policy.trusts_audiences_by_azp = true)
    }

    /// Sets how far the clocks of provider and client may be apart; 60 seconds
    /// by default.
    #[must_use]
    pub fn with_leeway(self, leeway: Duration) -> Self {
        self.with_policy(|policy| policy.leeway = Some(leeway))
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

    /// Returns whether an invalid ID token fails the sign-in.
    #[must_use]
    pub fn requires_id_token_validation(&self) -> bool {
        self.id_tokens.as_ref().is_some_and(|policy| policy.must_be_valid)
    }

    /// Sets how sign-out is told where to go back to.
    pub(crate) fn with_logout_return(mut self, param: ReturnParam) -> Self {
        self.logout_return = param;
        self
    }

    pub(crate) fn client(&self) -> &OAuthClient {
        &self.client
    }

    /// Lets a code be bound by `state` alone, for a provider that knows neither
    /// nonce nor PKCE.
    pub(crate) fn without_nonce_and_pkce(self) -> Self {
        self.with_policy(|policy| policy.nonce = Nonce::NotReplaced)
    }

    pub(crate) fn with_authorize_params(
        mut self,
        params: &'static [(&'static str, &'static str)],
    ) -> Self {
        self.authorize_params = params;
        self
    }

    fn with_policy(mut self, change: impl FnOnce(&mut IdTokenPolicy)) -> Self {
        if let Some(policy) = &mut self.id_tokens {
            change(policy);
        }
        self.forget()
    }

    /// Starts with empty caches: what they hold was made by the old policy.
    fn forget(mut self) -> Self {
        self.documents = Arc::default();
        self
    }
}

#[async_trait]
impl OAuthProvider for GenericOidcProvider {
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
        match &self.issuer {
            Some(issuer) => self.client.origin_at(&issuer.url()),
            None => self.client.origin_at(self.endpoints.issuer().unwrap_or(&self.name)),
        }
    }

    fn scopes(&self) -> &[String] {
        self.client.scopes()
    }

    fn uses_pkce(&self) -> bool {
        self.client.uses_pkce()
    }

    fn uses_form_post(&self) -> bool {
        self.use_form_post
    }

    async fn metadata(&self) -> Result<Option<Arc<ProviderMetadata>>, AuthError> {
        match self.discovered().await {
            Ok(discovered) => Ok(discovered.map(|discovered| discovered.metadata.clone())),
            Err(error) => Err(error.into_auth(AuthError::authentication, &self.name)),
        }
    }

    async fn build_authorize_url(
        &self,
        request: &AuthorizeRequest<'_>,
    ) -> Result<String, AuthError> {
        self.authorize(request)
            .await
            .map_err(|error| error.into_auth(AuthError::authentication, &self.name))
    }

    async fn check_callback_issuer(&self, iss: Option<&str>) -> Result<(), AuthError> {
        self.check_issuer(iss)
            .await
            .map_err(|error| error.into_auth(AuthError::authentication, &self.name))
    }

    async fn exchange_code(&self, exchange: &CodeExchange<'_>) -> Result<OAuthTokenSet, AuthError> {
        let discovered = self
            .ready_for_id_token()
            .await
            .map_err(|error| error.into_auth(AuthError::token, &self.name))?;
        self.exchange(exchange, discovered.as_deref())
            .await
            .map_err(|error| error.into_spent_code(&self.name))
    }

    async fn has_device_grant(&self) -> bool {
        let discovered = self.discovered().await.ok().flatten();
        self.endpoints_with(discovered.as_deref()).device_authorization.is_some()
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
        self.client_credentials(scopes)
            .await
            .map_err(|error| error.into_auth(AuthError::token, &self.name))
    }

    async fn get_userinfo(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, AuthError> {
        self.userinfo(tokens)
            .await
            .map_err(|error| error.into_auth(AuthError::authentication, &self.name))
    }

    async fn identify(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, AuthError> {
        self.user(tokens)
            .await
            .map_err(|error| error.into_auth(AuthError::authentication, &self.name))
    }

    async fn revoke_token(&self, token: RevocableToken<'_>) -> Result<(), AuthError> {
        self.revoke(token).await.map_err(|error| error.into_auth(AuthError::token, &self.name))
    }

    async fn end_session_url(
        &self,
        id_token: Option<&IdToken>,
        return_to: Option<&str>,
    ) -> Result<Option<Url>, AuthError> {
        self.end_session(id_token, return_to)
            .await
            .map_err(|error| error.into_auth(AuthError::authentication, &self.name))
    }

    async fn validate_id_token(
        &self,
        token: &IdToken,
        nonce: Option<&str>,
    ) -> Result<IdTokenClaims, AuthError> {
        self.validate(token, nonce, None)
            .await
            .map_err(|error| error.into_auth(AuthError::token, &self.name))
    }
}

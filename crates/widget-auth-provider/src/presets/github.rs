//! GitHub and GitHub Enterprise.

use async_trait::async_trait;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde_json::json;
use url::Url;
use widget_auth_core::{AccessToken, AuthError, OAuthTokenSet, TokenOrigin, UserInfo};

use crate::client::OAuthClient;
use crate::client_auth::basic_credentials;
use crate::device::{DeviceAuthorization, DevicePoll};
use crate::endpoints::Endpoints;
use crate::endpoints::setting_url;
use crate::error::{Endpoint, ProviderError};
use crate::http::sensitive;
use crate::oauth2::OAuth2Provider;
use crate::provider::OAuthProvider;
use crate::request::{AuthorizeRequest, CodeExchange, RevocableToken};
use crate::token_endpoint::bearer;
use crate::token_response::TokenResponseRules;

const BASE_URL: &str = "https://github.com";
const API_URL: &str = "https://api.github.com";
const SCOPES: [&str; 2] = ["read:user", "user:email"];

/// GitHub, which does OAuth 2.0 in its own way: no OpenID Connect, answers as
/// forms or JSON, errors with status 200, refresh tokens that rotate, and a
/// revocation of its own.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{GithubProvider, OAuthClient, OAuthProvider};
///
/// let client = OAuthClient::new("client-id").with_secret("client-secret");
/// let github = GithubProvider::new(client)?;
/// assert_eq!(github.scopes(), ["read:user", "user:email"]);
///
/// let enterprise = GithubProvider::enterprise(
///     "client-id",
///     "https://github.example.com",
///     "https://github.example.com/api/v3",
/// )?;
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone)]
pub struct GithubProvider {
    oauth2: OAuth2Provider,
    api_url: Url,
}

impl GithubProvider {
    /// `github.com`, with the scopes `read:user user:email` unless the client
    /// has its own.
    ///
    /// # Errors
    ///
    /// Those of [`enterprise`](Self::enterprise), which this calls.
    pub fn new(client: impl Into<OAuthClient>) -> Result<Self, ProviderError> {
        Self::enterprise(client, BASE_URL, API_URL)
    }

    /// A GitHub Enterprise server. `base_url` is where people go, `api_url`
    /// where programs go.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if an address is not allowed.
    pub fn enterprise(
        client: impl Into<OAuthClient>,
        base_url: &str,
        api_url: &str,
    ) -> Result<Self, ProviderError> {
        let base = setting_url("base_url", base_url)?;
        let base = base.as_str().trim_end_matches('/');
        let api_url = setting_url("api_url", api_url)?;
        let api = api_url.as_str().trim_end_matches('/');
        let endpoints = Endpoints::new()
            .with_issuer(base)?
            .with_authorize_url(&format!("{base}/login/oauth/authorize"))?
            .with_token_url(&format!("{base}/login/oauth/access_token"))?
            .with_userinfo_url(&format!("{api}/user"))?
            .with_device_authorization_url(&format!("{base}/login/device/code"))?;
        let client = client.into().with_default_scopes(&SCOPES);
        let oauth2 =
            OAuth2Provider::new(client, endpoints).with_name("github").with_label("GitHub");
        Ok(Self { oauth2, api_url }.with_token_response_rules(TokenResponseRules::strict()))
    }

    /// Sets how strictly token answers are read, which may always be forms.
    pub(crate) fn with_token_response_rules(mut self, rules: TokenResponseRules) -> Self {
        self.oauth2 = self.oauth2.with_token_response_rules(rules.with_form_encoded());
        self
    }

    /// Sets the name, for a program with several GitHub servers.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.oauth2 = self.oauth2.with_name(name);
        self
    }

    /// `GET /user/emails` (GitHub REST API, "List email addresses for the
    /// authenticated user"): the primary address, which `/user` leaves out for
    /// people who keep it private, and says nothing about otherwise. `None`
    /// without a scope or a permission for it.
    async fn primary_email(
        &self,
        tokens: &OAuthTokenSet,
    ) -> Result<Option<EmailAddress>, ProviderError> {
        if !self.may_read_emails(tokens) {
            return Ok(None);
        }
        let mut url = self.api_url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["user", "emails"]);
        }
        let client = self.oauth2.client();
        let http = client.http()?;
        let token = sensitive(Endpoint::Userinfo, &bearer(&tokens.access_token))?;
        let request = http.request(Method::GET, &url).header(AUTHORIZATION, token);
        let answer = http.send(Endpoint::Userinfo, request).await?;
        if matches!(answer.status, StatusCode::FORBIDDEN | StatusCode::NOT_FOUND) {
            return Ok(None);
        }
        let body = answer.success(Endpoint::Userinfo, client.clock().now())?;
        let addresses: Vec<EmailAddress> = serde_json::from_slice(body).ok().ok_or_else(|| {
            ProviderError::malformed(Endpoint::Userinfo, "it is not a list of addresses")
        })?;
        Ok(addresses.into_iter().find(|address| address.primary))
    }

    /// The tokens of a GitHub App have permissions in the place of scopes.
    fn may_read_emails(&self, tokens: &OAuthTokenSet) -> bool {
        let reads_emails = |scope: &str| matches!(scope, "user" | "user:email");
        match tokens.scope.as_deref() {
            Some("") => true,
            Some(granted) => granted.split(' ').any(reads_emails),
            None => self.scopes().iter().map(String::as_str).any(reads_emails),
        }
    }

    /// `DELETE /applications/{client_id}/token` with the client's credentials
    /// (GitHub REST API, "Delete an app token"). Returns whether GitHub knew
    /// the token.
    async fn delete_token(&self, token: &AccessToken) -> Result<bool, ProviderError> {
        let client = self.oauth2.client();
        let secret = client.secret()?.ok_or_else(|| {
            let reason = "is needed to revoke tokens at GitHub: without one, sign out without \
                          revoking, and the user can end the access in the settings of GitHub";
            ProviderError::setting("client_secret", reason)
        })?;
        let mut url = self.api_url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["applications", client.client_id(), "token"]);
        }
        let credentials = basic_credentials(client.client_id(), &secret);
        let http = client.http()?;
        let request = http
            .request(Method::DELETE, &url)
            .header(AUTHORIZATION, sensitive(Endpoint::Revocation, &credentials)?)
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .body(json!({ "access_token": token.expose_secret() }).to_string());
        let answer = http.send(Endpoint::Revocation, request).await?;
        match answer.status {
            status if status.is_success() => Ok(true),
            // GitHub does not know the token (any more).
            StatusCode::NOT_FOUND | StatusCode::UNPROCESSABLE_ENTITY => Ok(false),
            status => Err(ProviderError::Status {
                endpoint: Endpoint::Revocation,
                status: status.as_u16(),
                retry_after: answer.retry_after(client.clock().now()),
            }),
        }
    }
}

/// An item of `/user/emails`.
#[derive(Deserialize)]
struct EmailAddress {
    email: String,
    #[serde(default)]
    primary: bool,
    #[serde(default)]
    verified: bool,
}

#[async_trait]
impl OAuthProvider for GithubProvider {
    fn name(&self) -> &str {
        self.oauth2.name()
    }

    fn label(&self) -> &str {
        self.oauth2.label()
    }

    fn client_id(&self) -> &str {
        self.oauth2.client_id()
    }

    fn origin(&self) -> TokenOrigin {
        self.oauth2.origin()
    }

    fn scopes(&self) -> &[String] {
        self.oauth2.scopes()
    }

    fn uses_pkce(&self) -> bool {
        self.oauth2.uses_pkce()
    }

    async fn build_authorize_url(
        &self,
        request: &AuthorizeRequest<'_>,
    ) -> Result<String, AuthError> {
        self.oauth2.build_authorize_url(request).await
    }

    async fn exchange_code(&self, exchange: &CodeExchange<'_>) -> Result<OAuthTokenSet, AuthError> {
        self.oauth2.exchange_code(exchange).await
    }

    async fn has_device_grant(&self) -> bool {
        self.oauth2.has_device_grant().await
    }

    async fn begin_device_authorization(&self) -> Result<DeviceAuthorization, AuthError> {
        self.oauth2.begin_device_authorization().await
    }

    async fn poll_device_authorization(
        &self,
        authorization: &DeviceAuthorization,
    ) -> Result<DevicePoll, AuthError> {
        self.oauth2.poll_device_authorization(authorization).await
    }

    async fn refresh_tokens(&self, tokens: &OAuthTokenSet) -> Result<OAuthTokenSet, AuthError> {
        self.oauth2.refresh_tokens(tokens).await
    }

    /// Gets `/user`. GitHub's number of the user becomes `sub`, `login`
    /// becomes `preferred_username`. The primary address comes from
    /// `/user/emails`, with `email_verified`, if the scope `user:email` (or
    /// `user`) was granted.
    async fn get_userinfo(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, AuthError> {
        let mut user = self.oauth2.get_userinfo(tokens).await?;
        let text = |user: &UserInfo, name: &str| {
            let value = user.claims.get(name)?;
            value.as_str().map(str::to_owned)
        };
        user.preferred_username = text(&user, "login");
        user.picture = text(&user, "avatar_url");
        let email = self.primary_email(tokens).await;
        if let Some(EmailAddress { email, verified, .. }) =
            email.map_err(|error| error.into_auth(AuthError::authentication, self.name()))?
        {
            user.claims.insert("email".to_owned(), email.clone().into());
            user.claims.insert("email_verified".to_owned(), verified.into());
            (user.email, user.email_verified) = (Some(email), Some(verified));
        }
        Ok(user)
    }

    /// Deletes an access token. GitHub has no way to revoke a refresh token by
    /// itself: that does nothing.
    async fn revoke_token(&self, token: RevocableToken<'_>) -> Result<(), AuthError> {
        match token {
            RevocableToken::Access(token) => self
                .delete_token(token)
                .await
                .map(drop)
                .map_err(|error| error.into_auth(AuthError::token, self.name())),
            RevocableToken::Refresh(_) => Ok(()),
        }
    }

    /// Deletes the access token. GitHub does not know one that has expired, and
    /// the refresh token would live on for months: it is used up for a new pair
    /// then, and that is deleted.
    async fn revoke_tokens(&self, tokens: &OAuthTokenSet) -> Result<(), AuthError> {
        self.check_origin(tokens)?;
        let is_known = self
            .delete_token(&tokens.access_token)
            .await
            .map_err(|error| error.into_auth(AuthError::token, self.name()))?;
        if is_known || tokens.refresh_token.is_none() {
            return Ok(());
        }
        match self.refresh_tokens(tokens).await {
            Ok(new) => self.revoke_token((&new.access_token).into()).await,
            // The refresh token is dead as well.
            Err(error) if error.needs_login() => Ok(()),
            Err(error) => Err(error),
        }
    }
}

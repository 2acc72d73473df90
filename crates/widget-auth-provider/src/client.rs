//! The client: its registration, and how it talks.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use url::Url;
use widget_auth_core::{ClientSecret, Clock, SystemClock, TokenOrigin};

use crate::client_auth::ClientAuthMethod;
use crate::error::ProviderError;
use crate::http::HttpClient;
use crate::secret_signer::SecretSigner;

/// The registration of a client at a provider, and its HTTP settings.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{ClientAuthMethod, OAuthClient};
///
/// let client = OAuthClient::new("client-id")
///     .with_secret("client-secret")
///     .with_scopes(["openid", "email"])
///     .with_auth_method(ClientAuthMethod::Post);
/// assert_eq!(client.client_id(), "client-id");
/// assert!(!format!("{client:?}").contains("client-secret"));
/// ```
#[derive(Debug, Clone)]
pub struct OAuthClient {
    client_id: String,
    credential: Option<Credential>,
    scopes: Option<Vec<String>>,
    auth_method: Option<ClientAuthMethod>,
    resources: Vec<String>,
    authorize_params: Vec<(String, String)>,
    token_params: Vec<(String, String)>,
    use_pkce: bool,
    clock: Arc<dyn Clock>,
    /// Shared by clones: building one reads the certificates of the system.
    http: Arc<OnceLock<HttpClient>>,
}

/// The proof that a confidential client is itself.
#[derive(Debug, Clone)]
enum Credential {
    Secret(ClientSecret),
    Signer(SecretSigner),
}

impl OAuthClient {
    /// A public client: no secret, the provider's default scopes.
    #[must_use]
    pub fn new(client_id: impl Into<String>) -> Self {
        Self {
            client_id: client_id.into(),
            credential: None,
            scopes: None,
            auth_method: None,
            resources: Vec::new(),
            authorize_params: Vec::new(),
            token_params: Vec::new(),
            use_pkce: true,
            clock: Arc::new(SystemClock),
            http: Arc::default(),
        }
    }

    /// Makes it a confidential client. An empty secret counts as none.
    #[must_use]
    pub fn with_secret(mut self, secret: impl Into<ClientSecret>) -> Self {
        let secret = secret.into();
        let is_there = !secret.expose_secret().is_empty();
        self.credential = is_there.then_some(Credential::Secret(secret));
        self
    }

    /// Makes it a confidential client whose secret is signed for each request.
    pub(crate) fn with_secret_signer(mut self, signer: SecretSigner) -> Self {
        self.credential = Some(Credential::Signer(signer));
        self
    }

    /// Asks for these scopes instead of the provider's defaults.
    #[must_use]
    pub fn with_scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.scopes = Some(scopes.into_iter().map(Into::into).collect());
        self
    }

    /// Sets how the client authenticates, instead of choosing by what the
    /// provider's metadata offers.
    #[must_use]
    pub fn with_auth_method(mut self, method: ClientAuthMethod) -> Self {
        self.auth_method = Some(method);
        self
    }

    /// Asks for tokens for this API only, by its absolute URI (RFC 8707), in
    /// each authorization, exchange and refresh; may be called for several.
    /// The tokens are marked with it, and refused by a client of another
    /// resource.
    #[must_use]
    pub fn with_resource(mut self, resource: impl Into<String>) -> Self {
        self.resources.push(resource.into());
        self
    }

    /// Adds a parameter to each authorization request, such as the `audience`
    /// of Auth0, or `prompt=consent`, without which many providers give no
    /// refresh token (OpenID Connect Core, section 11). It replaces one of a
    /// preset. A parameter of the protocol itself is refused when the URL is
    /// built.
    #[must_use]
    pub fn with_authorize_param(
        mut self,
        name: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        self.authorize_params.push((name.into(), value.into()));
        self
    }

    /// Wants users who signed in at the provider within `max_age`, in whole
    /// seconds: each authorization request says so, and an ID token that does
    /// not show it is refused (OpenID Connect Core, section 3.1.2.1). Zero
    /// always asks for the password.
    #[must_use]
    pub fn with_max_age(self, max_age: Duration) -> Self {
        self.with_authorize_param("max_age", max_age.as_secs().to_string())
    }

    /// Sets whether sign-ins use PKCE (RFC 7636), as they do by default. Turn
    /// it off only for a provider that refuses it.
    #[must_use]
    pub fn with_pkce(mut self, use_pkce: bool) -> Self {
        self.use_pkce = use_pkce;
        self
    }

    /// Adds a parameter to each request to the token endpoint, such as the
    /// `audience` of Auth0. A parameter of the protocol itself is refused when
    /// the request is made.
    #[must_use]
    pub fn with_token_param(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.token_params.push((name.into(), value.into()));
        self
    }

    /// Sends requests through `http`.
    #[must_use]
    pub fn with_http_client(mut self, http: HttpClient) -> Self {
        self.http = Arc::new(OnceLock::from(http));
        self
    }

    /// Takes the time from `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// The id that the provider gave to this client.
    #[must_use]
    pub fn client_id(&self) -> &str {
        &self.client_id
    }

    /// The scopes to ask for.
    #[must_use]
    pub fn scopes(&self) -> &[String] {
        self.scopes.as_deref().unwrap_or_default()
    }

    pub(crate) fn with_default_scopes(mut self, scopes: &[&str]) -> Self {
        self.scopes.get_or_insert_with(|| scopes.iter().map(|scope| (*scope).to_owned()).collect());
        self
    }

    /// Sets the method of a client with a secret that has not chosen one.
    pub(crate) fn with_default_auth_method(mut self, method: ClientAuthMethod) -> Self {
        if self.has_secret() {
            self.auth_method.get_or_insert(method);
        }
        self
    }

    /// The resources to ask for, as parameters. Absolute URIs without a
    /// fragment (RFC 8707, section 2).
    pub(crate) fn resource_params(&self) -> Result<Vec<(&str, &str)>, ProviderError> {
        let is_uri =
            |resource: &String| Url::parse(resource).is_ok_and(|url| url.fragment().is_none());
        if !self.resources.iter().all(is_uri) {
            let reason = "must be an absolute uri without a fragment (RFC 8707, section 2)";
            return Err(ProviderError::setting("resource", reason));
        }
        Ok(self.resources.iter().map(|resource| ("resource", &**resource)).collect())
    }

    /// The mark of the tokens that `issuer` gives to this client.
    pub(crate) fn origin_at(&self, issuer: &str) -> TokenOrigin {
        TokenOrigin::new(issuer, &*self.client_id).with_resources(&self.resources)
    }

    pub(crate) fn authorize_params(&self) -> &[(String, String)] {
        &self.authorize_params
    }

    /// The `max_age` among the parameters of authorization requests.
    pub(crate) fn max_age(&self) -> Result<Option<Duration>, ProviderError> {
        let mut params = self.authorize_params.iter().rev();
        let Some((_, seconds)) = params.find(|(name, _)| name == "max_age") else {
            return Ok(None);
        };
        let reason = "must have a `max_age` that is a number of seconds";
        let wrong = || ProviderError::setting("authorize_params", reason);
        seconds.parse().ok().map(Duration::from_secs).map(Some).ok_or_else(wrong)
    }

    pub(crate) fn uses_pkce(&self) -> bool {
        self.use_pkce
    }

    pub(crate) fn token_params(&self) -> &[(String, String)] {
        &self.token_params
    }

    pub(crate) fn has_secret(&self) -> bool {
        self.credential.is_some()
    }

    /// The secret of a request that is made now.
    pub(crate) fn secret(&self) -> Result<Option<ClientSecret>, ProviderError> {
        match &self.credential {
            Some(Credential::Secret(secret)) => Ok(Some(secret.clone())),
            Some(Credential::Signer(signer)) => {
                signer.sign(&self.client_id, self.clock.now()).map(Some)
            }
            None => Ok(None),
        }
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// The HTTP client, built at the first use unless one was given.
    pub(crate) fn http(&self) -> Result<&HttpClient, ProviderError> {
        if let Some(http) = self.http.get() {
            return Ok(http);
        }
        let http = HttpClient::new()?;
        Ok(self.http.get_or_init(|| http))
    }

    /// The method to authenticate with at a provider that `supported`s these.
    pub(crate) fn auth_method(
        &self,
        supported: Option<&[String]>,
    ) -> Result<ClientAuthMethod, ProviderError> {
        match self.auth_method {
            Some(ClientAuthMethod::Basic | ClientAuthMethod::Post) if !self.has_secret() => {
                Err(ProviderError::setting(
                    "client_secret",
                    "is missing: client_auth_method needs one; a client without is `none`",
                ))
            }
            Some(method) => Ok(method),
            None => ClientAuthMethod::negotiate(self.has_secret(), supported),
        }
    }
}

impl<S: Into<String>> From<S> for OAuthClient {
    fn from(client_id: S) -> Self {
        Self::new(client_id)
    }
}

#[cfg(test)]
mod tests {
    use super::OAuthClient;

    #[test]
    fn clones_share_the_http_client_that_one_of_them_builds() {
        let client = OAuthClient::new("client-id");
        let clone = client.clone().with_scopes(["openid"]);
        let built = client.http().expect("a client");
        assert!(std::ptr::eq(built, clone.http().expect("a client")));
    }
}

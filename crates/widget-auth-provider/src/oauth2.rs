//! Providers with plain OAuth 2.0 endpoints.

use crate::client::OAuthClient;
use crate::endpoints::Endpoints;
use crate::forward::forward;
use crate::oidc::GenericOidcProvider;
use crate::token_response::TokenResponseRules;

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
pub struct OAuth2Provider(GenericOidcProvider);

impl OAuth2Provider {
    /// A provider called `custom`.
    #[must_use]
    pub fn new(client: impl Into<OAuthClient>, endpoints: Endpoints) -> Self {
        Self(GenericOidcProvider::without_id_tokens(client.into(), endpoints))
    }

    /// Sets the name, which must be unique in a program.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self(self.0.with_name(name))
    }

    /// Sets the name as users know it, on the page that they sign in from.
    #[must_use]
    pub fn with_label(self, label: impl Into<String>) -> Self {
        Self(self.0.with_label(label))
    }

    /// Sets how strictly token answers are read.
    #[must_use]
    pub fn with_token_response_rules(self, rules: TokenResponseRules) -> Self {
        Self(self.0.with_token_response_rules(rules))
    }

    pub(crate) fn client(&self) -> &OAuthClient {
        self.0.client()
    }
}

forward!([] OAuth2Provider, self => self.0);

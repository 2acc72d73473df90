//! Tokens of the client itself (RFC 6749, section 4.4).

use serde_json::json;
use widget_auth_core::AuthErrorKind;
use widget_auth_provider::{
    Endpoints, GenericOidcProvider, GithubProvider, OAuth2Provider, OAuthClient, OAuthProvider,
    ProviderError,
};

use crate::support::{MockProvider, Reply, cause, client};

fn plain(mock: &MockProvider) -> OAuth2Provider {
    let endpoints = Endpoints::new().with_token_url(&format!("{}/token", mock.url())).unwrap();
    let client = client().with_secret("secret-1").with_token_param("audience", "https://api");
    OAuth2Provider::new(client, endpoints)
}

#[tokio::test]
async fn the_client_gets_a_token_for_itself() {
    let mock = MockProvider::start().await;
    mock.set_tokens(&json!({"access_token": "own-1", "token_type": "Bearer", "expires_in": 60}));
    let oidc = {
        let client = client().with_secret("secret-1").with_token_param("audience", "https://api");
        GenericOidcProvider::new(client, mock.url()).unwrap()
    };
    let providers: [Box<dyn OAuthProvider>; 2] = [Box::new(plain(&mock)), Box::new(oidc)];
    for (index, provider) in providers.iter().enumerate() {
        let tokens = provider.client_credentials(&["orders:read", "orders:write"]).await.unwrap();
        assert_eq!(tokens.access_token.expose_secret(), "own-1");
        assert_eq!(tokens.scope.as_deref(), Some("orders:read orders:write"));
        assert_eq!(tokens.refresh_token, None);
        let request = &mock.requests("/token")[index];
        assert!(request.header("authorization").unwrap().starts_with("Basic "));
        let form = request.form();
        assert_eq!(form["grant_type"], "client_credentials");
        assert_eq!(form["scope"], "orders:read orders:write");
        assert_eq!(form["audience"], "https://api");
    }
    plain(&mock).client_credentials(&[]).await.unwrap();
    assert!(!mock.requests("/token")[2].form().contains_key("scope"));
}

#[tokio::test]
async fn without_a_secret_or_the_grant_the_error_says_so() {
    let mock = MockProvider::start().await;
    let public = GenericOidcProvider::new(OAuthClient::new("client-1"), mock.url()).unwrap();
    let error = public.client_credentials(&[]).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Setting { setting: "client_secret", .. }));
    assert_eq!(mock.count("/token"), 0);

    let github = GithubProvider::new(client().with_secret("secret-1")).unwrap();
    let error = github.client_credentials(&[]).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::NoClientCredentials));

    mock.set("/token", |_| Reply::error(400, "unauthorized_client"));
    let error = plain(&mock).client_credentials(&[]).await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Token);
    assert_eq!(error.details().code(), Some("unauthorized_client"));
    assert!(!error.is_retryable() && !error.needs_login());
}

#[tokio::test]
async fn a_token_parameter_of_the_protocol_is_refused() {
    let mock = MockProvider::start().await;
    let endpoints = Endpoints::new().with_token_url(&format!("{}/token", mock.url())).unwrap();
    for name in ["grant_type", "client_id", "scope", "code"] {
        let client = client().with_secret("secret-1").with_token_param(name, "evil");
        let provider = OAuth2Provider::new(client, endpoints.clone());
        let error = provider.client_credentials(&[]).await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::Setting { setting: "token_params", .. }));
    }
    assert_eq!(mock.count("/token"), 0);
}

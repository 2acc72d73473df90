//! Tokens are sent to the provider that gave them, for the resource they are for.

use widget_auth_core::{AuthError, OAuthTokenSet};
use widget_auth_provider::{
    AuthorizeRequest, CodeExchange, GenericOidcProvider, GithubProvider, OAuthProvider,
    ProviderError,
};

use crate::support::{MockProvider, NONCE, REDIRECT, cause, client};

const RESOURCE: &str = "https://api.example.com/v1";

fn with_resource(mock: &MockProvider) -> GenericOidcProvider {
    GenericOidcProvider::new(client().with_resource(RESOURCE), mock.url()).unwrap()
}

fn is_foreign(error: &AuthError) -> bool {
    matches!(cause(error), ProviderError::ForeignTokens(_))
}

async fn sign_in(provider: &GenericOidcProvider) -> OAuthTokenSet {
    let exchange = CodeExchange::new("code-1", REDIRECT).with_nonce(NONCE);
    provider.exchange_code(&exchange).await.unwrap()
}

#[tokio::test]
async fn tokens_are_not_sent_to_another_provider_client_or_resource() {
    let (mock, other) = (MockProvider::start().await, MockProvider::start().await);
    let tokens = mock.sign_in().await.unwrap();
    let origin = tokens.origin.clone().unwrap();
    assert_eq!((&*origin.issuer, &*origin.client_id), (mock.url(), "client-1"));

    let other_client = widget_auth_provider::OAuthClient::new("client-2");
    let others: [Box<dyn OAuthProvider>; 4] = [
        Box::new(other.provider()),
        Box::new(GenericOidcProvider::new(other_client, mock.url()).unwrap()),
        Box::new(with_resource(&mock)),
        Box::new(GithubProvider::enterprise(client(), other.url(), other.url()).unwrap()),
    ];
    let before = mock.count("/token");
    for provider in others {
        assert!(is_foreign(&provider.refresh_tokens(&tokens).await.unwrap_err()));
        assert!(is_foreign(&provider.get_userinfo(&tokens).await.unwrap_err()));
        assert!(is_foreign(&provider.identify(&tokens).await.unwrap_err()));
        assert!(is_foreign(&provider.revoke_tokens(&tokens).await.unwrap_err()));
    }
    for path in ["/token", "/userinfo", "/revoke", "/user", "/applications/client-1/token"] {
        assert_eq!(other.count(path), 0, "{path}");
    }
    assert_eq!(
        (mock.count("/token"), mock.count("/userinfo"), mock.count("/revoke")),
        (before, 0, 0)
    );
    mock.provider().refresh_tokens(&tokens).await.unwrap();
}

/// RFC 8707, sections 2.1 and 2.2.
#[tokio::test]
async fn the_resource_goes_with_each_request() {
    let mock = MockProvider::start().await;
    let provider = with_resource(&mock);
    let request = AuthorizeRequest::new(REDIRECT, "state");
    let url = provider.build_authorize_url(&request).await.unwrap();
    assert!(url.ends_with("&resource=https%3A%2F%2Fapi.example.com%2Fv1"), "{url}");

    let tokens = sign_in(&provider).await;
    provider.refresh_tokens(&tokens).await.unwrap();
    provider.client_credentials(&["api"]).await.unwrap();
    let requests = mock.requests("/token");
    assert_eq!(requests.len(), 3);
    for request in requests {
        assert_eq!(request.form()["resource"], RESOURCE);
    }
    assert_eq!(tokens.origin.unwrap().resources, [RESOURCE]);
}

#[tokio::test]
async fn a_resource_that_could_not_be_kept_track_of_is_refused() {
    let mock = MockProvider::start().await;
    for resource in ["api", "https://api.example.com/#part", ""] {
        let client = client().with_resource(resource);
        let provider = GenericOidcProvider::new(client, mock.url()).unwrap();
        let request = AuthorizeRequest::new(REDIRECT, "state");
        let error = provider.build_authorize_url(&request).await.unwrap_err();
        let text = "`resource` must be an absolute uri without a fragment (RFC 8707, section 2)";
        assert_eq!(cause(&error).to_string(), text);
    }
    let client = client().with_token_param("resource", RESOURCE);
    let provider = GenericOidcProvider::new(client, mock.url()).unwrap();
    let error = provider.exchange_code(&CodeExchange::new("code-1", REDIRECT)).await.unwrap_err();
    assert!(cause(&error).to_string().ends_with("set `resource` by itself"), "{error:?}");
    assert_eq!(mock.count("/token"), 0);
}

//! Providers that are different by design, in a way that the program chooses.

use serde_json::json;
use widget_auth_provider::{
    AuthorizationAttempt, AuthorizeRequest, CodeExchange, GenericOidcProvider, IdTokenFault,
    OAuth2Settings, OAuthProvider as _, ProviderError, create_provider_from_settings,
};

use crate::authorize::query;
use crate::support::{CLIENT_ID, MockProvider, NONCE, REDIRECT, cause, client};

/// LinkedIn sends no nonce.
#[tokio::test]
async fn a_provider_without_nonce_is_protected_by_pkce() {
    let mock = MockProvider::start().await;
    mock.set_claims(&mock.claims_with(|claims| {
        claims.as_object_mut().unwrap().remove("nonce");
    }));
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::NoNonce)));
    assert!(cause(&error).to_string().contains("without_nonce"));

    let provider = mock.provider().without_nonce();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let url = attempt.authorize_url(&provider, &[]).await.unwrap();
    assert!(!query(&url).contains_key("nonce"));
    let callback = format!("code=c&state={}", attempt.state());
    attempt.exchange(&provider, &callback).await.unwrap();
    assert!(mock.requests("/token").last().unwrap().form().contains_key("code_verifier"));

    // RFC 9700, section 4.5.3: one of the two there has to be.
    let before = mock.count("/token");
    let exchange = CodeExchange::new("c", REDIRECT).with_nonce(NONCE);
    let error = provider.exchange_code(&exchange).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Setting { setting: "use_pkce", .. }));
    let request = AuthorizeRequest::new(REDIRECT, "state");
    let error = provider.build_authorize_url(&request).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Setting { setting: "use_pkce", .. }));
    assert_eq!(mock.count("/token"), before);
}

/// Azure AD B2C, Entra External ID, a server behind two host names.
#[tokio::test]
async fn the_metadata_may_be_elsewhere_than_below_the_issuer() {
    let mock = MockProvider::start().await;
    let issuer = "https://id.example.com/tenant/v2.0";
    mock.set_metadata(|metadata| metadata["issuer"] = issuer.into());
    mock.set_claims(&mock.claims_with(|claims| claims["iss"] = issuer.into()));
    let address = format!("{}/.well-known/openid-configuration?policy=one", mock.url());
    let provider = GenericOidcProvider::new(client(), issuer).unwrap();
    let provider = provider.with_discovery_url(&address).unwrap();
    let exchange = CodeExchange::new("c", REDIRECT).with_nonce(NONCE);
    provider.exchange_code(&exchange).await.unwrap();
    let asked = mock.requests("/.well-known/openid-configuration");
    assert_eq!(asked[0].query.as_deref(), Some("policy=one"));

    // The issuer is still compared, and the error shows both.
    let error = mock.provider().metadata().await.unwrap_err();
    let text = cause(&error).to_string();
    assert!(text.contains(issuer) && text.contains(mock.url()), "{text}");
    assert!(text.contains("discovery_url"), "{text}");
    mock.set_metadata(|metadata| metadata["issuer"] = format!("{}/", mock.url()).into());
    let error = mock.provider().metadata().await.unwrap_err();
    assert!(cause(&error).to_string().contains("slash at the end"), "{error:?}");
}

#[tokio::test]
async fn settings_choose_each_of_them() {
    let mock = MockProvider::start().await;
    let mut settings = OAuth2Settings::default();
    settings.provider = "oidc".into();
    settings.client_id = CLIENT_ID.into();
    settings.issuer_url = "https://id.example.com".into();
    settings.discovery_url = format!("{}/.well-known/openid-configuration", mock.url());
    settings.trusted_audiences = "project api".into();
    settings.use_nonce = false;
    mock.set_metadata(|metadata| metadata["issuer"] = "https://id.example.com".into());
    let provider = create_provider_from_settings(&settings).unwrap();
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    mock.set_claims(&json!({
        "iss": "https://id.example.com", "sub": "user-1", "aud": [CLIENT_ID, "project", "api"],
        "iat": now, "exp": now + 300,
    }));
    let exchange = CodeExchange::new("c", REDIRECT).with_pkce_verifier("verifier");
    provider.exchange_code(&exchange).await.unwrap();

    settings.use_pkce = false;
    let error = create_provider_from_settings(&settings).unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Setting { setting: "use_pkce", .. }));
}

/// An empty variable of the environment is not set.
#[test]
fn empty_settings_are_not_set() {
    let names = [
        "TENANT_ID",
        "TOKEN_STORE_BACKEND",
        "AUTH_TIMEOUT_SECONDS",
        "REFRESH_BUFFER_SECONDS",
        "USE_PKCE",
        "SESSION_KEY",
        "CLIENT_SECRET",
    ];
    let empty = names.map(|name| (format!("APP_{name}"), ""));
    let settings = OAuth2Settings::from_vars("APP_", empty).unwrap();
    assert_eq!(settings, OAuth2Settings::default());

    let file = r#"{"provider": "microsoft", "client_id": "c", "tenant_id": "", "token_store_backend": ""}"#;
    let settings: OAuth2Settings = serde_json::from_str(file).unwrap();
    create_provider_from_settings(&settings).unwrap();
}

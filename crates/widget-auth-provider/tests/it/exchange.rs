use serde_json::json;
use widget_auth_core::AuthErrorKind;
use widget_auth_provider::{
    CodeExchange, Endpoint, Endpoints, GenericOidcProvider, IdTokenFault, OAuth2Provider,
    OAuthProvider as _, ProviderError,
};

use crate::support::{MockProvider, NONCE, REDIRECT, Reply, all_text, cause, chunks, client, html};

#[tokio::test]
async fn a_code_is_exchanged_as_rfc_6749_asks() {
    let mock = MockProvider::start().await;
    let exchange =
        CodeExchange::new("code&1", REDIRECT).with_nonce(NONCE).with_pkce_verifier("verifier-1");
    let tokens = mock.provider().exchange_code(&exchange).await.unwrap();
    assert_eq!(tokens.refresh_token.unwrap().expose_secret(), "refresh-1");

    let request = &mock.requests("/token")[0];
    assert_eq!(request.method, "POST");
    assert_eq!(request.query, None);
    assert_eq!(request.header("content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!(request.header("accept"), Some("application/json"));
    let form = request.form();
    assert_eq!(form["grant_type"], "authorization_code");
    assert_eq!(form["code"], "code&1");
    assert_eq!(form["redirect_uri"], REDIRECT);
    assert_eq!(form["code_verifier"], "verifier-1");
    assert!(!form.contains_key("client_secret"));
}

#[tokio::test]
async fn rp_22_an_oauth_error_is_typed_with_any_status() {
    let mock = MockProvider::start().await;
    for status in [200, 400, 401] {
        mock.set("/token", move |_| Reply::error(status, "invalid_grant"));
        let error = mock.sign_in().await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Token);
        assert_eq!(error.details().code(), Some("invalid_grant"));
        assert_eq!(error.details().provider(), Some("oidc"));
        assert!(error.needs_login() && !error.is_retryable());
        assert!(matches!(cause(&error), ProviderError::OAuth(e) if e.status() == Some(status)));
    }
}

#[tokio::test]
async fn rp_25_html_empty_and_oversized_answers_are_rejected_and_not_echoed() {
    let mock = MockProvider::start().await;
    mock.set("/token", |_| html());
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Malformed { .. }));
    assert!(!all_text(&error).contains("secret-of-the-proxy"));

    mock.set("/token", |_| html().status(502));
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Status { status: 502, .. }));
    assert!(!all_text(&error).contains("secret-of-the-proxy"));

    mock.set("/token", |_| Reply::empty(200));
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Malformed { .. }));

    mock.set("/token", |_| chunks(&[b'a'; 65536], usize::MAX));
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::TooLarge { .. }));
}

#[tokio::test]
async fn rp_26_a_redirect_of_the_token_request_is_never_followed() {
    let mock = MockProvider::start().await;
    let other = MockProvider::start().await;
    for status in [301, 302, 303, 307, 308] {
        let to = format!("{}/token", other.url());
        mock.set("/token", move |_| Reply::redirect(status, &to));
        let error = mock.sign_in().await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::Redirect { status: s, .. } if *s == status));
    }
    assert_eq!(mock.count("/token"), 5);
    assert_eq!(other.count("/token"), 0);
}

#[tokio::test]
async fn rp_27_an_id_token_that_was_asked_for_must_come() {
    let mock = MockProvider::start().await;
    let mut tokens = mock.tokens();
    tokens.as_object_mut().unwrap().remove("id_token");
    mock.set_tokens(&tokens);
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Missing)));

    // None was requested.
    let plain = client().with_scopes(["profile"]);
    let provider = GenericOidcProvider::new(plain, mock.url()).unwrap();
    let exchange = CodeExchange::new("code", REDIRECT);
    assert!(provider.exchange_code(&exchange).await.unwrap().id_token.is_none());

    // Or the application ignores it.
    let provider = mock.provider().with_id_token_validation(false);
    assert!(!provider.requires_id_token_validation());
    provider.exchange_code(&exchange).await.unwrap();
}

#[tokio::test]
async fn validation_is_on_by_default_and_can_be_turned_off() {
    let mock = MockProvider::start().await;
    mock.set_id_token("not a token");
    assert!(mock.provider().requires_id_token_validation());
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Malformed)));
    let provider = mock.provider().with_id_token_validation(false);
    let exchange = CodeExchange::new("code", REDIRECT);
    provider.exchange_code(&exchange).await.unwrap();
}

#[tokio::test]
async fn without_keys_the_code_is_not_spent() {
    let mock = MockProvider::start().await;
    mock.set("/jwks", |_| Reply::empty(503));
    let error = mock.sign_in().await.unwrap_err();
    assert!(error.is_retryable());
    assert_eq!(mock.count("/token"), 0);
}

/// RFC 6749, section 4.1.2: a code is good for one request, whatever came back.
#[tokio::test]
async fn a_code_that_was_sent_cannot_be_sent_again() {
    let mock = MockProvider::start().await;
    let replies: [fn() -> Reply; 5] = [
        || Reply::empty(503).header("retry-after", "5"),
        || Reply::empty(429),
        || Reply::error(400, "temporarily_unavailable"),
        html,
        || Reply::redirect(307, "https://id.example.com/token"),
    ];
    for reply in replies {
        mock.set("/token", move |_| reply());
        let error = mock.sign_in().await.unwrap_err();
        assert!(!error.is_retryable() && error.needs_login(), "{error:?}");
        assert!(cause(&error).is_transient(), "{error:?}");
    }
    mock.set("/token", |_| Reply::error(400, "invalid_grant"));
    let error = mock.sign_in().await.unwrap_err();
    assert!(error.needs_login() && !cause(&error).is_transient());

    let plain = Endpoints::new().with_token_url(&format!("{}/token", mock.url())).unwrap();
    mock.set("/token", |_| Reply::empty(503));
    let exchange = CodeExchange::new("code", REDIRECT);
    let error = OAuth2Provider::new(client(), plain).exchange_code(&exchange).await.unwrap_err();
    assert!(!error.is_retryable() && error.needs_login(), "{error:?}");
}

#[tokio::test]
async fn without_an_issuer_nothing_can_be_validated_and_the_code_is_not_spent() {
    let mock = MockProvider::start().await;
    let endpoints = Endpoints::new().with_token_url(&format!("{}/token", mock.url())).unwrap();
    let provider = GenericOidcProvider::without_discovery(client(), endpoints);
    let exchange = CodeExchange::new("code", REDIRECT);
    let error = provider.exchange_code(&exchange).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::NoIssuer)));
    assert_eq!(mock.count("/token"), 0);
    let trusting = provider.with_id_token_validation(false);
    trusting.exchange_code(&exchange).await.unwrap();
}

/// A provider without discovery whose issuer and keys are configured validates
/// as one with discovery does.
#[tokio::test]
async fn a_configured_issuer_and_its_keys_validate_id_tokens() {
    let mock = MockProvider::start().await;
    mock.set("/.well-known/openid-configuration", |_| Reply::empty(404));
    let at = |path: &str| format!("{}{path}", mock.url());
    let endpoints = Endpoints::new()
        .with_token_url(&at("/token"))
        .and_then(|endpoints| endpoints.with_jwks_url(&at("/jwks")))
        .unwrap();
    let provider = |endpoints| GenericOidcProvider::without_discovery(client(), endpoints);
    let ours = provider(endpoints.clone().with_issuer(mock.url()).unwrap());
    let exchange = CodeExchange::new("code", REDIRECT).with_nonce(NONCE);
    ours.exchange_code(&exchange).await.unwrap();
    assert_eq!(mock.count("/.well-known/openid-configuration"), 0);

    let other = provider(endpoints.clone().with_issuer("https://other.example.com").unwrap());
    let error = other.exchange_code(&exchange).await.unwrap_err();
    let fault = ProviderError::IdToken(IdTokenFault::Issuer {
        found: format!("\"{}\"", mock.url()),
        expected: "https://other.example.com".to_owned(),
    });
    assert_eq!(cause(&error).to_string(), fault.to_string());

    mock.set_id_token("not a token");
    let error = ours.exchange_code(&exchange).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Malformed)));

    let keyless = Endpoints::new().with_token_url(&at("/token")).unwrap();
    let keyless = provider(keyless.with_issuer(mock.url()).unwrap());
    let error = keyless.exchange_code(&exchange).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::MissingEndpoint(Endpoint::Jwks)));
}

#[test]
fn an_issuer_that_could_be_anybody_is_refused() {
    for issuer in ["http://id.example.com", "https://id.example.com?a=b", "id.example.com"] {
        let error = Endpoints::new().with_issuer(issuer).unwrap_err();
        assert!(matches!(error, ProviderError::Setting { setting: "issuer_url", .. }));
    }
    assert!(Endpoints::new().with_jwks_url("http://id.example.com/keys").is_err());
}

#[tokio::test]
async fn rp_24_scopes_of_a_plain_provider_are_as_requested_or_as_granted() {
    let mock = MockProvider::start().await;
    let endpoints = Endpoints::new().with_token_url(&format!("{}/token", mock.url())).unwrap();
    let provider = OAuth2Provider::new(client().with_scopes(["a", "b"]), endpoints);
    let exchange = CodeExchange::new("code", REDIRECT);

    mock.set_tokens(&json!({"access_token": "x", "token_type": "bearer"}));
    let tokens = provider.exchange_code(&exchange).await.unwrap();
    assert_eq!(tokens.scope.as_deref(), Some("a b"));

    mock.set_tokens(&json!({"access_token": "x", "token_type": "bearer", "scope": "a"}));
    let tokens = provider.exchange_code(&exchange).await.unwrap();
    let requested = provider.scopes().iter().map(String::as_str);
    assert_eq!(tokens.missing_scopes(requested), ["b"]);
}

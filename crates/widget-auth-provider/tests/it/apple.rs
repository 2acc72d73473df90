//! Sign in with Apple, after its documentation.

use std::time::Duration;

use serde_json::json;
use widget_auth_core::{ClientSecret, OAuthTokenSet};
use widget_auth_provider::testing::SigningKey;
use widget_auth_provider::{
    AuthorizationAttempt, CodeExchange, GenericOidcProvider, OAuth2Settings, OAuthClient,
    OAuthProvider as _, ProviderError, SecretSigner, SigningAlgorithm,
    create_provider_from_settings,
};

use crate::authorize::query;
use crate::support::{
    CLIENT_ID, MockProvider, NONCE, NOW, PrivateKey, REDIRECT, Reply, all_text, cause, client,
    clock, pem,
};

fn signer(key: &PrivateKey) -> SecretSigner {
    SecretSigner::new("TEAM123456", "KEY1234567", &key.pem()).unwrap()
}

fn apple(client: OAuthClient, key: &PrivateKey, mock: &MockProvider) -> GenericOidcProvider {
    GenericOidcProvider::apple_at(client, signer(key), mock.url()).unwrap()
}

/// Publishes what `appleid.apple.com` publishes, and gives its tokens.
async fn mock() -> MockProvider {
    let mock =
        MockProvider::with_key(SigningKey::generate(SigningAlgorithm::Rs256, "fh6Bs8C")).await;
    mock.set_metadata(|metadata| {
        metadata.as_object_mut().unwrap().remove("userinfo_endpoint");
        metadata["response_modes_supported"] = json!(["query", "fragment", "form_post"]);
        metadata["token_endpoint_auth_methods_supported"] = json!(["client_secret_post"]);
        metadata["scopes_supported"] = json!(["openid", "email", "name"]);
    });
    let claims = mock.claims_with(|claims| {
        claims["email"] = "x7y8@privaterelay.appleid.com".into();
        claims["email_verified"] = "true".into();
        claims["is_private_email"] = "true".into();
        claims["nonce_supported"] = true.into();
        claims["auth_time"] = NOW.into();
    });
    let mut tokens = mock.tokens();
    tokens.as_object_mut().unwrap().remove("scope");
    tokens["id_token"] = mock.key().sign(&claims).into();
    mock.set_tokens(&tokens);
    mock
}

async fn exchange(provider: &GenericOidcProvider) -> OAuthTokenSet {
    let exchange = CodeExchange::new("code-1", REDIRECT).with_nonce(NONCE);
    provider.exchange_code(&exchange).await.unwrap()
}

#[tokio::test]
async fn each_request_has_a_secret_of_its_own_that_lives_five_minutes() {
    let (mock, key, clock) = (mock().await, PrivateKey::new(), clock());
    let provider = apple(client().with_clock(clock.clone()), &key, &mock);
    let tokens = exchange(&provider).await;
    clock.advance(Duration::from_secs(600));
    provider.refresh_tokens(&tokens).await.unwrap();
    provider.revoke_tokens(&tokens).await.unwrap();
    assert_eq!((mock.count("/token"), mock.count("/revoke")), (2, 2));
    let requests = mock.requests("/token").into_iter().chain(mock.requests("/revoke"));
    for (request, now) in requests.zip([NOW, NOW + 600, NOW + 600, NOW + 600]) {
        assert_eq!(request.header("authorization"), None);
        let form = request.form();
        assert_eq!(form["client_id"], CLIENT_ID);
        let (header, claims) = key.opened(&form["client_secret"]);
        assert_eq!((&header["alg"], &header["kid"]), (&json!("ES256"), &json!("KEY1234567")));
        let expected = json!({
            "iss": "TEAM123456", "iat": now, "exp": now + 300,
            "aud": "https://appleid.apple.com", "sub": CLIENT_ID,
        });
        assert_eq!(claims, expected);
    }
}

#[tokio::test]
async fn the_id_token_names_the_user() {
    let (mock, key) = (mock().await, PrivateKey::new());
    let provider = apple(client(), &key, &mock);
    let user = provider.identify(&exchange(&provider).await).await.unwrap();
    assert_eq!((&*user.sub, user.email_verified, user.name), ("user-1", Some(true), None));
    assert_eq!(user.email.as_deref(), Some("x7y8@privaterelay.appleid.com"));
}

#[tokio::test]
async fn who_asks_for_name_or_address_is_answered_by_a_form() {
    let (mock, key) = (mock().await, PrivateKey::new());
    let url = async |client| {
        let provider = apple(client, &key, &mock);
        let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
        let url = attempt.authorize_url(&provider, &[]).await.unwrap();
        let mode = query(&url).get("response_mode").cloned();
        assert_eq!(provider.uses_form_post(), mode.as_deref() == Some("form_post"), "{url}");
        (url, mode)
    };
    let (address, mode) = url(client()).await;
    assert!(address.contains("&scope=openid%20name%20email&"), "{address}");
    assert_eq!(mode.as_deref(), Some("form_post"));
    assert_eq!(
        url(client().with_scopes(["openid", "email"])).await.1.as_deref(),
        Some("form_post")
    );
    assert_eq!(url(client().with_scopes(["openid"])).await.1, None);
}

#[test]
fn the_address_is_that_of_apple() {
    let apple = GenericOidcProvider::apple("com.example.web", signer(&PrivateKey::new())).unwrap();
    assert_eq!((apple.name(), apple.label()), ("apple", "Apple"));
    assert_eq!(apple.origin().issuer, "https://appleid.apple.com");
}

#[tokio::test]
async fn neither_key_nor_secret_is_shown() {
    let (mock, key) = (mock().await, PrivateKey::new());
    let provider = apple(client(), &key, &mock);
    let shown = format!("{provider:?} {:?}", signer(&key));
    assert!(shown.contains("KEY1234567"), "{shown}");
    let pem = key.pem();
    let line = pem.lines().nth(1).unwrap();
    mock.set("/token", |request| {
        let secret = &request.form()["client_secret"];
        Reply::json(&json!({"error": "invalid_client", "error_description": secret})).status(400)
    });
    let sent = CodeExchange::new("code-1", REDIRECT).with_nonce(NONCE);
    let error = all_text(&provider.exchange_code(&sent).await.unwrap_err());
    let secret = &mock.requests("/token")[0].form()["client_secret"];
    assert!(!error.contains(&**secret) && !error.contains(line), "{error}");
    assert!(!shown.contains(line) && !shown.contains("PRIVATE"), "{shown}");
}

#[test]
fn another_key_is_refused_at_once_and_not_quoted() {
    let good = PrivateKey::new().pem();
    let p384 = {
        use aws_lc_rs::signature::{ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair};
        let pair = EcdsaKeyPair::generate(&ECDSA_P384_SHA384_FIXED_SIGNING).unwrap();
        pem("PRIVATE KEY", pair.to_pkcs8v1().unwrap().as_ref())
    };
    let other = good.replace("PRIVATE KEY", "EC PRIVATE KEY");
    for key in ["", "hunter2", &good[28..], &pem("PRIVATE KEY", b"hunter2"), &p384, &other] {
        let error = SecretSigner::new("TEAM123456", "KEY1234567", key).unwrap_err();
        assert!(matches!(error, ProviderError::Setting { setting: "private_key", .. }), "{key}");
        assert!(!error.to_string().contains("hunter2"));
    }
    for (team, key, name) in [(" ", "KEY1234567", "team_id"), ("TEAM123456", "", "key_id")] {
        let error = SecretSigner::new(team, key, &good).unwrap_err();
        assert!(matches!(error, ProviderError::Setting { setting, .. } if setting == name));
    }
}

#[tokio::test]
async fn settings_make_it() {
    let (mock, key) = (mock().await, PrivateKey::new());
    let mut settings = OAuth2Settings::default();
    settings.provider = "apple".into();
    settings.client_id = CLIENT_ID.into();
    settings.team_id = "TEAM123456".into();
    settings.key_id = "KEY1234567".into();
    // As a variable of one line has it.
    settings.private_key = ClientSecret::new(key.pem().replace('\n', "\\n"));
    assert!(!format!("{settings:?}").contains("PRIVATE"));
    let apple = create_provider_from_settings(&settings).unwrap();
    assert_eq!((apple.name(), apple.uses_form_post()), ("apple", true));

    settings.base_url = mock.url().to_owned();
    settings.require_id_token_validation = false;
    let apple = create_provider_from_settings(&settings).unwrap();
    apple.exchange_code(&CodeExchange::new("code-1", REDIRECT)).await.unwrap();
    key.opened(&mock.requests("/token")[0].form()["client_secret"]);

    let refused = |change: fn(&mut OAuth2Settings)| {
        let mut settings = settings.clone();
        change(&mut settings);
        let error = create_provider_from_settings(&settings).err().unwrap();
        match cause(&error) {
            ProviderError::Setting { setting, .. } => *setting,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(|s| s.team_id.clear()), "team_id");
    assert_eq!(refused(|s| s.key_id.clear()), "key_id");
    assert_eq!(refused(|s| s.private_key = ClientSecret::new("")), "private_key");
    assert_eq!(refused(|s| s.client_secret = ClientSecret::new("x")), "client_secret");
    assert_eq!(refused(|s| s.base_url = "http://id.example.com".into()), "base_url");
}

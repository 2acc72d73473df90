use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use widget_auth_provider::{
    ClientAuthMethod, CodeExchange, GenericOidcProvider, OAuthClient, OAuthProvider as _,
    ProviderError,
};

use crate::support::{MockProvider, NONCE, REDIRECT, RecordedRequest, Reply, cause, clock};

/// One sign-in with `client`, at a provider that supports `methods`.
async fn token_request(
    client: OAuthClient,
    methods: Option<serde_json::Value>,
) -> Result<RecordedRequest, widget_auth_core::AuthError> {
    let mock = MockProvider::start().await;
    if let Some(methods) = methods {
        mock.set_metadata(|metadata| {
            metadata["token_endpoint_auth_methods_supported"] = methods;
        });
    }
    let client = client.with_clock(clock());
    mock.set_claims(&mock.claims_with(|claims| claims["aud"] = client.client_id().into()));
    let provider = GenericOidcProvider::new(client, mock.url()).unwrap();
    let exchange = CodeExchange::new("code", REDIRECT).with_nonce(NONCE);
    provider.exchange_code(&exchange).await?;
    Ok(mock.requests("/token").remove(0))
}

#[tokio::test]
async fn rp_28_basic_form_encodes_both_parts_before_base64() {
    let client = OAuthClient::new("a:b c%").with_secret("p+ß&=:/~");
    let request = token_request(client, None).await.unwrap();
    let header = request.header("authorization").unwrap();
    let pair = STANDARD.decode(header.strip_prefix("Basic ").unwrap()).unwrap();
    assert_eq!(String::from_utf8(pair).unwrap(), "a%3Ab+c%25:p%2B%C3%9F%26%3D%3A%2F%7E");
    // One method only (RFC 6749, section 2.3).
    let form = request.form();
    assert!(!form.contains_key("client_id") && !form.contains_key("client_secret"));
}

#[tokio::test]
async fn rp_28_the_method_is_negotiated() {
    let confidential = || OAuthClient::new("c").with_secret("s");
    let basic = |request: &RecordedRequest| request.header("authorization").is_some();

    for methods in [
        None,
        Some(json!(null)),
        Some(json!(["client_secret_basic"])),
        Some(json!(["client_secret_post", "client_secret_basic"])),
    ] {
        let request = token_request(confidential(), methods).await.unwrap();
        assert!(basic(&request));
    }

    let methods = Some(json!(["private_key_jwt", "client_secret_post"]));
    let request = token_request(confidential(), methods).await.unwrap();
    assert!(!basic(&request));
    let form = request.form();
    assert_eq!((form["client_id"].as_str(), form["client_secret"].as_str()), ("c", "s"));

    let methods = Some(json!(["private_key_jwt"]));
    let error = token_request(confidential(), methods).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Setting { setting: "client_auth_method", .. }));
}

#[tokio::test]
async fn rp_28_a_public_client_sends_its_id_only() {
    for client in [OAuthClient::new("c"), OAuthClient::new("c").with_secret("")] {
        let request = token_request(client, None).await.unwrap();
        assert_eq!(request.header("authorization"), None);
        assert_eq!(request.form()["client_id"], "c");
        assert!(!request.form().contains_key("client_secret"));
    }
}

#[tokio::test]
async fn rp_28_the_method_can_be_set() {
    let client = || OAuthClient::new("c").with_secret("s");
    let offered = || Some(json!(["client_secret_basic"]));
    let with = |method| client().with_auth_method(method);

    let request = token_request(with(ClientAuthMethod::Post), offered()).await.unwrap();
    assert_eq!(request.form()["client_secret"], "s");
    let request = token_request(with(ClientAuthMethod::None), offered()).await.unwrap();
    assert!(request.header("authorization").is_none());
    assert!(!request.form().contains_key("client_secret"));
    let only_post = Some(json!(["client_secret_post"]));
    let request = token_request(with(ClientAuthMethod::Basic), only_post).await.unwrap();
    assert!(request.header("authorization").is_some());
}

#[tokio::test]
async fn a_method_that_needs_a_secret_is_an_error_without_one() {
    let client = OAuthClient::new("c").with_auth_method(ClientAuthMethod::Basic);
    let error = token_request(client, None).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Setting { setting: "client_secret", .. }));
}

#[tokio::test]
async fn a_client_that_is_refused_is_told_what_to_look_at() {
    let mock = MockProvider::start().await;
    let refusal = json!({"error": "invalid_client", "error_description": "no such client"});
    mock.set("/token", move |_| Reply::json(&refusal).status(401));
    let confidential = OAuthClient::new("c").with_secret("s");
    for (client, advice) in [
        (
            confidential,
            "check client_id, client_secret and client_auth_method, which is client_secret_basic",
        ),
        (
            OAuthClient::new("c"),
            "check client_id, and whether the provider wants a client_secret: none is set",
        ),
    ] {
        let provider = GenericOidcProvider::new(client.with_clock(clock()), mock.url()).unwrap();
        let exchange = CodeExchange::new("code", REDIRECT).with_nonce(NONCE);
        let error = provider.exchange_code(&exchange).await.unwrap_err();
        let expected = format!("the provider answered `invalid_client`: no such client; {advice}");
        assert_eq!(cause(&error).to_string(), expected);
        assert!(cause(&error).is_misconfiguration());
    }
}

#[test]
fn the_names_of_the_methods() {
    for (name, method) in [
        ("basic", ClientAuthMethod::Basic),
        ("client_secret_basic", ClientAuthMethod::Basic),
        ("post", ClientAuthMethod::Post),
        ("client_secret_post", ClientAuthMethod::Post),
        ("none", ClientAuthMethod::None),
    ] {
        assert_eq!(name.parse::<ClientAuthMethod>().unwrap(), method);
    }
    assert!("private_key_jwt".parse::<ClientAuthMethod>().is_err());
}

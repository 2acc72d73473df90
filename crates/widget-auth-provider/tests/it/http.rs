use std::time::Duration;

use serde_json::json;
use widget_auth_core::{OAuthTokenSet, UnixTime};
use widget_auth_provider::{
    CodeExchange, GenericOidcProvider, HttpClient, OAuthProvider as _, ProviderError,
};

use crate::support::{MockProvider, NONCE, REDIRECT, Reply, cause, chunks, client};

fn with(http: HttpClient, mock: &MockProvider) -> GenericOidcProvider {
    GenericOidcProvider::new(client().with_http_client(http), mock.url()).unwrap()
}

#[tokio::test]
async fn an_endpoint_that_does_not_answer_times_out() {
    let mock = MockProvider::start().await;
    mock.set("/token", |_| Reply::never());
    let http = HttpClient::new().unwrap().with_timeout(Duration::from_millis(200));
    let exchange = CodeExchange::new("code", REDIRECT).with_nonce(NONCE);
    let error = with(http, &mock).exchange_code(&exchange).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Http { source, .. } if source.is_timeout()));
    // The provider may have the code, which is good for one request.
    assert!(error.needs_login() && cause(&error).is_transient());
}

#[tokio::test]
async fn the_largest_body_can_be_set() {
    let mock = MockProvider::start().await;
    let http = HttpClient::new().unwrap().with_max_body(10);
    let error = with(http, &mock).metadata().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::TooLarge { limit: 10, .. }));
    // The announced length is a claim, and may be a lie.
    let http = HttpClient::new().unwrap().with_max_body(10);
    mock.set("/.well-known/openid-configuration", |_| chunks(b"12345678901", 1));
    let error = with(http, &mock).metadata().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::TooLarge { .. }));
}

#[tokio::test]
async fn a_client_of_the_callers_own_is_used_and_still_follows_no_redirect() {
    let mock = MockProvider::start().await;
    let http = HttpClient::configured(|builder| {
        builder.user_agent("my-app/1.0").redirect(reqwest::redirect::Policy::limited(5))
    })
    .unwrap();
    let provider = with(http, &mock);
    provider.metadata().await.unwrap();
    let request = &mock.requests("/.well-known/openid-configuration")[0];
    assert_eq!(request.header("user-agent"), Some("my-app/1.0"));

    let to = format!("{}/elsewhere", mock.url());
    mock.set("/token", move |_| Reply::redirect(307, &to));
    let exchange = CodeExchange::new("code", REDIRECT);
    provider.exchange_code(&exchange).await.unwrap_err();
    assert_eq!(mock.count("/elsewhere"), 0);
}

#[tokio::test]
async fn a_proxy_is_not_asked_for_loopback_addresses() {
    let mock = MockProvider::start().await;
    let proxy = MockProvider::start().await;
    let address = proxy.url().to_owned();
    let http = HttpClient::configured(move |builder| {
        builder.proxy(reqwest::Proxy::all(&address).unwrap())
    })
    .unwrap();
    with(http.clone(), &mock).metadata().await.unwrap();
    let path = "/.well-known/openid-configuration";
    assert_eq!((mock.count(path), proxy.count(path)), (1, 0));

    // Everything else goes through it.
    let outside =
        GenericOidcProvider::new(client().with_http_client(http), "https://id.example.invalid");
    outside.unwrap().metadata().await.unwrap_err();
    assert_eq!(proxy.requests("").len(), 1, "a CONNECT has no path");
}

#[tokio::test]
async fn after_an_answer_that_breaks_off_a_refresh_is_tried_again_and_a_code_is_not() {
    let mock = MockProvider::start().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/token", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            drop(socket);
        }
    });
    mock.set_metadata(|metadata| metadata["token_endpoint"] = json!(&url));
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Http { .. }));
    let host = url.trim_start_matches("http://").trim_end_matches("/token");
    let expected = format!("no answer from the token endpoint at {host}");
    assert_eq!(cause(&error).to_string(), expected);
    assert!(!error.is_retryable() && error.needs_login());

    let mut tokens = OAuthTokenSet::new("access", "Bearer", UnixTime::default());
    tokens.refresh_token = Some("refresh".into());
    assert!(mock.provider().refresh_tokens(&tokens).await.unwrap_err().is_retryable());
}

use widget_auth_core::{AccessToken, AuthErrorKind, RefreshToken};
use widget_auth_provider::{
    ClientAuthMethod, Endpoints, GenericOidcProvider, OAuth2Provider, OAuthProvider as _,
    ProviderError,
};

use crate::support::{CLIENT_ID, MockProvider, Reply, SECRET, all_text, cause, client, html};

#[tokio::test]
async fn rp_51_the_refresh_token_goes_first_with_client_authentication() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    mock.provider().revoke_tokens(&tokens).await.unwrap();

    let requests = mock.requests("/revoke");
    let sent: Vec<_> = requests
        .iter()
        .map(|request| {
            assert!(request.header("authorization").unwrap().starts_with("Basic "));
            assert_eq!((request.method.as_str(), &request.query), ("POST", &None));
            let form = request.form();
            (form["token"].clone(), form["token_type_hint"].clone())
        })
        .collect();
    let expected = [
        ("refresh-1".to_owned(), "refresh_token".to_owned()),
        ("access-1".to_owned(), "access_token".to_owned()),
    ];
    assert_eq!(sent, expected);
}

#[tokio::test]
async fn rp_51_the_method_of_client_authentication_is_honoured() {
    let mock = MockProvider::start().await;
    let token = RefreshToken::new("r");
    let client = client().with_auth_method(ClientAuthMethod::Post);
    let provider = GenericOidcProvider::new(client, mock.url()).unwrap();
    provider.revoke_token((&token).into()).await.unwrap();
    let form = mock.requests("/revoke")[0].form();
    assert_eq!((form["client_id"].as_str(), form["client_secret"].as_str()), (CLIENT_ID, SECRET));
}

#[tokio::test]
async fn rp_51_an_unknown_token_and_an_unsupported_type_are_fine() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    for reply in [
        || Reply::empty(200),
        || Reply::empty(204),
        || Reply::error(400, "invalid_token"),
        || Reply::error(400, "unsupported_token_type"),
    ] as [fn() -> Reply; 4]
    {
        mock.set("/revoke", move |_| reply());
        mock.provider().revoke_tokens(&tokens).await.unwrap();
    }
}

#[tokio::test]
async fn rp_51_the_access_token_is_revoked_although_the_refresh_token_failed() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    mock.set("/revoke", |request| match request.form()["token_type_hint"].as_str() {
        "refresh_token" => Reply::empty(503),
        _ => Reply::empty(200),
    });
    let error = mock.provider().revoke_tokens(&tokens).await.unwrap_err();
    assert!(error.is_retryable());
    assert_eq!(error.kind(), AuthErrorKind::Token);
    assert_eq!(mock.count("/revoke"), 2);
}

#[tokio::test]
async fn a_refusal_is_an_error() {
    let mock = MockProvider::start().await;
    mock.set("/revoke", |_| Reply::error(401, "invalid_client"));
    let token = AccessToken::new("hunter2");
    let error = mock.provider().revoke_token((&token).into()).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::OAuth(e) if e.code() == "invalid_client"));
    assert!(!all_text(&error).contains("hunter2"));

    mock.set("/revoke", |_| html().status(404));
    let error = mock.provider().revoke_token((&token).into()).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Status { status: 404, .. }));
    assert!(!error.is_retryable());
}

#[tokio::test]
async fn a_provider_is_discovered_before_it_is_asked_to_revoke() {
    let mock = MockProvider::start().await;
    let token = RefreshToken::new("r");
    mock.provider().revoke_token((&token).into()).await.unwrap();
    assert_eq!(mock.count("/.well-known/openid-configuration"), 1);
    assert_eq!(mock.count("/revoke"), 1);
}

#[tokio::test]
async fn a_plain_provider_revokes_only_where_it_was_told() {
    let mock = MockProvider::start().await;
    let token = RefreshToken::new("r");
    let without = OAuth2Provider::new(client(), Endpoints::new());
    without.revoke_token((&token).into()).await.unwrap();
    let endpoints =
        Endpoints::new().with_revocation_url(&format!("{}/revoke", mock.url())).unwrap();
    let with = OAuth2Provider::new(client(), endpoints);
    with.revoke_token((&token).into()).await.unwrap();
    assert_eq!(mock.count("/revoke"), 1);
}

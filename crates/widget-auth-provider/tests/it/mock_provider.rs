//! The honest mock provider: what the protocol forbids, it refuses.

use std::time::Duration;

use serde_json::json;
use widget_auth_core::{AuthError, OAuthTokenSet};
use widget_auth_provider::testing::{MockProvider, Reply};
use widget_auth_provider::{
    AuthorizationAttempt, DevicePoll, GenericOidcProvider, IdTokenFault, OAuthProvider as _,
    ProviderError, RevocableToken, reqwest,
};

use crate::support::{REDIRECT, cause, client, clock};

async fn start() -> (MockProvider, GenericOidcProvider) {
    let mock = MockProvider::start(clock()).await.unwrap();
    let provider = GenericOidcProvider::new(client(), mock.url()).unwrap();
    (mock, provider)
}

/// A sign-in that has got as far as the callback, and the query of that.
async fn agreed(
    mock: &MockProvider,
    provider: &GenericOidcProvider,
) -> (AuthorizationAttempt, String) {
    let attempt = AuthorizationAttempt::new(provider, REDIRECT).unwrap();
    let callback = mock.authorize(&attempt.authorize_url(provider, &[]).await.unwrap());
    assert!(callback.as_str().starts_with(&format!("{REDIRECT}?")));
    (attempt, callback.query().unwrap().to_owned())
}

async fn sign_in(
    mock: &MockProvider,
    provider: &GenericOidcProvider,
) -> Result<OAuthTokenSet, AuthError> {
    let (attempt, query) = agreed(mock, provider).await;
    attempt.exchange(provider, &query).await
}

fn is_refused(result: Result<OAuthTokenSet, AuthError>) -> bool {
    result.unwrap_err().details().code() == Some("invalid_grant")
}

#[tokio::test]
async fn a_code_is_good_once_and_for_its_own_sign_in() {
    let (mock, provider) = start().await;
    let (attempt, query) = agreed(&mock, &provider).await;
    attempt.exchange(&provider, &query).await.unwrap();
    assert!(is_refused(attempt.exchange(&provider, &query).await));

    // The verifier of one sign-in with the code of another.
    let ((one, first), (_, second)) =
        (agreed(&mock, &provider).await, agreed(&mock, &provider).await);
    let code = |query: &str| query.split('&').next().unwrap().to_owned();
    let mixed = first.replace(&code(&first), &code(&second));
    assert!(is_refused(one.exchange(&provider, &mixed).await));
    let invented = first.replace(&code(&first), "code=code-9");
    assert!(is_refused(one.exchange(&provider, &invented).await));
}

#[tokio::test]
async fn a_browser_is_sent_back_as_authorize_says() {
    let (_, provider) = start().await;
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let url = attempt.authorize_url(&provider, &[]).await.unwrap();
    let browser =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let response = browser.get(&url).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 303);
    let location = response.headers()["location"].to_str().unwrap();
    let (_, query) = location.split_once('?').unwrap();
    attempt.exchange(&provider, query).await.unwrap();

    let without = url.replace("client_id=", "client=");
    let response = browser.get(without).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 400);
    assert_eq!(response.text().await.unwrap(), "the authorization request has no client_id");
}

#[test]
#[should_panic(expected = "is not at http://127.0.0.1:")]
fn the_page_of_another_provider_is_none_of_this() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mock = runtime.block_on(MockProvider::start(clock())).unwrap();
    drop(mock.authorize("https://id.example.com/authorize?client_id=c"));
}

#[tokio::test]
async fn a_refresh_token_is_good_once_and_until_it_is_revoked() {
    let (mock, provider) = start().await;
    let first = sign_in(&mock, &provider).await.unwrap();
    let second = provider.refresh_tokens(&first).await.unwrap();
    assert_eq!(second.access_token.expose_secret(), "access-2");
    assert!(is_refused(provider.refresh_tokens(&first).await));
    let token = second.refresh_token.as_ref().unwrap();
    provider.revoke_token(RevocableToken::Refresh(token)).await.unwrap();
    assert!(is_refused(provider.refresh_tokens(&second).await));
}

#[tokio::test]
async fn the_claims_that_are_set_are_those_of_id_token_and_userinfo() {
    let (mock, provider) = start().await;
    mock.set_claims(json!({"sub": "user-7", "groups": ["cook"]}));
    let tokens = sign_in(&mock, &provider).await.unwrap();
    let user = provider.get_userinfo(&tokens).await.unwrap();
    assert_eq!((&*user.sub, &user.claims["groups"]), ("user-7", &json!(["cook"])));

    mock.set_claims(json!({"sub": "user-7", "nonce": "of another sign-in"}));
    let error = sign_in(&mock, &provider).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Nonce)));
}

#[tokio::test]
async fn its_tokens_are_of_the_time_of_its_clock() {
    let clock = clock();
    let mock = MockProvider::start(clock.clone()).await.unwrap();
    let later = GenericOidcProvider::new(client(), mock.url()).unwrap();
    clock.advance(Duration::from_secs(600));
    let error = sign_in(&mock, &later).await.unwrap_err();
    assert!(
        matches!(cause(&error), ProviderError::IdToken(IdTokenFault::IssuedInFuture)),
        "{error:?}"
    );
    let same = GenericOidcProvider::new(client().with_clock(clock), mock.url()).unwrap();
    sign_in(&mock, &same).await.unwrap();
}

#[tokio::test]
async fn a_device_is_signed_in_and_a_client_for_itself() {
    let (mock, provider) = start().await;
    let device = provider.begin_device_authorization().await.unwrap();
    mock.set("/token", |_| Reply::error(400, "authorization_pending"));
    let poll = provider.poll_device_authorization(&device).await.unwrap();
    assert!(matches!(poll, DevicePoll::Pending));
    mock.reset("/token");
    let poll = provider.poll_device_authorization(&device).await.unwrap();
    let DevicePoll::Granted(tokens) = poll else { panic!("{poll:?}") };
    assert!(tokens.id_token.is_some());

    let tokens = provider.client_credentials(&["orders"]).await.unwrap();
    assert!(tokens.refresh_token.is_none() && tokens.id_token.is_none());
}

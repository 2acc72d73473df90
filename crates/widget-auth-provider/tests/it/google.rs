use widget_auth_provider::{AuthorizationAttempt, GenericOidcProvider, OAuthProvider as _};

use crate::authorize::query;
use crate::support::{MockProvider, REDIRECT, client};

#[tokio::test]
async fn the_url_asks_for_a_refresh_token_and_needs_no_network() {
    let google = GenericOidcProvider::google("id").unwrap();
    let attempt = AuthorizationAttempt::new(&google, REDIRECT).unwrap();
    let url = attempt.authorize_url(&google, &[]).await.unwrap();
    assert!(url.starts_with("https://accounts.google.com/o/oauth2/v2/auth?"));
    let params = query(&url);
    assert_eq!(params["access_type"], "offline");
    assert_eq!(params["prompt"], "consent");
    assert_eq!(params["scope"], "openid email profile");
    assert!(params.contains_key("nonce"));
}

#[tokio::test]
async fn an_extra_parameter_replaces_a_preset_one() {
    let google = GenericOidcProvider::google("id").unwrap();
    let attempt = AuthorizationAttempt::new(&google, REDIRECT).unwrap();
    let extra = [("prompt", "select_account")];
    let params = query(&attempt.authorize_url(&google, &extra).await.unwrap());
    assert_eq!(params["prompt"], "select_account");
    assert_eq!(params["access_type"], "offline");
}

#[tokio::test]
async fn another_issuer_brings_its_own_endpoints() {
    let mock = MockProvider::start().await;
    let google = GenericOidcProvider::google_at(client(), mock.url()).unwrap();
    let attempt = AuthorizationAttempt::new(&google, REDIRECT).unwrap();
    let url = attempt.authorize_url(&google, &[]).await.unwrap();
    assert!(url.starts_with(&format!("{}/authorize?", mock.url())));
    let params = query(&url);
    assert_eq!(params["access_type"], "offline");

    let nonce = params["nonce"].clone();
    mock.set_claims(&mock.claims_with(|claims| claims["nonce"] = nonce.into()));
    let callback = format!("code=c&state={}", attempt.state());
    let tokens = attempt.exchange(&google, &callback).await.unwrap();
    assert_eq!(google.get_userinfo(&tokens).await.unwrap().sub, "user-1");
}

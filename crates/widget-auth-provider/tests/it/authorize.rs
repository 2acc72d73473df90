use std::collections::BTreeMap;

use url::Url;
use widget_auth_core::AuthErrorKind;
use widget_auth_pkce::PkceChallenge;
use widget_auth_provider::{
    AuthorizationAttempt, AuthorizeRequest, Endpoints, GenericOidcProvider, OAuth2Provider,
    OAuthClient, OAuthProvider, ProviderError,
};

use crate::support::{CLIENT_ID, MockProvider, REDIRECT, cause, client};

/// The query as a map; a parameter that is there twice fails the test.
pub(crate) fn query(url: &str) -> BTreeMap<String, String> {
    let mut params = BTreeMap::new();
    for (name, value) in Url::parse(url).unwrap().query_pairs() {
        let before = params.insert(name.clone().into_owned(), value.into_owned());
        assert!(before.is_none(), "{name} is repeated");
    }
    params
}

fn plain(authorize_url: &str, client: OAuthClient) -> OAuth2Provider {
    let endpoints = Endpoints::new().with_authorize_url(authorize_url).unwrap();
    OAuth2Provider::new(client, endpoints)
}

#[tokio::test]
async fn the_url_has_everything_that_rfc_6749_asks_for() {
    let mock = MockProvider::start().await;
    let request = AuthorizeRequest::new(REDIRECT, "st&te=1");
    let url = mock.provider().build_authorize_url(&request).await.unwrap();
    assert!(url.starts_with(&format!("{}/authorize?", mock.url())));
    let expected = [
        ("client_id", CLIENT_ID),
        ("redirect_uri", REDIRECT),
        ("response_type", "code"),
        ("scope", "openid email profile"),
        ("state", "st&te=1"),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(query(&url), BTreeMap::from(expected));
}

#[tokio::test]
async fn rp_08_pkce_s256_for_public_and_confidential_clients() {
    for client in [OAuthClient::new(CLIENT_ID), client()] {
        let provider = plain("https://id.example.com/authorize", client);
        let pkce = PkceChallenge::generate(PkceChallenge::DEFAULT_LENGTH).unwrap();
        let request = AuthorizeRequest::new(REDIRECT, "state").with_pkce(&pkce);
        let url = provider.build_authorize_url(&request).await.unwrap();
        let params = query(&url);
        assert_eq!(params["code_challenge"], pkce.challenge());
        assert_eq!(params["code_challenge_method"], "S256");
        assert!(!url.contains(pkce.verifier()));
    }
}

#[tokio::test]
async fn rp_09_a_query_on_the_endpoint_is_kept() {
    let provider = plain("https://id.example.com/authorize?p=b2c_1&x=%26", client());
    let request = AuthorizeRequest::new(REDIRECT, "state");
    let params = query(&provider.build_authorize_url(&request).await.unwrap());
    assert_eq!(params["p"], "b2c_1");
    assert_eq!(params["x"], "&");
    assert_eq!(params["client_id"], CLIENT_ID);
}

#[tokio::test]
async fn a_query_that_would_repeat_a_parameter_of_the_protocol_is_refused() {
    let provider = plain("https://id.example.com/authorize?client_id=evil", client());
    let request = AuthorizeRequest::new(REDIRECT, "state");
    let error = provider.build_authorize_url(&request).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Setting { setting: "authorize_url", .. }));
}

#[tokio::test]
async fn extra_parameters_are_added_but_never_those_of_the_protocol() {
    let provider = plain("https://id.example.com/authorize", client());
    let request = AuthorizeRequest::new(REDIRECT, "state");
    let extra = [("login_hint", "jane@example.com")];
    let with_hint = request.with_extra_params(&extra);
    let params = query(&provider.build_authorize_url(&with_hint).await.unwrap());
    assert_eq!(params["login_hint"], "jane@example.com");

    for name in [
        "response_type",
        "response_mode",
        "client_id",
        "redirect_uri",
        "scope",
        "state",
        "nonce",
        "code_challenge",
        "code_challenge_method",
    ] {
        let extra = [(name, "evil")];
        let request = request.with_extra_params(&extra);
        let error = provider.build_authorize_url(&request).await.unwrap_err();
        assert!(error.is(AuthErrorKind::Authentication));
        assert!(
            matches!(cause(&error), ProviderError::Setting { setting: "extra_params", reason } if reason.contains(name)),
        );
    }
}

#[tokio::test]
async fn parameters_of_the_client_are_added_to_each_request() {
    let client = client()
        .with_authorize_param("audience", "https://api.example.com")
        .with_authorize_param("prompt", "none");
    let google = GenericOidcProvider::google(client).unwrap();
    let at = "https://id.example.com/authorize";
    let endpoints = Endpoints::new().with_authorize_url(at).unwrap();
    let google = google.with_endpoints(endpoints);
    let request = AuthorizeRequest::new(REDIRECT, "state");
    let url = google.build_authorize_url(&request).await.unwrap();
    assert_eq!(query(&url)["audience"], "https://api.example.com");
    assert_eq!(url.matches("prompt=").count(), 1, "{url}");
    assert_eq!(query(&url)["prompt"], "none");
    let extra = [("prompt", "login")];
    let url = google.build_authorize_url(&request.with_extra_params(&extra)).await.unwrap();
    assert_eq!((url.matches("prompt=").count(), &*query(&url)["prompt"]), (1, "login"));

    let evil = plain(at, crate::support::client().with_authorize_param("state", "evil"));
    let error = evil.build_authorize_url(&request).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Setting { setting: "authorize_params", .. }));
}

#[tokio::test]
async fn rp_11_an_issuer_only_provider_works_on_its_first_sign_in() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    // Nothing was called before this.
    let url = attempt.authorize_url(&provider, &[]).await.unwrap();
    assert!(url.starts_with(&format!("{}/authorize?", mock.url())));

    let nonce = query(&url)["nonce"].clone();
    mock.set_claims(&mock.claims_with(|claims| claims["nonce"] = nonce.into()));
    let callback = format!("code=c&state={}", attempt.state());
    let tokens = attempt.exchange(&provider, &callback).await.unwrap();
    assert_eq!(tokens.access_token.expose_secret(), "access-1");
    assert_eq!(mock.count("/.well-known/openid-configuration"), 1);
    assert_eq!(mock.count("/jwks"), 1);
}

#[tokio::test]
async fn without_scopes_there_is_no_scope_parameter() {
    let provider = plain("https://id.example.com/authorize", client());
    let request = AuthorizeRequest::new(REDIRECT, "state");
    let params = query(&provider.build_authorize_url(&request).await.unwrap());
    assert!(!params.contains_key("scope"));
}

#[tokio::test]
async fn a_provider_behind_a_pointer_is_a_provider() {
    let boxed: Box<dyn OAuthProvider> = Box::new(plain("https://id.example.com/a", client()));
    let shared: std::sync::Arc<dyn OAuthProvider> = std::sync::Arc::new(boxed);
    assert_eq!(shared.name(), "custom");
    assert_eq!(shared.client_id(), CLIENT_ID);
    assert!(shared.scopes().is_empty());
    assert!(shared.metadata().await.unwrap().is_none());
    shared.check_callback_issuer(Some("anybody")).await.unwrap();
    let error = shared.validate_id_token(&"a.b.c".into(), None).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::NotOidc));
    assert!(error.is(AuthErrorKind::Token));
}

use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Value, json};
use widget_auth_core::AuthErrorKind;
use widget_auth_pkce::PkceChallenge;
use widget_auth_provider::{
    AuthorizationAttempt, CallbackFault, GenericOidcProvider, IdTokenFault, OAuthProvider as _,
    ProviderError,
};

use crate::authorize::query;
use crate::support::{MockProvider, NOW, REDIRECT, all_text, cause, client};

#[tokio::test]
async fn rp_07_state_and_nonce_have_256_bits_and_are_fresh() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let mut seen = HashSet::new();
    for _ in 0..100 {
        let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
        let params = query(&attempt.authorize_url(&provider, &[]).await.unwrap());
        assert_eq!(params["state"], attempt.state());
        for name in ["state", "nonce"] {
            // 43 characters of base64url are 256 bits.
            assert_eq!(params[name].len(), 43);
            assert!(seen.insert(params[name].clone()), "{name} was used before");
        }
        assert!(seen.insert(params["code_challenge"].clone()));
    }
}

#[tokio::test]
async fn rp_08_the_verifier_at_the_token_endpoint_is_that_of_the_challenge() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let params = query(&attempt.authorize_url(&provider, &[]).await.unwrap());
    let nonce = params["nonce"].clone();
    mock.set_claims(&mock.claims_with(|claims| claims["nonce"] = nonce.into()));
    let callback = format!("code=c&state={}", attempt.state());
    attempt.exchange(&provider, &callback).await.unwrap();

    let form = mock.requests("/token")[0].form();
    let pkce = PkceChallenge::from_verifier(form["code_verifier"].as_str()).unwrap();
    assert_eq!(pkce.challenge(), params["code_challenge"]);
    assert!((43..=128).contains(&form["code_verifier"].len()));
}

#[tokio::test]
async fn rp_08_pkce_can_be_left_out_but_only_on_demand() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap().without_pkce();
    let params = query(&attempt.authorize_url(&provider, &[]).await.unwrap());
    assert!(!params.contains_key("code_challenge"));
    assert!(!params.contains_key("code_challenge_method"));
}

#[tokio::test]
async fn rp_10_the_redirect_uri_is_identical_at_both_endpoints() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    // Forms that a URL library would normalize.
    for redirect_uri in [
        "http://127.0.0.1:8765/callback",
        "HTTP://LocalHost:80/a/../b?x=%7e&y=ü",
        "com.example.app:/oauth2redirect",
        "http://127.0.0.1:8765",
    ] {
        let attempt = AuthorizationAttempt::new(&provider, redirect_uri).unwrap();
        let params = query(&attempt.authorize_url(&provider, &[]).await.unwrap());
        assert_eq!(params["redirect_uri"], redirect_uri);
        let nonce = params["nonce"].clone();
        mock.set_claims(&mock.claims_with(|claims| claims["nonce"] = nonce.into()));
        let callback = format!("code=c&state={}", attempt.state());
        attempt.exchange(&provider, &callback).await.unwrap();
        let form = mock.requests("/token").pop().unwrap().form();
        assert_eq!(form["redirect_uri"], redirect_uri);
    }
}

#[tokio::test]
async fn rp_12_a_wrong_or_missing_state_is_rejected_without_a_token_request() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let cut = &attempt.state()[..42];
    for callback in [
        "code=c".to_owned(),
        "code=c&state=".to_owned(),
        "code=c&state=another".to_owned(),
        format!("code=c&state={cut}"),
        format!("code=c&state={}x", attempt.state()),
        "error=access_denied&state=another".to_owned(),
    ] {
        let error = attempt.exchange(&provider, &callback).await.unwrap_err();
        assert!(
            matches!(cause(&error), ProviderError::Callback(CallbackFault::State)),
            "{callback}"
        );
        assert!(error.is(AuthErrorKind::Authentication));
    }
    assert_eq!(mock.count("/token"), 0);
}

#[tokio::test]
async fn rp_14_a_state_of_another_provider_is_rejected() {
    let honest = MockProvider::start().await;
    let evil = MockProvider::start().await;
    let one = honest.provider().with_name("one");
    let two = evil.provider().with_name("two");
    let attempt = AuthorizationAttempt::new(&one, REDIRECT).unwrap();
    let callback = format!("code=c&state={}", attempt.state());
    let error = attempt.exchange(&two, &callback).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Callback(CallbackFault::OtherProvider)));
    // The code of the one must not reach the other (RFC 9700, section 4.4).
    assert_eq!(evil.count("/token"), 0);
}

/// OpenID Connect Core, sections 3.1.2.1 and 3.1.3.7, rule 13.
#[tokio::test]
async fn after_max_age_the_id_token_has_to_say_when_the_user_signed_in() {
    let mock = MockProvider::start().await;
    let outcome = async |auth_time: Value, provider: GenericOidcProvider, max_age: Option<u64>| {
        let mut attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
        if let Some(seconds) = max_age {
            attempt = attempt.with_max_age(Duration::from_secs(seconds));
        }
        // As a website keeps it meanwhile.
        let kept = serde_json::to_string(&attempt).unwrap();
        let attempt: AuthorizationAttempt = serde_json::from_str(&kept).unwrap();
        let url = attempt.authorize_url(&provider, &[]).await.unwrap();
        let params = query(&url);
        mock.set_claims(&mock.claims_with(|claims| {
            claims["nonce"] = params["nonce"].clone().into();
            claims["auth_time"] = auth_time;
        }));
        let callback = format!("code=c&state={}", attempt.state());
        let result = attempt.exchange(&provider, &callback).await;
        let refused = result.err().map(|error| {
            let is_it = matches!(cause(&error), ProviderError::IdToken(IdTokenFault::AuthTime));
            assert!(is_it && error.needs_login(), "{error:?}");
        });
        (params.get("max_age").cloned(), refused.is_none())
    };
    let sent = Some("300".to_owned());
    let plain = || mock.provider();
    assert_eq!(outcome(json!(NOW - 360), plain(), Some(300)).await, (sent.clone(), true));
    assert_eq!(outcome(json!(NOW - 361), plain(), Some(300)).await, (sent.clone(), false));
    assert_eq!(outcome(json!(null), plain(), Some(300)).await, (sent.clone(), false));
    assert_eq!(outcome(json!("now"), plain(), Some(300)).await, (sent.clone(), false));
    assert_eq!(outcome(json!(null), plain(), None).await, (None, true));

    // Also if the client is configured so, unless the attempt says otherwise.
    let configured = || {
        let client = client().with_authorize_param("max_age", "300");
        GenericOidcProvider::new(client, mock.url()).unwrap()
    };
    assert_eq!(outcome(json!(NOW - 361), configured(), None).await, (sent, false));
    let sent = Some("900".to_owned());
    assert_eq!(outcome(json!(NOW - 361), configured(), Some(900)).await, (sent, true));
}

#[tokio::test]
async fn a_max_age_that_could_not_be_checked_is_refused() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let error = attempt.authorize_url(&provider, &[("max_age", "300")]).await.unwrap_err();
    let named = "`extra_params` must not contain `max_age`: set it by `with_max_age`";
    assert!(cause(&error).to_string().starts_with(named), "{error:?}");

    let client = client().with_authorize_param("max_age", "5 minutes");
    let provider = GenericOidcProvider::new(client, mock.url()).unwrap();
    let error = attempt.authorize_url(&provider, &[]).await.unwrap_err();
    let setting = "authorize_params";
    assert!(matches!(cause(&error), ProviderError::Setting { setting: s, .. } if *s == setting));
}

#[tokio::test]
async fn rp_17_an_error_of_the_provider_is_typed_and_makes_no_token_request() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let state = attempt.state();
    let callback = format!("error=access_denied&error_description=%3Cscript%3Eno%0A&state={state}");
    let error = attempt.exchange(&provider, &callback).await.unwrap_err();
    assert_eq!(error.details().code(), Some("access_denied"));
    assert!(error.is(AuthErrorKind::Authentication) && !error.is(AuthErrorKind::Token));
    let ProviderError::OAuth(answer) = cause(&error) else {
        panic!("{error:?}");
    };
    // Kept for the page, which escapes it; control characters are gone.
    assert_eq!(answer.description(), Some("<script>no"));
    assert_eq!(answer.status(), None);
    assert_eq!(mock.count("/token"), 0);

    let callback = format!("error=login_required&state={state}");
    let error = attempt.exchange(&provider, &callback).await.unwrap_err();
    assert!(error.needs_login());
}

#[tokio::test]
async fn an_attempt_survives_storage_and_hides_its_secrets() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let stored = serde_json::to_string(&attempt).unwrap();
    let read: AuthorizationAttempt = serde_json::from_str(&stored).unwrap();
    let url = attempt.authorize_url(&provider, &[]).await.unwrap();
    assert_eq!(read.authorize_url(&provider, &[]).await.unwrap(), url);
    assert_eq!(read.provider(), provider.name());

    let shown = format!("{attempt:?} {:?}", attempt.request());
    assert!(!shown.contains(attempt.state()) && !shown.contains(&query(&url)["nonce"]));

    let weak = stored.replacen("\"pkce\":\"", "\"pkce\":\" ", 1);
    assert!(serde_json::from_str::<AuthorizationAttempt>(&weak).is_err());
}

#[tokio::test]
async fn the_code_is_in_no_error() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    for callback in [
        "code=hunter2".to_owned(),
        "code=hunter2&code=hunter2".to_owned(),
        "code=hunter2&error=x".to_owned(),
        format!("code=hunter2&state={}&iss=evil", attempt.state()),
    ] {
        let error = attempt.exchange(&provider, &callback).await.unwrap_err();
        assert!(!all_text(&error).contains("hunter2"), "{error:?}");
    }
}

use std::time::Duration;

use serde_json::{Value, json};
use widget_auth_core::{AuthError, AuthErrorKind, OAuthTokenSet, UnixTime};
use widget_auth_provider::testing::SigningKey;
use widget_auth_provider::{CodeExchange, OAuthProvider as _, ProviderError, SigningAlgorithm};

use crate::support::{MockProvider, NONCE, NOW, REDIRECT, Reply, cause, html};

/// Signs in, then refreshes at a provider that answers with `answer`.
async fn refresh(mock: &MockProvider, answer: &Value) -> Result<OAuthTokenSet, AuthError> {
    let provider = mock.provider();
    mock.set_tokens(&mock.tokens());
    let tokens = mock.sign_in().await.unwrap();
    mock.set_tokens(answer);
    provider.refresh_tokens(&tokens).await
}

fn answer() -> Value {
    json!({"access_token": "access-2", "token_type": "Bearer", "expires_in": 60})
}

/// An answer with an ID token whose claims were changed.
fn answer_with(mock: &MockProvider, change: impl FnOnce(&mut Value)) -> Value {
    let mut answer = answer();
    answer["id_token"] = mock.key().sign(&mock.claims_with(change)).into();
    answer
}

#[tokio::test]
async fn rp_44_a_new_refresh_token_replaces_the_old() {
    let mock = MockProvider::start().await;
    let mut answer = answer();
    answer["refresh_token"] = "refresh-2".into();
    let tokens = refresh(&mock, &answer).await.unwrap();
    assert_eq!(tokens.access_token.expose_secret(), "access-2");
    assert_eq!(tokens.refresh_token.unwrap().expose_secret(), "refresh-2");

    let form = mock.requests("/token").pop().unwrap().form();
    assert_eq!(form["grant_type"], "refresh_token");
    assert_eq!(form["refresh_token"], "refresh-1");
}

/// The old refresh token is used up, so the new one is worth more than a member
/// that can be done without.
#[tokio::test]
async fn an_odd_member_does_not_lose_the_next_refresh_token() {
    let mock = MockProvider::start().await;
    for (name, odd) in [
        ("expires_in", json!(-1)),
        ("expires_in", json!("soon")),
        ("expires_in", json!(u64::MAX)),
        ("scope", json!({})),
        ("scope", json!([7])),
        ("token_type", json!(null)),
        ("id_token", json!(7)),
        ("id_token", json!("line\nbreak")),
    ] {
        let mut answer = answer();
        answer["refresh_token"] = "refresh-2".into();
        answer[name] = odd.clone();
        let tokens = refresh(&mock, &answer).await.unwrap();
        assert_eq!(tokens.refresh_token.unwrap().expose_secret(), "refresh-2", "{name} {odd}");
        assert_eq!(tokens.scope.as_deref(), Some("openid email profile"));
        assert!(tokens.id_token.is_some(), "the old one stays");
        assert_eq!(tokens.token_type, "Bearer");
    }
    let mut answer = answer();
    answer["refresh_token"] = json!(["refresh-2"]);
    let tokens = refresh(&mock, &answer).await.unwrap();
    assert_eq!(tokens.refresh_token.unwrap().expose_secret(), "refresh-1");
}

/// Without one the session would use the access token for ever: a provider that
/// writes a lifetime means that there is one.
#[tokio::test]
async fn a_lifetime_that_cannot_be_read_is_the_one_before() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let old = mock.sign_in().await.unwrap();
    assert_eq!(old.expires_in, Some(3600));
    for odd in [json!(-1), json!("soon"), json!("1h"), json!([3600]), json!(u64::MAX)] {
        let mut answer = answer();
        answer["expires_in"] = odd.clone();
        mock.set_tokens(&answer);
        let tokens = provider.refresh_tokens(&old).await.unwrap();
        assert_eq!(tokens.expires_in, old.expires_in, "{odd}");
        assert_eq!(tokens.access_token.expose_secret(), "access-2");
    }
    // One that is left out is not known (RFC 6749, section 5.1).
    for absent in [json!(null), json!("")] {
        let mut answer = answer();
        answer["expires_in"] = absent;
        mock.set_tokens(&answer);
        assert_eq!(provider.refresh_tokens(&old).await.unwrap().expires_in, None);
    }
}

/// Sending the old refresh token again would end the session at a provider that
/// detects reuse (RFC 9700, section 4.14.2).
#[tokio::test]
async fn a_refresh_that_lost_the_next_refresh_token_is_not_repeated() {
    let mock = MockProvider::start().await;
    for (name, odd) in [("access_token", json!(null)), ("token_type", json!("DPoP"))] {
        let mut answer = answer();
        answer[name] = odd;
        answer["refresh_token"] = "refresh-2".into();
        let error = refresh(&mock, &answer).await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::LostRefreshToken { .. }), "{error:?}");
        assert!(error.needs_login() && !error.is_retryable());
        assert!(!format!("{error:?}").contains("refresh-2"));
        // The same one, or none: nothing was used up.
        for kept in [json!("refresh-1"), json!(null)] {
            answer["refresh_token"] = kept;
            assert!(refresh(&mock, &answer).await.unwrap_err().is_retryable());
        }
    }
}

#[tokio::test]
async fn rp_44_an_absent_refresh_token_keeps_the_old() {
    let mock = MockProvider::start().await;
    for absent in [None, Some(json!(null)), Some(json!(""))] {
        let mut answer = answer();
        if let Some(value) = absent {
            answer["refresh_token"] = value;
        }
        let tokens = refresh(&mock, &answer).await.unwrap();
        assert_eq!(tokens.refresh_token.unwrap().expose_secret(), "refresh-1");
        // The rest of the old set that the answer leaves out.
        assert_eq!(tokens.scope.as_deref(), Some("openid email profile"));
        assert_eq!(tokens.expires_in, Some(60));
        assert_eq!(tokens.issued_at, UnixTime::from_secs(NOW));
    }
}

#[tokio::test]
async fn rp_27_a_refresh_without_an_id_token_is_accepted_and_keeps_the_old() {
    let mock = MockProvider::start().await;
    let tokens = refresh(&mock, &answer()).await.unwrap();
    let before = mock.sign_in().await;
    assert!(before.is_err(), "a code exchange needs one");
    assert!(tokens.id_token.is_some());
}

#[tokio::test]
async fn rp_45_a_refreshed_id_token_of_the_same_user_is_accepted() {
    let mock = MockProvider::start().await;
    for change in [
        |claims: &mut Value| claims["iat"] = (NOW + 1).into(),
        // `nonce` should be left out (section 12.2).
        |claims: &mut Value| drop(claims.as_object_mut().unwrap().remove("nonce")),
    ] as [fn(&mut Value); 2]
    {
        let answer = answer_with(&mock, change);
        let tokens = refresh(&mock, &answer).await.unwrap();
        let id_token = tokens.id_token.unwrap();
        assert_eq!(answer["id_token"], id_token.expose_secret());
    }
}

#[tokio::test]
async fn rp_45_another_subject_issuer_or_audience_is_rejected() {
    let mock = MockProvider::start().await;
    for (claim, value) in [
        ("sub", json!("user-2")),
        ("iss", json!("https://evil")),
        ("aud", json!("another client")),
        ("aud", json!(["another client"])),
        ("aud", json!([])),
    ] {
        let answer = answer_with(&mock, |claims| claims[claim] = value.clone());
        let error = refresh(&mock, &answer).await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::TokenRefresh);
        assert!(
            matches!(cause(&error), ProviderError::RefreshedIdToken { claim: named } if *named == claim)
        );
        assert!(error.needs_login());
    }
}

/// Tokens without an ID token to compare with, as GitHub's or those of a flow
/// without `openid`.
#[tokio::test]
async fn rp_45_the_first_id_token_has_to_be_of_our_issuer_and_for_us() {
    let mock = MockProvider::start().await;
    let mut tokens = mock.sign_in().await.unwrap();
    tokens.id_token = None;
    for (claim, expected) in [("iss", mock.url()), ("aud", "client-1")] {
        mock.set_tokens(&answer_with(&mock, |claims| claims[claim] = "https://evil".into()));
        let error = mock.provider().refresh_tokens(&tokens).await.unwrap_err();
        let text = format!("{:?}", cause(&error));
        assert!(text.contains(&format!("`{claim}` is \"https://evil\"")), "{text}");
        assert!(text.contains(&format!("`{expected}`")), "{text}");
        assert!(error.needs_login());
    }
}

/// The old refresh token is used up: the new one must not be lost.
#[tokio::test]
async fn rp_45_a_faulty_id_token_is_dropped_and_the_refresh_token_kept() {
    let mock = MockProvider::start().await;
    let claims = |change: fn(&mut Value)| answer_with(&mock, change)["id_token"].clone();
    let unknown_key = SigningKey::generate(SigningAlgorithm::Es256, "key-2").sign(&mock.claims());
    let wrong_signature =
        SigningKey::generate(SigningAlgorithm::Es256, "key-1").sign(&mock.claims());
    for (id_token, fault) in [
        (claims(|claims| claims["iat"] = (NOW + 600).into()), "issued in the future"),
        (claims(|claims| claims["exp"] = (NOW - 600).into()), "expired"),
        (claims(|claims| claims["nbf"] = (NOW + 600).into()), "not yet valid"),
        (claims(|claims| claims["nonce"] = "another".into()), "another nonce"),
        (claims(|claims| claims["at_hash"] = "another".into()), "another access token"),
        (unknown_key.into(), "a key that the jwks does not have yet"),
        (wrong_signature.into(), "a wrong signature"),
        ("no.id.token".into(), "malformed"),
    ] {
        mock.set_tokens(&mock.tokens());
        let old = mock.sign_in().await.unwrap();
        let mut answer = answer();
        answer["refresh_token"] = "refresh-2".into();
        answer["id_token"] = id_token;
        mock.set_tokens(&answer);
        let new = mock.provider().refresh_tokens(&old).await.unwrap_or_else(|error| {
            panic!("{fault}: {error:?}");
        });
        assert_eq!(new.refresh_token.unwrap().expose_secret(), "refresh-2", "{fault}");
        assert_eq!(new.id_token, old.id_token, "{fault}");
    }
}

#[tokio::test]
async fn a_refresh_token_is_not_lost_because_the_keys_are_down() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    mock.set("/jwks", |_| Reply::empty(503));
    let mut answer = answer_with(&mock, |_| {});
    answer["refresh_token"] = "refresh-2".into();
    mock.set_tokens(&answer);
    // A process that has just started has no keys in its cache.
    let new = mock.provider().refresh_tokens(&tokens).await.unwrap();
    assert_eq!(new.refresh_token.unwrap().expose_secret(), "refresh-2");
    // What could not be checked is not taken over.
    assert_eq!(new.id_token, tokens.id_token);
}

/// The ID token after a refresh.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kept {
    New,
    Old,
    /// The refresh is an error.
    Nothing,
}

#[tokio::test]
async fn rp_45_a_refreshed_id_token_of_another_sign_in_is_rejected() {
    let mock = MockProvider::start().await;
    let provider = mock.provider().with_trusted_audiences(["api-1"]);
    let first = mock.claims_with(|claims| {
        claims["aud"] = json!(["client-1", "api-1"]);
        claims["auth_time"] = NOW.into();
    });
    let mut tokens = mock.tokens();
    tokens["id_token"] = mock.key().sign(&first).into();
    mock.set_tokens(&tokens);
    let exchange = CodeExchange::new("code-1", REDIRECT).with_nonce(NONCE);
    let tokens = provider.exchange_code(&exchange).await.unwrap();

    for (name, value, kept) in [
        ("aud", json!("client-1"), Kept::Nothing),
        ("aud", json!(["api-1", "client-1"]), Kept::New),
        ("auth_time", json!(NOW - 10), Kept::Old),
        ("auth_time", json!(NOW), Kept::New),
        ("auth_time", Value::Null, Kept::New),
    ] {
        let mut claims = first.clone();
        match &value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
            value => claims[name] = value.clone(),
        }
        let mut answer = answer();
        answer["id_token"] = mock.key().sign(&claims).into();
        mock.set_tokens(&answer);
        match provider.refresh_tokens(&tokens).await {
            Ok(refreshed) => {
                assert_ne!(kept, Kept::Nothing, "{name} {value}");
                let is_old = refreshed.id_token == tokens.id_token;
                assert_eq!(is_old, kept == Kept::Old, "{name} {value}");
            }
            Err(error) => {
                assert_eq!(kept, Kept::Nothing, "{name} {value}: {error:?}");
                let cause = cause(&error);
                assert!(
                    matches!(cause, ProviderError::RefreshedIdToken { claim } if *claim == name)
                );
            }
        }
    }
}

#[tokio::test]
async fn without_a_refresh_token_only_a_login_helps() {
    let mock = MockProvider::start().await;
    let tokens = OAuthTokenSet::new("access-1", "Bearer", UnixTime::default());
    let error = mock.provider().refresh_tokens(&tokens).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::NoRefreshToken));
    assert!(error.needs_login());
    assert_eq!(mock.count("/token"), 0);
}

#[tokio::test]
async fn rp_47_invalid_grant_needs_a_login() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    for status in [200, 400, 401, 500] {
        mock.set("/token", move |_| Reply::error(status, "invalid_grant"));
        let error = mock.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::TokenRefresh);
        assert_eq!(error.details().code(), Some("invalid_grant"));
        assert!(error.needs_login() && !error.is_retryable());
    }
}

#[tokio::test]
async fn rp_48_without_an_oauth_error_code_the_refresh_token_is_still_good() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    for reply in [
        || Reply::empty(500),
        || Reply::empty(502),
        || Reply::empty(503),
        || Reply::empty(429),
        || Reply::empty(408),
        || Reply::empty(400),
        || Reply::empty(403),
        || html().status(404),
        html,
        || Reply::empty(200),
        || Reply::redirect(302, "http://127.0.0.1/login"),
        || Reply::error(400, "temporarily_unavailable"),
        || Reply::error(429, "invalid_request"),
        || Reply::error(503, "unknown_code"),
    ] as [fn() -> Reply; 14]
    {
        mock.set("/token", move |_| reply());
        let error = mock.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert!(error.is_retryable() && !error.needs_login(), "{error:?}");
    }
}

#[tokio::test]
async fn rp_48_a_lasting_refusal_is_neither_retried_nor_a_login() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    for code in ["invalid_client", "unauthorized_client", "invalid_scope"] {
        mock.set("/token", move |_| Reply::error(400, code));
        let error = mock.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert!(!error.is_retryable() && !error.needs_login(), "{code}");
    }
}

#[tokio::test]
async fn rp_48_retry_after_is_passed_on() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    // 1,800,000,000 is Fri, 15 Jan 2027 08:00:00 GMT.
    for (header, seconds) in [
        ("7", Some(7)),
        (" 7 ", Some(7)),
        ("Fri, 15 Jan 2027 08:01:30 GMT", Some(90)),
        ("Fri, 15 Jan 2027 07:00:00 GMT", Some(0)),
        ("soon", None),
        ("-7", None),
    ] {
        mock.set("/token", move |_| Reply::empty(429).header("retry-after", header));
        let error = mock.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert_eq!(error.retry_after(), seconds.map(Duration::from_secs), "{header}");

        mock.set("/token", move |_| {
            Reply::error(503, "server_error").header("retry-after", header)
        });
        let error = mock.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert_eq!(error.retry_after(), seconds.map(Duration::from_secs), "{header}");
    }
}

use std::time::Duration;

use serde_json::{Value, json};
use widget_auth_core::{AuthError, AuthErrorKind, OAuthTokenSet, UnixTime};
use widget_auth_provider::{CodeExchange, IdTokenFault, OAuthProvider as _, ProviderError};

use crate::support::{Liar, NONCE, NOW, REDIRECT, Reply, TestKey, cause};

/// Signs in, then refreshes at a provider that answers with `answer`.
async fn refresh(liar: &Liar, answer: &Value) -> Result<OAuthTokenSet, AuthError> {
    let provider = liar.provider();
    liar.set_tokens(&liar.tokens());
    let tokens = liar.sign_in().await.unwrap();
    liar.set_tokens(answer);
    provider.refresh_tokens(&tokens).await
}

fn answer() -> Value {
    json!({"access_token": "access-2", "token_type": "Bearer", "expires_in": 60})
}

/// An answer with an ID token whose claims were changed.
fn answer_with(liar: &Liar, change: impl FnOnce(&mut Value)) -> Value {
    let mut answer = answer();
    answer["id_token"] = liar.key.sign(&liar.claims_with(change)).into();
    answer
}

#[tokio::test]
async fn rp_44_a_new_refresh_token_replaces_the_old() {
    let liar = Liar::start().await;
    let mut answer = answer();
    answer["refresh_token"] = "refresh-2".into();
    let tokens = refresh(&liar, &answer).await.unwrap();
    assert_eq!(tokens.access_token.expose_secret(), "access-2");
    assert_eq!(tokens.refresh_token.unwrap().expose_secret(), "refresh-2");

    let form = liar.requests("/token").pop().unwrap().form();
    assert_eq!(form["grant_type"], "refresh_token");
    assert_eq!(form["refresh_token"], "refresh-1");
}

#[tokio::test]
async fn rp_44_an_absent_refresh_token_keeps_the_old() {
    let liar = Liar::start().await;
    for absent in [None, Some(json!(null)), Some(json!(""))] {
        let mut answer = answer();
        if let Some(value) = absent {
            answer["refresh_token"] = value;
        }
        let tokens = refresh(&liar, &answer).await.unwrap();
        assert_eq!(tokens.refresh_token.unwrap().expose_secret(), "refresh-1");
        // The rest of the old set that the answer leaves out.
        assert_eq!(tokens.scope.as_deref(), Some("openid email profile"));
        assert_eq!(tokens.expires_in, Some(60));
        assert_eq!(tokens.issued_at, UnixTime::from_secs(NOW));
    }
}

#[tokio::test]
async fn rp_27_a_refresh_without_an_id_token_is_accepted_and_keeps_the_old() {
    let liar = Liar::start().await;
    let tokens = refresh(&liar, &answer()).await.unwrap();
    let before = liar.sign_in().await;
    assert!(before.is_err(), "a code exchange needs one");
    assert!(tokens.id_token.is_some());
}

#[tokio::test]
async fn rp_45_a_refreshed_id_token_of_the_same_user_is_accepted() {
    let liar = Liar::start().await;
    for change in [
        |claims: &mut Value| claims["iat"] = (NOW + 1).into(),
        // `nonce` should be left out (section 12.2).
        |claims: &mut Value| drop(claims.as_object_mut().unwrap().remove("nonce")),
    ] as [fn(&mut Value); 2]
    {
        let answer = answer_with(&liar, change);
        let tokens = refresh(&liar, &answer).await.unwrap();
        let id_token = tokens.id_token.unwrap();
        assert_eq!(answer["id_token"], id_token.expose_secret());
    }
}

#[tokio::test]
async fn rp_45_another_subject_issuer_or_audience_is_rejected() {
    let liar = Liar::start().await;
    for (claim, value) in [
        ("sub", json!("user-2")),
        ("iss", json!("https://evil")),
        ("aud", json!("another client")),
        ("aud", json!(["another client"])),
        ("aud", json!([])),
    ] {
        let answer = answer_with(&liar, |claims| claims[claim] = value.clone());
        let error = refresh(&liar, &answer).await.unwrap_err();
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
    let liar = Liar::start().await;
    let mut tokens = liar.sign_in().await.unwrap();
    tokens.id_token = None;
    for (claim, fault) in [("iss", IdTokenFault::Issuer), ("aud", IdTokenFault::Audience)] {
        liar.set_tokens(&answer_with(&liar, |claims| claims[claim] = "https://evil".into()));
        let error = liar.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::IdToken(found) if *found == fault));
        assert!(error.needs_login());
    }
}

/// The old refresh token is used up: the new one must not be lost.
#[tokio::test]
async fn rp_45_an_id_token_with_another_fault_is_dropped_and_the_refresh_token_kept() {
    let liar = Liar::start().await;
    let claims = |change: fn(&mut Value)| answer_with(&liar, change)["id_token"].clone();
    let unknown_key = TestKey::new("ES256", "key-2").sign(&liar.claims());
    let wrong_signature = TestKey::new("ES256", "key-1").sign(&liar.claims());
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
        liar.set_tokens(&liar.tokens());
        let old = liar.sign_in().await.unwrap();
        let mut answer = answer();
        answer["refresh_token"] = "refresh-2".into();
        answer["id_token"] = id_token;
        liar.set_tokens(&answer);
        let new = liar.provider().refresh_tokens(&old).await.unwrap_or_else(|error| {
            panic!("{fault}: {error:?}");
        });
        assert_eq!(new.refresh_token.unwrap().expose_secret(), "refresh-2", "{fault}");
        assert_eq!(new.id_token, old.id_token, "{fault}");
    }
}

#[tokio::test]
async fn a_refresh_token_is_not_lost_because_the_keys_are_down() {
    let liar = Liar::start().await;
    let tokens = liar.sign_in().await.unwrap();
    liar.set("/jwks", |_| Reply::empty(503));
    let mut answer = answer_with(&liar, |_| {});
    answer["refresh_token"] = "refresh-2".into();
    liar.set_tokens(&answer);
    // A process that has just started has no keys in its cache.
    let new = liar.provider().refresh_tokens(&tokens).await.unwrap();
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
    let liar = Liar::start().await;
    let provider = liar.provider().with_trusted_audiences(["api-1"]);
    let first = liar.claims_with(|claims| {
        claims["aud"] = json!(["client-1", "api-1"]);
        claims["auth_time"] = NOW.into();
    });
    let mut tokens = liar.tokens();
    tokens["id_token"] = liar.key.sign(&first).into();
    liar.set_tokens(&tokens);
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
        answer["id_token"] = liar.key.sign(&claims).into();
        liar.set_tokens(&answer);
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
    let liar = Liar::start().await;
    let tokens = OAuthTokenSet::new("access-1", "Bearer", UnixTime::default());
    let error = liar.provider().refresh_tokens(&tokens).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::NoRefreshToken));
    assert!(error.needs_login());
    assert_eq!(liar.count("/token"), 0);
}

#[tokio::test]
async fn rp_47_invalid_grant_needs_a_login() {
    let liar = Liar::start().await;
    let tokens = liar.sign_in().await.unwrap();
    for status in [200, 400, 401, 500] {
        liar.set("/token", move |_| Reply::error(status, "invalid_grant"));
        let error = liar.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::TokenRefresh);
        assert_eq!(error.details().code(), Some("invalid_grant"));
        assert!(error.needs_login() && !error.is_retryable());
    }
}

#[tokio::test]
async fn rp_48_without_an_oauth_error_code_the_refresh_token_is_still_good() {
    let liar = Liar::start().await;
    let tokens = liar.sign_in().await.unwrap();
    for reply in [
        || Reply::empty(500),
        || Reply::empty(502),
        || Reply::empty(503),
        || Reply::empty(429),
        || Reply::empty(408),
        || Reply::empty(400),
        || Reply::empty(403),
        || Reply::html().status(404),
        Reply::html,
        || Reply::empty(200),
        || Reply::redirect(302, "http://127.0.0.1/login"),
        || Reply::error(400, "temporarily_unavailable"),
        || Reply::error(429, "invalid_request"),
        || Reply::error(503, "unknown_code"),
    ] as [fn() -> Reply; 14]
    {
        liar.set("/token", move |_| reply());
        let error = liar.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert!(error.is_retryable() && !error.needs_login(), "{error:?}");
    }
}

#[tokio::test]
async fn rp_48_a_lasting_refusal_is_neither_retried_nor_a_login() {
    let liar = Liar::start().await;
    let tokens = liar.sign_in().await.unwrap();
    for code in ["invalid_client", "unauthorized_client", "invalid_scope"] {
        liar.set("/token", move |_| Reply::error(400, code));
        let error = liar.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert!(!error.is_retryable() && !error.needs_login(), "{code}");
    }
}

#[tokio::test]
async fn rp_48_retry_after_is_passed_on() {
    let liar = Liar::start().await;
    let tokens = liar.sign_in().await.unwrap();
    // 1,800,000,000 is Fri, 15 Jan 2027 08:00:00 GMT.
    for (header, seconds) in [
        ("7", Some(7)),
        (" 7 ", Some(7)),
        ("Fri, 15 Jan 2027 08:01:30 GMT", Some(90)),
        ("Fri, 15 Jan 2027 07:00:00 GMT", Some(0)),
        ("soon", None),
        ("-7", None),
    ] {
        liar.set("/token", move |_| Reply::empty(429).header("retry-after", header));
        let error = liar.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert_eq!(error.retry_after(), seconds.map(Duration::from_secs), "{header}");

        liar.set("/token", move |_| {
            Reply::error(503, "server_error").header("retry-after", header)
        });
        let error = liar.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert_eq!(error.retry_after(), seconds.map(Duration::from_secs), "{header}");
    }
}

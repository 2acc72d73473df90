use std::time::Duration;

use aws_lc_rs::digest;
use serde_json::{Value, json};
use widget_auth_core::{ManualClock, UnixTime};
use widget_auth_provider::testing::SigningKey;
use widget_auth_provider::{
    CodeExchange, GenericOidcProvider, IdTokenFault, OAuthProvider as _, ProviderError,
    SigningAlgorithm,
};

use super::fault;
use crate::support::{CLIENT_ID, MockProvider, NONCE, NOW, REDIRECT, b64, cause, client};

/// Returns the result of a sign-in when `claim` is `value`, or missing for `None`.
async fn with(mock: &MockProvider, claim: &str, value: Option<Value>) -> Result<(), IdTokenFault> {
    let mut claims = mock.claims();
    match value {
        Some(value) => claims[claim] = value,
        None => drop(claims.as_object_mut().unwrap().remove(claim)),
    }
    mock.set_claims(&claims);
    match mock.sign_in().await {
        Ok(_) => Ok(()),
        Err(_) => Err(fault(mock).await),
    }
}

#[tokio::test]
async fn rp_35_another_issuer_is_rejected() {
    let mock = MockProvider::start().await;
    let url = mock.url();
    for iss in [
        None,
        Some(json!("https://evil.example.com")),
        Some(json!(format!("{url}/"))),
        Some(json!(url.to_uppercase())),
        Some(json!([url])),
        Some(json!(42)),
        Some(json!(null)),
    ] {
        let result = with(&mock, "iss", iss.clone()).await;
        let found = iss.map_or("missing".to_owned(), |iss| iss.to_string());
        let expected = url.to_owned();
        assert_eq!(result, Err(IdTokenFault::Issuer { found, expected }));
    }
}

#[tokio::test]
async fn rp_36_another_audience_is_rejected() {
    let mock = MockProvider::start().await;
    for aud in [
        None,
        Some(json!("somebody")),
        Some(json!([])),
        Some(json!(["somebody"])),
        Some(json!(7)),
        Some(json!({ "0": CLIENT_ID })),
        Some(json!([CLIENT_ID, 7])),
        Some(json!(CLIENT_ID.to_uppercase())),
    ] {
        let result = with(&mock, "aud", aud.clone()).await;
        let found = aud.map_or("missing".to_owned(), |aud| aud.to_string());
        let expected = CLIENT_ID.to_owned();
        assert_eq!(result, Err(IdTokenFault::Audience { found, expected }));
    }
}

#[tokio::test]
async fn rp_36_an_array_with_us_alone_is_accepted() {
    let mock = MockProvider::start().await;
    assert_eq!(with(&mock, "aud", Some(json!([CLIENT_ID]))).await, Ok(()));
    assert_eq!(with(&mock, "azp", Some(json!(CLIENT_ID))).await, Ok(()));
}

#[tokio::test]
async fn rp_36_an_untrusted_extra_audience_is_rejected() {
    let mock = MockProvider::start().await;
    mock.set_claims(&mock.claims_with(|claims| claims["aud"] = json!([CLIENT_ID, "api"])));
    let error = mock.sign_in().await.unwrap_err();
    assert_eq!(
        cause(&error).to_string(),
        "the id token was rejected: `aud` also names `api`, which is not trusted: if it is yours, \
         name it in trusted_audiences"
    );

    let trusting = mock.provider().with_trusted_audiences(["api"]);
    let exchange = CodeExchange::new("code", REDIRECT).with_nonce(NONCE);
    trusting.exchange_code(&exchange).await.unwrap();
}

#[tokio::test]
async fn rp_36_another_authorized_party_is_rejected() {
    let mock = MockProvider::start().await;
    for azp in [json!("somebody"), json!(7), json!([CLIENT_ID])] {
        let found = azp.to_string();
        let result = with(&mock, "azp", Some(azp)).await;
        let expected = CLIENT_ID.to_owned();
        assert_eq!(result, Err(IdTokenFault::AuthorizedParty { found, expected }));
    }
}

/// Providers write an absent claim as `null` or an empty text.
#[tokio::test]
async fn claims_that_are_written_as_absent_are_absent() {
    let mock = MockProvider::start().await;
    for claim in ["azp", "at_hash", "nbf"] {
        for absent in [json!(null), json!("")] {
            assert_eq!(with(&mock, claim, Some(absent)).await, Ok(()), "{claim}");
        }
    }
}

#[tokio::test]
async fn times_may_be_written_as_text() {
    let mock = MockProvider::start().await;
    for claim in ["iat", "nbf"] {
        assert_eq!(with(&mock, claim, Some(json!(NOW.to_string()))).await, Ok(()), "{claim}");
    }
    assert_eq!(with(&mock, "exp", Some(json!(format!("{}", NOW + 300)))).await, Ok(()));
    let result = with(&mock, "exp", Some(json!(format!("{}", NOW - 60)))).await;
    assert_eq!(result, Err(IdTokenFault::Expired));
    for odd in ["", "+1900000000", "-5", "1.9e9", "2027-01-01"] {
        assert_eq!(with(&mock, "exp", Some(json!(odd))).await, Err(IdTokenFault::Expiry), "{odd}");
    }
}

#[tokio::test]
async fn rp_37_a_missing_subject_is_rejected() {
    let mock = MockProvider::start().await;
    for sub in [None, Some(json!("")), Some(json!(1)), Some(json!(null))] {
        let result = with(&mock, "sub", sub).await;
        assert_eq!(result, Err(IdTokenFault::Subject));
    }
}

#[tokio::test]
async fn rp_37_the_time_of_issue_must_be_there_and_not_in_the_future() {
    let mock = MockProvider::start().await;
    for iat in [None, Some(json!("now")), Some(json!(-1)), Some(json!(null))] {
        let result = with(&mock, "iat", iat).await;
        assert_eq!(result, Err(IdTokenFault::IssuedAt));
    }
    assert_eq!(with(&mock, "iat", Some(json!(NOW + 60))).await, Ok(()));
    let result = with(&mock, "iat", Some(json!(NOW + 61))).await;
    assert_eq!(result, Err(IdTokenFault::IssuedInFuture));
    let result = with(&mock, "iat", Some(json!(1e300))).await;
    assert_eq!(result, Err(IdTokenFault::IssuedInFuture));
}

#[tokio::test]
async fn rp_38_an_expired_token_is_rejected_and_one_within_the_leeway_accepted() {
    let mock = MockProvider::start().await;
    for exp in [None, Some(json!("later")), Some(json!(null)), Some(json!(-5))] {
        let result = with(&mock, "exp", exp).await;
        assert_eq!(result, Err(IdTokenFault::Expiry));
    }
    assert_eq!(with(&mock, "exp", Some(json!(NOW - 59))).await, Ok(()));
    // OpenID Connect Core: the time must be *before* `exp`.
    let result = with(&mock, "exp", Some(json!(NOW - 60))).await;
    assert_eq!(result, Err(IdTokenFault::Expired));
    // RFC 7519 allows fractions.
    assert_eq!(with(&mock, "exp", Some(json!(NOW as f64 + 0.5))).await, Ok(()));
}

#[tokio::test]
async fn rp_38_the_leeway_can_be_set() {
    let mock = MockProvider::start().await;
    mock.set_claims(&mock.claims_with(|claims| claims["exp"] = (NOW - 1).into()));
    let strict = mock.provider().with_leeway(Duration::ZERO);
    let exchange = CodeExchange::new("code", REDIRECT).with_nonce(NONCE);
    let error = strict.exchange_code(&exchange).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Expired)));
}

#[tokio::test]
async fn rp_38_a_token_that_is_not_valid_yet_is_rejected() {
    let mock = MockProvider::start().await;
    assert_eq!(with(&mock, "nbf", Some(json!(NOW + 60))).await, Ok(()));
    for nbf in [json!(NOW + 61), json!("x")] {
        let result = with(&mock, "nbf", Some(nbf)).await;
        assert_eq!(result, Err(IdTokenFault::NotYetValid));
    }
}

#[tokio::test]
async fn rp_39_another_or_a_missing_nonce_is_rejected() {
    let mock = MockProvider::start().await;
    for nonce in [json!("another"), json!(1)] {
        assert_eq!(with(&mock, "nonce", Some(nonce)).await, Err(IdTokenFault::Nonce));
    }
    for nonce in [None, Some(json!("")), Some(json!(null))] {
        assert_eq!(with(&mock, "nonce", nonce).await, Err(IdTokenFault::NoNonce));
    }
    // None was sent: none is expected.
    mock.set_claims(&mock.claims());
    let exchange = CodeExchange::new("code", REDIRECT);
    mock.provider().exchange_code(&exchange).await.unwrap();
}

#[tokio::test]
async fn rp_40_a_wrong_at_hash_is_rejected() {
    for (alg, hash) in [
        (SigningAlgorithm::Es256, &digest::SHA256),
        (SigningAlgorithm::Es384, &digest::SHA384),
        (SigningAlgorithm::EdDsa, &digest::SHA512),
    ] {
        let mock = MockProvider::with_key(SigningKey::generate(alg, "key-1")).await;
        let full = digest::digest(hash, b"access-1");
        let half = &full.as_ref()[..full.as_ref().len() / 2];
        assert_eq!(with(&mock, "at_hash", Some(json!(b64(half)))).await, Ok(()));
        for wrong in [json!(b64(full)), json!(b64(&half[1..])), json!(7)] {
            let result = with(&mock, "at_hash", Some(wrong)).await;
            assert_eq!(result, Err(IdTokenFault::AccessTokenHash));
        }
    }
}

#[tokio::test]
async fn a_token_can_be_validated_by_itself() {
    let mock = MockProvider::start().await;
    let clock = std::sync::Arc::new(ManualClock::new(UnixTime::from_secs(NOW)));
    let client = client().with_clock(clock.clone());
    let provider = GenericOidcProvider::new(client, mock.url()).unwrap();
    let token = mock.key().sign(&mock.claims()).into();

    let claims = provider.validate_id_token(&token, Some(NONCE)).await.unwrap();
    assert_eq!(claims.subject, "user-1");
    assert_eq!(claims.issuer, mock.url());
    assert_eq!(claims.audience, [CLIENT_ID]);
    assert_eq!(claims.issued_at, UnixTime::from_secs(NOW));
    assert_eq!(claims.expires_at, UnixTime::from_secs(NOW + 300));
    assert_eq!(claims.claims["nonce"], NONCE);

    let error = provider.validate_id_token(&token, Some("x")).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Nonce)));
    clock.advance(Duration::from_secs(360));
    let error = provider.validate_id_token(&token, Some(NONCE)).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Expired)));
}

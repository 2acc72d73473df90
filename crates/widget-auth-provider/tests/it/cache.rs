//! Item 32 and the promises of the caches. The clock is ours.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use widget_auth_core::{IdToken, ManualClock, UnixTime};
use widget_auth_provider::testing::SigningKey;
use widget_auth_provider::{
    GenericOidcProvider, IdTokenFault, OAuthProvider as _, ProviderError, SigningAlgorithm,
};

use crate::support::{MockProvider, NOW, Reply, cause, client, html};

const WELL_KNOWN: &str = "/.well-known/openid-configuration";
const HOUR: Duration = Duration::from_secs(3600);

/// A provider at `mock`, its clock, and a token that stays valid for days.
fn provider(mock: &MockProvider) -> (GenericOidcProvider, Arc<ManualClock>, IdToken) {
    let clock = Arc::new(ManualClock::new(UnixTime::from_secs(NOW)));
    let client = client().with_clock(clock.clone());
    let provider = GenericOidcProvider::new(client, mock.url()).unwrap();
    (provider, clock, token(mock, mock.key()))
}

fn token(mock: &MockProvider, key: &SigningKey) -> IdToken {
    key.sign(&mock.claims_with(|claims| claims["exp"] = (NOW + 1_000_000).into())).into()
}

fn fault(error: &widget_auth_core::AuthError) -> IdTokenFault {
    match cause(error) {
        ProviderError::IdToken(fault) => fault.clone(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn many_callers_at_once_make_one_request_each() {
    let mock = MockProvider::start().await;
    let (provider, _, token) = provider(&mock);
    let clone = provider.clone();
    let calls = (0..100).map(|call| {
        let provider = if call % 2 == 0 { &provider } else { &clone };
        provider.validate_id_token(&token, None)
    });
    for result in join_all(calls).await {
        result.unwrap();
    }
    assert_eq!(mock.count(WELL_KNOWN), 1);
    assert_eq!(mock.count("/jwks"), 1);
}

#[tokio::test]
async fn many_callers_at_once_share_one_failure() {
    let mock = MockProvider::start().await;
    mock.set(WELL_KNOWN, |_| Reply::empty(503));
    let (provider, _, token) = provider(&mock);
    let calls = (0..100).map(|_| provider.validate_id_token(&token, None));
    for result in join_all(calls).await {
        assert!(result.unwrap_err().is_retryable());
    }
    assert_eq!(mock.count(WELL_KNOWN), 1);
    // The next caller tries again at once: there is nothing to go on with.
    mock.set_json(WELL_KNOWN, &mock.metadata());
    provider.validate_id_token(&token, None).await.unwrap();
}

#[tokio::test]
async fn a_caller_that_goes_away_does_not_block_the_next() {
    let mock = MockProvider::start().await;
    mock.set(WELL_KNOWN, |_| Reply::never());
    let (provider, _, token) = provider(&mock);
    let call = provider.validate_id_token(&token, None);
    let other = async {
        while mock.count(WELL_KNOWN) == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        result = call => panic!("{result:?}"),
        () = other => {}
    }
    mock.set_json(WELL_KNOWN, &mock.metadata());
    provider.validate_id_token(&token, None).await.unwrap();
}

#[tokio::test]
async fn a_hanging_endpoint_delays_no_caller_while_an_old_document_is_cached() {
    let mock = MockProvider::start().await;
    let (provider, clock, token) = provider(&mock);
    provider.validate_id_token(&token, None).await.unwrap();
    mock.set("/jwks", |_| Reply::never());
    clock.advance(2 * HOUR);
    let first = provider.validate_id_token(&token, None);
    let second = async {
        while mock.count("/jwks") < 2 {
            tokio::task::yield_now().await;
        }
        provider.validate_id_token(&token, None).await
    };
    tokio::select! {
        result = first => panic!("{result:?}"),
        result = second => drop(result.unwrap()),
    }
}

#[tokio::test]
async fn documents_are_fetched_again_after_an_hour() {
    let mock = MockProvider::start().await;
    let (provider, clock, token) = provider(&mock);
    for (wait, fetches) in [(Duration::ZERO, 1), (HOUR - Duration::from_secs(1), 1), (HOUR, 2)] {
        clock.advance(wait);
        provider.validate_id_token(&token, None).await.unwrap();
        assert_eq!(mock.count("/jwks"), fetches);
        assert_eq!(mock.count(WELL_KNOWN), fetches);
    }
}

#[tokio::test]
async fn rp_32_an_unknown_kid_causes_one_refetch_and_is_then_accepted() {
    let mock = MockProvider::start().await;
    let (provider, _, old_token) = provider(&mock);
    provider.validate_id_token(&old_token, None).await.unwrap();

    let new_key = SigningKey::generate(SigningAlgorithm::Es256, "key-2");
    mock.set_json("/jwks", &json!({ "keys": [mock.key().jwk(), new_key.jwk()] }));
    let new_token = token(&mock, &new_key);
    let calls = (0..50).map(|_| provider.validate_id_token(&new_token, None));
    for result in join_all(calls).await {
        result.unwrap();
    }
    assert_eq!(mock.count("/jwks"), 2);
    provider.validate_id_token(&old_token, None).await.unwrap();
    assert_eq!(mock.count("/jwks"), 2);
}

#[tokio::test]
async fn rp_32_a_flood_of_unknown_kids_causes_bounded_fetches() {
    let mock = MockProvider::start().await;
    let (provider, clock, good) = provider(&mock);
    let forged = token(&mock, &SigningKey::generate(SigningAlgorithm::Es256, "unknown"));
    // 200 at once share one fetch; one after the other they have a budget.
    let flood = async || {
        for _ in 0..5 {
            let calls = (0..200).map(|_| provider.validate_id_token(&forged, None));
            for result in join_all(calls).await {
                let fault = fault(&result.unwrap_err());
                assert!(matches!(fault, IdTokenFault::UnknownKey | IdTokenFault::KeysTooOften));
            }
        }
    };
    flood().await;
    // The first fetch, and three unscheduled ones.
    assert_eq!(mock.count("/jwks"), 4);
    clock.advance(Duration::from_secs(59));
    flood().await;
    assert_eq!(mock.count("/jwks"), 4);
    clock.advance(Duration::from_secs(1));
    flood().await;
    assert_eq!(mock.count("/jwks"), 5);
    // And good tokens do not suffer.
    provider.validate_id_token(&good, None).await.unwrap();
}

#[tokio::test]
async fn rp_32_a_known_kid_is_accepted_from_cache_while_the_endpoint_is_down() {
    let mock = MockProvider::start().await;
    let (provider, clock, token) = provider(&mock);
    provider.validate_id_token(&token, None).await.unwrap();
    for path in ["/jwks", WELL_KNOWN] {
        mock.set(path, |_| Reply::empty(503));
    }
    clock.advance(2 * HOUR);
    provider.validate_id_token(&token, None).await.unwrap();
    assert_eq!(mock.count("/jwks"), 2);
    // A broken endpoint is left alone for a while …
    provider.validate_id_token(&token, None).await.unwrap();
    assert_eq!(mock.count("/jwks"), 2);
    // … and then asked again.
    clock.advance(Duration::from_secs(30));
    mock.set(WELL_KNOWN, |_| html());
    mock.set("/jwks", |_| html());
    provider.validate_id_token(&token, None).await.unwrap();
    assert_eq!(mock.count("/jwks"), 3);
}

#[tokio::test]
async fn rp_32_an_unknown_kid_while_the_endpoint_is_down_is_rejected() {
    let mock = MockProvider::start().await;
    let (provider, _, good) = provider(&mock);
    provider.validate_id_token(&good, None).await.unwrap();
    mock.set("/jwks", |_| Reply::empty(503));
    let forged = token(&mock, &SigningKey::generate(SigningAlgorithm::Es256, "unknown"));
    let error = provider.validate_id_token(&forged, None).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Status { status: 503, .. }));
    provider.validate_id_token(&good, None).await.unwrap();
}

#[tokio::test]
async fn metadata_that_turns_hostile_is_not_taken_over() {
    let mock = MockProvider::start().await;
    let (provider, clock, token) = provider(&mock);
    provider.validate_id_token(&token, None).await.unwrap();
    mock.set_metadata(|metadata| metadata["issuer"] = "https://evil.example.com".into());
    clock.advance(2 * HOUR);
    let metadata = provider.metadata().await.unwrap().unwrap();
    assert_eq!(metadata.issuer(), mock.url());
}

#[tokio::test]
async fn a_clock_that_was_set_back_does_no_harm() {
    let mock = MockProvider::start().await;
    let (provider, clock, token) = provider(&mock);
    provider.validate_id_token(&token, None).await.unwrap();
    clock.set(UnixTime::from_secs(NOW - 50));
    provider.validate_id_token(&token, None).await.unwrap();
    assert_eq!(mock.count("/jwks"), 1);
}

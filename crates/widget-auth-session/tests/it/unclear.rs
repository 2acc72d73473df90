//! A refresh token that a provider or a gateway calls dead in words of its own.

use std::time::Duration;

use widget_auth_core::{AuthError, ErrorDetails, Remedy};
use widget_auth_provider::{Endpoint, ProviderError};

use crate::support::{Fixture, LIFETIME, Reply, access, unreachable_for};

/// A status without an error code, as a provider returns it.
fn answered(status: u16) -> Reply {
    let cause = ProviderError::Status { endpoint: Endpoint::Token, status, retry_after: None };
    let details = ErrorDetails::new().with_remedy(Remedy::Retry { after: None });
    Reply::Error(AuthError::token_refresh(details).with_source(cause))
}

#[tokio::test(start_paused = true)]
async fn two_refusals_after_the_token_has_expired_end_the_session_once() {
    for status in [400, 401] {
        let world = Fixture::new();
        let session = world.signed_in().await;
        world.pass(LIFETIME);
        world.provider.reply([answered(status), answered(status)]);
        let error = session.get_access_token().await.unwrap_err();
        assert!(error.needs_login() && !error.is_retryable(), "{error:?}");
        assert!(format!("{error:?}").contains(&format!("http status {status}")), "{error:?}");
        assert_eq!((world.provider.posts(), world.reauths()), (2, 1));
        assert_eq!(world.stored().await, None);
        session.get_access_token().await.unwrap_err();
        assert_eq!((world.provider.posts(), world.reauths()), (2, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn one_refusal_ends_nothing() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.reply([answered(400)]);
    assert_eq!(access(&session).await, "access-2");
    // The next token begins without a doubt.
    world.pass(LIFETIME);
    world.provider.reply([answered(400)]);
    assert_eq!(access(&session).await, "access-3");
    assert_eq!(world.reauths(), 0);
}

#[tokio::test(start_paused = true)]
async fn nothing_ends_while_the_access_token_is_valid() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME - 30);
    for _ in 0..5 {
        world.provider.reply([answered(400)]);
        assert_eq!(access(&session).await, "access-1");
        tokio::time::advance(Duration::from_secs(60)).await;
    }
    assert!(world.stored().await.is_some());
    world.provider.reply([answered(400)]);
    world.pass(30);
    assert!(session.get_access_token().await.unwrap_err().needs_login());
    assert_eq!(world.reauths(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_outage_is_no_refusal() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    let outage = || Reply::Error(unreachable_for(None));
    world.provider.reply([outage(), answered(503), answered(400)]);
    let error = session.get_access_token().await.unwrap_err();
    assert!(error.is_retryable() && !error.needs_login(), "{error:?}");
    tokio::time::advance(Duration::from_secs(60)).await;
    assert_eq!(access(&session).await, "access-2");
}

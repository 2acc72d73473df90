//! New tokens are stored before anybody gets them, whatever happens meanwhile.

use std::time::Duration;

use futures_util::FutureExt as _;

use crate::support::{Fault, Fixture, LIFETIME, Reply, access};

#[tokio::test(start_paused = true)]
async fn rp_49_the_refresh_token_is_stored_before_the_access_token_is_released() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.store.fail_saves([Fault::Before; 20]);
    let mut waiting = Box::pin(session.get_access_token());
    // Four seconds in which the store takes nothing.
    let early = tokio::time::timeout(Duration::from_secs(3), &mut waiting).await;
    assert!(early.is_err(), "an access token got out whose refresh token is not stored");
    assert_eq!(waiting.await.unwrap().expose_secret(), "access-2");
    let stored = world.stored().await.unwrap();
    assert_eq!(stored.refresh_token.unwrap().expose_secret(), "refresh-2");
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn rp_49_a_save_whose_answer_was_lost_is_found_again() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.store.fail_saves([Fault::After]);
    assert_eq!(access(&session).await, "access-2");
    world.pass(LIFETIME);
    assert_eq!(access(&session).await, "access-3");
    assert_eq!(world.provider.posts(), 2);
}

#[tokio::test(start_paused = true)]
async fn rp_49_tokens_that_the_store_refuses_are_stored_later() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.store.fail_saves([Fault::Refused]);
    let error = session.get_access_token().await.unwrap_err();
    assert!(!error.is_retryable() && !error.needs_login(), "{error:?}");
    // The old refresh token is used up, and not used again.
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(access(&session).await, "access-2");
    assert_eq!(world.stored().await.unwrap().refresh_token.unwrap().expose_secret(), "refresh-2");
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn rp_49_tokens_are_not_given_up_when_the_store_fails_for_long() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.store.fail_saves(std::iter::repeat_n(Fault::Before, 3010));
    tokio::time::sleep(Duration::from_secs(800)).await;
    // Meanwhile they have expired.
    world.pass(LIFETIME);
    assert_eq!(access(&session).await, "access-3");
    assert_eq!(world.provider.posts(), 2);
    assert_eq!(world.reauths(), 0);
}

#[tokio::test(start_paused = true)]
async fn rp_49_a_caller_who_goes_away_does_not_stop_the_refresh() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.close_gate();
    {
        let caller = session.get_access_token();
        tokio::pin!(caller);
        assert!((&mut caller).now_or_never().is_none());
        world.provider.wait_for_posts(1).await;
    }
    // Nor do all handles.
    drop(session);
    world.provider.gate.add_permits(1);
    let other = world.session();
    assert_eq!(access(&other).await, "access-2");
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_sign_in_during_a_refresh_wins() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.close_gate();
    let waiting = tokio::spawn({
        let session = session.clone();
        async move { access(&session).await }
    });
    world.provider.wait_for_posts(1).await;
    let mut other_user = world.provider.sign_in(LIFETIME);
    other_user.access_token = "of another user".into();
    session.save_tokens(other_user.clone()).await.unwrap();
    world.provider.gate.add_permits(1);
    assert_eq!(waiting.await.unwrap(), "of another user");
    assert_eq!(access(&session).await, "of another user");
    let stored = world.stored().await.unwrap();
    assert_eq!(stored.refresh_token, other_user.refresh_token);
}

/// A process dies between the answer and the save.
#[tokio::test(start_paused = true)]
async fn a_crash_before_the_save_ends_in_one_clear_sign_in_again() {
    let world = Fixture::new();
    let (one, two) = (world.signed_in().await, world.session());
    assert!(two.initialize().await.unwrap());
    world.pass(LIFETIME);
    world.provider.reply([Reply::Lost]);
    let errors =
        [one.get_access_token().await.unwrap_err(), two.get_access_token().await.unwrap_err()];
    assert!(errors.iter().all(widget_auth_core::AuthError::needs_login), "{errors:?}");
    assert_eq!(world.reauths(), 1);
    assert_eq!(world.stored().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_panic_of_the_provider_is_an_error_and_not_the_end() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.reply([Reply::Panic]);
    // The next attempt of the same call succeeds.
    assert_eq!(access(&session).await, "access-2");
    assert_eq!(world.provider.posts(), 2);
}

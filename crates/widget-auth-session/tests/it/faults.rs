//! A passing fault loses nothing.

use std::time::Duration;

use tokio::time::Instant;
use widget_auth_core::{AuthError, ErrorDetails};

use crate::support::{Fixture, LIFETIME, Reply, access, unreachable_for};

fn failures(count: usize) -> impl Iterator<Item = Reply> {
    std::iter::repeat_with(|| Reply::Error(unreachable_for(None))).take(count)
}

#[tokio::test(start_paused = true)]
async fn rp_48_callers_get_the_old_token_for_as_long_as_it_is_valid() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME - 30);
    world.provider.reply(failures(1));
    let began = Instant::now();
    for _ in 0..100 {
        assert_eq!(access(&session).await, "access-1");
    }
    // They did not wait, and the provider was left alone.
    assert_eq!(began.elapsed(), Duration::ZERO);
    assert_eq!(world.provider.posts(), 1);
    assert_eq!(world.reauths(), 0);
    // The refresh token was kept.
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(access(&session).await, "access-2");
}

#[tokio::test(start_paused = true)]
async fn rp_48_a_caller_with_an_expired_token_sits_out_two_short_pauses() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.reply(failures(2));
    let began = Instant::now();
    assert_eq!(access(&session).await, "access-2");
    assert_eq!(world.provider.posts(), 3);
    let pauses = Duration::from_millis(750)..=Duration::from_millis(1500);
    assert!(pauses.contains(&began.elapsed()), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn rp_48_a_lasting_fault_is_an_error_that_says_so() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    session.logout(false).await.unwrap();
    session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
    world.pass(LIFETIME);
    world.provider.reply(failures(3));
    let error = session.get_access_token().await.unwrap_err();
    assert!(error.is_retryable() && !error.needs_login(), "{error:?}");
    assert_eq!(world.provider.posts(), 3);
    assert_eq!(world.reauths(), 0);
    assert!(world.stored().await.unwrap().refresh_token.is_some());
}

#[tokio::test(start_paused = true)]
async fn rp_48_retry_after_is_kept_to() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.reply([Reply::Error(unreachable_for(Some(Duration::from_secs(300))))]);
    for _ in 0..3 {
        let error = session.get_access_token().await.unwrap_err();
        assert!(error.is_retryable(), "{error:?}");
        session.refresh().await.unwrap_err();
    }
    assert_eq!(world.provider.posts(), 1);
    tokio::time::advance(Duration::from_secs(299)).await;
    // Less than what a caller waits for.
    assert_eq!(access(&session).await, "access-2");
}

#[tokio::test(start_paused = true)]
async fn during_a_long_pause_the_tokens_of_another_process_are_found() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    let other = world.session();
    world.pass(LIFETIME);
    world.provider.reply([Reply::Error(unreachable_for(Some(Duration::from_secs(300))))]);
    session.get_access_token().await.unwrap_err();
    assert_eq!(access(&other).await, "access-2");
    assert_eq!(access(&session).await, "access-2");
    // A sign-out there is no fault of the provider.
    world.pass(LIFETIME);
    session.get_access_token().await.unwrap_err();
    other.logout(false).await.unwrap();
    assert!(session.get_access_token().await.unwrap_err().needs_login());
    assert_eq!(world.provider.posts(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_is_misconfigured_is_not_asked_all_the_time() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    let wrong = AuthError::token_refresh(ErrorDetails::new().with_code("invalid_client"));
    world.provider.reply([Reply::Error(wrong.clone()), Reply::Error(wrong)]);
    let error = session.get_access_token().await.unwrap_err();
    assert_eq!(error.details().code(), Some("invalid_client"));
    assert!(!error.is_retryable() && !error.needs_login());
    assert_eq!(world.provider.posts(), 1);
    assert!(world.stored().await.unwrap().refresh_token.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_silent_provider_does_not_hold_up_who_has_a_valid_token() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME - 30);
    world.provider.reply([Reply::Silence]);
    let began = Instant::now();
    for _ in 0..10 {
        assert_eq!(access(&session).await, "access-1");
    }
    assert_eq!(began.elapsed(), Duration::from_secs(2), "all of them together");
    // Without one the caller gets an answer as well.
    world.pass(30);
    let error = session.get_access_token().await.unwrap_err();
    assert!(error.is_retryable(), "{error:?}");
    assert!(began.elapsed() <= Duration::from_secs(70), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_caller_whose_token_expires_while_it_waits_gets_the_new_one() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME - 1);
    world.provider.close_gate();
    let caller = tokio::spawn(async move { access(&session).await });
    world.provider.wait_for_posts(1).await;
    world.pass(1);
    // Longer than a caller with a valid token waits.
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert!(!caller.is_finished(), "it has neither a token nor an error yet");
    world.provider.gate.add_permits(1);
    assert_eq!(caller.await.unwrap(), "access-2");
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_down_costs_nothing_while_the_token_is_valid() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME - 30);
    world.store.set_down(true);
    assert_eq!(access(&session).await, "access-1");
    world.pass(30);
    let error = session.get_access_token().await.unwrap_err();
    assert!(error.is_retryable() && !error.needs_login(), "{error:?}");
    // Without the store the provider is not asked.
    assert_eq!(world.provider.posts(), 0);
    world.store.set_down(false);
    tokio::time::advance(Duration::from_secs(60)).await;
    assert_eq!(access(&session).await, "access-2");
}

#[tokio::test(start_paused = true)]
async fn initialize_distinguishes_a_fault_from_signed_out() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    world.store.set_down(true);
    assert!(world.session().initialize().await.unwrap_err().is_retryable());
    world.store.set_down(false);

    world.pass(LIFETIME - 30);
    world.provider.reply(failures(1));
    // The provider fails, but the old token still works.
    assert!(world.session().initialize().await.unwrap());
    world.pass(30);
    world.provider.reply(failures(3));
    assert!(world.session().initialize().await.unwrap_err().is_retryable());
}

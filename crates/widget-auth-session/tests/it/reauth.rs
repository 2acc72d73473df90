//! When only a new sign-in helps, and that it is said once.

use std::error::Error as _;
use std::time::Duration;

use widget_auth_core::{AuthError, AuthErrorKind, OAuthTokenSet};
use widget_auth_session::{RefreshOutcome, SessionError};
use widget_auth_store::TokenStoreExt as _;

use crate::support::{
    Fault, Fixture, LIFETIME, NOW, Reply, access, invalid_grant, unreachable_for,
};

/// The cause of an error that tells of a refusal some time before.
fn cause(error: &AuthError) -> Option<&SessionError> {
    error.source()?.source()?.downcast_ref()
}

#[tokio::test(start_paused = true)]
async fn rp_47_invalid_grant_ends_the_session_and_says_so_once() {
    let world = Fixture::new();
    let sessions = [world.signed_in().await, world.session(), world.session()];
    for session in &sessions {
        assert!(session.initialize().await.unwrap());
    }
    world.provider.end_family();
    world.pass(LIFETIME);
    for session in &sessions {
        for _ in 0..3 {
            let error = session.get_access_token().await.unwrap_err();
            assert!(error.needs_login() && !error.is_retryable(), "{error:?}");
            assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::SignInRequired);
        }
        assert!(session.tokens().is_none());
    }
    assert_eq!(world.provider.posts(), 1);
    assert_eq!(world.reauths(), 1);
    assert_eq!(world.stored().await, None);

    // After a sign-in every caller continues, and the next end is said again.
    sessions[0].save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
    for session in &sessions {
        assert_eq!(access(session).await, "access-2");
    }
    world.provider.end_family();
    assert_eq!(sessions[1].refresh().await.unwrap(), RefreshOutcome::SignInRequired);
    assert_eq!(world.reauths(), 2);
}

#[tokio::test(start_paused = true)]
async fn rp_47_invalid_grant_for_tokens_that_were_replaced_meanwhile_is_none() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.close_gate();
    let waiting = tokio::spawn({
        let session = session.clone();
        async move { access(&session).await }
    });
    world.provider.wait_for_posts(1).await;
    // A process that was suspended longer than its lease comes back and wins.
    world.provider.reply([Reply::Error(invalid_grant())]);
    let newer = world.provider.sign_in(LIFETIME);
    world.store.save(&world.key(), &newer).await.unwrap();
    world.provider.gate.add_permits(1);
    assert_eq!(waiting.await.unwrap(), "access-2");
    assert_eq!(world.reauths(), 0);
    assert_eq!(world.stored().await, Some(newer));
}

#[tokio::test(start_paused = true)]
async fn a_refusal_inside_the_buffer_leaves_the_access_token_to_its_end() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.provider.end_family();
    world.pass(LIFETIME - 60);
    for _ in 0..59 {
        for _ in 0..3 {
            assert_eq!(access(&session).await, "access-1");
            assert!(session.initialize().await.unwrap());
        }
        world.pass(1);
        tokio::time::advance(Duration::from_secs(1)).await;
    }
    assert_eq!((world.provider.posts(), world.reauths()), (1, 0));
    assert_eq!(session.tokens().unwrap().refresh_token, None);
    // Another process knows it, too.
    assert_eq!(access(&world.session()).await, "access-1");
    assert_eq!(world.provider.posts(), 1);

    world.pass(1);
    let error = session.get_access_token().await.unwrap_err();
    assert!(error.needs_login() && !error.is_retryable(), "{error:?}");
    assert_eq!(error.kind(), AuthErrorKind::TokenExpired);
    assert_eq!(cause(&error), Some(&SessionError::RefreshTokenRefused));
    let text = format!("{error:?}");
    assert!(text.contains("the provider refused the refresh token: sign in again"), "{text}");
    assert_eq!((world.provider.posts(), world.reauths()), (1, 1));
    assert_eq!(world.stored().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_refusal_is_remembered_while_the_store_is_down() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.provider.end_family();
    world.pass(LIFETIME - 60);
    world.store.fail_saves([Fault::Before; 20]);
    for _ in 0..20 {
        assert_eq!(access(&session).await, "access-1");
    }
    assert_eq!(world.provider.posts(), 1);
    world.pass(60);
    assert!(session.get_access_token().await.unwrap_err().needs_login());
    assert_eq!((world.provider.posts(), world.reauths()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_sign_out_after_a_refusal_revokes_the_access_token_only() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.provider.end_family();
    world.pass(LIFETIME - 60);
    assert_eq!(access(&session).await, "access-1");
    session.logout(true).await.unwrap();
    assert_eq!(world.provider.revoked(), ["access-1"]);
}

#[tokio::test(start_paused = true)]
async fn after_a_refusal_the_background_says_at_the_end_that_a_sign_in_is_needed() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.provider.end_family();
    world.pass(LIFETIME - 60);
    world.provider.wait_for_posts(1).await;
    for _ in 0..60 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(world.reauths(), 0);
        world.pass(1);
    }
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!((world.provider.posts(), world.reauths()), (1, 1));
    assert!(session.tokens().is_none());
}

#[tokio::test(start_paused = true)]
async fn a_sign_in_after_a_refusal_begins_a_session_that_is_refreshed() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.provider.end_family();
    world.pass(LIFETIME - 30);
    assert_eq!(access(&session).await, "access-1");
    session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
    assert_eq!(access(&session).await, "access-2");
    world.pass(LIFETIME - 60);
    assert_eq!(access(&session).await, "access-3");
    assert_eq!((world.provider.posts(), world.reauths()), (2, 0));
}

#[tokio::test(start_paused = true)]
async fn a_refresh_after_a_refusal_ends_the_session_without_asking_again() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.provider.end_family();
    world.pass(LIFETIME - 30);
    assert_eq!(access(&session).await, "access-1");
    for _ in 0..3 {
        assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::SignInRequired);
        assert_eq!((world.provider.posts(), world.reauths()), (1, 1));
        assert_eq!(world.stored().await, None);
    }
}

#[tokio::test(start_paused = true)]
async fn the_kinds_of_error_say_what_happened() {
    let world = Fixture::new();
    let session = world.session_without_callback();
    session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
    world.provider.end_family();
    let refused = session.refresh().await.unwrap_err();
    assert_eq!(refused.kind(), AuthErrorKind::TokenRefresh);
    assert_eq!(refused.details().code(), Some("invalid_grant"));

    session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
    world.provider.end_family();
    world.pass(LIFETIME);
    let expired = session.get_access_token().await.unwrap_err();
    assert_eq!(expired.kind(), AuthErrorKind::TokenExpired);
    assert_eq!(expired.details().code(), Some("invalid_grant"));

    let nobody = session.get_access_token().await.unwrap_err();
    assert_eq!(nobody.kind(), AuthErrorKind::Authentication);
    assert!(nobody.needs_login());
    let nobody = session.refresh().await.unwrap_err();
    assert_eq!(nobody.kind(), AuthErrorKind::TokenRefresh);
    assert!(nobody.needs_login());
    world.store.set_down(true);
    let down = session.refresh().await.unwrap_err();
    assert_eq!(down.kind(), AuthErrorKind::TokenRefresh);
    assert!(down.is_retryable());
}

/// The specification: a refresh that fails calls the callback when one is set.
#[tokio::test(start_paused = true)]
async fn a_refresh_that_needs_a_sign_in_calls_the_callback_and_is_no_error() {
    // The provider refuses, with a token that is still valid or that is not.
    for age in [0, LIFETIME] {
        let world = Fixture::new();
        let session = world.signed_in().await;
        world.provider.end_family();
        world.pass(age);
        for _ in 0..3 {
            assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::SignInRequired);
            assert_eq!(world.reauths(), 1);
        }
    }
    // No user has signed in.
    let world = Fixture::new();
    let session = world.session();
    for _ in 0..3 {
        assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::SignInRequired);
        assert_eq!(world.reauths(), 1);
    }
    // A passing fault is none of that.
    let session = world.signed_in().await;
    world.provider.reply([Reply::Error(unreachable_for(None))]);
    assert!(session.refresh().await.unwrap_err().is_retryable());
    assert_eq!(world.reauths(), 1);
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::Refreshed);
}

#[tokio::test(start_paused = true)]
async fn without_a_refresh_token_the_session_lasts_as_long_as_its_access_token() {
    let world = Fixture::new();
    let session = world.session();
    let mut tokens = OAuthTokenSet::new("access", "Bearer", NOW);
    tokens.expires_in = Some(LIFETIME);
    session.save_tokens(tokens).await.unwrap();
    world.pass(LIFETIME - 1);
    assert_eq!(access(&session).await, "access");
    assert_eq!(world.reauths(), 0);
    // It cannot be replaced, but it works.
    assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::SignInRequired);
    assert_eq!(access(&session).await, "access");
    assert_eq!(world.reauths(), 1);

    world.pass(1);
    for _ in 0..3 {
        let error = session.get_access_token().await.unwrap_err();
        assert!(error.needs_login(), "{error:?}");
    }
    assert_eq!(world.reauths(), 1);
    assert_eq!(world.provider.posts(), 0);
}

#[tokio::test(start_paused = true)]
async fn initialize_finds_a_dead_session_and_says_so() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    world.provider.end_family();
    world.pass(LIFETIME);
    assert!(!world.session().initialize().await.unwrap());
    assert!(!world.session().initialize().await.unwrap());
    assert_eq!(world.reauths(), 1);
}

/// Both have read the tokens before one of them removes them.
#[tokio::test(start_paused = true)]
async fn of_two_processes_that_find_the_end_at_once_one_says_so() {
    let world = Fixture::new();
    let mut tokens = OAuthTokenSet::new("access", "Bearer", NOW);
    tokens.expires_in = Some(LIFETIME);
    world.store.save(&world.key(), &tokens).await.unwrap();
    world.pass(LIFETIME);
    world.store.close_gate();
    let tasks = [world.session(), world.session()]
        .map(|session| tokio::spawn(async move { session.get_access_token().await }));
    world.store.wait_for_readers(2).await;
    world.store.gate.add_permits(1000);
    for task in tasks {
        assert!(task.await.unwrap().unwrap_err().needs_login());
    }
    assert_eq!(world.reauths(), 1);
}

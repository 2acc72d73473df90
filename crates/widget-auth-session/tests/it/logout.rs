//! Signing out.

use futures_util::FutureExt as _;
use widget_auth_core::AuthErrorKind;
use widget_auth_session::RefreshOutcome;
use widget_auth_store::{
    MemorySessionStore, SessionStore as _, StoreError, TokenStore as _, TokenStoreExt as _,
};

use crate::support::{Fixture, LIFETIME, access, timed_out};

#[tokio::test(start_paused = true)]
async fn rp_51_the_refresh_token_is_revoked_first_and_everything_is_gone() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    session.logout(true).await.unwrap();
    assert_eq!(world.provider.revoked(), ["refresh-1", "access-1"]);
    assert_eq!(world.stored().await, None);
    assert!(session.tokens().is_none());
    assert!(session.get_access_token().await.unwrap_err().needs_login());
    assert_eq!(world.reauths(), 0);
    // Signing out twice is fine.
    session.logout(true).await.unwrap();
    assert_eq!(world.provider.revoked().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn without_revoke_the_provider_is_not_asked() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    session.logout(false).await.unwrap();
    assert_eq!(world.provider.revoked(), [""; 0]);
    assert_eq!(world.stored().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_process_that_loaded_nothing_signs_out_as_well() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    world.session().logout(true).await.unwrap();
    assert_eq!(world.provider.revoked(), ["refresh-1", "access-1"]);
    assert_eq!(world.stored().await, None);
}

/// The tokens of an earlier version are under the session key, without a mark.
#[tokio::test(start_paused = true)]
async fn a_process_that_loaded_nothing_revokes_the_tokens_of_an_earlier_version() {
    let world = Fixture::new();
    world.store.inner.save("default", &world.provider.sign_in(LIFETIME)).await.unwrap();
    world.session().logout(true).await.unwrap();
    assert_eq!(world.provider.revoked(), ["refresh-1", "access-1"]);
    assert!(world.store.inner.list_keys().await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn tokens_that_cannot_be_read_for_the_moment_stay_until_they_can_be_revoked() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    let session = world.session();
    world.store.fail_loads([timed_out()]);
    let error = session.logout(true).await.unwrap_err();
    assert!(error.is_retryable(), "{error:?}");
    assert_eq!(world.provider.revoked(), [""; 0]);
    session.logout(true).await.unwrap();
    assert_eq!(world.provider.revoked(), ["refresh-1", "access-1"]);
    assert_eq!(world.stored().await, None);
}

#[tokio::test(start_paused = true)]
async fn tokens_that_can_never_be_read_are_removed_and_the_caller_is_told() {
    let corrupt = || StoreError::Corrupt { backend: "test", reason: "it is not json".into() };
    for revoke in [true, false] {
        let world = Fixture::new();
        drop(world.signed_in().await);
        world.store.fail_loads([corrupt()]);
        let left = world.session().logout(revoke).await;
        assert_eq!(left.is_err(), revoke, "{left:?}");
        assert_eq!(world.stored().await, None);
    }
    // Who has them in memory needs no store to revoke them.
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.store.fail_loads([corrupt()]);
    session.logout(true).await.unwrap();
    assert_eq!(world.provider.revoked(), ["refresh-1", "access-1"]);
}

#[tokio::test(start_paused = true)]
async fn rp_51_what_is_revoked_is_what_the_store_holds() {
    let world = Fixture::new();
    let (one, two) = (world.signed_in().await, world.session());
    assert_eq!(two.refresh().await.unwrap(), RefreshOutcome::Refreshed);
    one.logout(true).await.unwrap();
    assert_eq!(world.provider.revoked(), ["refresh-2", "access-2"]);
}

#[tokio::test(start_paused = true)]
async fn rp_51_local_tokens_go_although_the_provider_fails() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.provider.fail_revocation();
    let error = session.logout(true).await.unwrap_err();
    assert!(error.is_retryable(), "{error:?}");
    assert_eq!(world.provider.revoked(), ["refresh-1", "access-1"]);
    assert_eq!(world.stored().await, None);
    assert!(session.tokens().is_none());
}

#[tokio::test(start_paused = true)]
async fn rp_51_the_provider_is_asked_although_the_store_fails() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.store.set_down(true);
    let error = session.logout(true).await.unwrap_err();
    assert!(error.is_retryable(), "{error:?}");
    assert_eq!(world.provider.revoked(), ["refresh-1", "access-1"]);
    assert!(session.tokens().is_none());
    // The second time does the rest.
    world.store.set_down(false);
    session.logout(true).await.unwrap();
    assert_eq!(world.stored().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_caller_who_goes_away_is_signed_out_all_the_same() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    assert!(session.logout(true).now_or_never().is_none());
    while world.provider.revoked().len() < 2 {
        tokio::task::yield_now().await;
    }
    assert_eq!(world.stored().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_refresh_under_way_does_not_sign_in_again() {
    for revoke in [true, false] {
        let world = Fixture::new();
        let session = world.signed_in().await;
        world.pass(LIFETIME);
        world.provider.close_gate();
        let waiting = tokio::spawn({
            let session = session.clone();
            async move { session.get_access_token().await }
        });
        world.provider.wait_for_posts(1).await;
        session.logout(revoke).await.unwrap();
        world.provider.gate.add_permits(1);
        assert!(waiting.await.unwrap().unwrap_err().needs_login());
        assert_eq!(world.stored().await, None);
        assert!(session.tokens().is_none());
        // What the refresh brought is stored nowhere else.
        while revoke && world.provider.revoked().len() < 4 {
            tokio::task::yield_now().await;
        }
        let expected: &[&str] =
            if revoke { &["refresh-1", "access-1", "refresh-2", "access-2"] } else { &[] };
        assert_eq!(world.provider.revoked(), expected);
    }
}

/// The tokens were read before the sign-out, and come back after it.
#[tokio::test(start_paused = true)]
async fn what_was_read_before_a_sign_out_is_not_used_after_it() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    let session = world.session();
    world.store.close_gate();
    let getting = tokio::spawn({
        let session = session.clone();
        async move { session.get_access_token().await }
    });
    world.store.wait_for_readers(1).await;
    let leaving = tokio::spawn({
        let session = session.clone();
        async move { session.logout(false).await }
    });
    world.store.wait_for_readers(2).await;
    // Otherwise the caller would look again, and find out.
    getting.abort();
    world.store.gate.add_permits(1000);
    leaving.await.unwrap().unwrap();
    assert!(session.tokens().is_none());
    assert!(session.get_access_token().await.unwrap_err().needs_login());
}

/// The store has the tokens, and the session does not know it yet.
#[tokio::test(start_paused = true)]
async fn a_sign_out_during_a_sign_in_comes_after_it() {
    let world = Fixture::new();
    let session = world.session();
    world.store.close_gate();
    let signing_in = tokio::spawn({
        let (session, tokens) = (session.clone(), world.provider.sign_in(LIFETIME));
        async move { session.save_tokens(tokens).await }
    });
    while world.stored().await.is_none() {
        tokio::task::yield_now().await;
    }
    let leaving = tokio::spawn({
        let session = session.clone();
        async move { session.logout(false).await }
    });
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    world.store.gate.add_permits(1000);
    signing_in.await.unwrap().unwrap();
    leaving.await.unwrap().unwrap();
    assert_eq!(world.stored().await, None);
    assert!(session.tokens().is_none());
    assert!(session.get_access_token().await.unwrap_err().needs_login());
}

#[tokio::test(start_paused = true)]
async fn another_process_notices_when_its_token_is_due() {
    let world = Fixture::new();
    let (one, two) = (world.signed_in().await, world.session());
    assert!(two.initialize().await.unwrap());
    one.logout(false).await.unwrap();
    assert_eq!(access(&two).await, "access-1");
    world.pass(LIFETIME - 60);
    assert!(two.get_access_token().await.unwrap_err().needs_login());
    assert!(two.tokens().is_none());
    assert_eq!(world.provider.posts(), 0);
}

#[tokio::test(start_paused = true)]
async fn the_user_session_outlives_tokens_that_could_not_be_refreshed() {
    let world = Fixture::new();
    let users = std::sync::Arc::new(MemorySessionStore::new().with_clock(world.clock.clone()));
    let session = world.session().with_session_store(users.clone());
    let mut tokens = world.provider.sign_in(LIFETIME);
    tokens.refresh_token = None;
    session.save_tokens(tokens).await.unwrap();
    users.create("default", &crate::support::user_session()).await.unwrap();
    world.pass(LIFETIME);
    let error = session.get_access_token().await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::TokenExpired);
    assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::SignInRequired);
    assert_eq!((world.stored().await, world.reauths()), (None, 1));
    assert!(users.get("default").await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn the_user_session_ends_with_the_tokens() {
    let world = Fixture::new();
    let users = std::sync::Arc::new(MemorySessionStore::new().with_clock(world.clock.clone()));
    let session = world.session().with_session_store(users.clone());
    for end in ["logout", "invalid_grant"] {
        session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
        users.create("default", &crate::support::user_session()).await.unwrap();
        if end == "logout" {
            session.logout(false).await.unwrap();
        } else {
            world.provider.end_family();
            assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::SignInRequired);
        }
        assert!(users.get("default").await.unwrap().is_none(), "{end}");
    }
    assert!(!world.store.exists(&world.key()).await.unwrap());
}

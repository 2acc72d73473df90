//! The tokens callers get in normal operation.

use widget_auth_session::RefreshOutcome;

use crate::support::{Fixture, LIFETIME, access};

#[tokio::test(start_paused = true)]
async fn a_fresh_token_makes_no_request() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.store.set_down(true);
    world.pass(LIFETIME - 61);
    assert_eq!(access(&session).await, "access-1");
    assert_eq!(world.provider.posts(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_token_near_its_expiry_is_refreshed_first() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME - 60);
    assert_eq!(access(&session).await, "access-2");
    assert_eq!(access(&session).await, "access-2");
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_whole_set_and_the_user_are_those_of_a_fresh_token() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    assert_eq!(session.fresh_tokens().await.unwrap(), session.tokens().unwrap());
    assert_eq!(session.userinfo().await.unwrap().sub, "access-1");
    assert_eq!(world.provider.posts(), 0);

    world.pass(LIFETIME - 60);
    assert_eq!(session.userinfo().await.unwrap().sub, "access-2");
    world.pass(LIFETIME);
    let tokens = session.fresh_tokens().await.unwrap();
    assert_eq!(tokens.access_token.expose_secret(), "access-3");
    assert_eq!(tokens.expires_in, Some(LIFETIME));
    assert_eq!(world.provider.posts(), 2);

    session.logout(false).await.unwrap();
    assert!(session.fresh_tokens().await.unwrap_err().needs_login());
    assert!(session.userinfo().await.unwrap_err().needs_login());
}

#[tokio::test(start_paused = true)]
async fn the_buffer_can_be_set() {
    let world = Fixture::new();
    let session = world.session().with_refresh_buffer_seconds(600);
    session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
    world.pass(LIFETIME - 601);
    assert_eq!(access(&session).await, "access-1");
    world.pass(1);
    assert_eq!(access(&session).await, "access-2");
}

#[tokio::test(start_paused = true)]
async fn initialize_loads_what_another_run_left() {
    let world = Fixture::new();
    assert!(!world.session().initialize().await.unwrap());
    drop(world.signed_in().await);

    let session = world.session();
    assert!(session.tokens().is_none());
    assert!(session.initialize().await.unwrap());
    assert_eq!(session.tokens(), world.stored().await);
    world.store.set_down(true);
    assert_eq!(access(&session).await, "access-1");
}

#[tokio::test(start_paused = true)]
async fn initialize_refreshes_what_has_expired() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    world.pass(LIFETIME + 1);
    let session = world.session();
    assert!(session.initialize().await.unwrap());
    assert_eq!(world.provider.posts(), 1);
    assert_eq!(access(&session).await, "access-2");
}

#[tokio::test(start_paused = true)]
async fn without_initialize_the_first_caller_loads() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    assert_eq!(access(&world.session()).await, "access-1");
}

#[tokio::test(start_paused = true)]
async fn sessions_under_other_keys_are_others() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    let other = world.session().with_session_key("other");
    assert!(!other.initialize().await.unwrap());
    assert!(other.get_access_token().await.unwrap_err().needs_login());
    // A setter gives a new session, also on one that was used.
    assert!(other.with_session_key("default").initialize().await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn refresh_replaces_a_token_that_is_still_good() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::Refreshed);
    assert_eq!(access(&session).await, "access-2");
    // Also in a process that has loaded nothing.
    assert_eq!(world.session().refresh().await.unwrap(), RefreshOutcome::Refreshed);
    assert_eq!(world.stored().await.unwrap().access_token.expose_secret(), "access-3");
    // What another process brought is as good as a refresh of one's own.
    assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::Refreshed);
    assert_eq!(access(&session).await, "access-3");
    assert_eq!(world.provider.posts(), 2);
}

#[tokio::test(start_paused = true)]
async fn rp_50_tokens_that_die_at_once_cost_one_refresh_a_call() {
    let world = Fixture::new();
    let session = world.session();
    session.save_tokens(world.provider.sign_in(0)).await.unwrap();
    for generation in 2..5 {
        assert_eq!(access(&session).await, format!("access-{generation}"));
        assert_eq!(world.provider.posts(), generation - 1);
    }
}

#[tokio::test(start_paused = true)]
async fn an_unknown_lifetime_is_believed() {
    let world = Fixture::new();
    let session = world.session();
    let mut tokens = world.provider.sign_in(LIFETIME);
    tokens.expires_in = None;
    session.save_tokens(tokens).await.unwrap();
    world.pass(10 * LIFETIME);
    assert_eq!(access(&session).await, "access-1");
    assert_eq!(world.provider.posts(), 0);
}

#[tokio::test]
async fn debug_shows_no_token() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    let shown = format!("{session:?}");
    assert!(!shown.contains("access-1") && !shown.contains("refresh-1"), "{shown}");
}

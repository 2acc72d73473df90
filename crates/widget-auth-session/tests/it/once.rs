//! Concurrent callers share one refresh.

use std::sync::Arc;

use tokio::task::JoinSet;
use widget_auth_session::RefreshOutcome;
use widget_auth_store::{LeaseOwner, TokenStore as _};

use crate::support::{Fixture, LIFETIME, access};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn rp_46_a_thousand_tasks_make_one_request() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    let start = Arc::new(tokio::sync::Barrier::new(1000));
    let mut tasks = JoinSet::new();
    for _ in 0..1000 {
        let (session, start) = (session.clone(), start.clone());
        tasks.spawn(async move {
            start.wait().await;
            access(&session).await
        });
    }
    while let Some(token) = tasks.join_next().await {
        assert_eq!(token.unwrap(), "access-2");
    }
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn rp_46_processes_on_one_store_make_one_request() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    world.pass(LIFETIME);
    let mut tasks = JoinSet::new();
    for _ in 0..50 {
        let session = world.session();
        tasks.spawn(async move { access(&session).await });
    }
    while let Some(token) = tasks.join_next().await {
        assert_eq!(token.unwrap(), "access-2");
    }
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn who_loses_the_race_takes_the_tokens_of_the_winner() {
    let world = Fixture::new();
    let (winner, loser) = (world.signed_in().await, world.session());
    assert!(loser.initialize().await.unwrap());
    world.pass(LIFETIME);
    world.provider.close_gate();
    let waiting = tokio::spawn(async move { access(&winner).await });
    world.provider.wait_for_posts(1).await;
    let losing = tokio::spawn(async move { access(&loser).await });
    world.provider.gate.add_permits(1);
    assert_eq!(waiting.await.unwrap(), "access-2");
    assert_eq!(losing.await.unwrap(), "access-2");
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn callers_who_refresh_at_the_same_time_share_one() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    let (one, two) = tokio::join!(session.refresh(), session.refresh());
    assert_eq!(one.unwrap(), RefreshOutcome::Refreshed);
    assert_eq!(two.unwrap(), RefreshOutcome::Refreshed);
    assert_eq!(world.provider.posts(), 1);
    assert_eq!(access(&session).await, "access-2");
}

#[tokio::test(start_paused = true)]
async fn a_process_that_died_blocks_the_others_for_its_lease_only() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    let dead = LeaseOwner::random().unwrap();
    world
        .store
        .acquire_lease(&world.key(), dead, std::time::Duration::from_secs(15))
        .await
        .unwrap();
    let waiting = tokio::spawn(async move { access(&session).await });
    tokio::time::sleep(std::time::Duration::from_secs(10)).await;
    assert_eq!(world.provider.posts(), 0);
    world.pass(20);
    assert_eq!(waiting.await.unwrap(), "access-2");
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_lease_is_kept_while_the_provider_takes_its_time() {
    let world = Fixture::new();
    let slow = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.close_gate();
    let waiting = tokio::spawn(async move { access(&slow).await });
    world.provider.wait_for_posts(1).await;
    // The lease lasts 15 seconds, and the provider takes 50.
    let other = world.session();
    let losing = tokio::spawn(async move { access(&other).await });
    for _ in 0..50 {
        world.pass(1);
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
    assert_eq!(world.provider.posts(), 1);
    world.provider.gate.add_permits(1);
    assert_eq!(waiting.await.unwrap(), losing.await.unwrap());
    assert_eq!(world.provider.posts(), 1);
}

/// Both have read the old tokens before one of them refreshes.
#[tokio::test(start_paused = true)]
async fn who_gets_the_lease_looks_again_before_it_refreshes() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    world.pass(LIFETIME);
    world.store.close_gate();
    let tasks = [world.session(), world.session()]
        .map(|session| tokio::spawn(async move { access(&session).await }));
    world.store.wait_for_readers(2).await;
    world.store.gate.add_permits(1000);
    for task in tasks {
        assert_eq!(task.await.unwrap(), "access-2");
    }
    assert_eq!(world.provider.posts(), 1);
}

/// A program that makes a runtime for each call.
#[test]
fn a_runtime_that_was_shut_down_does_not_block_the_session() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let world = Fixture::new();
    let session = runtime().block_on(world.signed_in());
    world.pass(LIFETIME);
    world.provider.close_gate();
    let first = runtime();
    first.block_on(async {
        let session = session.clone();
        tokio::spawn(async move { session.get_access_token().await });
        world.provider.wait_for_posts(1).await;
    });
    drop(first);
    // The lease that is not released runs out.
    world.pass(16);
    world.provider.gate.add_permits(1);
    let second = runtime();
    assert_eq!(second.block_on(access(&session)), "access-2");
}

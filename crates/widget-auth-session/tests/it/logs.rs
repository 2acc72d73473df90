//! The log lines of failures that no caller sees.

use std::time::Duration;

use crate::support::{Fault, Fixture, LIFETIME, Logs, Reply, access, unreachable_for};

fn assert_no_secret(logs: &Logs) {
    let text = logs.text();
    assert!(!text.contains("access-") && !text.contains("refresh-"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn a_failing_background_refresh_is_logged() {
    let logs = Logs::capture();
    let world = Fixture::new();
    let _session = world.signed_in().await;
    world.provider.reply([Reply::Error(unreachable_for(None))]);
    world.pass(LIFETIME - 30);
    world.provider.wait_for_posts(2).await;
    let failures = logs.with("a token refresh failed");
    assert_eq!(failures.len(), 1, "{}", logs.text());
    assert!(failures[0].contains("WARN") && failures[0].contains("default"), "{failures:?}");
    world.provider.end_family();
    world.pass(LIFETIME);
    world.provider.wait_for_posts(3).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(logs.with("a sign-in is needed").len(), 1, "{}", logs.text());
    assert_no_secret(&logs);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_takes_no_tokens_is_logged_once_a_refresh() {
    let logs = Logs::capture();
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME);
    world.store.fail_saves([Fault::Before; 20]);
    assert_eq!(access(&session).await, "access-2");
    let failures = logs.with("new tokens could not be stored");
    assert_eq!(failures.len(), 1, "{}", logs.text());
    assert!(failures[0].contains("did not answer within"), "{failures:?}");
    assert_no_secret(&logs);
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_cannot_be_kept_is_logged() {
    let logs = Logs::capture();
    let world = Fixture::new();
    let _session = world.signed_in().await;
    world.provider.close_gate();
    world.pass(LIFETIME);
    world.provider.wait_for_posts(1).await;
    world.store.set_down(true);
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!(logs.with("lease could not be extended").len(), 1, "{}", logs.text());
    assert_no_secret(&logs);
}

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

mod session;

use std::fs::{self, File};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use widget_auth_core::{IdToken, ManualClock, UnixTime};
use widget_auth_store::testing::{LeaseTime, conformance};
use widget_auth_store::{KeyringOptions, KeyringTokenStore, StoreError, TokenStore, TokenStoreExt};

use crate::support::{SECRET, everything, tokens};
use session::{Daemon, is_private};

fn store() -> KeyringTokenStore {
    KeyringTokenStore::new(KeyringOptions::new()).unwrap()
}

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)))
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract() {
    if !is_private("keyring::keeps_the_contract") {
        return;
    }
    let _daemon = Daemon::start();
    let clock = clock();
    let store = || Arc::new(store().with_clock(clock.clone()));
    conformance(store(), store(), LeaseTime::Manual(clock.clone())).await.unwrap();
}

#[cfg(feature = "encrypted")]
#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract_encrypted() {
    use widget_auth_store::{EncryptedTokenStore, EncryptionKey};

    if !is_private("keyring::keeps_the_contract_encrypted") {
        return;
    }
    let _daemon = Daemon::start();
    let clock = clock();
    let store = || {
        let key = EncryptionKey::new("k1", [1; 32]).unwrap();
        Arc::new(EncryptedTokenStore::new(store().with_clock(clock.clone()), key))
    };
    conformance(store(), store(), LeaseTime::Manual(clock.clone())).await.unwrap();
}

#[tokio::test]
async fn ten_kilobytes_and_a_restart_of_the_daemon_are_survived() {
    if !is_private("keyring::ten_kilobytes_and_a_restart_of_the_daemon_are_survived") {
        return;
    }
    let daemon = Daemon::start();
    let mut large = tokens("large");
    large.id_token = Some(IdToken::new("x".repeat(10 * 1024)));
    let store = store();
    store.save("default", &large).await.unwrap();
    assert_eq!(store.load("default").await.unwrap().unwrap().tokens, large);

    daemon.kill();
    let error = store.load("default").await.unwrap_err();
    assert!(error.is_retryable(), "{error:?}");
    assert!(!everything(&error).contains(SECRET));

    // The old connection says that it has no session, for ever.
    let daemon = Daemon::start();
    assert_eq!(store.load("default").await.unwrap().unwrap().tokens, large);
    assert_eq!(store.list_keys().await.unwrap(), ["default"]);
    store.save("default", &tokens("small")).await.unwrap();

    // Without an error in between as well.
    daemon.kill();
    let _daemon = Daemon::start();
    store.save("default", &large).await.unwrap();
    assert!(store.delete("default").await.unwrap());
    assert!(store.list_keys().await.unwrap().is_empty());
}

#[tokio::test]
async fn without_a_keyring_the_error_says_so() {
    if !is_private("keyring::without_a_keyring_the_error_says_so") {
        return;
    }
    let store = store();
    let error = store.save("default", &tokens("a")).await.unwrap_err();
    assert!(matches!(error, StoreError::NoKeyring { .. }), "{error:?}");
    assert!(error.to_string().contains("Secret Service"), "{error}");
    assert!(!error.is_retryable());
    let error = store.check().await.unwrap_err();
    assert!(matches!(error, StoreError::NoKeyring { .. }), "{error:?}");
    assert!(!everything(&error).contains(SECRET));

    // One that comes later is found.
    let _daemon = Daemon::start();
    store.check().await.unwrap();
    store.save("default", &tokens("a")).await.unwrap();
    assert!(!format!("{store:?}").contains(SECRET));
}

/// With one thread, a call that blocks would leave no thread to open the lock.
#[tokio::test(flavor = "current_thread")]
async fn waiting_for_another_process_blocks_no_async_thread() {
    if !is_private("keyring::waiting_for_another_process_blocks_no_async_thread") {
        return;
    }
    let _daemon = Daemon::start();
    let folder = tempfile::tempdir().unwrap();
    let options = KeyringOptions::new().with_lock_dir(folder.path());
    let store = Arc::new(KeyringTokenStore::new(options).unwrap());
    store.save("default", &tokens("a")).await.unwrap();

    let path = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let lock = File::open(path).unwrap();
    lock.lock().unwrap();
    let waiting = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.load("default").await }
    });
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
    assert!(!waiting.is_finished(), "the lock of another process was ignored");
    drop(lock);
    assert!(waiting.await.unwrap().unwrap().is_some());
    // The last handle goes here, on the async thread.
    drop(store);
}

/// A keyring that waits for a person looks like the lock of a process that
/// holds it for ever.
#[tokio::test(flavor = "current_thread")]
async fn a_keyring_that_does_not_answer_is_waited_for_so_long_and_no_longer() {
    if !is_private("keyring::a_keyring_that_does_not_answer_is_waited_for_so_long_and_no_longer") {
        return;
    }
    let _daemon = Daemon::start();
    let folder = tempfile::tempdir().unwrap();
    let options = KeyringOptions::new().with_lock_dir(folder.path());
    let limited = options.clone().with_timeout(Duration::from_millis(50));
    let limited = KeyringTokenStore::new(limited).unwrap();
    KeyringTokenStore::new(options.clone()).unwrap().save("default", &tokens("a")).await.unwrap();
    let path = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let lock = File::open(path).unwrap();
    lock.lock().unwrap();
    let error = limited.load("default").await.unwrap_err();
    assert!(matches!(error, StoreError::KeyringTimeout { .. }) && error.is_retryable());
    assert!(error.to_string().contains("unlock"), "{error}");

    // Nor does a crowd wait in line: those that find no room are told at once.
    let patient = options.with_timeout(Duration::from_secs(3600));
    let patient = Arc::new(KeyringTokenStore::new(patient).unwrap());
    let mut calls = JoinSet::new();
    for _ in 0..200 {
        let store = Arc::clone(&patient);
        calls.spawn(async move { store.load("default").await });
    }
    let first = calls.join_next().await.unwrap().unwrap();
    assert!(matches!(first, Err(StoreError::KeyringTimeout { .. })), "{first:?}");
    calls.detach_all();

    drop(lock);
    while limited.load("default").await.is_err() {}
    drop((limited, patient));
}

#[test]
fn a_limit_of_zero_is_refused() {
    let options = KeyringOptions::new().with_timeout(Duration::ZERO);
    let error = KeyringTokenStore::new(options).unwrap_err();
    assert!(matches!(error, StoreError::InvalidOption { name: "timeout", .. }), "{error:?}");
}

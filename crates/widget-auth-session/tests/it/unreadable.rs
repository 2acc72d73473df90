//! Tokens that cannot be read are as good as none.

use widget_auth_core::AuthErrorKind;
use widget_auth_session::{RefreshOutcome, SessionManager};
use widget_auth_store::StoreError;

use crate::support::{Fixture, LIFETIME, access};

const UNREADABLE: [fn() -> StoreError; 3] = [
    || StoreError::Corrupt { backend: "test", reason: "it is not json".into() },
    || StoreError::UnknownEncryptionKey { key_id: "2025".to_owned() },
    || StoreError::NotAuthentic,
];

fn corrupt() -> StoreError {
    UNREADABLE[0]()
}

#[tokio::test(start_paused = true)]
async fn a_program_begins_with_a_sign_in() {
    for fault in UNREADABLE {
        let world = Fixture::new();
        drop(world.signed_in().await);
        world.store.fail_loads([fault(), fault()]);
        let session = world.session();
        assert!(!session.initialize().await.unwrap(), "{}", fault());
        let error = session.get_access_token().await.unwrap_err();
        assert!(error.needs_login() && !error.is_retryable(), "{error:?}");
        assert!(error.is(AuthErrorKind::Authentication), "{error:?}");
        // The reason is there for the log.
        assert!(format!("{error:?}").contains(&fault().to_string()), "{error:?}");
        session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
        assert!(world.session().initialize().await.unwrap());
    }
}

#[tokio::test(start_paused = true)]
async fn a_refresh_asks_for_the_sign_in_once() {
    let world = Fixture::new();
    drop(world.signed_in().await);
    let session = world.session();
    for _ in 0..2 {
        world.store.fail_loads([corrupt()]);
        assert_eq!(session.refresh().await.unwrap(), RefreshOutcome::SignInRequired);
    }
    assert_eq!((world.reauths(), world.provider.posts()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_token_in_use_is_good_to_its_end() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME - 30);
    world.store.fail_loads([corrupt(), corrupt()]);
    assert_eq!(access(&session).await, "access-1");
    world.pass(30);
    assert!(session.get_access_token().await.unwrap_err().needs_login());
}

/// There is no person to sign in.
#[tokio::test(start_paused = true)]
async fn a_client_asks_for_its_own_token_again() {
    let world = Fixture::new();
    let api = || {
        SessionManager::client_credentials(world.provider.clone(), world.store.clone(), &["orders"])
            .with_clock(world.clock.clone())
    };
    assert_eq!(access(&api()).await, "access-1");
    world.store.fail_loads([UNREADABLE[2]()]);
    assert_eq!(access(&api()).await, "access-2");
    // Which is stored for the others.
    assert_eq!(access(&api()).await, "access-2");
}

#[cfg(feature = "file")]
#[tokio::test]
async fn a_damaged_file_is_replaced_by_the_next_sign_in() {
    use widget_auth_store::FileTokenStore;

    let world = Fixture::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tokens");
    let session = || {
        let store = FileTokenStore::open(&path).unwrap();
        SessionManager::new(world.provider.clone(), store).with_clock(world.clock.clone())
    };
    session().save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
    assert!(session().initialize().await.unwrap());
    let mut entries = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
    let is_record = |file: &std::path::PathBuf| file.extension().is_some_and(|end| end == "record");
    let file = entries.find(is_record).unwrap();
    let whole = std::fs::read(&file).unwrap();
    // The name, a line feed, and the record below it.
    let name = whole.iter().position(|byte| *byte == b'\n').unwrap();
    let mut below = whole[..=name].to_vec();
    below.extend(b"{\"tokens\":");
    for damaged in [
        &below[..],
        &whole[..whole.len() / 2],
        &whole[..name],
        b"",
        b"\xff\xfe\0\n\0",
        b"another name\n{}",
        &[0; 512],
    ] {
        std::fs::write(&file, damaged).unwrap();
        let session = session();
        assert!(!session.initialize().await.unwrap(), "{damaged:?}");
        let error = session.get_access_token().await.unwrap_err();
        assert!(error.needs_login() && !error.is_retryable(), "{error:?}");
        session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
        assert!(session.initialize().await.unwrap());
    }
}

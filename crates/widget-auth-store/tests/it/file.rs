//! The store in files.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

mod processes;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use widget_auth_core::{ManualClock, UnixTime};
use widget_auth_store::testing::{LeaseTime, conformance};
use widget_auth_store::{
    FileTable, FileTokenStore, SaveOutcome, StoreError, TokenStore, TokenStoreExt,
    TokenStoreOptions, Version,
};

use crate::support::{SECRET, everything, tokens};

/// A folder that is not there yet, in one that vanishes.
fn folder() -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("of my program/tokens");
    (home, folder)
}

fn open(folder: &Path) -> FileTokenStore {
    FileTokenStore::open(folder).unwrap()
}

/// The files with records.
fn records(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "record")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract() {
    let (_home, folder) = folder();
    let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
    let store = || Arc::new(open(&folder).with_clock(clock.clone()));
    conformance(store(), store(), LeaseTime::Manual(clock.clone())).await.unwrap();
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()).collect();
    assert!(left.len() == 1 && left[0].file_name() == "lock", "left behind: {left:?}");
}

#[cfg(feature = "encrypted")]
#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract_encrypted() {
    use widget_auth_store::{EncryptedTokenStore, EncryptionKey};

    let (_home, folder) = folder();
    let store = || {
        let key = EncryptionKey::new("k1", [1; 32]).unwrap();
        Arc::new(EncryptedTokenStore::new(open(&folder), key))
    };
    conformance(store(), store(), LeaseTime::Backend).await.unwrap();
    store().save("default", &tokens("a")).await.unwrap();
    assert!(!fs::read_to_string(&records(&folder)[0]).unwrap().contains(SECRET));
}

#[cfg(unix)]
#[tokio::test]
async fn only_this_user_can_read() {
    use std::os::unix::fs::PermissionsExt as _;

    let (home, folder) = folder();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let set_mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let store = open(&folder);
    store.save("default", &tokens("a")).await.unwrap();
    for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    assert_eq!((mode(&folder), mode(folder.parent().unwrap())), (0o700, 0o700));

    // A file that others could read is refused until it is mended, in each call.
    let file = &records(&folder)[0];
    set_mode(file, 0o640);
    let errors = [
        store.load("default").await.unwrap_err(),
        store.save("default", &tokens("b")).await.unwrap_err(),
        store.delete("default").await.unwrap_err(),
        store.list_keys().await.unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, StoreError::Refused { backend: "file", .. }), "{error:?}");
        let text = everything(&error);
        assert!(text.contains("(mode 640): `chmod 600` it"), "{text}");
        assert!(text.contains(file.to_str().unwrap()) && !text.contains(SECRET), "{text}");
    }
    set_mode(file, 0o600);
    assert_eq!(store.load("default").await.unwrap().unwrap().tokens, tokens("a"));

    // So is a folder, also when it opens later.
    set_mode(&folder, 0o755);
    for error in [
        FileTokenStore::open(&folder).unwrap_err(),
        store.save("default", &tokens("b")).await.unwrap_err(),
        store.check().await.unwrap_err(),
    ] {
        assert!(everything(&error).contains("(mode 755): `chmod 700` it"), "{error:?}");
    }
    drop(home);
}

/// As root only, who may give files away.
#[cfg(unix)]
#[tokio::test]
async fn a_file_of_another_user_is_refused() {
    let (_home, folder) = folder();
    let store = open(&folder);
    store.save("default", &tokens("a")).await.unwrap();
    if std::os::unix::fs::chown(&records(&folder)[0], Some(4_321), None).is_err() {
        return;
    }
    let error = store.load("default").await.unwrap_err();
    assert!(matches!(error, StoreError::Refused { .. }), "{error:?}");
    assert!(everything(&error).contains("belongs to the user 4321"), "{error:?}");
}

#[tokio::test]
async fn a_damaged_file_is_an_error_that_a_save_overcomes() {
    let (_home, folder) = folder();
    let store = open(&folder);
    store.save("default", &tokens("a")).await.unwrap();
    let path = &records(&folder)[0];
    let whole = fs::read(path).unwrap();
    for end in [0, 5, whole.len() / 2, whole.len() - 1] {
        fs::write(path, &whole[..end]).unwrap();
        let error = store.load("default").await.unwrap_err();
        let text = "what the file store holds cannot be read: no token set";
        assert_eq!(error.to_string(), text, "cut at {end}");
        assert!(!everything(&error).contains(SECRET));
        let exists = store.exists("default").await;
        assert!(matches!(exists, Err(StoreError::Corrupt { .. })), "{exists:?}");
        let version = Some(Version::random().unwrap());
        store.save_if("default", &tokens("b"), version).await.unwrap_err();
        let outcome = store.save_if("default", &tokens("b"), None).await.unwrap();
        assert_eq!(outcome, SaveOutcome::Changed, "what is damaged was taken for absent");
    }
    // Without the name its key is unknown: the list says so and leaves nothing out.
    fs::write(path, b"\xff\n{}").unwrap();
    assert!(matches!(store.load("default").await, Err(StoreError::Corrupt { .. })));
    let error = store.list_keys().await.unwrap_err();
    assert!(error.is_unreadable() && !error.is_retryable(), "{error:?}");
    let text = everything(&error);
    assert!(text.contains("is damaged: remove it, and sign in again"), "{text}");
    assert!(text.contains(path.to_str().unwrap()), "{text}");

    store.save("default", &tokens("c")).await.unwrap();
    assert_eq!(store.load("default").await.unwrap().unwrap().tokens, tokens("c"));
    assert_eq!(store.list_keys().await.unwrap(), ["default"]);
    fs::write(path, b"").unwrap();
    assert!(store.delete("default").await.unwrap());
}

#[tokio::test]
async fn a_file_under_the_name_of_another_key_is_no_set() {
    let (_home, folder) = folder();
    let store = open(&folder);
    store.save("admin", &tokens("admin")).await.unwrap();
    let admin = records(&folder).remove(0);
    store.save("guest", &tokens("guest")).await.unwrap();
    let guest = records(&folder).into_iter().find(|path| *path != admin).unwrap();
    fs::copy(guest, admin).unwrap();
    assert!(matches!(store.load("admin").await, Err(StoreError::Corrupt { .. })));
}

/// The leftover of a process that died holds tokens, too.
#[tokio::test]
async fn what_a_dead_writer_left_is_cleared_away() {
    let (_home, folder) = folder();
    let store = open(&folder);
    store.save("default", &tokens("a")).await.unwrap();
    fs::write(folder.join("new"), "tokens:default\n{\"half").unwrap();
    assert_eq!(store.load("default").await.unwrap().unwrap().tokens, tokens("a"));
    assert_eq!(store.list_keys().await.unwrap(), ["default"]);
    assert!(store.delete("default").await.unwrap());
    assert!(!folder.join("new").exists());
}

#[tokio::test]
async fn a_lock_that_is_held_for_long_is_a_timeout_for_changes_only() {
    let (_home, folder) = folder();
    let store = Arc::new(open(&folder));
    store.save("default", &tokens("a")).await.unwrap();
    let lock = File::open(folder.join("lock")).unwrap();
    lock.lock().unwrap();

    let limit = Duration::from_millis(20);
    let limited = FileTokenStore::new(FileTable::open(&folder).unwrap().with_timeout(limit));
    for _ in 0..2 {
        let error = limited.save("default", &tokens("b")).await.unwrap_err();
        assert!(matches!(error, StoreError::Timeout { backend: "file", .. }), "{error:?}");
    }
    assert_eq!(limited.load("default").await.unwrap().unwrap().tokens, tokens("a"));
    assert_eq!(limited.list_keys().await.unwrap(), ["default"]);

    let waiting = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.delete("default").await }
    });
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
    assert!(!waiting.is_finished(), "the lock of another process was ignored");
    drop(lock);
    assert!(waiting.await.unwrap().unwrap());
}

#[test]
fn a_folder_is_needed() {
    let error = FileTokenStore::open("").unwrap_err();
    let name = "token_store_path";
    assert!(matches!(error, StoreError::InvalidOption { name: is, .. } if is == name), "{error:?}");
    assert_eq!(TokenStoreOptions::new().file_folder(), Path::new(""));

    let file = tempfile::NamedTempFile::new().unwrap();
    for path in [file.path().to_owned(), file.path().join("tokens")] {
        let error = FileTokenStore::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Refused { .. }), "{error:?}");
        assert!(everything(&error).to_lowercase().contains("not a directory"), "{error:?}");
    }
}

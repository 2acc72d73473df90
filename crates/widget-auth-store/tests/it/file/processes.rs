//! Processes that share a folder: this program, started again for one test.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use widget_auth_store::{SaveOutcome, TokenStore, TokenStoreExt};

use super::{folder, open};
use crate::support::tokens;

/// The folder, in a process that a test started.
const FOLDER: &str = "WIDGET_AUTH_STORE_FOLDER";
const PROCESSES: u64 = 4;
const INCREMENTS: u64 = 25;

/// Starts the test `name` of this program again, with `folder`.
fn start(name: &str, folder: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--nocapture"]).env(FOLDER, folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The counter is in `expires_in`.
#[tokio::test]
async fn lose_no_update() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let store = open(folder.as_ref());
        for _ in 0..INCREMENTS {
            increment(&store).await;
        }
        return;
    }
    let (_home, folder) = folder();
    let store = open(&folder);
    store.save("counter", &tokens("counter")).await.unwrap();
    let children: Vec<_> =
        (0..PROCESSES).map(|_| start("file::processes::lose_no_update", &folder)).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let count = store.load("counter").await.unwrap().unwrap().tokens.expires_in;
    assert_eq!(count, Some(PROCESSES * INCREMENTS), "updates were lost");
}

async fn increment(store: &dyn TokenStore) {
    loop {
        let mut stored = store.load("counter").await.unwrap().unwrap();
        stored.tokens.expires_in = Some(stored.tokens.expires_in.unwrap_or_default() + 1);
        let saved = store.save_if("counter", &stored.tokens, Some(stored.version)).await.unwrap();
        if saved != SaveOutcome::Changed {
            return;
        }
    }
}

/// Whenever a writer is killed, the tokens are those of one save, and the next
/// writer goes on.
#[tokio::test]
async fn that_are_killed_leave_whole_tokens_and_no_lock() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let store = open(folder.as_ref());
        for number in 0_u64.. {
            let mut tokens = tokens(&number.to_string());
            tokens.expires_in = Some(number);
            store.save("default", &tokens).await.unwrap();
        }
    }
    let (_home, folder) = folder();
    let store = open(&folder);
    for _ in 0..10 {
        store.save("default", &tokens("before")).await.unwrap();
        let name = "file::processes::that_are_killed_leave_whole_tokens_and_no_lock";
        let mut child = start(name, &folder);
        let count = async || store.load("default").await.unwrap().unwrap().tokens.expires_in;
        while count().await.is_none_or(|count| count < 3) {
            assert!(child.try_wait().unwrap().is_none(), "the writer ended");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let stored = store.load("default").await.unwrap().unwrap();
        let mut whole = tokens(&stored.tokens.expires_in.unwrap().to_string());
        whole.expires_in = stored.tokens.expires_in;
        assert_eq!(stored.tokens, whole);
    }
}

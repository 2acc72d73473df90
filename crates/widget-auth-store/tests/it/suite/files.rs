//! Stores in files as one writes them at first: each passes where its calls
//! come one after the other.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use tempfile::TempDir;
use widget_auth_store::testing::{ConformanceError, LeaseTime, conformance};
use widget_auth_store::{StoreError, TableRecord, TableTokenStore, TokenTable};

use super::panic_text;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// Copies a new file over the old one instead of renaming it.
    Copies,
    /// Compares and renames without a lock.
    LocksNothing,
}

#[derive(Debug)]
struct OwnFiles {
    folder: Arc<TempDir>,
    fault: Fault,
    written: AtomicU64,
}

impl OwnFiles {
    fn path(&self, name: &str) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        self.folder.path().join(format!("{:016x}.record", hasher.finish()))
    }

    fn read(&self, name: &str) -> Option<TableRecord> {
        let content = fs::read_to_string(self.path(name)).ok()?;
        // A file that is cut off is no record, but one that is empty is a name.
        Some(TableRecord::new(content.split_once('\n').map_or("", |(_, record)| record)))
    }

    fn write(&self, name: &str, record: &TableRecord) {
        let number = self.written.fetch_add(1, Ordering::Relaxed);
        let new = self.folder.path().join(format!("{self:p}-{number}.new"));
        fs::write(&new, format!("{name}\n{}", record.expose_secret())).unwrap();
        if self.fault == Fault::Copies {
            fs::copy(&new, self.path(name)).unwrap();
            fs::remove_file(&new).unwrap();
        } else {
            fs::rename(&new, self.path(name)).unwrap();
        }
    }
}

#[async_trait]
impl TokenTable for OwnFiles {
    async fn get(&self, name: &str) -> Result<Option<TableRecord>, StoreError> {
        Ok(self.read(name))
    }

    async fn swap(
        &self,
        name: &str,
        expected: Option<&TableRecord>,
        new: Option<TableRecord>,
    ) -> Result<bool, StoreError> {
        let lock = File::create(self.folder.path().join("lock")).unwrap();
        if self.fault != Fault::LocksNothing {
            lock.lock().unwrap();
        }
        if self.read(name).as_ref() != expected {
            return Ok(false);
        }
        match new {
            Some(new) => self.write(name, &new),
            None => drop(fs::remove_file(self.path(name))),
        }
        Ok(true)
    }

    async fn names(&self) -> Result<Vec<String>, StoreError> {
        let paths = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let records = paths.filter(|path| path.extension().is_some_and(|end| end == "record"));
        let contents = records.filter_map(|path| fs::read_to_string(path).ok());
        Ok(contents.filter_map(|text| Some(text.split_once('\n')?.0.to_owned())).collect())
    }
}

/// The suite with two handles on one folder, in a task of its own.
async fn run(fault: Fault) -> Result<Result<(), ConformanceError>, tokio::task::JoinError> {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let store = || {
        let (folder, written) = (Arc::clone(&folder), AtomicU64::new(0));
        Arc::new(TableTokenStore::new(OwnFiles { folder, fault, written }))
    };
    tokio::spawn(conformance(store(), store(), LeaseTime::Backend)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn that_lock_and_rename_pass() {
    run(Fault::None).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn that_copy_are_found() {
    finds_copies().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn that_lock_nothing_are_found() {
    finds_missing_locks().await;
}

/// As most tests are run: nothing interrupts a call that does not wait.
#[tokio::test(flavor = "current_thread")]
async fn are_found_on_one_thread() {
    run(Fault::None).await.unwrap().unwrap();
    finds_copies().await;
    finds_missing_locks().await;
}

/// A load finds half a file, which is no token set.
async fn finds_copies() {
    let error = run(Fault::Copies).await.unwrap().unwrap_err();
    assert_eq!(error.check(), "a_reader_sees_whole_sets", "{error:?}");
    assert!(matches!(error.store_error(), StoreError::Corrupt { .. }), "{error:?}");
    let text = "the store failed in the check `a_reader_sees_whole_sets`: what the table store";
    assert!(format!("{error:?}").starts_with(text), "{error:?}");
}

/// One of the races finds it, as chance has it.
async fn finds_missing_locks() {
    let text = panic_text(run(Fault::LocksNothing).await.unwrap_err());
    let checks = [
        "one_of_many_saves_wins",
        "one_of_many_deletes_wins",
        "a_delete_and_a_save_do_not_both_win",
        "no_increment_is_lost",
    ];
    let names = checks.map(|check| format!("the store failed the check `{check}`: "));
    assert!(names.iter().any(|name| text.starts_with(name)), "{text}");
}

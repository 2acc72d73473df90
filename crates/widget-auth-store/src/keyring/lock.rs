//! A file lock between the processes that share a keyring.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

use super::BACKEND;
use crate::error::StoreError;
use crate::options::KeyringOptions;

/// Makes the processes that share a keyring take turns. No keyring offers a
/// compare-and-swap, so the check and the write happen under this lock. The
/// operating system opens the lock of a process that died.
#[derive(Debug, Clone)]
pub(super) struct LockFile(PathBuf);

impl LockFile {
    pub(super) fn new(options: &KeyringOptions) -> Result<Self, StoreError> {
        let reason = "is needed: the environment names no folder of this user";
        let folder = options.lock_dir().cloned().or_else(usual_folder);
        let folder = folder.ok_or(StoreError::InvalidOption { name: "lock_dir", reason })?;
        // Two names that become one share a lock, which does no harm.
        let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '_' };
        let service: String = options.service_name().chars().map(sign).collect();
        Ok(Self(folder.join(format!("widget-auth-store-{service}.lock"))))
    }

    /// Takes the exclusive lock, waiting for readers and writers. The lock ends with the file.
    pub(super) fn exclusive(&self) -> Result<File, StoreError> {
        self.open().and_then(|file| file.lock().map(|()| file)).map_err(refused)
    }

    /// Takes the shared lock, waiting for writers. The lock ends with the file.
    pub(super) fn shared(&self) -> Result<File, StoreError> {
        self.open().and_then(|file| file.lock_shared().map(|()| file)).map_err(refused)
    }

    fn open(&self) -> io::Result<File> {
        if let Some(folder) = self.0.parent() {
            fs::create_dir_all(folder)?;
        }
        File::options().read(true).write(true).create(true).truncate(false).open(&self.0)
    }
}

/// A folder that only this user can write to: in a shared one, anybody could
/// hold the lock.
fn usual_folder() -> Option<PathBuf> {
    let from_environment = |name| env::var_os(name).filter(|folder| !folder.is_empty());
    from_environment("XDG_RUNTIME_DIR")
        .or_else(|| from_environment("LOCALAPPDATA"))
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cache")))
}

fn refused(error: io::Error) -> StoreError {
    StoreError::Refused { backend: BACKEND, source: Box::new(error) }
}

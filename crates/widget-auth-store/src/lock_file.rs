//! A file lock between processes.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::PathBuf;

use crate::error::StoreError;

/// Makes processes take turns. The operating system opens the lock of a
/// process that died.
#[derive(Debug, Clone)]
pub(crate) struct LockFile {
    backend: &'static str,
    path: PathBuf,
}

impl LockFile {
    /// The lock at `path`, for a store that errors call `backend`. The file is
    /// made when it is first used, and its folder with it.
    pub(crate) fn new(backend: &'static str, path: PathBuf) -> Self {
        Self { backend, path }
    }

    /// Takes the exclusive lock, waiting for readers and writers. The lock ends with the file.
    pub(crate) fn exclusive(&self) -> Result<File, StoreError> {
        self.acquire(File::lock)
    }

    /// Takes the shared lock, waiting for writers. The lock ends with the file.
    #[cfg(feature = "keyring")]
    pub(crate) fn shared(&self) -> Result<File, StoreError> {
        self.acquire(File::lock_shared)
    }

    fn acquire(&self, lock: fn(&File) -> io::Result<()>) -> Result<File, StoreError> {
        let locked = self.open().and_then(|file| lock(&file).map(|()| file));
        locked.map_err(|error| {
            let source = format!("`{}` cannot be locked: {error}", self.path.display()).into();
            StoreError::Refused { backend: self.backend, source }
        })
    }

    fn open(&self) -> io::Result<File> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        // Another user who could read it could hold it, too.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.path)
    }
}

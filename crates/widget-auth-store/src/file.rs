//! The token store in files of this user.

mod fault;
mod files;
mod private;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::error::StoreError;
use crate::table::{TableRecord, TableTokenStore, TokenTable};

use files::Files;

const BACKEND: &str = "file";
/// A change takes milliseconds; the holder of the lock may be suspended.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// Keeps tokens in files that only this user can read, for machines without a
/// keyring. `EncryptedTokenStore` around it also keeps them from those who get
/// at the disk or a backup of it.
///
/// Each key has a file of its own in one folder, and a lease another. A file is
/// written beside the old one, synced and renamed, so a process that dies or a
/// machine that loses power leaves the old tokens or the new ones. Processes
/// share the folder: each change is made under a lock file. Network file
/// systems have to support locks (`flock`).
///
/// # Permissions
///
/// On Unix the folder has the mode 0700 and its files 0600. A folder or file
/// that others may read, or that belongs to another user, is refused
/// ([`StoreError::Refused`]) and not mended, since others may know the tokens by
/// then; the error names the file and the command. On Windows the folder has to
/// be in a place of this user, such as `%LOCALAPPDATA%`.
///
/// # Examples
///
/// ```
/// use widget_auth_core::{OAuthTokenSet, UnixTime};
/// use widget_auth_store::{FileTokenStore, TokenStore, TokenStoreExt};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let home = tempfile::tempdir()?;
/// let folder = home.path().join("my-program/tokens");
/// let store = FileTokenStore::open(&folder)?;
/// store.save("default", &OAuthTokenSet::new("access", "Bearer", UnixTime::default())).await?;
///
/// let after_a_restart = FileTokenStore::open(&folder)?;
/// assert_eq!(after_a_restart.list_keys().await?, ["default"]);
/// # Ok(())
/// # }
/// ```
pub type FileTokenStore = TableTokenStore<FileTable>;

impl TableTokenStore<FileTable> {
    /// The store in `folder`, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// Those of [`FileTable::open`].
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, StoreError> {
        Ok(Self::new(FileTable::open(folder)?))
    }
}

/// A table of texts in files: what a [`FileTokenStore`] is made of.
///
/// Calls need a Tokio runtime with its timer. They run on its threads for
/// blocking work, of which changes take one at a time.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_store::{FileTable, FileTokenStore};
///
/// # let home = tempfile::tempdir()?;
/// # let folder = home.path().join("tokens");
/// let table = FileTable::open(folder)?.with_timeout(Duration::from_secs(2));
/// let store = FileTokenStore::new(table);
/// # drop(store);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileTable {
    files: Arc<Files>,
    /// Whose turn it is to wait for the lock file, so that a process which holds
    /// it for long takes one thread and not all of them.
    turn: Arc<Mutex<()>>,
    timeout: Duration,
}

impl FileTable {
    /// The table in `folder`, which is made if it is not there, and ten seconds
    /// for each change.
    ///
    /// # Errors
    ///
    /// [`StoreError::InvalidOption`] if `folder` is empty;
    /// [`StoreError::Refused`] if it is no folder, cannot be made, belongs to
    /// another user or can be entered by others; [`StoreError::Unavailable`] for
    /// another error of the file system.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let folder = folder.into();
        if folder.as_os_str().is_empty() {
            let reason = "is empty: name the folder of the file store";
            return Err(StoreError::option("token_store_path", reason));
        }
        let files = Arc::new(Files::open(folder)?);
        Ok(Self { files, turn: Arc::default(), timeout: DEFAULT_TIMEOUT })
    }

    /// Sets how long a change may wait for others, here and in other processes.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }
}

#[async_trait]
impl TokenTable for FileTable {
    async fn get(&self, name: &str) -> Result<Option<TableRecord>, StoreError> {
        let (files, name) = (Arc::clone(&self.files), name.to_owned());
        blocking(move || files.get(&name)).await
    }

    async fn swap(
        &self,
        name: &str,
        expected: Option<&TableRecord>,
        new: Option<TableRecord>,
    ) -> Result<bool, StoreError> {
        let (files, turn) = (Arc::clone(&self.files), Arc::clone(&self.turn));
        let (name, expected) = (name.to_owned(), expected.cloned());
        let swapped = async {
            let turn = turn.lock_owned().await;
            blocking(move || {
                // Held to the end, also if the caller has gone.
                let _turn = turn;
                files.swap(&name, expected.as_ref(), new.as_ref())
            })
            .await
        };
        match timeout(self.timeout, swapped).await {
            Ok(swapped) => swapped,
            Err(_elapsed) => Err(StoreError::Timeout { backend: BACKEND, limit: self.timeout }),
        }
    }

    async fn names(&self) -> Result<Vec<String>, StoreError> {
        let files = Arc::clone(&self.files);
        blocking(move || files.names()).await
    }

    fn backend(&self) -> &'static str {
        BACKEND
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    match spawn_blocking(work).await {
        Ok(answer) => answer,
        Err(error) => Err(StoreError::Unavailable { backend: BACKEND, source: error.into() }),
    }
}

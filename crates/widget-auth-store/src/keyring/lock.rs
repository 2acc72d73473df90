//! The lock file of the processes that share a keyring.

use std::env;
use std::path::PathBuf;

use super::BACKEND;
use crate::error::StoreError;
use crate::lock_file::LockFile;
use crate::options::KeyringOptions;

/// The lock of the keyring that `options` name. No keyring offers a
/// compare-and-swap, so the check and the write happen under it.
pub(super) fn lock_file(options: &KeyringOptions) -> Result<LockFile, StoreError> {
    let folder = options.lock_dir().cloned().or_else(usual_folder);
    let reason = "is needed, since neither $XDG_RUNTIME_DIR nor $HOME names a folder of this user: \
                  set one of the three";
    let folder = folder.ok_or_else(|| StoreError::option("lock_dir", reason))?;
    // Two names that become one share a lock, which does no harm.
    let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '_' };
    let service: String = options.service_name().chars().map(sign).collect();
    Ok(LockFile::new(BACKEND, folder.join(format!("widget-auth-store-{service}.lock"))))
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

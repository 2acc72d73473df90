//! Folders and files that no other user can read.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::fault::fault;
use crate::error::StoreError;

/// Makes `folder` if it is not there, and refuses one that others can enter.
pub(super) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let metadata = builder.create(folder).and_then(|()| fs::metadata(folder));
    let metadata = metadata.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => fault(folder, &ErrorKind::NotADirectory.into()),
        _ => fault(folder, &error),
    })?;
    check(folder, &metadata)
}

/// Creates a file that is not there yet.
pub(super) fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Refuses a file or folder of another user, or that others can read.
#[cfg(unix)]
pub(super) fn check(path: &Path, metadata: &Metadata) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt as _;

    let (owner, mode) = (metadata.uid(), metadata.mode() & 0o777);
    let (path, right) = (path.display(), if metadata.is_dir() { "700" } else { "600" });
    let problem = if owner != rustix::process::geteuid().as_raw() {
        format!("`{path}` belongs to the user {owner}: `chown` it, or choose another folder")
    } else if mode & 0o077 != 0 {
        format!(
            "`{path}` is open to other users (mode {mode:o}): \
             `chmod {right}` it, and sign in again if they may know the tokens"
        )
    } else {
        return Ok(());
    };
    Err(StoreError::Refused { backend: super::BACKEND, source: problem.into() })
}

/// Access is that of the place in which the folder is.
#[cfg(not(unix))]
pub(super) fn check(_: &Path, _: &Metadata) -> Result<(), StoreError> {
    Ok(())
}

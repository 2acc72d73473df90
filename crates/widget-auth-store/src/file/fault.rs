//! Errors of the file system.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::BACKEND;
use crate::error::StoreError;

/// The error of the file system, with the path that it leaves out.
pub(super) fn fault(path: &Path, error: &io::Error) -> StoreError {
    let source = format!("`{}`: {error}", path.display()).into();
    let stays = matches!(
        error.kind(),
        ErrorKind::PermissionDenied
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::NotADirectory
            | ErrorKind::IsADirectory
            | ErrorKind::AlreadyExists
            | ErrorKind::Unsupported
    );
    if stays {
        StoreError::Refused { backend: BACKEND, source }
    } else {
        StoreError::Unavailable { backend: BACKEND, source }
    }
}

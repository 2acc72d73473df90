//! Errors of the file system.

use std::io;
use std::path::Path;

use super::BACKEND;
use crate::error::StoreError;

/// The error of the file system, with the path that it leaves out.
pub(super) fn fault(path: &Path, error: &io::Error) -> StoreError {
    StoreError::of_io(BACKEND, error.kind(), format!("`{}`: {error}", path.display()))
}

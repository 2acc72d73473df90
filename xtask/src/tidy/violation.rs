//! A broken rule: where, and what to do about it.

use std::fmt;
use std::path::{Path, PathBuf};

/// Prints as `file:line: what to do`, which editors and terminals make a link of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Violation {
    path: PathBuf,
    line: usize,
    message: String,
}

impl Violation {
    /// `line` counts from 1.
    pub(super) fn new(path: &Path, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.path.display(), self.line, self.message)
    }
}

//! The files of the workspace.

use std::io;
use std::path::{Path, PathBuf};

/// Folders whose content is fetched or built.
const NOT_OURS: &[&str] = &["target", "node_modules", "dist"];

/// Source code and documentation.
const SOURCES: &[&str] = &[".rs", ".ts", ".md"];

/// A file, relative to the root of the workspace.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
}

impl File {
    pub(super) fn is_source(&self) -> bool {
        let name = self.path.to_string_lossy();
        SOURCES.iter().any(|extension| name.ends_with(extension))
    }
}

/// Every file that is neither fetched nor built, in a fixed order.
pub(super) fn files(root: &Path) -> io::Result<Vec<File>> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if entry.file_type()?.is_dir() {
                if !name.starts_with('.') && !NOT_OURS.contains(&&*name) {
                    folders.push(path);
                }
            } else {
                let path = path.strip_prefix(root).unwrap_or(&path).to_owned();
                found.push(File { path, bytes: entry.metadata()?.len() });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths;

    #[test]
    fn sources_are_found_and_built_files_are_not() {
        let files = files(paths::root()).unwrap();
        let this = files.iter().find(|file| file.path.ends_with("xtask/src/tidy/walk.rs")).unwrap();
        assert!(this.is_source() && this.bytes > 0);
        let built = |file: &File| file.path.components().any(|part| part.as_os_str() == "target");
        assert!(!files.iter().any(built));
    }
}

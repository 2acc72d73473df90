//! The source files of the workspace.

use std::io;
use std::path::{Path, PathBuf};

/// Folders whose content is fetched or built.
const NOT_OURS: &[&str] = &["target", "node_modules", "dist"];

/// Source code and documentation.
const SOURCES: &[&str] = &[".rs", ".ts", ".md"];

/// Every source file, relative to `root`, in a fixed order.
pub(super) fn sources(root: &Path) -> io::Result<Vec<PathBuf>> {
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
            } else if SOURCES.iter().any(|extension| name.ends_with(extension)) {
                found.push(path.strip_prefix(root).unwrap_or(&path).to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths;

    #[test]
    fn sources_are_found_and_built_files_are_not() {
        let sources = sources(paths::root()).unwrap();
        assert!(sources.contains(&PathBuf::from("xtask/src/tidy/walk.rs")));
        let built = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "target");
        assert!(!sources.iter().any(built));
    }
}

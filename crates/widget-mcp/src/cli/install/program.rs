//! The path of this program.

use std::env;
use std::path::{Path, PathBuf};

use crate::cli::install::error::InstallError;

/// The absolute path under which to start this program. Clients with a window do
/// not know the `PATH` of the shell, so the bare name would not do.
///
/// # Errors
///
/// [`InstallError::Program`] when the system does not say.
pub(super) fn path() -> Result<PathBuf, InstallError> {
    let itself = env::current_exe().map_err(InstallError::Program)?;
    let folders = env::var_os("PATH").unwrap_or_default();
    // An update replaces what the link on PATH points to, and leaves the link.
    Ok(stable(&itself, env::split_paths(&folders)).unwrap_or(itself))
}

/// The first of these folders in which `itself` is found by its name.
fn stable(itself: &Path, mut folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let name = itself.file_name()?;
    let real = itself.canonicalize().ok()?;
    folders.find_map(|folder| {
        let candidate = folder.join(name);
        let is_same = folder.is_absolute() && candidate.canonicalize().is_ok_and(|c| c == real);
        is_same.then_some(candidate)
    })
}

/// A path as JSON holds it.
///
/// # Errors
///
/// [`InstallError::NotText`] when it is not Unicode.
pub(super) fn text(path: PathBuf) -> Result<String, InstallError> {
    path.into_os_string().into_string().map_err(|path| InstallError::NotText { path: path.into() })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_on_the_path_is_preferred_to_what_it_points_to() {
        let folder = tempfile::tempdir().unwrap();
        let [old, bin] = ["version-1", "bin"].map(|name| folder.path().join(name));
        std::fs::create_dir(&old).unwrap();
        std::fs::create_dir(&bin).unwrap();
        let itself = old.join("widget-mcp");
        std::fs::write(&itself, "").unwrap();
        assert_eq!(stable(&itself, [bin.clone()].into_iter()), None);
        std::os::unix::fs::symlink(&itself, bin.join("widget-mcp")).unwrap();
        let found = stable(&itself, ["relative".into(), bin.clone(), old].into_iter());
        assert_eq!(found, Some(bin.join("widget-mcp")));
    }
}

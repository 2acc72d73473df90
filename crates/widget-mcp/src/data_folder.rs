//! A folder whose files an agent may name: `--data DIR`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::Dir;

/// A folder that the person has allowed. Its files are opened so that neither `..` nor a symbolic
/// link leads out of it.
#[derive(Clone, Debug)]
pub struct DataFolder(Arc<Folder>);

#[derive(Debug)]
struct Folder {
    /// As it was named, and without symbolic links.
    paths: [PathBuf; 2],
    folder: Dir,
}

impl DataFolder {
    /// Opens a folder.
    ///
    /// # Errors
    ///
    /// The fault when there is none, or it may not be read.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let paths = [std::path::absolute(&path)?, path.as_ref().canonicalize()?];
        let folder = Dir::open_ambient_dir(&path, ambient_authority())?;
        Ok(Self(Arc::new(Folder { paths, folder })))
    }

    fn read(&self, path: &Path, max: u64) -> Result<Vec<u8>, FileError> {
        let Folder { paths, folder } = &*self.0;
        let below = paths.iter().find_map(|root| path.strip_prefix(root).ok());
        let below = match below {
            Some(below) => below,
            None if path.has_root() => return Err(FileError::Missing),
            None => path,
        };
        // To open a pipe would wait for somebody who writes into it.
        if !folder.metadata(below)?.is_file() {
            return Err(FileError::Missing);
        }
        let mut bytes = Vec::new();
        folder.open(below)?.take(max + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > max {
            return Err(FileError::TooLarge { max });
        }
        Ok(bytes)
    }
}

/// Reads a file of at most `max` bytes: the first of this name below a folder, or that of a whole
/// path.
pub(crate) fn read(folders: &[DataFolder], path: &str, max: u64) -> Result<Vec<u8>, FileError> {
    let path = Path::new(path.strip_prefix("file://").unwrap_or(path));
    let mut tried = folders.iter().map(|folder| folder.read(path, max));
    tried.find(|read| !matches!(read, Err(FileError::Missing))).unwrap_or(Err(FileError::Missing))
}

/// The reason that a file is not read. One outside of the folders is as one that is not there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error("there is no such file below a folder of --data")]
    Missing,
    #[error("the file has more than {max} bytes")]
    TooLarge { max: u64 },
    #[error("the file cannot be read: {0}")]
    Unreadable(#[source] io::Error),
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        // What leads out is refused by the library, not by the system.
        let leads_out = error.raw_os_error().is_none();
        match error.kind() {
            io::ErrorKind::PermissionDenied if leads_out => Self::Missing,
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            _ => Self::Unreadable(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_below_are_read_and_no_others() {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path();
        fs::create_dir_all(root.join("in/deep")).unwrap();
        fs::write(root.join("in/deep/a"), "below").unwrap();
        fs::write(root.join("secret"), "outside").unwrap();
        let folders = [DataFolder::open(root.join("in")).unwrap()];
        let read = |path: &str| read(&folders, path, 5);
        let whole = root.canonicalize().unwrap().join("in/deep/a");
        let whole = whole.to_str().unwrap();
        for path in ["deep/a", "./deep/../deep/a", whole, &format!("file://{whole}")] {
            assert_eq!(read(path).unwrap(), b"below", "{path}");
        }
        let outside = root.join("secret");
        for path in [
            "../secret",
            "deep/../../secret",
            outside.to_str().unwrap(),
            "deep",
            "",
            "none",
            "deep/a/b",
        ] {
            assert!(matches!(read(path), Err(FileError::Missing)), "{path}");
        }
        fs::write(root.join("in/large"), "123456").unwrap();
        assert!(matches!(read("large"), Err(FileError::TooLarge { max: 5 })));
        DataFolder::open(root.join("in/large")).unwrap_err();
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_outside_and_pipes_are_not_waited_for() {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path();
        fs::create_dir(root.join("in")).unwrap();
        fs::write(root.join("secret"), "outside").unwrap();
        fs::write(root.join("in/a"), "below").unwrap();
        let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, root.join(name)).unwrap();
        link("../secret", "in/out");
        link(root.join("secret").to_str().unwrap(), "in/absolute");
        link("..", "in/up");
        link("a", "in/same");
        let pipe = std::process::Command::new("mkfifo").arg(root.join("in/pipe")).status().unwrap();
        assert!(pipe.success());
        let folders = [DataFolder::open(root.join("in")).unwrap()];
        for path in ["out", "absolute", "up/secret", "pipe"] {
            assert!(matches!(read(&folders, path, 9), Err(FileError::Missing)), "{path}");
        }
        assert_eq!(read(&folders, "same", 9).unwrap(), b"below");
        link("in", "linked");
        let linked = root.join("linked");
        let folders = [DataFolder::open(&linked).unwrap()];
        for path in [linked.join("a"), root.canonicalize().unwrap().join("in/a")] {
            assert_eq!(read(&folders, path.to_str().unwrap(), 9).unwrap(), b"below");
        }
    }
}

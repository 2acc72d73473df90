//! A folder whose files an agent may name: `--data DIR`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions};

/// A folder that the person has allowed. Its files are opened so that neither `..` nor a symbolic
/// link leads out of it.
#[derive(Clone, Debug)]
pub struct DataFolder {
    /// As it was named, and without symbolic links.
    paths: [PathBuf; 2],
}

impl DataFolder {
    /// Takes a folder that is there.
    ///
    /// # Errors
    ///
    /// The fault when there is none, or it may not be read.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        let folder = Self { paths: [std::path::absolute(&path)?, path.as_ref().canonicalize()?] };
        folder.open()?;
        Ok(folder)
    }

    /// Opens it for each file: another folder may have taken its place.
    fn open(&self) -> io::Result<Dir> {
        Dir::open_ambient_dir(&self.paths[0], ambient_authority())
    }

    fn read(&self, path: &Path, max: u64) -> Result<Vec<u8>, FileError> {
        let below = self.paths.iter().find_map(|root| path.strip_prefix(root).ok());
        let below = match below {
            Some(below) => below,
            None if path.has_root() => return Err(FileError::Missing),
            None => path,
        };
        let file = open(&self.open()?, below)?;
        if !file.metadata()?.is_file() {
            return Err(FileError::Missing);
        }
        let mut bytes = Vec::new();
        file.take(max + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > max {
            return Err(FileError::TooLarge { max });
        }
        Ok(bytes)
    }
}

/// Opens a file without waiting: a pipe would wait for its writer.
fn open(folder: &Dir, path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt as _;
        options.custom_flags(libc::O_NONBLOCK);
    }
    folder.open_with(path, &options)
}

/// Reads a file of at most `max` bytes: the first of this name below a folder, or that of a whole
/// path or a `file:` address (RFC 8089).
pub(crate) fn read(folders: &[DataFolder], name: &str, max: u64) -> Result<Vec<u8>, FileError> {
    let path = match of_address(name) {
        Some(path) => path?,
        None => PathBuf::from(name),
    };
    let mut tried = folders.iter().map(|folder| folder.read(&path, max));
    tried.find(|read| !matches!(read, Err(FileError::Missing))).unwrap_or(Err(FileError::Missing))
}

/// The path in a `file:` address; `None` for a text that is none.
fn of_address(name: &str) -> Option<Result<PathBuf, FileError>> {
    let scheme = name.get(.."file:".len())?;
    scheme.eq_ignore_ascii_case("file:").then(|| {
        let url = url::Url::parse(name).ok();
        url.and_then(|url| url.to_file_path().ok()).ok_or(FileError::Missing)
    })
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
        fs::write(root.join("in/deep/a b"), "below").unwrap();
        fs::write(root.join("secret"), "outside").unwrap();
        let folders = [DataFolder::new(root.join("in")).unwrap()];
        let read = |path: &str| read(&folders, path, 5);
        let whole = root.canonicalize().unwrap().join("in/deep/a b");
        let address = url::Url::from_file_path(&whole).unwrap();
        for path in ["deep/a b", "./deep/../deep/a b", whole.to_str().unwrap(), address.as_str()] {
            assert_eq!(read(path).unwrap(), b"below", "{path}");
        }
        let outside = root.join("secret");
        let outside = outside.to_str().unwrap();
        for path in ["../secret", "deep/../../secret", outside, "deep", "", "none", "deep/a b/c"] {
            assert!(matches!(read(path), Err(FileError::Missing)), "{path}");
        }
        fs::write(root.join("in/large"), "123456").unwrap();
        assert!(matches!(read("large"), Err(FileError::TooLarge { max: 5 })));
        DataFolder::new(root.join("in/large")).unwrap_err();
        fs::remove_dir_all(root.join("in")).unwrap();
        fs::create_dir(root.join("in")).unwrap();
        fs::write(root.join("in/new"), "again").unwrap();
        assert_eq!(read("new").unwrap(), b"again", "the folder was made again");
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
        let folders = [DataFolder::new(root.join("in")).unwrap()];
        for path in ["out", "absolute", "up/secret", "pipe"] {
            assert!(matches!(read(&folders, path, 9), Err(FileError::Missing)), "{path}");
        }
        assert_eq!(read(&folders, "same", 9).unwrap(), b"below");
        link("in", "linked");
        let linked = root.join("linked");
        let folders = [DataFolder::new(&linked).unwrap()];
        for path in [linked.join("a"), root.canonicalize().unwrap().join("in/a")] {
            assert_eq!(read(&folders, path.to_str().unwrap(), 9).unwrap(), b"below");
        }
    }
}

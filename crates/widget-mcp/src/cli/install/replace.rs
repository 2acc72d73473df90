//! Files of other programs: read whole, replaced whole, with a copy kept.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use widget_state::{Clock, SystemClock};

use crate::cli::install::error::InstallError;

/// Claude Code keeps much more than its servers in its file.
const MAX_BYTES: u64 = 64 << 20;

/// The text of a file; None when it is not there.
///
/// # Errors
///
/// The file cannot be read, is too large or no UTF-8.
pub(crate) fn read(path: &Path) -> Result<Option<String>, InstallError> {
    let unreadable = |source| InstallError::Read { path: path.to_owned(), source };
    let file = match File::open(path) {
        Ok(file) => file,
        // A link to nowhere is for its owner to repair.
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    };
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(InstallError::TooLarge { path: path.to_owned(), limit: MAX_BYTES });
    }
    Ok(Some(text))
}

/// Replaces a file whose text is `old`, and makes it when that is None. Where the
/// copy of the old file is.
///
/// # Errors
///
/// The file has changed, or it or its copy cannot be written. Then it is
/// as it was.
pub(super) fn write(
    path: &Path,
    old: Option<&str>,
    new: &str,
) -> Result<Option<PathBuf>, InstallError> {
    let unwritable = |source| InstallError::Write { path: path.to_owned(), source };
    // Through a link, the file that it points to is replaced, and not the link.
    let target = if old.is_some() { path.canonicalize().map_err(unwritable)? } else { path.into() };
    let folder = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(unwritable)?;
    let mut file = NamedTempFile::new_in(folder).map_err(unwritable)?;
    file.write_all(new.as_bytes()).map_err(unwritable)?;
    if read(path)?.as_deref() != old {
        return Err(InstallError::Changed { path: path.to_owned() });
    }
    let backup = match old {
        Some(old) => Some(
            copy_beside(&target, old)
                .map_err(|source| InstallError::Backup { path: path.to_owned(), source })?,
        ),
        None => None,
    };
    if old.is_some() {
        let permissions = target.metadata().map_err(unwritable)?.permissions();
        file.as_file().set_permissions(permissions).map_err(unwritable)?;
    }
    file.as_file().sync_all().map_err(unwritable)?;
    file.persist(&target).map_err(|error| unwritable(error.error))?;
    Ok(backup)
}

/// Keeps `text` under a name that no file has.
fn copy_beside(target: &Path, text: &str) -> io::Result<PathBuf> {
    let permissions = target.metadata()?.permissions();
    let stamp = SystemClock.now().strftime("%Y%m%dT%H%M%SZ");
    for number in 0_u32.. {
        let suffix = if number == 0 { String::new() } else { format!("-{number}") };
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{stamp}{suffix}.bak"));
        let path = target.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut copy) => {
                // Before the content: it may hold secrets.
                copy.set_permissions(permissions)?;
                copy.write_all(text.as_bytes())?;
                copy.sync_all()?;
                return Ok(path);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_program_wrote_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mcp.json");
        for (old, now) in [(Some("old"), "newer"), (None, "new")] {
            fs::write(&path, now).unwrap();
            let error = write(&path, old, "ours").unwrap_err();
            assert!(matches!(error, InstallError::Changed { .. }), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), now);
            // Neither a copy nor a part of the new file is left.
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        }
        fs::remove_file(&path).unwrap();
        write(&path, Some("old"), "ours").unwrap_err();
        assert!(!path.exists());
    }

    #[test]
    fn copies_of_the_same_moment_have_different_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mcp.json");
        fs::write(&path, "").unwrap();
        let copies = ["a", "b", "c"].map(|text| (copy_beside(&path, text).unwrap(), text));
        for (copy, text) in copies {
            assert_eq!(fs::read_to_string(copy).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
    }
}

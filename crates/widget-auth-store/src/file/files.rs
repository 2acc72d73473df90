//! Records in files: one a name, replaced whole.
//!
//! A file is called after the SHA-256 of the name, since names may be longer
//! than those of files and differ in case only. It holds the name, a line feed
//! and the record. Names have no control characters, so the first line feed ends
//! the name.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::fault::fault;
use super::{BACKEND, private};
use crate::error::StoreError;
use crate::lock_file::LockFile;
use crate::table::TableRecord;

/// The end of the name of each file with a record.
const SUFFIX: &str = ".record";
/// The record that is being written. One name will do, since writers take turns,
/// and so a process that died leaves one file at most.
const NEW: &str = "new";

/// The folder of a table. All calls block.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    lock: LockFile,
}

impl Files {
    pub(super) fn open(folder: PathBuf) -> Result<Self, StoreError> {
        private::make_folder(&folder)?;
        let lock = LockFile::new(BACKEND, folder.join("lock"));
        Ok(Self { folder, lock })
    }

    /// Needs no lock, since files are replaced and never written to.
    pub(super) fn get(&self, name: &str) -> Result<Option<TableRecord>, StoreError> {
        let content = read(&self.folder.join(file_name(name)))?;
        // What is damaged, or was moved here from another name, is no record
        // that anything could read, but there is something.
        let record = |content: Zeroizing<Vec<u8>>| match parse(&content) {
            Some((is, record)) if is == name => TableRecord::new(record),
            _ => TableRecord::new(""),
        };
        Ok(content.map(record))
    }

    pub(super) fn swap(
        &self,
        name: &str,
        expected: Option<&TableRecord>,
        new: Option<&TableRecord>,
    ) -> Result<bool, StoreError> {
        private::make_folder(&self.folder)?;
        let _lock = self.lock.exclusive()?;
        // Of a process that died: it may hold tokens.
        remove(&self.folder.join(NEW))?;
        if self.get(name)?.as_ref() != expected {
            return Ok(false);
        }
        let path = self.folder.join(file_name(name));
        match new {
            Some(new) => self.replace(&path, name, new)?,
            None => remove(&path)?,
        }
        sync(&self.folder)?;
        Ok(true)
    }

    pub(super) fn names(&self) -> Result<Vec<String>, StoreError> {
        let unreadable = |error| fault(&self.folder, &error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let Some(file) = path.file_name().and_then(|name| name.to_str()) else { continue };
            // One that was removed meanwhile is not there.
            let content = if file.ends_with(SUFFIX) { read(&path)? } else { None };
            let Some(content) = content else { continue };
            match parse(&content) {
                Some((name, _)) if file_name(name) == file => names.push(name.to_owned()),
                _ => return Err(damaged(&path)),
            }
        }
        Ok(names)
    }

    fn replace(&self, path: &Path, name: &str, record: &TableRecord) -> Result<(), StoreError> {
        let new = self.folder.join(NEW);
        let write = |mut file: File| {
            file.write_all(name.as_bytes())?;
            file.write_all(b"\n")?;
            file.write_all(record.expose_secret().as_bytes())?;
            file.sync_all()
        };
        private::create(&new).and_then(write).map_err(|error| fault(&new, &error))?;
        fs::rename(&new, path).map_err(|error| fault(path, &error))
    }
}

fn file_name(name: &str) -> String {
    let hash = Sha256::digest(name);
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    hash + SUFFIX
}

/// The name in a file, and the record.
fn parse(content: &[u8]) -> Option<(&str, &str)> {
    std::str::from_utf8(content).ok()?.split_once('\n')
}

/// The content of a file, `None` if it is not there.
fn read(path: &Path) -> Result<Option<Zeroizing<Vec<u8>>>, StoreError> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(fault(path, &error)),
    };
    let metadata = file.metadata().map_err(|error| fault(path, &error))?;
    private::check(path, &metadata)?;
    // Room for all of it, since a vector that grows leaves copies behind.
    let length = usize::try_from(metadata.len()).unwrap_or_default();
    let mut content = Zeroizing::new(Vec::with_capacity(length.saturating_add(1)));
    file.read_to_end(&mut content).map_err(|error| fault(path, &error))?;
    Ok(Some(content))
}

fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(fault(path, &error)),
        _ => Ok(()),
    }
}

/// Makes a rename or a removal last.
#[cfg(unix)]
fn sync(folder: &Path) -> Result<(), StoreError> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| fault(folder, &error))
}

/// Folders cannot be synced.
#[cfg(not(unix))]
fn sync(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

fn damaged(path: &Path) -> StoreError {
    let reason = format!("`{}` is damaged: remove it, and sign in again", path.display()).into();
    StoreError::Corrupt { backend: BACKEND, reason }
}

//! The files that a browser has saved.

use std::path::PathBuf;

use crate::eventually::eventually;

/// A folder of saved files. It ends with the browser.
#[derive(Debug)]
pub struct Downloads(pub(crate) PathBuf);

impl Downloads {
    /// Returns the number of files, those that are being saved included.
    #[must_use]
    pub fn count(&self) -> usize {
        std::fs::read_dir(&self.0).expect("the folder is there").count()
    }

    fn names(&self) -> Vec<std::ffi::OsString> {
        let files = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        files.map(|file| file.file_name()).collect()
    }

    /// A file of this name when it is whole.
    ///
    /// Chromium holds the name with an empty file, writes another one, and puts
    /// that in its place when it is complete.
    pub async fn file(&self, name: &str) -> Vec<u8> {
        eventually(&format!("{name} to be saved"), async || {
            match std::fs::read(self.0.join(name)) {
                Ok(bytes) if bytes.is_empty() => Err(format!("empty, in {:?}", self.names())),
                read => read.map_err(|error| format!("{error}, in {:?}", self.names())),
            }
        })
        .await
    }
}

//! The default browser of a person, which only writes down what it is to open.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;

use tempfile::TempDir;

use crate::eventually::eventually;

/// A folder with the program and its list. Both go with this value.
#[derive(Debug)]
pub struct Opener(TempDir);

impl Opener {
    /// Makes the program.
    #[must_use]
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let script = folder.path().join("browser");
        let list = folder.path().join("opened");
        fs::write(&script, format!("#!/bin/sh\necho \"$1\" >> '{}'\n", list.display()))
            .expect("a script");
        fs::set_permissions(&script, Permissions::from_mode(0o755)).expect("it can be run");
        Self(folder)
    }

    /// The variables by which a server opens its widgets there: it has no display.
    #[must_use]
    pub fn env(&self) -> [(String, String); 3] {
        let browser = self.0.path().join("browser").display().to_string();
        let none = |name: &str| (name.to_owned(), String::new());
        [none("DISPLAY"), none("WAYLAND_DISPLAY"), ("BROWSER".to_owned(), browser)]
    }

    /// The addresses so far.
    #[must_use]
    pub fn opened(&self) -> Vec<String> {
        let list = fs::read_to_string(self.0.path().join("opened")).unwrap_or_default();
        list.lines().map(str::to_owned).collect()
    }

    /// Waits until an address is opened.
    pub async fn opens(&self, url: &str) {
        eventually(&format!("{url} to open"), async || match self.opened() {
            opened if opened.iter().any(|one| one == url) => Ok(()),
            opened => Err(format!("{opened:?}")),
        })
        .await;
    }
}

impl Default for Opener {
    fn default() -> Self {
        Self::new()
    }
}

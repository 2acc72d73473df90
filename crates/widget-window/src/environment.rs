//! The environment that the choice of a backend depends on.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The inputs of the choice. Tests supply their own.
#[derive(Clone, Copy)]
pub(crate) struct Environment {
    pub(crate) system: System,
    pub(crate) variable: fn(&str) -> Option<OsString>,
    pub(crate) is_program: fn(&Path) -> bool,
    pub(crate) is_root: fn() -> bool,
    /// True if there is a default browser.
    pub(crate) opens_links: fn() -> bool,
    /// Returns the reason there is no webview.
    pub(crate) webview: fn() -> Result<(), String>,
}

const TERMINAL_BROWSERS: &[&str] = &[
    "browsh",
    "curl",
    "elinks",
    "links",
    "links2",
    "lynx",
    "netrik",
    "retawq",
    "w3m",
    "www-browser",
];

/// The operating system, as far as windows differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum System {
    /// Linux and other systems with X11 or Wayland.
    Unix,
    Mac,
    Windows,
}

impl Environment {
    pub(crate) fn real() -> Self {
        let system = if cfg!(windows) {
            System::Windows
        } else if cfg!(target_os = "macos") {
            System::Mac
        } else {
            System::Unix
        };
        Self {
            system,
            variable: |name| env::var_os(name),
            is_program,
            is_root,
            opens_links: || webbrowser::Browser::Default.exists(),
            webview,
        }
    }

    /// A variable that is set to something.
    pub(crate) fn set(&self, name: &str) -> Option<OsString> {
        (self.variable)(name).filter(|value| !value.is_empty())
    }

    /// Returns the reason no window can be seen here.
    pub(crate) fn no_display(&self) -> Option<String> {
        let is_remote = self.set("SSH_CONNECTION").or_else(|| self.set("SSH_TTY")).is_some();
        match self.system {
            System::Unix => {
                let is_there =
                    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| self.set(name).is_some());
                let why = match is_remote {
                    true => "this is an SSH session without X11 forwarding (`ssh -X`)",
                    false => "neither DISPLAY nor WAYLAND_DISPLAY is set",
                };
                (!is_there).then(|| why.to_owned())
            }
            // A window would open on the screen of another user.
            System::Mac | System::Windows => is_remote.then(|| "this is an SSH session".to_owned()),
        }
    }

    /// Returns whether a browser may open on another machine: editors that work remotely set
    /// `BROWSER` to a program that hands addresses to where the person sits.
    pub(crate) fn forwards_links(&self) -> bool {
        // Only there is the variable heeded.
        let named = self.set("BROWSER").filter(|_| self.system == System::Unix);
        let commands = named.map(|named| named.to_string_lossy().into_owned()).unwrap_or_default();
        let programs = commands.split(':').filter_map(|command| command.split_whitespace().next());
        // The first that is there is the one that runs. A browser for terminals would
        // want standard input and output, which are not the person's.
        let mut programs = programs.filter_map(|program| self.find(program.as_ref()));
        programs
            .next()
            .is_some_and(|program| !TERMINAL_BROWSERS.iter().any(|name| program.ends_with(name)))
    }

    /// The program of a path, or of a name on `PATH`.
    pub(crate) fn find(&self, program: &OsStr) -> Option<PathBuf> {
        let path = Path::new(program);
        if path.components().count() > 1 {
            return (self.is_program)(path).then(|| path.to_owned());
        }
        let folders = self.set("PATH")?;
        env::split_paths(&folders).find_map(|folder| {
            let mut found = folder.join(path);
            if self.system == System::Windows && found.extension().is_none() {
                found.set_extension("exe");
            }
            (self.is_program)(&found).then_some(found)
        })
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(target_os = "linux")]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    // The owner of a process' own entry is its effective user.
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

#[cfg(not(target_os = "linux"))]
fn is_root() -> bool {
    false // only Linux has a sandbox that root cannot have
}

#[cfg(any(all(target_os = "linux", feature = "webkit"), target_os = "macos"))]
fn webview() -> Result<(), String> {
    Ok(())
}

#[cfg(windows)]
fn webview() -> Result<(), String> {
    match wry::webview_version() {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("the WebView2 runtime is not installed ({error})")),
    }
}

#[cfg(not(any(all(target_os = "linux", feature = "webkit"), target_os = "macos", windows)))]
fn webview() -> Result<(), String> {
    Err("this build has no webview (cargo feature `webkit`)".to_owned())
}

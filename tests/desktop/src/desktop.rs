//! A display without a window manager.

use std::fs::{self, Permissions};
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

/// An Xvfb of its own; it ends with the test.
#[derive(Debug)]
pub struct Desktop {
    xvfb: Child,
    /// Its name, for the variable `DISPLAY`.
    pub display: String,
    /// A home for what the programs write; it is removed with the desktop.
    pub home: TempDir,
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = self.xvfb.kill();
        let _ = self.xvfb.wait();
    }
}

impl Desktop {
    /// Starts an empty screen of 1400 by 1000 pixels.
    #[must_use]
    pub fn start() -> Self {
        let (xvfb, display) = (0..100).find_map(|_| start_xvfb()).expect("Xvfb starts");
        let home = tempfile::tempdir().unwrap();
        write_browser(home.path());
        Self { xvfb, display, home }
    }

    /// The variables with which a program lives here and nowhere else.
    #[must_use]
    pub fn env(&self) -> Vec<(String, String)> {
        let home = |below: &str| self.home.path().join(below).display().to_string();
        let variables = [
            ("DISPLAY", self.display.clone()),
            ("WAYLAND_DISPLAY", String::new()),
            ("GDK_BACKEND", "x11".to_owned()),
            ("HOME", home("")),
            // What is forgotten there can be seen, and goes with the desktop.
            ("TMPDIR", home("")),
            ("XDG_CACHE_HOME", home(".cache")),
            ("XDG_CONFIG_HOME", home(".config")),
            ("XDG_DATA_HOME", home(".local/share")),
            ("BROWSER", home("browser")),
            // No bus and no dialogs of the person's session.
            ("DBUS_SESSION_BUS_ADDRESS", "disabled:".to_owned()),
            ("GTK_USE_PORTAL", "0".to_owned()),
        ];
        variables.map(|(name, value)| (name.to_owned(), value)).into()
    }

    /// The addresses that programs have opened in the default browser.
    #[must_use]
    pub fn opened_outside(&self) -> Vec<String> {
        let log = fs::read_to_string(self.home.path().join("opened")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }
}

/// Starts Xvfb under a name that no other desktop of this process has had: a program
/// that looks for a display which has gone may not find that of another test. None
/// if another process has a display of that name.
fn start_xvfb() -> Option<(Child, String)> {
    static STARTED: AtomicU32 = AtomicU32::new(0);
    let of_process = 100 + std::process::id() % 1_000 * 50;
    let display = format!(":{}", of_process + STARTED.fetch_add(1, Ordering::Relaxed));
    let mut xvfb = Command::new("Xvfb")
        .arg(&display)
        .args(["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"])
        // It would start over whenever its last client leaves, as each xdotool
        // does, and lose the client that comes meanwhile.
        .arg("-noreset")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb is needed: `cargo xtask setup`");
    let mut ready = String::new();
    BufReader::new(xvfb.stdout.take().unwrap()).read_line(&mut ready).unwrap();
    if ready.is_empty() {
        xvfb.wait().unwrap();
        return None;
    }
    Some((xvfb, display))
}

/// A default browser that only writes down what it is to open, in `opened`.
fn write_browser(home: &Path) {
    let script = home.join("browser");
    let text = format!("#!/bin/sh\necho \"$1\" >> '{}/opened'\n", home.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
}

//! A display without a window manager, and hands to work on it.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use widget_window::{
    Backend, Browser, CloseReason, Events, HelperCommand, WindowEvent, WindowManager,
};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt as _, EventMask};

/// So long may anything take; a browser under load is slow.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// An Xvfb of its own; it ends with the test.
#[derive(Debug)]
pub(crate) struct Desktop {
    xvfb: Child,
    pub(crate) display: String,
    /// A home for what the windows write.
    pub(crate) home: tempfile::TempDir,
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = self.xvfb.kill();
        let _ = self.xvfb.wait();
    }
}

impl Desktop {
    pub(crate) fn start() -> Self {
        let mut xvfb = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is needed: `cargo xtask setup`");
        let mut number = String::new();
        BufReader::new(xvfb.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let display = format!(":{}", number.trim());
        assert_ne!(display, ":", "Xvfb did not start");
        Self { xvfb, display, home: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn helper(&self) -> HelperCommand {
        HelperCommand::this_program(["window-helper"])
            .unwrap()
            .with_env("DISPLAY", &self.display)
            .with_env("GDK_BACKEND", "x11")
            .with_env("HOME", self.home.path())
            .with_env("BROWSER", write_browser(self.home.path()))
            // No bus of the person's session.
            .with_env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
            .with_env("GTK_USE_PORTAL", "0")
    }

    pub(crate) fn webviews(&self) -> WindowManager {
        WindowManager::new(self.helper(), Backend::Webview)
    }

    pub(crate) fn apps(&self) -> WindowManager {
        WindowManager::new(self.helper(), Backend::App(chromium()))
    }

    /// The addresses that were opened outside.
    pub(crate) fn opened_outside(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.home.path().join("opened")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.display);
        command
    }

    /// Runs xdotool; none if it found nothing.
    pub(crate) fn try_xdotool(&self, arguments: &[&str]) -> Option<String> {
        let output = self
            .command("xdotool")
            .args(arguments)
            .output()
            .expect("xdotool is needed: `cargo xtask setup`");
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    }

    pub(crate) fn xdotool(&self, arguments: &[&str]) -> String {
        self.try_xdotool(arguments).unwrap_or_else(|| panic!("xdotool {arguments:?} failed"))
    }

    /// The windows on the screen whose title is exactly this.
    pub(crate) fn titled(&self, title: &str) -> Vec<String> {
        let pattern = format!("^{title}$");
        let found = self.try_xdotool(&["search", "--onlyvisible", "--name", &pattern]);
        found.unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// The one window with this title, as soon as it is there.
    pub(crate) async fn window(&self, title: &str) -> String {
        eventually(&format!("one window `{title}`"), || match &self.titled(title)[..] {
            [window] => Some(window.clone()),
            _ => None,
        })
        .await
    }

    /// Clicks into a window, without asking a window manager.
    pub(crate) fn click(&self, window: &str, x: i32, y: i32) {
        let (x, y) = (x.to_string(), y.to_string());
        self.xdotool(&["mousemove", "--window", window, &x, &y, "click", "1"]);
    }

    /// Gives a window the keyboard and replaces the text of a field.
    pub(crate) fn type_over(&self, window: &str, text: &str) {
        self.xdotool(&["windowfocus", window, "key", "ctrl+a"]);
        self.xdotool(&["type", text]);
    }

    pub(crate) fn size(&self, window: &str) -> (u32, u32) {
        let text = self.try_xdotool(&["getwindowgeometry", "--shell", window]).unwrap_or_default();
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|value| value.parse().ok()).unwrap_or(0)
        };
        (value("WIDTH="), value("HEIGHT="))
    }

    /// Presses the close button, as a window manager does it.
    pub(crate) fn press_close(&self, window: &str) {
        let (connection, _) = x11rb::connect(Some(&self.display)).unwrap();
        let atom = |name: &[u8]| connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let (protocols, delete) = (atom(b"WM_PROTOCOLS"), atom(b"WM_DELETE_WINDOW"));
        let window = window.parse().unwrap();
        let message = ClientMessageEvent::new(32, window, protocols, [delete, 0, 0, 0, 0]);
        connection
            .send_event(false, window, EventMask::NO_EVENT, message)
            .unwrap()
            .check()
            .unwrap();
        connection.flush().unwrap();
    }

    /// The size of the icon that the window hands to window managers.
    #[cfg(feature = "webkit")]
    pub(crate) fn icon_size(&self, window: &str) -> Option<(u32, u32)> {
        let (connection, _) = x11rb::connect(Some(&self.display)).unwrap();
        let name = connection.intern_atom(false, b"_NET_WM_ICON").unwrap().reply().unwrap().atom;
        let window = window.parse().unwrap();
        let kind = x11rb::protocol::xproto::AtomEnum::CARDINAL;
        let icon =
            connection.get_property(false, window, name, kind, 0, 2).unwrap().reply().unwrap();
        let mut sides = icon.value32()?;
        Some((sides.next()?, sides.next()?))
    }

    pub(crate) fn process_of(&self, window: &str) -> String {
        self.xdotool(&["getwindowpid", window]).trim().to_owned()
    }
}

/// A browser that only writes down what it is to open, in `opened`.
pub(crate) fn write_browser(folder: &Path) -> PathBuf {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    let script = folder.join("browser");
    let text = format!("#!/bin/sh\necho \"$1\" >> '{}/opened'\n", folder.display());
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    script
}

/// Chromium; its sandbox does not work for root, as which containers run.
pub(crate) fn chromium() -> Browser {
    let program = std::env::var_os("CHROMIUM").unwrap_or_else(|| "chromium".into());
    Browser::new(program, vec!["--no-sandbox".to_owned(), "--disable-gpu".to_owned()])
}

pub(crate) fn kill(process: &str) {
    let killed = Command::new("kill").args(["-9", process]).status().unwrap();
    assert!(killed.success());
}

/// Whether a process runs; one that nobody has waited for does not.
pub(crate) fn is_alive(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

/// Waits until the condition gives a value.
pub(crate) async fn eventually<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(value) = condition() {
            return value;
        }
        assert!(Instant::now() < deadline, "{what}: not within {LIMIT:?}");
        sleep(Duration::from_millis(30)).await;
    }
}

pub(crate) async fn until(what: &str, mut condition: impl FnMut() -> bool) {
    eventually(what, || condition().then_some(())).await;
}

/// The next event that the function takes; others are passed over.
pub(crate) async fn event<T>(
    events: &mut Events,
    mut take: impl FnMut(WindowEvent) -> Option<T>,
) -> T {
    let search = async {
        loop {
            let event = events.next().await.expect("the manager is there");
            if let Some(taken) = take(event) {
                return taken;
            }
        }
    };
    timeout(LIMIT, search).await.expect("an event")
}

pub(crate) async fn closed(window: &widget_window::Window) -> CloseReason {
    timeout(LIMIT, window.closed()).await.expect("the window closes")
}

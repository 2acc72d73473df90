//! Chromium: where it is, its flags, and browsers that the tests of several processes share.

use std::path::PathBuf;
use std::process::Stdio;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStderr, Command};

/// Debian's Chromium as root in a machine without screen, network or accounts.
pub(super) const FLAGS: &[&str] = &[
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    // WebGL without a graphics card, for charts that need it.
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1000,800",
    // The name of a site that is not ours, for the tests that come from there.
    "--host-resolver-rules=MAP other.example 127.0.0.1",
];

/// The flags that ChromeDriver adds to a browser of its own and that pages can notice.
const DRIVER_FLAGS: &[&str] = &[
    "--disable-hang-monitor",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--enable-automation",
    "--password-store=basic",
    "--test-type=webdriver",
];

/// The addresses of [`SharedChromium`]s, separated by commas.
pub(super) const SHARED_BROWSERS: &str = "WIDGET_E2E_BROWSERS";

/// The line of Chromium that ends with the address of its DevTools.
const LISTENING: &str = "DevTools listening on ";

/// A browser in which tests of other processes open contexts of their own, one test at a time. It
/// ends with this value.
#[derive(Debug)]
pub struct SharedChromium {
    _child: Child,
    /// Kept open, since Chromium logs there as long as it runs.
    _log: Lines<BufReader<ChildStderr>>,
    _profile: TempDir,
    address: String,
}

impl SharedChromium {
    /// Starts it with an empty profile.
    ///
    /// # Panics
    ///
    /// If Chromium is missing or does not start.
    pub async fn start() -> Self {
        let profile = TempDir::new().expect("a temporary folder");
        let mut child = Command::new(program("CHROMIUM", "chromium"))
            .args(FLAGS.iter().chain(DRIVER_FLAGS))
            .arg("--remote-debugging-port=0")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("Chromium starts");
        let mut log = BufReader::new(child.stderr.take().expect("its log")).lines();
        loop {
            let line = log.next_line().await.expect("its log is readable");
            let line = line.expect("Chromium says where its DevTools listen");
            if let Some((_, address)) = line.split_once(LISTENING) {
                let address = address.to_owned();
                return Self { _child: child, _log: log, _profile: profile, address };
            }
        }
    }

    /// The variable that tells tests about `browsers`, and its value.
    #[must_use]
    pub fn variable(browsers: &[Self]) -> (&'static str, String) {
        let addresses: Vec<_> = browsers.iter().map(|browser| browser.address.as_str()).collect();
        (SHARED_BROWSERS, addresses.join(","))
    }
}

/// The address of the shared browser that is this test's alone: that of its slot in its group of
/// nextest.
pub(super) fn shared_address() -> Option<String> {
    let slot: usize = std::env::var("NEXTEST_TEST_GROUP_SLOT").ok()?.parse().ok()?;
    let addresses = std::env::var(SHARED_BROWSERS).ok()?;
    addresses.split(',').nth(slot).map(str::to_owned)
}

/// The program that `variable` names, or `default` on `PATH`.
pub(super) fn program(variable: &str, default: &str) -> PathBuf {
    let named = std::env::var_os(variable).map(PathBuf::from);
    let on_path = || {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let mut candidates = std::env::split_paths(&folders).map(|folder| folder.join(default));
        candidates.find(|candidate| candidate.is_file())
    };
    named
        .or_else(on_path)
        .unwrap_or_else(|| panic!("{default} is missing: `cargo xtask setup` says how to get it"))
}

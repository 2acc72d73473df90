//! A real Chromium, driven through ChromeDriver.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use thirtyfour::{ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::{Downloads, Page};

/// More at once only make each other slow.
static PERMITS: Semaphore = Semaphore::const_new(2);

/// Debian's Chromium as root in a machine without screen, network or accounts.
const FLAGS: &[&str] = &[
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

/// How often ChromeDriver may find its port taken.
const ATTEMPTS: usize = 5;

/// How the line of ChromeDriver begins that ends with its port.
const STARTED: &str = "started successfully on port ";

/// One browser with an empty profile. It ends with its last tab, if that is kept longer.
#[derive(Debug)]
pub struct Browser(Arc<Running>);

/// Fields are dropped in order: the session closes the browser, then its driver ends, then the
/// profile goes.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) driver: WebDriver,
    _chromedriver: Child,
    _output: Lines<BufReader<ChildStdout>>,
    profile: TempDir,
    _permit: SemaphorePermit<'static>,
}

/// What the person has chosen in the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorScheme {
    /// Dark text on a light page.
    Light,
    /// Light text on a dark page.
    Dark,
}

impl Browser {
    /// Starts it, when one of the few places is free.
    pub async fn start() -> Self {
        Self::launch(&[]).await
    }

    /// Starts it for a person who wants less motion.
    pub async fn start_with_less_motion() -> Self {
        Self::launch(&["--force-prefers-reduced-motion"]).await
    }

    /// Starts it with a log of what its network does, host names and all.
    pub async fn start_with_net_log(log: &std::path::Path) -> Self {
        let flag = format!("--log-net-log={}", log.display());
        Self::launch(&[&flag]).await
    }

    async fn launch(more: &[&str]) -> Self {
        let permit = PERMITS.acquire().await.expect("the semaphore is never closed");
        let (chromedriver, output, port) = start_chromedriver().await;
        let profile = TempDir::new().expect("a temporary folder");
        let mut capabilities = DesiredCapabilities::chrome();
        let profile_flag = format!("--user-data-dir={}", profile.path().display());
        for flag in FLAGS.iter().chain(more).copied().chain([&*profile_flag]) {
            capabilities.add_arg(flag).expect("a flag is a string");
        }
        let chromium = program("CHROMIUM", "chromium");
        capabilities.set_binary(&chromium.to_string_lossy()).expect("a path is a string");
        let driver = WebDriver::builder(format!("http://127.0.0.1:{port}"), capabilities)
            .client(http_client())
            .await
            .expect("Chromium starts");
        let running = Running {
            driver,
            _chromedriver: chromedriver,
            _output: output,
            profile,
            _permit: permit,
        };
        Self(Arc::new(running))
    }

    /// Opens a page in a new tab.
    pub async fn open(&self, url: &str) -> Page {
        let window = self.0.driver.new_tab().await.expect("a new tab");
        let page = Page::new(Arc::clone(&self.0), window);
        page.goto(url).await;
        page
    }

    /// How many tabs and windows are open.
    pub async fn tabs(&self) -> usize {
        self.0.driver.windows().await.expect("the tabs are listed").len()
    }

    /// Pretends that the system has this color scheme, for the tab that was used last.
    pub async fn prefer(&self, scheme: ColorScheme) {
        let value = match scheme {
            ColorScheme::Light => "light",
            ColorScheme::Dark => "dark",
        };
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": value}]});
        self.cdp("Emulation.setEmulatedMedia", features).await;
    }

    /// Pretends that the window is this wide, in CSS pixels, for the tab that was used last.
    pub async fn set_width(&self, width: u32) {
        self.set_size(width, 800).await;
    }

    /// Pretends that the window is this large, in CSS pixels, for the tab that was used last.
    pub async fn set_size(&self, width: u32, height: u32) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.cdp("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// Lets files be saved.
    pub async fn downloads(&self) -> Downloads {
        let folder = self.0.profile.path().join("saved");
        std::fs::create_dir(&folder).expect("a folder in the profile");
        let parameters = json!({"behavior": "allow", "downloadPath": folder});
        self.cdp("Browser.setDownloadBehavior", parameters).await;
        Downloads(folder)
    }

    /// Ends every process of the browser at once, as when the system runs out of memory.
    pub fn kill(&self) {
        let profile = self.0.profile.path().to_string_lossy().into_owned();
        let processes = std::fs::read_dir("/proc").expect("the processes").flatten();
        let own: Vec<String> = processes
            .filter(|process| {
                let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&line).contains(&profile)
            })
            .map(|process| process.file_name().to_string_lossy().into_owned())
            .filter(|name| name.parse::<u32>().is_ok())
            .collect();
        assert!(!own.is_empty(), "no process uses {profile}");
        let status = std::process::Command::new("kill").arg("-KILL").args(own).status();
        // Some may have ended together with the first.
        status.expect("kill runs");
    }

    async fn cdp(&self, method: &str, parameters: serde_json::Value) {
        let answer = self.0.driver.cdp().send_raw(method, parameters).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}"));
    }
}

/// A session is closed while it is dropped, outside of the runtime that holds its connections. An
/// idle connection used from there would never answer, so none is kept.
fn http_client() -> reqwest::Client {
    let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0);
    client.timeout(Duration::from_secs(60)).build().expect("an HTTP client")
}

/// Port 0 lets ChromeDriver choose; it prints which. It takes what is free for IPv6 and ends when
/// another program has the same port for IPv4.
async fn start_chromedriver() -> (Child, Lines<BufReader<ChildStdout>>, u16) {
    let mut printed = String::new();
    for _ in 0..ATTEMPTS {
        match try_chromedriver().await {
            Ok(started) => return started,
            Err(output) => printed = output,
        }
    }
    panic!("ChromeDriver ended before it was listening: {printed}");
}

async fn try_chromedriver() -> Result<(Child, Lines<BufReader<ChildStdout>>, u16), String> {
    let program = program("CHROMEDRIVER", "chromedriver");
    let mut child = Command::new(&program)
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap_or_else(|error| {
            panic!("{}: {error}; `cargo xtask setup` says how to get it", program.display())
        });
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut printed = String::new();
    while let Some(line) = lines.next_line().await.expect("its output is readable") {
        if let Some((_, port)) = line.split_once(STARTED) {
            let port = port.trim_end_matches('.').parse();
            return Ok((child, lines, port.expect("a port number")));
        }
        printed.push_str(&line);
    }
    Err(printed)
}

fn program(variable: &str, default: &str) -> PathBuf {
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

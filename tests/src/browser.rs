//! A real browser, driven through WebDriver: Chromium, in nightly checks Firefox as well.

pub(crate) mod page;

mod chromium;
mod context;
mod driver;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use thirtyfour::{Capabilities, ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};
use tokio::sync::{Mutex, Semaphore, SemaphorePermit};

pub use self::chromium::SharedChromium;
use self::chromium::{FLAGS, program, shared_address};
use self::context::Context;
use self::driver::{CHROMEDRIVER, Driver, GECKODRIVER};
use crate::downloads::Downloads;
use crate::eventually::eventually;
use page::Page;

/// More at once only make each other slow.
static PERMITS: Semaphore = Semaphore::const_new(2);

/// One browser with an empty profile. It ends with its last tab, if that is kept longer.
///
/// Below `with-browsers` the profile is a context of a browser that runs already.
#[derive(Debug)]
pub struct Browser(Arc<Running>);

/// Fields are dropped in order: the session closes the browser, then its driver ends, then the
/// profile goes.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) driver: WebDriver,
    _driver: Driver,
    /// In a shared browser. The next test there closes its tabs.
    context: Option<Mutex<Context>>,
    profile: TempDir,
    _permit: SemaphorePermit<'static>,
}

/// The color scheme set in the system.
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
        /// The one browser that this process shares with others: a second is another person's.
        static TAKEN: AtomicBool = AtomicBool::new(false);
        if let Some(address) = shared_address()
            && !TAKEN.swap(true, Ordering::Relaxed)
            && let Some(context) = Context::open(&address).await
        {
            return Self::attach(&address, context).await;
        }
        Self::launch(&[]).await
    }

    /// Starts one that no other test shares, so that it can be killed.
    pub async fn start_alone() -> Self {
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

    /// Starts Firefox, with a profile that its driver makes.
    pub async fn start_firefox() -> Self {
        let mut capabilities = DesiredCapabilities::firefox();
        let firefox = program("FIREFOX", "firefox-esr");
        capabilities.set_firefox_binary(&firefox.to_string_lossy()).expect("a path is a string");
        capabilities.set_headless().expect("a flag is a string");
        let profile = TempDir::new().expect("a temporary folder");
        Self::drive(&GECKODRIVER, capabilities, None, profile).await
    }

    async fn launch(more: &[&str]) -> Self {
        let profile = TempDir::new().expect("a temporary folder");
        let mut capabilities = DesiredCapabilities::chrome();
        let profile_flag = format!("--user-data-dir={}", profile.path().display());
        for flag in FLAGS.iter().chain(more).copied().chain([&*profile_flag]) {
            capabilities.add_arg(flag).expect("a flag is a string");
        }
        let chromium = program("CHROMIUM", "chromium");
        capabilities.set_binary(&chromium.to_string_lossy()).expect("a path is a string");
        Self::drive(&CHROMEDRIVER, capabilities, None, profile).await
    }

    async fn attach(address: &str, context: Context) -> Self {
        let address = address.strip_prefix("ws://").and_then(|rest| rest.split('/').next());
        let mut capabilities = DesiredCapabilities::chrome();
        let set = capabilities.set_debugger_address(address.expect("an address of DevTools"));
        set.expect("an address is a string");
        let profile = TempDir::new().expect("a temporary folder");
        Self::drive(&CHROMEDRIVER, capabilities, Some(context), profile).await
    }

    async fn drive(
        kind: &driver::Kind,
        capabilities: impl Into<Capabilities>,
        context: Option<Context>,
        profile: TempDir,
    ) -> Self {
        let permit = PERMITS.acquire().await.expect("the semaphore is never closed");
        let process = Driver::start(kind).await;
        let builder = WebDriver::builder(process.url(), capabilities).client(http_client());
        let driver = builder.await.expect("the browser starts");
        Self(Arc::new(Running {
            driver,
            _driver: process,
            context: context.map(Mutex::new),
            profile,
            _permit: permit,
        }))
    }

    /// Opens a page in a new tab.
    pub async fn open(&self, url: &str) -> Page {
        let window = match &self.0.context {
            Some(context) => context.lock().await.new_tab().await.into(),
            None => self.0.driver.new_tab().await.expect("a new tab"),
        };
        let page = Page::new(Arc::clone(&self.0), window);
        page.goto(url).await;
        page
    }

    /// Waits for a page that another has opened, by a part of its address.
    pub async fn opened(&self, part: &str) -> Page {
        let driver = &self.0.driver;
        let window = eventually(&format!("a page at {part}"), async || {
            for window in driver.windows().await.map_err(|error| error.to_string())? {
                let address = async {
                    driver.switch_to_window(window.clone()).await?;
                    driver.current_url().await
                };
                if address.await.is_ok_and(|address| address.as_str().contains(part)) {
                    return Ok(window);
                }
            }
            Err("none".to_owned())
        })
        .await;
        Page::new(Arc::clone(&self.0), window)
    }

    /// Returns the number of open tabs and windows.
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
        if let Some(context) = &self.0.context {
            context.lock().await.save_downloads(&folder).await;
        } else {
            let parameters = json!({"behavior": "allow", "downloadPath": folder});
            self.cdp("Browser.setDownloadBehavior", parameters).await;
        }
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
    let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).tls_certs_only([]);
    client.timeout(Duration::from_secs(60)).build().expect("an HTTP client")
}

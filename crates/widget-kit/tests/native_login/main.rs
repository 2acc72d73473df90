//! The example `native_login` as a person sees it: a terminal and a browser.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

#[path = "../../../widget-auth-provider/tests/it/real/server.rs"]
mod server;

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use widget_e2e::{Browser, Page, example, in_time};

use server::RealProvider;

/// A terminal in which the example runs, without a display.
struct Terminal {
    process: Child,
    output: Lines<BufReader<ChildStdout>>,
    errors: Lines<BufReader<ChildStderr>>,
}

impl Terminal {
    fn start(provider: &RealProvider, arguments: &[&str]) -> Self {
        let mut process = Command::new(example("native_login"))
            .args(arguments)
            .env_clear()
            .env("WIDGET_OAUTH_PROVIDER", "oidc")
            .env("WIDGET_OAUTH_ISSUER_URL", &provider.issuer)
            .env("WIDGET_OAUTH_CLIENT_ID", "person")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap()).lines();
        let errors = BufReader::new(process.stderr.take().unwrap()).lines();
        Self { process, output, errors }
    }

    /// The address that is printed because there is no browser.
    async fn address(&mut self) -> String {
        loop {
            let line = in_time("the address", self.errors.next_line()).await.unwrap().unwrap();
            if let Some(address) = line.trim().strip_prefix("http://") {
                return format!("http://{address}");
            }
        }
    }

    async fn line(&mut self) -> String {
        in_time("a line", self.output.next_line()).await.unwrap().unwrap()
    }

    /// Whether it ended well, and its last words.
    async fn ends(mut self) -> (bool, String) {
        let status = in_time("the end", self.process.wait()).await.unwrap();
        let mut last = String::new();
        while let Some(line) = self.errors.next_line().await.unwrap() {
            last = line;
        }
        (status.success(), last)
    }
}

async fn enter_account(page: &Page) {
    page.shell_type("#account", "user-7").await;
    page.shell_click("#login").await;
}

#[tokio::test]
async fn rp_56_without_a_display_the_address_is_printed_and_works() {
    let provider = RealProvider::start().await;
    let mut terminal = Terminal::start(&provider, &[]);
    let browser = Browser::start().await;
    let page = browser.open(&terminal.address().await).await;
    enter_account(&page).await;
    page.shell_click("#allow").await;
    page.shell_holds("document.title === 'You are signed in'").await;
    assert_eq!(terminal.line().await, "signed in as Jane");
    assert_eq!(terminal.ends().await, (true, String::new()));
}

#[tokio::test]
async fn who_says_no_is_told_so_in_both_places() {
    let provider = RealProvider::start().await;
    let mut terminal = Terminal::start(&provider, &[]);
    let browser = Browser::start().await;
    let page = browser.open(&terminal.address().await).await;
    page.shell_click("#cancel").await;
    page.shell_holds("document.title === 'You are not signed in'").await;
    let (worked, last) = terminal.ends().await;
    assert!(!worked && last.ends_with("the provider answered `access_denied`"), "{last}");
}

#[tokio::test]
async fn ctrl_c_ends_it() {
    let provider = RealProvider::start().await;
    let mut terminal = Terminal::start(&provider, &[]);
    terminal.address().await;
    let id = terminal.process.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().await.unwrap().success());
    let (worked, last) = terminal.ends().await;
    assert!(!worked && last.ends_with("was cancelled"), "{last}");
}

#[tokio::test]
async fn another_device_signs_this_one_in() {
    let provider = RealProvider::start().await;
    let mut terminal = Terminal::start(&provider, &["--device"]);
    let line = terminal.line().await;
    let (page, code) = line.strip_prefix("open ").unwrap().split_once(" and enter ").unwrap();
    let browser = Browser::start().await;
    let page = browser.open(page).await;
    page.shell_type("input[name=user_code]", code).await;
    page.shell_click("#continue").await;
    page.shell_click("#confirm").await;
    enter_account(&page).await;
    page.shell_click("#allow").await;
    assert_eq!(terminal.line().await, "signed in as Jane");
    assert_eq!(terminal.ends().await, (true, String::new()));
}

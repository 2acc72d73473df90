//! The examples `server_login` and `widget_site` as a person sees them, in a browser.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

#[path = "../../../widget-auth-provider/tests/it/real/server.rs"]
mod server;

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use widget_e2e::{Browser, Page, example, in_time};

use server::RealProvider;

/// The example, on a free port.
fn start(name: &str, provider: &RealProvider, secret: &str) -> Child {
    Command::new(example(name))
        .env_clear()
        .env("WIDGET_OAUTH_PROVIDER", "oidc")
        .env("WIDGET_OAUTH_ISSUER_URL", &provider.issuer)
        .env("WIDGET_OAUTH_CLIENT_ID", "site")
        .env("WIDGET_OAUTH_CLIENT_SECRET", "p+s&e=c%r:e t")
        .env("SITE_COOKIE_SECRET", secret)
        .env("SITE_PORT", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

/// Opens the site, whose address is in `line`, and signs in.
async fn signed_in(browser: &Browser, line: &str) -> Page {
    let page = browser.open(line.strip_prefix("open ").unwrap()).await;
    page.shell_type("#account", "user-7").await;
    page.shell_click("#login").await;
    page.shell_click("#allow").await;
    page
}

#[tokio::test]
async fn a_person_signs_in_to_the_server_of_the_example_and_out() {
    let provider = RealProvider::start().await;
    let mut example = start("server_login", &provider, &"5ecr3t".repeat(6));
    let mut output = BufReader::new(example.stdout.take().unwrap()).lines();
    let line = in_time("the address", output.next_line()).await.unwrap().unwrap();
    let browser = Browser::start().await;
    let page = signed_in(&browser, &line).await;
    page.shell_holds("document.querySelector('#who')?.textContent === 'Hello, Jane'").await;
    page.shell_click("#logout").await;
    page.shell_click("#end").await;
    // Or the answer to it takes the place of the page that is asked for next.
    page.shell_holds("document.querySelector('#end') === null").await;
    page.goto(line.strip_prefix("open ").unwrap()).await;
    page.shell_holds("document.title === 'Sign in'").await;
}

/// The frame of the widget gets no cookie, and its scripts all the same.
#[tokio::test]
async fn a_widget_behind_the_sign_in_is_drawn() {
    let provider = RealProvider::start().await;
    let mut example = start("widget_site", &provider, &"5ecr3t".repeat(6));
    let mut output = BufReader::new(example.stdout.take().unwrap()).lines();
    let line = in_time("the address", output.next_line()).await.unwrap().unwrap();
    let browser = Browser::start().await;
    let page = signed_in(&browser, &line).await;
    page.shows("#visits", "0").await;
    page.click("#button-1").await;
    page.shows("#visits", "1").await;
}

#[tokio::test]
async fn a_short_secret_is_refused_and_not_shown() {
    let provider = RealProvider::start().await;
    let example = start("server_login", &provider, "5ecr3t");
    let output = in_time("the end", example.wait_with_output()).await.unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && errors.contains("cookie_secret"), "{errors}");
    assert!(!errors.contains("5ecr3t"), "{errors}");
}

//! The example with the browser of the user.

use widget_e2e::{Browser, Page};

use crate::server::RealProvider;
use crate::terminal::Terminal;

/// The other way that this provider has.
const DEVICE: &str = "Where no browser reaches this machine, the provider can also sign in with a \
    code that you enter on another device, if this program offers it.";

async fn enter_account(page: &Page) {
    page.shell_type("#account", "user-7").await;
    page.shell_click("#login").await;
}

#[tokio::test]
async fn rp_56_without_a_display_the_address_is_printed_and_works() {
    let provider = RealProvider::start().await;
    let mut terminal = Terminal::start("native_login", &provider);
    let browser = Browser::start().await;
    let page = browser.open(&terminal.address().await).await;
    enter_account(&page).await;
    page.shell_click("#allow").await;
    page.shell_holds("document.title === 'You are signed in'").await;
    assert_eq!(terminal.line().await, "signed in as Jane");
    assert_eq!(terminal.ends().await, (true, DEVICE.to_owned()));
}

#[tokio::test]
async fn who_says_no_is_told_so_in_both_places() {
    let provider = RealProvider::start().await;
    let mut terminal = Terminal::start("native_login", &provider);
    let browser = Browser::start().await;
    let page = browser.open(&terminal.address().await).await;
    page.shell_click("#cancel").await;
    page.shell_holds("document.title === 'You are not signed in'").await;
    let (worked, last) = terminal.ends().await;
    assert!(!worked && last.contains("the provider answered `access_denied`: "), "{last}");
}

#[tokio::test]
async fn ctrl_c_ends_it() {
    let provider = RealProvider::start().await;
    let mut terminal = Terminal::start("native_login", &provider);
    terminal.address().await;
    terminal.interrupt().await;
    let (worked, last) = terminal.ends().await;
    assert!(!worked && last.contains("was cancelled"), "{last}");
}

#[tokio::test]
async fn another_device_signs_this_one_in() {
    let provider = RealProvider::start().await;
    let mut terminal = Terminal::start("device_login", &provider);
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

#[tokio::test]
async fn a_provider_and_a_store_of_ones_own_sign_in() {
    let provider = RealProvider::start().await;
    let addresses = [("AUTHORIZE", "auth"), ("TOKEN", "token"), ("USERINFO", "me")];
    let addresses = addresses.map(|(name, path)| {
        (format!("WIDGET_OAUTH_{name}_URL"), format!("{}/{path}", provider.issuer))
    });
    let scopes = ("WIDGET_OAUTH_SCOPES".to_owned(), "openid email".to_owned());
    let own_provider = addresses.into_iter().chain([scopes]).collect();
    let programs = [
        ("own_provider", own_provider, "signed in as jane", ""),
        ("own_store", Vec::new(), "kept: default", DEVICE),
    ];
    for (name, variables, last, said) in programs {
        let mut terminal = Terminal::start_with(name, &provider, variables);
        let browser = Browser::start().await;
        let page = browser.open(&terminal.address().await).await;
        enter_account(&page).await;
        page.shell_click("#allow").await;
        let line = terminal.line().await;
        // The key of a store ends with a hash of the client and its provider.
        assert_eq!(line.split('@').next(), Some(last));
        assert_eq!(terminal.ends().await, (true, said.to_owned()));
    }
}

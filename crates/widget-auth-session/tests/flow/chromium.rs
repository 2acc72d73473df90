//! A person in front of a real Chromium signs in at a real provider (npm
//! `oidc-provider`).

#[path = "../../../widget-auth-provider/tests/it/real/server.rs"]
mod server;

use std::error::Error as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use url::Url;
use widget_auth_core::{AuthError, AuthErrorKind, AuthFlowResult, BoxError};
use widget_auth_provider::{GenericOidcProvider, OAuthClient};
use widget_auth_session::{
    AuthFlowManager, AuthWindow, FlowError, RefreshOutcome, SessionManager, WindowConfig,
};
use widget_auth_store::MemoryTokenStore;
use widget_e2e::{Browser, ColorScheme, Page, in_time};

use server::RealProvider;

const SCOPES: [&str; 4] = ["openid", "email", "profile", "offline_access"];

/// A tab of Chromium as the window of a sign-in.
#[derive(Debug)]
struct Tab {
    browser: Browser,
    page: watch::Sender<Option<Arc<Page>>>,
    url: Mutex<String>,
}

#[async_trait]
impl AuthWindow for Tab {
    async fn open(&self, url: &str, _config: &WindowConfig) -> Result<(), BoxError> {
        url.clone_into(&mut self.url.lock().unwrap());
        let page = Arc::new(self.browser.open("about:blank").await);
        self.page.send_replace(Some(page.clone()));
        page.goto(url).await;
        Ok(())
    }

    async fn closed(&self) {
        self.page().await.closed().await;
    }
}

impl Tab {
    /// The page, as soon as there is one.
    async fn page(&self) -> Arc<Page> {
        let mut page = self.page.subscribe();
        let open = in_time("the tab", page.wait_for(Option::is_some)).await.unwrap();
        open.clone().unwrap()
    }

    /// The redirect URL of the sign-in.
    fn redirect(&self) -> String {
        let url = Url::parse(&self.url.lock().unwrap()).unwrap();
        url.query_pairs().find(|(name, _)| name == "redirect_uri").unwrap().1.into()
    }
}

/// A provider, a browser, and a program that signs a user in.
struct Fixture {
    _provider: RealProvider,
    tab: Arc<Tab>,
    session: SessionManager,
    flow: AuthFlowManager,
}

impl Fixture {
    async fn new() -> Self {
        Self::with_prompt("consent").await
    }

    async fn with_prompt(prompt: &str) -> Self {
        let provider = RealProvider::start().await;
        // Without consent the provider gives no refresh token.
        let client = OAuthClient::new("person").with_scopes(SCOPES);
        let client = client.with_authorize_param("prompt", prompt);
        let oidc = GenericOidcProvider::new(client, &provider.issuer).unwrap();
        let session = SessionManager::new(oidc, MemoryTokenStore::new());
        let flow = AuthFlowManager::for_session(session.clone());
        let browser = Browser::start().await;
        let tab = Arc::new(Tab { browser, page: watch::channel(None).0, url: Mutex::default() });
        Self { _provider: provider, tab, session, flow }
    }

    fn begin(&self) -> JoinHandle<Result<AuthFlowResult, AuthError>> {
        let (flow, tab) = (self.flow.clone(), self.tab.clone());
        tokio::spawn(async move { flow.run_native(&*tab).await })
    }

    /// A sign-in, at the first page of the provider.
    async fn under_way(&self) -> (JoinHandle<Result<AuthFlowResult, AuthError>>, Arc<Page>) {
        let running = self.begin();
        let page = self.tab.page().await;
        page.shell_holds("document.title === 'Sign in'").await;
        (running, page)
    }
}

async fn enter_account(page: &Page) {
    page.shell_type("#account", "user-7").await;
    page.shell_click("#login").await;
}

/// Waits for the last page. Its style is there and its script has run, so the
/// policy lets them.
async fn sees(page: &Page, title: &str) {
    page.shell_holds(&format!("document.querySelector('h1')?.textContent === {title:?}")).await;
    page.shell_holds("location.pathname === '/callback' && location.search === ''").await;
    page.shell_holds("getComputedStyle(document.querySelector('.mark')).borderRadius === '50%'")
        .await;
}

#[tokio::test]
async fn a_person_signs_in_and_stays_signed_in() {
    let fixture = Fixture::new().await;
    let (running, page) = fixture.under_way().await;
    enter_account(&page).await;
    page.shell_click("#allow").await;
    let result = in_time("the sign-in", running).await.unwrap().unwrap();
    sees(&page, "You are signed in").await;

    let user = result.userinfo.unwrap();
    assert_eq!((user.sub.as_str(), user.name.as_deref()), ("user-7", Some("Jane")));
    // The session has the tokens, and a refresh token that works.
    let before = fixture.session.get_access_token().await.unwrap();
    assert_eq!(fixture.session.refresh().await.unwrap(), RefreshOutcome::Refreshed);
    assert_ne!(fixture.session.get_access_token().await.unwrap(), before);
}

#[tokio::test]
async fn a_person_who_cancels_at_the_consent_page_is_not_signed_in() {
    let fixture = Fixture::new().await;
    let (running, page) = fixture.under_way().await;
    enter_account(&page).await;
    page.shell_holds("document.title === 'Allow access?'").await;
    page.shell_click("#cancel").await;
    let error = in_time("the sign-in", running).await.unwrap().unwrap_err();
    sees(&page, "You are not signed in").await;
    page.shell_holds("document.body.innerText.includes('The person said no. (access_denied)')")
        .await;
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    assert_eq!(error.details().code(), Some("access_denied"));
    assert!(fixture.session.tokens().is_none());
}

#[tokio::test]
async fn rp_57_a_person_who_closes_the_tab_ends_the_sign_in() {
    let fixture = Fixture::new().await;
    let (running, page) = fixture.under_way().await;
    page.close().await;
    let error = in_time("the sign-in", running).await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::FlowCancelled);
    let cause = error.source().unwrap().downcast_ref();
    assert!(matches!(cause, Some(FlowError::WindowClosed)));
}

#[tokio::test]
async fn rp_57_a_redirect_after_the_timeout_finds_no_listener() {
    let mut fixture = Fixture::new().await;
    fixture.flow = fixture.flow.clone().with_auth_timeout(Duration::from_secs(3));
    let (running, page) = fixture.under_way().await;
    let error = in_time("the sign-in", running).await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::FlowTimeout);
    // The provider does its part, but the listener is closed.
    enter_account(&page).await;
    page.shell_click("#allow").await;
    page.shell_holds("location.protocol === 'chrome-error:'").await;
    assert!(fixture.session.tokens().is_none());
}

#[tokio::test]
async fn rp_17_an_error_of_the_provider_ends_the_sign_in() {
    let fixture = Fixture::with_prompt("none").await;
    let running = fixture.begin();
    let page = fixture.tab.page().await;
    sees(&page, "You are not signed in").await;
    let error = in_time("the sign-in", running).await.unwrap().unwrap_err();
    assert_eq!(error.details().code(), Some("login_required"));
    assert!(error.needs_login());
}

#[tokio::test]
async fn rp_17_rp_54_foreign_pages_neither_run_code_nor_end_the_sign_in() {
    let fixture = Fixture::new().await;
    let (running, page) = fixture.under_way().await;
    let url = page.shell_value("location.href").await;
    let redirect = fixture.tab.redirect();
    let script = "%3C%2Fp%3E%3Cscript%3Edocument.title%3D%27owned%27%3C%2Fscript%3E";
    let other = fixture
        .tab
        .browser
        .open(&format!("{redirect}?error={script}&error_description={script}&state=guessed"))
        .await;
    other.shell_holds("document.title === 'This does not belong to the sign-in'").await;
    other.close().await;
    assert_eq!(page.shell_value("location.href").await, url);
    enter_account(&page).await;
    page.shell_click("#allow").await;
    in_time("the sign-in", running).await.unwrap().unwrap();
}

#[tokio::test]
async fn the_last_page_looks_right_by_day_and_by_night() {
    let fixture = Fixture::new().await;
    let (running, page) = fixture.under_way().await;
    enter_account(&page).await;
    page.shell_click("#allow").await;
    in_time("the sign-in", running).await.unwrap().unwrap();
    sees(&page, "You are signed in").await;
    for (scheme, name, card) in [
        (ColorScheme::Light, "light", "rgb(255, 255, 255)"),
        (ColorScheme::Dark, "dark", "rgb(33, 36, 41)"),
    ] {
        fixture.tab.browser.prefer(scheme).await;
        let color = "getComputedStyle(document.querySelector('main')).backgroundColor";
        page.shell_holds(&format!("{color} === '{card}'")).await;
        page.screenshot(&format!("signed-in-{name}")).await;
    }
}

#[tokio::test]
async fn a_person_signs_in_for_another_device() {
    let fixture = Fixture::new().await;
    let (running, code) = fixture.begin_device().await;
    let page = fixture.tab.browser.open(&code.0).await;
    page.shell_type("input[name=user_code]", "wrong-code").await;
    page.shell_click("#continue").await;
    page.shell_holds("document.querySelector('#error')?.textContent === 'NotFoundError'").await;
    page.goto(&code.0).await;
    page.shell_type("input[name=user_code]", &code.1).await;
    page.shell_click("#continue").await;
    page.shell_click("#confirm").await;
    enter_account(&page).await;
    page.shell_click("#allow").await;
    page.shell_holds("document.title === 'Your device is signed in'").await;
    let result = in_time("the device", running).await.unwrap().unwrap();
    assert_eq!(result.userinfo.unwrap().sub, "user-7");
    assert!(result.tokens.id_token.is_some());
    fixture.session.get_access_token().await.unwrap();
}

#[tokio::test]
async fn a_person_who_does_not_know_the_device_says_no() {
    let fixture = Fixture::new().await;
    let (running, code) = fixture.begin_device().await;
    let page = fixture.tab.browser.open(&code.0).await;
    page.shell_type("input[name=user_code]", &code.1).await;
    page.shell_click("#continue").await;
    page.shell_click("#abort").await;
    let error = in_time("the device", running).await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    assert_eq!(error.details().code(), Some("access_denied"));
    assert!(fixture.session.tokens().is_none());
}

impl Fixture {
    /// A sign-in of a device, with the page to open and the code to enter.
    async fn begin_device(
        &self,
    ) -> (JoinHandle<Result<AuthFlowResult, AuthError>>, (String, String)) {
        let (sender, shown) = tokio::sync::oneshot::channel();
        let flow = self.flow.clone();
        let running = tokio::spawn(async move {
            flow.run_device(|code| {
                sender.send((code.verification_uri.to_string(), code.user_code.clone())).unwrap();
            })
            .await
        });
        (running, in_time("the code", shown).await.unwrap())
    }
}

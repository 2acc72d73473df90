//! Shared test support: a sign-in at a mock provider, and a
//! window that the test looks through.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, Notify, mpsc};
use tokio::task::JoinHandle;
use url::Url;
use widget_auth_core::{AuthError, AuthFlowResult, BoxError};
use widget_auth_provider::{GenericOidcProvider, OAuthClient};
use widget_auth_session::{AuthFlowManager, AuthWindow, SessionManager, WindowConfig};
use widget_auth_store::MemoryTokenStore;
use widget_e2e::eventually;

use crate::mock_provider::{MockProvider, client, clock};

pub(crate) struct Fixture {
    pub(crate) mock: MockProvider,
    pub(crate) flow: AuthFlowManager,
    pub(crate) window: Arc<TestWindow>,
    pub(crate) store: Arc<MemoryTokenStore>,
}

impl Fixture {
    pub(crate) async fn new() -> Self {
        Self::with(|flow| flow).await
    }

    /// A flow whose provider has a client of its own.
    pub(crate) async fn with_client(change: impl FnOnce(OAuthClient) -> OAuthClient) -> Self {
        let mut fixture = Self::new().await;
        let provider = GenericOidcProvider::new(change(client()), fixture.mock.url()).unwrap();
        fixture.flow = AuthFlowManager::new(provider).with_token_store(fixture.store.clone());
        fixture
    }

    pub(crate) async fn with(change: impl FnOnce(AuthFlowManager) -> AuthFlowManager) -> Self {
        let mock = MockProvider::start(clock()).await.unwrap();
        let store = Arc::new(MemoryTokenStore::new());
        let flow = AuthFlowManager::new(provider(&mock)).with_token_store(store.clone());
        Self { flow: change(flow), mock, window: Arc::new(TestWindow::new()), store }
    }

    /// The key of the tokens in the store.
    pub(crate) fn key(&self) -> String {
        let session = SessionManager::new(provider(&self.mock), self.store.clone());
        session.storage_key().to_owned()
    }

    /// Begins a sign-in.
    pub(crate) fn begin(&self) -> JoinHandle<Result<AuthFlowResult, AuthError>> {
        let (flow, window) = (self.flow.clone(), self.window.clone());
        tokio::spawn(async move { flow.run_native(&*window).await })
    }

    /// Waits until the window shows the provider's page, where the user agrees.
    pub(crate) async fn opened(&self) -> Visit {
        let url = self.window.urls.lock().await.recv().await.unwrap();
        let callback = self.mock.authorize(&url);
        let code = callback.query_pairs().find(|(name, _)| name == "code").unwrap().1.into();
        Visit { code, ..Visit::new(&url) }
    }

    /// A sign-in that has got as far as the provider's page.
    pub(crate) async fn under_way(&self) -> (JoinHandle<Result<AuthFlowResult, AuthError>>, Visit) {
        let running = self.begin();
        (running, self.opened().await)
    }

    /// Waits until the provider was asked for `path`.
    pub(crate) async fn asked(&self, path: &str) {
        eventually(&format!("a request for {path}"), async || match self.mock.count(path) {
            0 => Err("none".to_owned()),
            _ => Ok(()),
        })
        .await;
    }

    pub(crate) fn set_metadata(&self, change: impl FnOnce(&mut Value)) {
        self.mock.set_metadata(change);
    }
}

pub(crate) fn provider(mock: &MockProvider) -> GenericOidcProvider {
    GenericOidcProvider::new(client(), mock.url()).unwrap()
}

pub(crate) fn without_device_grant(metadata: &mut Value) {
    metadata.as_object_mut().unwrap().remove("device_authorization_endpoint");
}

/// A window that hands its address to the test.
#[derive(Debug)]
pub(crate) struct TestWindow {
    opened: mpsc::UnboundedSender<String>,
    pub(crate) urls: Mutex<mpsc::UnboundedReceiver<String>>,
    user_closes: Notify,
    closes: AtomicUsize,
    /// The texts that the user pastes, and the number of those refused.
    pub(crate) pasted: Mutex<mpsc::UnboundedReceiver<String>>,
    pub(crate) paste: mpsc::UnboundedSender<String>,
    pub(crate) refused: AtomicUsize,
    /// True if there is no display to show it on.
    pub(crate) headless: AtomicBool,
    /// Told that no window opened, and that there is another way.
    pub(crate) told: Notify,
    pub(crate) suggestions: AtomicUsize,
    pub(crate) config: std::sync::Mutex<Option<WindowConfig>>,
}

impl TestWindow {
    fn new() -> Self {
        let (opened, urls) = mpsc::unbounded_channel();
        let (paste, pasted) = mpsc::unbounded_channel();
        Self {
            pasted: Mutex::new(pasted),
            paste,
            refused: AtomicUsize::new(0),
            opened,
            urls: Mutex::new(urls),
            user_closes: Notify::new(),
            closes: AtomicUsize::new(0),
            headless: AtomicBool::new(false),
            told: Notify::new(),
            suggestions: AtomicUsize::new(0),
            config: std::sync::Mutex::default(),
        }
    }

    /// The user closes the window.
    pub(crate) fn user_closes(&self) {
        self.user_closes.notify_one();
    }

    /// Returns the number of times the window was closed.
    pub(crate) fn closes(&self) -> usize {
        self.closes.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl AuthWindow for TestWindow {
    fn is_available(&self) -> bool {
        !self.headless.load(Ordering::SeqCst)
    }

    async fn open(&self, url: &str, config: &WindowConfig) -> Result<(), BoxError> {
        *self.config.lock().unwrap() = Some(config.clone());
        if self.headless.load(Ordering::SeqCst) {
            return Err("there is no display".into());
        }
        self.opened.send(url.to_owned())?;
        Ok(())
    }

    fn not_opened(&self, url: &str, _: &BoxError) {
        // The user opens it elsewhere.
        self.opened.send(url.to_owned()).unwrap();
    }

    fn suggest_device(&self) {
        self.suggestions.fetch_add(1, Ordering::SeqCst);
        self.told.notify_one();
    }

    async fn closed(&self) {
        self.user_closes.notified().await;
    }

    async fn pasted(&self, is_open: bool) -> String {
        assert_eq!(is_open, !self.headless.load(Ordering::SeqCst));
        self.pasted.lock().await.recv().await.unwrap()
    }

    fn refused(&self, _reason: &str) {
        self.refused.fetch_add(1, Ordering::SeqCst);
    }

    fn close(&self) {
        self.closes.fetch_add(1, Ordering::SeqCst);
    }
}

/// The parameters a browser has at the provider's page.
#[derive(Debug)]
pub(crate) struct Visit {
    pub(crate) params: BTreeMap<String, String>,
    pub(crate) port: u16,
    /// The redirect URL that the provider sends the browser to.
    pub(crate) redirect: Url,
    /// The code that the mock provider gave out.
    pub(crate) code: String,
}

impl Visit {
    pub(crate) fn new(url: &str) -> Self {
        let url = Url::parse(url).unwrap();
        let params: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!(params.len(), url.query_pairs().count(), "a parameter is repeated");
        let redirect = Url::parse(&params["redirect_uri"]).unwrap();
        Self { params, port: redirect.port().unwrap(), redirect, code: String::new() }
    }

    pub(crate) fn state(&self) -> &str {
        &self.params["state"]
    }

    /// The provider sends the browser back with the code.
    pub(crate) async fn come_back(&self) -> Answer {
        self.callback(&format!("code={}&state={}", self.code, self.state())).await
    }

    pub(crate) async fn callback(&self, query: &str) -> Answer {
        self.get(&format!("{}?{query}", self.redirect.path())).await
    }

    pub(crate) async fn get(&self, target: &str) -> Answer {
        let host = self.redirect.host_str().unwrap();
        self.send(&format!("GET {target} HTTP/1.1\r\nHost: {host}:{}\r\n\r\n", self.port)).await
    }

    pub(crate) async fn send(&self, request: &str) -> Answer {
        let mut stream = self.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        Answer::read(&mut stream).await
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address()).await.unwrap()
    }

    pub(crate) fn address(&self) -> SocketAddr {
        match self.redirect.host_str() {
            Some("[::1]") => (Ipv6Addr::LOCALHOST, self.port).into(),
            _ => (Ipv4Addr::LOCALHOST, self.port).into(),
        }
    }

    /// Returns whether the server has stopped listening.
    pub(crate) async fn is_closed(&self) -> bool {
        TcpStream::connect(self.address()).await.is_err()
    }
}

/// A response of the loopback server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) async fn read(stream: &mut TcpStream) -> Self {
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// Returns the heading of the page.
    pub(crate) fn title(&self) -> &str {
        let (_, rest) = self.body.split_once("<h1>").unwrap();
        rest.split_once("</h1>").unwrap().0
    }
}

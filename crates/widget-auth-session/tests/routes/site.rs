//! Shared test support: a site, its provider, and the browsers of visitors.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::header::{ACCEPT, CONTENT_TYPE, COOKIE, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::routing::get;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use url::Url;
use widget_auth_core::{Clock as _, ManualClock};
use widget_auth_provider::GenericOidcProvider;
use widget_auth_session::routes::{
    AuthSession, AuthSettings, AuthState, CookieSecret, SessionLayer, auth_router,
};
use widget_auth_store::{
    MemoryPendingStore, MemoryRateLimitStore, MemorySessionStore, MemoryTokenStore,
};

use crate::mock_provider::{CLIENT_ID, MockProvider, Reply, client, clock};

/// The origin of the site.
pub(crate) const SITE: &str = "https://site.example";
pub(crate) const CALLBACK: &str = "https://site.example/auth/callback";

/// The `Accept` header of a browser that opens a page.
pub(crate) const PAGE: &str = "text/html,application/xhtml+xml,*/*;q=0.8";

pub(crate) fn secret(byte: u8) -> CookieSecret {
    CookieSecret::new([byte; 32]).unwrap()
}

pub(crate) fn settings() -> AuthSettings {
    AuthSettings::new(CALLBACK, secret(1)).unwrap().with_logins_per_minute(1_000_000)
}

/// One worker, its provider, and the clock of both.
pub(crate) struct Site {
    pub(crate) mock: MockProvider,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) tokens: Arc<MemoryTokenStore>,
    pub(crate) state: AuthState,
    pub(crate) app: Router,
}

impl Site {
    pub(crate) async fn new() -> Self {
        Self::with(settings()).await
    }

    pub(crate) async fn with(settings: AuthSettings) -> Self {
        let clock = clock();
        let mock = MockProvider::start(clock.clone()).await.unwrap();
        answer_codes(&mock, &clock);
        let tokens = Arc::new(MemoryTokenStore::new());
        let state = AuthState::new(provider(&mock, &clock, "oidc"), settings)
            .with_clock(clock.clone())
            .with_token_store(tokens.clone())
            .with_session_store(MemorySessionStore::new().with_clock(clock.clone()))
            .with_pending_store(MemoryPendingStore::new().with_clock(clock.clone()))
            .with_rate_limit_store(MemoryRateLimitStore::new().with_clock(clock.clone()));
        Self { mock, clock, tokens, app: auth_router(state.clone()), state }
    }

    pub(crate) fn visitor(&self) -> Visitor {
        Visitor::new(self.app.clone())
    }

    /// A visitor who has signed in.
    pub(crate) async fn user(&self) -> Visitor {
        let mut visitor = self.visitor();
        visitor.sign_in("user-1").await;
        visitor
    }

    pub(crate) fn pass(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// Returns the number of codes and refresh tokens the provider was sent.
    pub(crate) fn token_requests(&self) -> usize {
        self.mock.count("/token")
    }
}

pub(crate) fn provider(
    mock: &MockProvider,
    clock: &Arc<ManualClock>,
    name: &str,
) -> GenericOidcProvider {
    let client = client().with_clock(clock.clone());
    GenericOidcProvider::new(client, mock.url()).unwrap().with_name(name)
}

/// The provider takes codes of the form `subject.nonce`, as [`Visit::code`]
/// makes them, and any refresh token.
pub(crate) fn answer_codes(mock: &MockProvider, clock: &Arc<ManualClock>) {
    let (provider, clock) = (mock.clone(), clock.clone());
    mock.set("/token", move |request| {
        let form = request.form();
        let Some((subject, nonce)) = form.get("code").and_then(|code| code.split_once('.')) else {
            let mut tokens = tokens("access-2");
            tokens["refresh_token"] = "refresh-2".into();
            return Reply::json(&tokens);
        };
        let mut tokens = tokens(&format!("access-of-{subject}"));
        tokens["refresh_token"] = "refresh-1".into();
        tokens["id_token"] = id_token(&provider, &clock, subject, nonce).into();
        Reply::json(&tokens)
    });
    mock.set("/userinfo", |request| {
        let token = request.header("authorization").unwrap();
        let subject = token.strip_prefix("Bearer access-of-").unwrap();
        Reply::json(&json!({"sub": subject, "name": "Jane"}))
    });
}

/// A token response with nothing else.
pub(crate) fn tokens(access_token: &str) -> Value {
    json!({"access_token": access_token, "token_type": "Bearer", "expires_in": 3600})
}

pub(crate) fn id_token(
    mock: &MockProvider,
    clock: &ManualClock,
    subject: &str,
    nonce: &str,
) -> String {
    let now = clock.now().as_secs();
    mock.key().sign(&json!({
        "iss": mock.url(), "aud": CLIENT_ID, "sub": subject, "nonce": nonce,
        "iat": now, "exp": now + 300,
    }))
}

/// A page that shows the access token of its visitor, or why there is none.
pub(crate) fn tokens_page(state: &AuthState) -> Router {
    let layer = SessionLayer::new(state);
    let state = state.clone();
    let token = async move |session: AuthSession| match state
        .session_manager(&session)
        .get_access_token()
        .await
    {
        Ok(token) => token.expose_secret().to_owned(),
        Err(error) if error.needs_login() => "a sign-in is needed".to_owned(),
        Err(error) if error.is_retryable() => "try again".to_owned(),
        Err(error) => error.to_string(),
    };
    Router::new().route("/", get(token)).layer(layer)
}

/// A browser with its cookies.
#[derive(Clone)]
pub(crate) struct Visitor {
    app: Router,
    pub(crate) cookies: BTreeMap<String, String>,
    /// The cookies that go along with forms of other sites.
    pub(crate) cross_site: BTreeSet<String>,
    pub(crate) peer: SocketAddr,
    origin: String,
    /// Headers that a proxy in between adds.
    pub(crate) proxy: Vec<(&'static str, String)>,
}

impl Visitor {
    pub(crate) fn new(app: Router) -> Self {
        let (cookies, proxy) = (BTreeMap::new(), Vec::new());
        let peer = "192.0.2.1:4711".parse().unwrap();
        let cross_site = BTreeSet::new();
        Self { app, cookies, cross_site, peer, origin: SITE.to_owned(), proxy }
    }

    /// The same browser at another worker.
    pub(crate) fn at(&self, app: &Router) -> Self {
        Self { app: app.clone(), ..self.clone() }
    }

    /// A script of the site asks.
    pub(crate) async fn fetch(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, &[(ACCEPT.as_str(), "*/*")]).await
    }

    /// The browser opens a page.
    pub(crate) async fn open(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, &[(ACCEPT.as_str(), PAGE)]).await
    }

    /// A script of the site posts.
    pub(crate) async fn post(&mut self, path: &str) -> Answer {
        let origin = self.origin.clone();
        let headers =
            [(ORIGIN.as_str(), &*origin), ("sec-fetch-site", "same-origin"), ("accept", "*/*")];
        self.send(Method::POST, path, &headers).await
    }

    /// A form of the site is sent.
    pub(crate) async fn submit(&mut self, path: &str) -> Answer {
        let origin = self.origin.clone();
        self.send(Method::POST, path, &[(ORIGIN.as_str(), &origin), ("accept", PAGE)]).await
    }

    /// A page of another site posts a form.
    pub(crate) async fn post_from_elsewhere(&mut self, path: &str, form: &str) -> Answer {
        self.post_for("document", path, form).await
    }

    /// A page of another site posts a form, and shows the answer in a tab
    /// (`document`) or a frame (`iframe`).
    pub(crate) async fn post_for(&mut self, dest: &str, path: &str, form: &str) -> Answer {
        let headers = [
            ("sec-fetch-dest", dest),
            (ORIGIN.as_str(), "https://appleid.apple.com"),
            ("sec-fetch-site", "cross-site"),
            (ACCEPT.as_str(), PAGE),
            (CONTENT_TYPE.as_str(), "application/x-www-form-urlencoded; charset=utf-8"),
        ];
        let mut cookies = self.cookies.clone();
        cookies.retain(|name, _| self.cross_site.contains(name));
        self.request(Method::POST, path, &headers, &cookies, form.to_owned()).await
    }

    pub(crate) async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Answer {
        let cookies = self.cookies.clone();
        self.request(method, path, headers, &cookies, String::new()).await
    }

    async fn request(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        cookies: &BTreeMap<String, String>,
        body: String,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        for (name, value) in &self.proxy {
            request = request.header(*name, value);
        }
        if !cookies.is_empty() {
            let pairs: Vec<_> = cookies.iter().map(|(k, v)| format!("{k}={v}")).collect();
            request = request.header(COOKIE, pairs.join("; "));
        }
        let request = request.extension(ConnectInfo(self.peer)).body(Body::from(body)).unwrap();
        let response = self.app.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 1 << 20).await.unwrap();
        let body = String::from_utf8(body.to_vec()).unwrap();
        let answer = Answer { status: parts.status, headers: parts.headers, body };
        self.keep(&answer);
        answer
    }

    fn keep(&mut self, answer: &Answer) {
        for cookie in answer.set_cookies() {
            let (pair, flags) = cookie.split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if flags.contains("SameSite=None") {
                self.cross_site.insert(name.to_owned());
            }
            match flags.contains("Max-Age=0") {
                true => drop(self.cookies.remove(name)),
                false => drop(self.cookies.insert(name.to_owned(), value.to_owned())),
            }
        }
    }

    /// Goes to the provider.
    pub(crate) async fn begin(&mut self) -> Visit {
        self.begin_at("/auth/login").await
    }

    pub(crate) async fn begin_at(&mut self, path: &str) -> Visit {
        let answer = self.open(path).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
        Visit::new(answer.location())
    }

    /// The whole way.
    pub(crate) async fn sign_in(&mut self, subject: &str) {
        let visit = self.begin().await;
        let answer = self.open(&visit.callback(subject)).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    }

    /// Whom the site takes this for.
    pub(crate) async fn subject(&mut self) -> Option<String> {
        let status = self.fetch("/auth/status").await.json();
        status["user"]["sub"].as_str().map(str::to_owned)
    }

    pub(crate) fn session_cookie(&self) -> &str {
        &self.cookies["__Host-widget_session"]
    }
}

/// The parameters a browser has at the provider.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    pub(crate) url: Url,
    pub(crate) params: BTreeMap<String, String>,
}

impl Visit {
    pub(crate) fn new(url: &str) -> Self {
        let url = Url::parse(url).unwrap();
        let params: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!(params.len(), url.query_pairs().count(), "a parameter is repeated");
        Self { url, params }
    }

    pub(crate) fn state(&self) -> &str {
        &self.params["state"]
    }

    /// Returns the callback URL for `subject`, who has agreed.
    pub(crate) fn callback(&self, subject: &str) -> String {
        format!("/auth/callback?code={}&state={}", self.code(subject), self.state())
    }

    pub(crate) fn code(&self, subject: &str) -> String {
        format!("{subject}.{}", self.params["nonce"])
    }
}

/// A response of the site.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub(crate) fn location(&self) -> &str {
        self.header(LOCATION.as_str()).unwrap()
    }

    pub(crate) fn set_cookies(&self) -> Vec<&str> {
        self.headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The status and the name of a refusal.
    pub(crate) fn error(&self) -> (u16, String) {
        let json = self.json();
        assert_eq!(json.as_object().unwrap().len(), 2, "{json}");
        assert!(!json["error_description"].as_str().unwrap().is_empty());
        // RFC 9110, section 15.5.2.
        let challenge = self.header("www-authenticate");
        assert_eq!(challenge.is_some(), self.status == StatusCode::UNAUTHORIZED, "{challenge:?}");
        (self.status.as_u16(), json["error"].as_str().unwrap().to_owned())
    }
}

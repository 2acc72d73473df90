use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use url::form_urlencoded;
use widget_auth_core::{AuthError, OAuthTokenSet};
use widget_auth_provider::{CodeExchange, GenericOidcProvider, OAuthProvider as _};

use super::{CLIENT_ID, NONCE, NOW, REDIRECT, Reply, TestKey, client};

type Handler = Arc<dyn Fn(&Recorded) -> Reply + Send + Sync>;

/// An OpenID provider on a free loopback port. It is honest until told
/// otherwise with [`set`](Self::set), and writes down what it was asked.
#[derive(Clone)]
pub(crate) struct MockProvider {
    pub(crate) url: String,
    pub(crate) key: Arc<TestKey>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    handlers: Mutex<BTreeMap<String, Handler>>,
    requests: Mutex<Vec<Recorded>>,
}

/// A request as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Recorded {
    /// The form in the body; a parameter that is there twice fails the test.
    pub(crate) fn form(&self) -> BTreeMap<String, String> {
        let mut form = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(self.body.as_bytes()) {
            let before = form.insert(name.clone().into_owned(), value.into_owned());
            assert!(before.is_none(), "{name} is repeated");
        }
        form
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

impl MockProvider {
    pub(crate) async fn start() -> Self {
        Self::with_key(TestKey::new("ES256", "key-1")).await
    }

    pub(crate) async fn with_key(key: TestKey) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::<Shared>::default();
        let app = Router::new().fallback(answer).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        let mock = Self { url, key: Arc::new(key), shared };
        mock.be_honest();
        mock
    }

    fn be_honest(&self) {
        self.set_json("/.well-known/openid-configuration", &self.metadata());
        self.set_json("/jwks", &json!({ "keys": [self.key.jwk()] }));
        self.set_tokens(&self.tokens());
        self.set_json("/userinfo", &json!({"sub": "user-1", "name": "Jane"}));
        self.set("/revoke", |_| Reply::empty(200));
    }

    /// Answers requests for `path` from now on.
    pub(crate) fn set(
        &self,
        path: &str,
        handler: impl Fn(&Recorded) -> Reply + Send + Sync + 'static,
    ) {
        let mut handlers = self.shared.handlers.lock().unwrap();
        handlers.insert(path.to_owned(), Arc::new(handler));
    }

    pub(crate) fn set_json(&self, path: &str, value: &Value) {
        let value = value.clone();
        self.set(path, move |_| Reply::json(&value));
    }

    pub(crate) fn set_metadata(&self, change: impl FnOnce(&mut Value)) {
        let mut metadata = self.metadata();
        change(&mut metadata);
        self.set_json("/.well-known/openid-configuration", &metadata);
    }

    pub(crate) fn set_tokens(&self, tokens: &Value) {
        self.set_json("/token", tokens);
    }

    /// The token endpoint gives an ID token with these claims.
    pub(crate) fn set_claims(&self, claims: &Value) {
        self.set_id_token(&self.key.sign(claims));
    }

    pub(crate) fn set_id_token(&self, id_token: &str) {
        let mut tokens = self.tokens();
        tokens["id_token"] = id_token.into();
        self.set_tokens(&tokens);
    }

    pub(crate) fn metadata(&self) -> Value {
        let url = &self.url;
        json!({
            "issuer": url,
            "authorization_endpoint": format!("{url}/authorize"),
            "token_endpoint": format!("{url}/token"),
            "userinfo_endpoint": format!("{url}/userinfo"),
            "revocation_endpoint": format!("{url}/revoke"),
            "jwks_uri": format!("{url}/jwks"),
        })
    }

    /// The claims of a good ID token.
    pub(crate) fn claims(&self) -> Value {
        json!({
            "iss": self.url,
            "sub": "user-1",
            "aud": CLIENT_ID,
            "exp": NOW + 300,
            "iat": NOW,
            "nonce": NONCE,
        })
    }

    /// Good claims with `change` made to them.
    pub(crate) fn claims_with(&self, change: impl FnOnce(&mut Value)) -> Value {
        let mut claims = self.claims();
        change(&mut claims);
        claims
    }

    pub(crate) fn tokens(&self) -> Value {
        json!({
            "access_token": "access-1",
            "token_type": "Bearer",
            "expires_in": 3600,
            "refresh_token": "refresh-1",
            "scope": "openid email profile",
            "id_token": self.key.sign(&self.claims()),
        })
    }

    pub(crate) fn provider(&self) -> GenericOidcProvider {
        GenericOidcProvider::new(client(), &self.url).unwrap()
    }

    /// A code exchange at a new provider object.
    pub(crate) async fn sign_in(&self) -> Result<OAuthTokenSet, AuthError> {
        let exchange = CodeExchange::new("code-1", REDIRECT).with_nonce(NONCE);
        self.provider().exchange_code(&exchange).await
    }

    /// Returns the requests to `path` so far.
    pub(crate) fn requests(&self, path: &str) -> Vec<Recorded> {
        let requests = self.shared.requests.lock().unwrap();
        requests.iter().filter(|r| r.path == path).cloned().collect()
    }

    pub(crate) fn count(&self, path: &str) -> usize {
        self.requests(path).len()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap();
    let recorded = Recorded {
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().map(str::to_owned),
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
    };
    let handler = shared.handlers.lock().unwrap().get(&recorded.path).cloned();
    shared.requests.lock().unwrap().push(recorded.clone());
    match handler {
        Some(handler) => handler(&recorded).send().await,
        None => Reply::empty(404).send().await,
    }
}

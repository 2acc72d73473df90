//! The mock provider.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use parking_lot::Mutex;
use serde_json::Value;
use tokio::net::TcpListener;
use url::Url;
use widget_auth_core::Clock;

use super::authorization_server::{AuthorizationServer, WELL_KNOWN};
use super::recorded_request::RecordedRequest;
use super::reply::Reply;
use super::signing_key::SigningKey;
use crate::signing_algorithm::SigningAlgorithm;

type Handler = Arc<dyn Fn(&RecordedRequest) -> Reply + Send + Sync>;

/// An OpenID provider on a free loopback port. It is honest until told
/// otherwise with [`set`](Self::set), and writes down each request.
///
/// It knows every client, with any secret, and one person, who agrees to
/// everything: their claims are `sub` `user-1` and `name` `Jane` until
/// [`set_claims`](Self::set_claims). Codes, state, nonce, PKCE and redirect URLs
/// are those of the protocol, and a refresh token is good for one use.
///
/// | path | answer |
/// |---|---|
/// | `/.well-known/openid-configuration` | the metadata, with the addresses of the others |
/// | `/jwks` | the public half of its key |
/// | `/authorize` | a redirect to the client, with `code-1`, then `code-2` … |
/// | `/device` | the codes for another device, on which the person has agreed |
/// | `/token` | `access-1` for an hour, `refresh-1` and an ID token; then `access-2` … |
/// | `/userinfo` | the claims of the person |
/// | `/revoke` | 200 |
/// | others | 404, until they are set |
///
/// Clones are handles on one provider.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use widget_auth_core::{ManualClock, UnixTime};
/// use widget_auth_provider::testing::{MockProvider, Reply};
/// use widget_auth_provider::{
///     AuthorizationAttempt, GenericOidcProvider, OAuthClient, OAuthProvider as _,
/// };
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
/// let mock = MockProvider::start(clock.clone()).await?;
/// let client = OAuthClient::new("client-id").with_clock(clock);
/// let provider = GenericOidcProvider::new(client, mock.url())?;
///
/// let attempt = AuthorizationAttempt::new(&provider, "http://127.0.0.1:8765/callback")?;
/// let callback = mock.authorize(&attempt.authorize_url(&provider, &[]).await?);
/// let tokens = attempt.exchange(&provider, callback.query().unwrap_or_default()).await?;
/// assert_eq!(provider.get_userinfo(&tokens).await?.sub, "user-1");
/// assert!(mock.requests("/token")[0].form().contains_key("code_verifier"));
///
/// // The provider goes down, and comes back.
/// mock.set("/token", |_| Reply::empty(503));
/// assert!(provider.refresh_tokens(&tokens).await.unwrap_err().is_retryable());
/// mock.reset("/token");
/// let fresh = provider.refresh_tokens(&tokens).await?;
/// assert_eq!(fresh.access_token.expose_secret(), "access-2");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct MockProvider {
    shared: Arc<Shared>,
}

struct Shared {
    server: AuthorizationServer,
    handlers: Mutex<BTreeMap<String, Handler>>,
    requests: Mutex<Vec<RecordedRequest>>,
}

impl MockProvider {
    /// Starts a provider that signs with a new ES256 key, `key-1`.
    ///
    /// # Errors
    ///
    /// There is no free port.
    ///
    /// # Panics
    ///
    /// Outside a Tokio runtime, or without random numbers of the operating
    /// system.
    pub async fn start(clock: Arc<dyn Clock>) -> io::Result<Self> {
        let key = SigningKey::generate(SigningAlgorithm::Es256, "key-1");
        Self::start_with_key(clock, key).await
    }

    /// Starts a provider that signs with `key`.
    ///
    /// # Errors
    ///
    /// There is no free port.
    ///
    /// # Panics
    ///
    /// Outside a Tokio runtime.
    pub async fn start_with_key(clock: Arc<dyn Clock>, key: SigningKey) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Shared {
            server: AuthorizationServer::new(url, clock, key),
            handlers: Mutex::default(),
            requests: Mutex::default(),
        });
        let app = Router::new().fallback(answer).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(Self { shared })
    }

    /// Its address without a slash at the end, which is its issuer too.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.shared.server.url
    }

    /// The key that signs its ID tokens.
    #[must_use]
    pub fn key(&self) -> &SigningKey {
        &self.shared.server.key
    }

    /// Does the part of the browser: opens `url`, where the person agrees, and
    /// returns the address that the provider sends the browser back to, with
    /// code and state. A browser that opens `url` is sent there as well.
    ///
    /// # Panics
    ///
    /// If `url` is no authorization request to this provider (RFC 6749, section
    /// 4.1.1).
    #[must_use]
    pub fn authorize(&self, url: &str) -> Url {
        let query = url.strip_prefix(self.url()).and_then(|rest| rest.strip_prefix("/authorize?"));
        let Some(query) = query else {
            panic!("{url} is not at {}/authorize", self.url());
        };
        self.shared.server.authorize(query).unwrap_or_else(|reason| panic!("{reason}: {url}"))
    }

    /// Sets the claims of the person, for the next ID token and userinfo. One of
    /// the protocol, such as `nonce` or `exp`, replaces the honest one of the ID
    /// token.
    ///
    /// # Panics
    ///
    /// If `claims` is no object.
    pub fn set_claims(&self, claims: Value) {
        self.shared.server.set_claims(claims);
    }

    /// Answers requests for `path` with what `handler` returns from now on.
    pub fn set(
        &self,
        path: &str,
        handler: impl Fn(&RecordedRequest) -> Reply + Send + Sync + 'static,
    ) {
        self.shared.handlers.lock().insert(path.to_owned(), Arc::new(handler));
    }

    /// Answers requests for `path` with `value` from now on.
    pub fn set_json(&self, path: &str, value: &Value) {
        let value = value.clone();
        self.set(path, move |_| Reply::json(&value));
    }

    /// Publishes the honest metadata with `change` made to it, such as an
    /// endpoint less (RFC 8414, section 2).
    pub fn set_metadata(&self, change: impl FnOnce(&mut Value)) {
        let mut metadata = self.shared.server.metadata();
        change(&mut metadata);
        self.set_json(WELL_KNOWN, &metadata);
    }

    /// Answers requests for `path` honestly again.
    pub fn reset(&self, path: &str) {
        self.shared.handlers.lock().remove(path);
    }

    /// Returns the requests for `path` so far, in order.
    #[must_use]
    pub fn requests(&self, path: &str) -> Vec<RecordedRequest> {
        let requests = self.shared.requests.lock();
        requests.iter().filter(|request| request.path == path).cloned().collect()
    }

    /// Returns the number of requests for `path` so far.
    #[must_use]
    pub fn count(&self, path: &str) -> usize {
        self.requests(path).len()
    }
}

impl fmt::Debug for MockProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MockProvider").field("url", &self.url()).finish_non_exhaustive()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let Some(request) = RecordedRequest::read(request).await else {
        return Reply::empty(400).send().await;
    };
    let handler = shared.handlers.lock().get(&request.path).cloned();
    shared.requests.lock().push(request.clone());
    let reply = match handler {
        Some(handler) => handler(&request),
        None => shared.server.answer(&request),
    };
    reply.send().await
}

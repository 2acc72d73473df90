//! Shared test support: a mock provider with fixed answers, and a client.

mod private_key;

use std::error::Error as _;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::stream;
use serde_json::{Value, json};
use widget_auth_core::{AuthError, ManualClock, OAuthTokenSet, UnixTime};
use widget_auth_provider::testing::{self, SigningKey};
use widget_auth_provider::{
    CodeExchange, GenericOidcProvider, HttpClient, OAuthClient, OAuthProvider as _, ProviderError,
    SigningAlgorithm,
};

pub(crate) use private_key::{PrivateKey, pem};
pub(crate) use widget_auth_provider::testing::{RecordedRequest, Reply};

/// When the tests take place.
pub(crate) const NOW: u64 = 1_800_000_000;
pub(crate) const CLIENT_ID: &str = "client-1";
pub(crate) const SECRET: &str = "s3cret of the client";
pub(crate) const REDIRECT: &str = "http://127.0.0.1:8765/callback";
pub(crate) const NONCE: &str = "nonce-1";

pub(crate) fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(UnixTime::from_secs(NOW)))
}

/// A confidential client that lives at [`NOW`].
pub(crate) fn client() -> OAuthClient {
    // Reading the certificates of the system takes longer than a whole test.
    static HTTP: LazyLock<HttpClient> = LazyLock::new(|| HttpClient::new().unwrap());
    OAuthClient::new(CLIENT_ID)
        .with_secret(SECRET)
        .with_clock(clock())
        .with_http_client(HTTP.clone())
}

/// A mock provider that gives the same tokens for whatever it is sent, so that
/// a test changes one thing in them.
#[derive(Clone)]
pub(crate) struct MockProvider(testing::MockProvider);

impl Deref for MockProvider {
    type Target = testing::MockProvider;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl MockProvider {
    pub(crate) async fn start() -> Self {
        Self::with_key(SigningKey::generate(SigningAlgorithm::Es256, "key-1")).await
    }

    pub(crate) async fn with_key(key: SigningKey) -> Self {
        let mock = Self(testing::MockProvider::start_with_key(clock(), key).await.unwrap());
        mock.set_metadata(|_| {});
        mock.set_tokens(&mock.tokens());
        mock
    }

    /// Publishes the usual metadata with `change` made to it.
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
        self.set_id_token(&self.key().sign(claims));
    }

    pub(crate) fn set_id_token(&self, id_token: &str) {
        let mut tokens = self.tokens();
        tokens["id_token"] = id_token.into();
        self.set_tokens(&tokens);
    }

    /// Metadata without the endpoint for devices.
    pub(crate) fn metadata(&self) -> Value {
        let url = self.url();
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
            "iss": self.url(),
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
            "id_token": self.key().sign(&self.claims()),
        })
    }

    pub(crate) fn provider(&self) -> GenericOidcProvider {
        GenericOidcProvider::new(client(), self.url()).unwrap()
    }

    /// A code exchange at a new provider object.
    pub(crate) async fn sign_in(&self) -> Result<OAuthTokenSet, AuthError> {
        let exchange = CodeExchange::new("code-1", REDIRECT).with_nonce(NONCE);
        self.provider().exchange_code(&exchange).await
    }
}

/// The page of a proxy that stands before the provider.
pub(crate) fn html() -> Reply {
    Reply::text("text/html", "<h1>secret-of-the-proxy</h1>")
}

/// A body of unannounced length.
pub(crate) fn chunks(chunk: &'static [u8], count: usize) -> Reply {
    let chunks = stream::iter((0..count).map(move |_| Ok::<_, std::io::Error>(chunk)));
    Reply::from(Response::new(Body::from_stream(chunks))).header("content-type", "application/json")
}

/// The public half of `key` without what JWK leaves optional.
pub(crate) fn bare_jwk(key: &SigningKey) -> Value {
    let mut jwk = key.jwk();
    for optional in ["kid", "use", "alg"] {
        jwk.as_object_mut().unwrap().remove(optional);
    }
    jwk
}

pub(crate) fn b64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The cause of an error that a provider returned.
pub(crate) fn cause(error: &AuthError) -> &ProviderError {
    error.source().unwrap().downcast_ref().unwrap()
}

/// Everything that an error says about itself, down to the last cause.
pub(crate) fn all_text(error: &AuthError) -> String {
    let mut text = format!("{error} {error:?}");
    let mut source = error.source();
    while let Some(cause) = source {
        text += &format!(" {cause} {cause:?}");
        source = cause.source();
    }
    text
}

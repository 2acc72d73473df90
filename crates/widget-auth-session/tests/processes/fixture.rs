//! The provider, the store, and who signs in.

use std::time::Duration;

use serde::Deserialize;
use widget_auth_provider::{
    AuthorizationAttempt, GenericOidcProvider, OAuthClient, OAuthProvider as _,
};
use widget_auth_session::SessionManager;
use widget_auth_store::{RedisOptions, RedisTokenStore, TokenStoreExt as _};

use crate::browser;
use crate::redis;
use crate::server::RealProvider;

const REDIRECT: &str = "http://127.0.0.1:8765/callback";

/// The counters of the provider.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Refreshes {
    pub(crate) refreshed: u64,
    pub(crate) refused: u64,
    pub(crate) dropped: u64,
}

/// A provider whose tokens live two seconds, a Redis that keeps what it said
/// it has kept, and a session on them.
pub(crate) struct Fixture {
    pub(crate) redis: redis::Server,
    provider: RealProvider,
}

impl Fixture {
    /// The provider loses every `drop_every`th answer; 0 for none.
    pub(crate) async fn new(drop_every: u32) -> Self {
        let drop_every = drop_every.to_string();
        let settings = [("ACCESS_TOKEN_SECONDS", "2"), ("DROP_EVERY", drop_every.as_str())];
        let provider = RealProvider::start_with(&settings).await;
        let durable = ["--appendonly", "yes", "--appendfsync", "always"];
        let fixture = Self { redis: redis::Server::start_with(&durable).await, provider };
        fixture.sign_in().await;
        fixture
    }

    pub(crate) fn issuer(&self) -> &str {
        &self.provider.issuer
    }

    /// The session as one more process sees it.
    pub(crate) fn session(&self) -> SessionManager {
        SessionManager::new(client(self.issuer()), store(&self.redis.url()))
    }

    /// Stores the tokens of a sign-in, by no session: that would refresh what is due by then, and
    /// only what the processes save is counted.
    pub(crate) async fn sign_in(&self) {
        let provider = client(self.issuer());
        let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
        // Without it the provider gives no refresh token.
        let url = attempt.authorize_url(&provider, &[("prompt", "consent")]).await.unwrap();
        let callback = browser::callback_of(&url).await;
        let mut tokens = attempt.exchange(&provider, &callback).await.unwrap();
        tokens.origin = Some(provider.origin());
        store(&self.redis.url()).save(self.session().storage_key(), &tokens).await.unwrap();
    }

    pub(crate) async fn refreshes(&self) -> Refreshes {
        let url = format!("{}/test/refreshes", self.issuer());
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let answer = client.get(url).send().await.unwrap().text().await.unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    /// Until there were that many more.
    pub(crate) async fn wait_for_refreshes(&self, more: u64) {
        let before = self.refreshes().await.refreshed;
        while self.refreshes().await.refreshed < before + more {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

pub(crate) fn client(issuer: &str) -> GenericOidcProvider {
    let client = OAuthClient::new("none").with_scopes(["openid", "offline_access"]);
    GenericOidcProvider::new(client, issuer).unwrap()
}

pub(crate) fn store(url: &str) -> RedisTokenStore {
    // On a busy machine an answer may come after the store has given it up: what it saved is then
    // there, and not counted.
    let options = RedisOptions::new().with_url(url).with_timeout(Duration::from_secs(20));
    RedisTokenStore::new(options).unwrap()
}

//! Tokens stay with the provider, the client and the resource they are for.

use std::error::Error as _;
use std::sync::Arc;

use widget_auth_core::{
    AuthErrorKind, IdToken, OAuthTokenSet, RefreshToken, TokenOrigin, UnixTime,
};
use widget_auth_provider::{Endpoints, OAuth2Provider, OAuthClient, OAuthProvider as _};
use widget_auth_session::{SessionError, SessionManager};
use widget_auth_store::{MemoryTokenStore, TokenStore as _, TokenStoreExt as _};

use crate::support::{Fixture, LIFETIME, Provider, access};

/// A provider that is never asked.
fn provider(host: &str, client: OAuthClient) -> OAuth2Provider {
    let address = format!("https://{host}/token");
    OAuth2Provider::new(client, Endpoints::new().with_token_url(&address).unwrap())
}

fn tokens(name: &str) -> OAuthTokenSet {
    let mut tokens = OAuthTokenSet::new(name, "Bearer", UnixTime::from_secs(0));
    tokens.refresh_token = Some(RefreshToken::new("refresh"));
    tokens
}

fn session(store: &Arc<MemoryTokenStore>, host: &str, client: OAuthClient) -> SessionManager {
    SessionManager::new(provider(host, client), store.clone())
}

#[tokio::test]
async fn two_sessions_of_one_store_have_their_own_tokens() {
    let store = Arc::new(MemoryTokenStore::new());
    let client = || OAuthClient::new("client-1");
    let google = session(&store, "google.example.com", client());
    google.save_tokens(tokens("of google")).await.unwrap();
    let others = [
        session(&store, "github.example.com", client()),
        session(&store, "google.example.com", OAuthClient::new("client-2")),
        session(&store, "google.example.com", client().with_resource("https://api.example.com")),
    ];
    for other in others {
        let error = other.get_access_token().await.unwrap_err();
        assert!(error.needs_login(), "{error:?}");
        assert!(!other.initialize().await.unwrap());
        other.logout(false).await.unwrap();
    }
    assert_eq!(access(&google).await, "of google");
    assert_eq!(access(&session(&store, "google.example.com", client())).await, "of google");
}

#[tokio::test]
async fn tokens_of_the_client_itself_are_kept_by_scopes_and_resource() {
    let world = Fixture::new();
    let api = |scopes: &[&str]| {
        SessionManager::client_credentials(world.provider.clone(), world.store.clone(), scopes)
            .with_clock(world.clock.clone())
    };
    assert_eq!(access(&api(&["api:read"])).await, "access-1");
    assert_eq!(access(&api(&["profile"])).await, "access-2");
    assert_eq!(Provider::scopes(&world.provider), ["profile"]);
    assert_eq!(access(&api(&["api:read"])).await, "access-1");
}

#[tokio::test]
async fn tokens_of_another_provider_are_not_saved() {
    let store = Arc::new(MemoryTokenStore::new());
    let google = provider("google.example.com", OAuthClient::new("client-1"));
    let mut of_google = tokens("of google");
    of_google.origin = Some(google.origin());
    let github = session(&store, "github.example.com", OAuthClient::new("client-1"));
    let error = github.save_tokens(of_google).await.unwrap_err();
    assert!(error.is(AuthErrorKind::Authentication) && !error.is_retryable());
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    assert!(matches!(cause, Some(SessionError::ForeignTokens(_))), "{error:?}");
    assert_eq!(
        format!("{error:?}"),
        "authentication at custom failed: the tokens were issued to client `client-1` at \
         `https://google.example.com/token`, and this is client `client-1` at \
         `https://github.example.com/token`: use another session_key, or sign in here"
    );
    assert!(store.list_keys().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_set_that_is_marked_otherwise_is_refused() {
    let store = Arc::new(MemoryTokenStore::new());
    let session = session(&store, "github.example.com", OAuthClient::new("client-1"));
    let mut planted = tokens("planted");
    planted.origin = Some(TokenOrigin::new("https://google.example.com/token", "client-1"));
    store.save(session.storage_key(), &planted).await.unwrap();
    let error = session.get_access_token().await.unwrap_err();
    assert!(!error.needs_login() && !error.is_retryable(), "{error:?}");
    assert!(format!("{error:?}").contains("google.example.com"), "{error:?}");
    assert_eq!(store.load(session.storage_key()).await.unwrap().unwrap().tokens, planted);
    // A sign-in here, or a sign-out, gets rid of it.
    session.logout(false).await.unwrap();
    assert!(store.list_keys().await.unwrap().is_empty());
}

#[tokio::test]
async fn tokens_of_an_earlier_version_are_taken_once_and_marked() {
    let world = Fixture::new();
    let older = world.provider.sign_in(LIFETIME);
    assert_eq!(older.origin, None);
    world.store.inner.save("default", &older).await.unwrap();

    let session = world.session();
    assert_eq!(access(&session).await, "access-1");
    assert_eq!(world.store.inner.list_keys().await.unwrap(), [session.storage_key()]);
    let origin = world.stored().await.unwrap().origin.unwrap();
    assert_eq!((&*origin.issuer, &*origin.client_id), ("https://id.example.com", "client-1"));

    // They are refreshed from there.
    world.pass(LIFETIME);
    assert_eq!(access(&world.session()).await, "access-2");
    assert_eq!(world.store.inner.list_keys().await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_two_providers_takes_the_tokens_of_an_earlier_version() {
    for _ in 0..50 {
        let store = Arc::new(MemoryTokenStore::new());
        store.save("default", &tokens("older")).await.unwrap();
        let tasks = ["google.example.com", "github.example.com"].map(|host| {
            let session = session(&store, host, OAuthClient::new("client-1"));
            tokio::spawn(async move { session.initialize().await.unwrap() })
        });
        let [google, github] = tasks;
        assert!(google.await.unwrap() ^ github.await.unwrap());
    }
}

#[tokio::test]
async fn the_id_token_says_whose_the_tokens_of_an_earlier_version_are() {
    let store = Arc::new(MemoryTokenStore::new());
    let mut older = tokens("older");
    // {"aud":"client-1"}
    older.id_token = Some(IdToken::new("e30.eyJhdWQiOiJjbGllbnQtMSJ9.c2ln"));
    store.save("default", &older).await.unwrap();
    let of = |client: &str| session(&store, "id.example.com", OAuthClient::new(client));
    assert!(!of("client-2").initialize().await.unwrap());
    assert!(of("client-1").initialize().await.unwrap());
}

#[tokio::test]
async fn an_earlier_set_that_cannot_be_taken_stays_for_its_owner_at_a_sign_out() {
    let store = Arc::new(MemoryTokenStore::new());
    let mut marked = tokens("marked");
    marked.origin = Some(TokenOrigin::new("https://google.example.com/token", "client-1"));
    store.save("default", &marked).await.unwrap();
    let github = session(&store, "github.example.com", OAuthClient::new("client-1"));
    github.logout(false).await.unwrap();
    assert_eq!(store.list_keys().await.unwrap(), ["default"]);
}

//! Tokens of the client itself, with the promises of a session.

use tokio::task::JoinSet;
use widget_auth_provider::OAuth2Settings;
use widget_auth_session::{RefreshOutcome, SessionManager};
use widget_auth_store::TokenStore as _;

use crate::support::{Fixture, LIFETIME, Reply, access, unreachable_for};

fn api(world: &Fixture) -> SessionManager {
    SessionManager::client_credentials(world.provider.clone(), world.store.clone(), &["orders"])
        .with_clock(world.clock.clone())
}

#[tokio::test]
async fn a_client_without_scopes_asks_for_none() {
    let world = Fixture::new();
    let api = SessionManager::client_credentials(world.provider.clone(), world.store.clone(), &[]);
    assert_eq!(access(&api.with_clock(world.clock.clone())).await, "access-1");
    assert!(world.provider.scopes().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn processes_on_one_store_make_one_request() {
    let world = Fixture::new();
    let mut tasks = JoinSet::new();
    for _ in 0..20 {
        let api = api(&world);
        tasks.spawn(async move { access(&api).await });
    }
    while let Some(token) = tasks.join_next().await {
        assert_eq!(token.unwrap(), "access-1");
    }
    assert_eq!(world.provider.posts(), 1);
    assert_eq!(world.provider.scopes(), ["orders"]);
    let stored = world.store.inner.load(api(&world).storage_key()).await.unwrap().unwrap();
    assert_eq!(stored.tokens.access_token.expose_secret(), "access-1");
}

#[tokio::test(start_paused = true)]
async fn the_token_is_replaced_before_it_expires() {
    let world = Fixture::new();
    let api = api(&world);
    assert!(api.initialize().await.unwrap());
    world.pass(LIFETIME - 61);
    assert_eq!(access(&api).await, "access-1");
    world.pass(1);
    assert_eq!(access(&api).await, "access-2");
    assert_eq!(api.refresh().await.unwrap(), RefreshOutcome::Refreshed);
    assert_eq!(access(&api).await, "access-3");
    assert_eq!(world.provider.posts(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_is_down_is_asked_again_without_a_login() {
    let world = Fixture::new();
    let api = api(&world);
    world
        .provider
        .reply([Reply::Error(unreachable_for(None)), Reply::Error(unreachable_for(None))]);
    assert_eq!(access(&api).await, "access-1");
    assert_eq!(world.provider.posts(), 3);

    // While the old token is good, a failure is not reported.
    world.provider.reply([Reply::Error(unreachable_for(None))]);
    world.pass(LIFETIME - 30);
    assert_eq!(access(&api).await, "access-1");
    assert_eq!(world.reauths(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_logout_forgets_the_token_and_the_next_call_gets_another() {
    let world = Fixture::new();
    let api = api(&world);
    assert_eq!(access(&api).await, "access-1");
    api.logout(true).await.unwrap();
    assert_eq!(world.store.inner.load(api.storage_key()).await.unwrap(), None);
    assert_eq!(access(&api).await, "access-2");
}

/// The settings name provider, client, scopes and store.
#[tokio::test]
async fn the_settings_describe_an_api() {
    let mut settings = OAuth2Settings::default();
    settings.provider = "custom".to_owned();
    settings.authorize_url = "https://id.example.com/authorize".to_owned();
    settings.token_url = "https://id.example.com/token".to_owned();
    settings.client_id = "client-1".to_owned();
    settings.scopes = "orders read".to_owned();
    let api = SessionManager::client_credentials_from_settings(&settings).unwrap();
    let user = SessionManager::from_settings(&settings).unwrap();
    let named = |key: &str| {
        let mut settings = settings.clone();
        settings.session_key = key.to_owned();
        SessionManager::client_credentials_from_settings(&settings).unwrap()
    };
    assert!(api.storage_key().starts_with("client@"), "{}", api.storage_key());
    assert!(named("api").storage_key().starts_with("api@"));
    assert_eq!(api.storage_key(), named("").storage_key());
    assert_ne!(api.storage_key(), user.storage_key());

    // Only a client with a secret gets tokens of its own.
    let error = api.get_access_token().await.unwrap_err();
    assert!(format!("{error:?}").contains("`client_secret` is needed"), "{error:?}");
}

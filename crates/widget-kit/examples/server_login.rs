//! A server that people sign in to, at any provider:
//!
//! ```text
//! WIDGET_OAUTH_PROVIDER=oidc \
//! WIDGET_OAUTH_ISSUER_URL=https://id.example.com \
//! WIDGET_OAUTH_CLIENT_ID=… WIDGET_OAUTH_CLIENT_SECRET=… \
//! SITE_COOKIE_SECRET="$(openssl rand -base64 32)" SITE_PORT=8080 \
//! cargo run -p widget-kit --example server_login --no-default-features \
//!     --features auth-core,auth-provider,auth-session-routes,auth-store-redis
//! ```
//!
//! The provider has to know `http://127.0.0.1:8080/auth/callback`. With
//! `SITE_REDIS_URL` several of these servers are one site.
//!
//! Of `OAuth2Settings` it uses those of the provider and of the client. PKCE is
//! always on, and a sign-in has ten minutes.

use std::env;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::Extension;
use axum::response::Html;
use axum::routing::get;
use tokio::net::TcpListener;
use widget_kit::auth::provider::{OAuth2Settings, OAuthProvider, create_provider_from_settings};
use widget_kit::auth::session::routes::{
    AuthSession, AuthSettings, AuthState, CookieSecret, RequireRole, auth_router,
};
use widget_kit::auth::store::{
    RedisOptions, RedisPendingStore, RedisRateLimitStore, RedisSessionStore, RedisTokenStore, Role,
    StoreError,
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let settings = OAuth2Settings::from_env()?;
    let provider: Arc<dyn OAuthProvider> = create_provider_from_settings(&settings)?.into();

    let port: u16 = env::var("SITE_PORT").map_or(Ok(8080), |port| port.parse())?;
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let site = format!("http://{}", listener.local_addr()?);
    let secret =
        env::var("SITE_COOKIE_SECRET").map_err(|_unset| "SITE_COOKIE_SECRET is not set")?;
    let settings = AuthSettings::new(&format!("{site}/auth/callback"), CookieSecret::new(secret)?)?;

    let mut state = AuthState::new(provider, settings);
    if let Ok(url) = env::var("SITE_REDIS_URL") {
        state = shared(state, &RedisOptions::new().with_url(url))?;
    }
    println!("open {site}");
    let app = site_of(state).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, app).await?;
    Ok(())
}

/// Everything that several workers have to share.
fn shared(state: AuthState, redis: &RedisOptions) -> Result<AuthState, StoreError> {
    Ok(state
        .with_token_store(RedisTokenStore::new(redis.clone())?)
        .with_session_store(RedisSessionStore::new(redis.clone())?)
        .with_pending_store(RedisPendingStore::new(redis.clone())?)
        .with_rate_limit_store(RedisRateLimitStore::new(redis.clone())?))
}

/// One page, for those who are signed in.
fn site_of(state: AuthState) -> Router {
    Router::new()
        .route("/", get(home))
        .layer(RequireRole::new(&state, Role::Viewer))
        .merge(auth_router(state))
}

async fn home(session: AuthSession) -> Html<String> {
    // The name is the provider's text, and this is a page.
    let name = session.user().name.as_deref().unwrap_or(&session.user().subject);
    let name = name.replace('&', "&amp;").replace('<', "&lt;");
    Html(format!(
        "<!doctype html><title>Signed in</title><p id=who>Hello, {name}</p>\
         <form method=post action=/auth/logout><button id=logout>Sign out</button></form>"
    ))
}

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
//! `WIDGET_OAUTH_TOKEN_STORE_BACKEND=redis` and `WIDGET_OAUTH_REDIS_URL` several
//! of these servers are one site. Members of the groups `editors` and `billing`
//! at the provider get a role, which the page names.

use std::env;
use std::error::Error;
use std::net::SocketAddr;

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use tokio::net::TcpListener;
use widget_kit::auth::provider::OAuth2Settings;
use widget_kit::auth::session::routes::{
    AuthSession, AuthSettings, AuthState, RequireRole, auth_router,
};
use widget_kit::auth::store::Role;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port: u16 = env::var("SITE_PORT").map_or(Ok(8080), |port| port.parse())?;
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let site = format!("http://{}", listener.local_addr()?);
    let secret =
        env::var("SITE_COOKIE_SECRET").map_err(|_unset| "SITE_COOKIE_SECRET is not set")?;
    let settings = AuthSettings::new(&format!("{site}/auth/callback"), secret.parse()?)?
        .with_role_claim("groups", [("editors", Role::Editor), ("billing", "billing".parse()?)]);
    let state = AuthState::from_settings(&OAuth2Settings::from_env()?, settings)?;
    println!("open {site}");
    let app = site_of(&state).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, app).await?;
    Ok(())
}

/// One page, for those who are signed in.
fn site_of(state: &AuthState) -> Router {
    Router::new()
        .route("/", get(home))
        .merge(auth_router(state.clone()))
        .layer(RequireRole::new(state, Role::Viewer))
}

async fn home(session: AuthSession) -> Html<String> {
    // The name is the provider's text, and this is a page.
    let name = session.user().name.as_deref().unwrap_or(&session.user().subject);
    let name = name.replace('&', "&amp;").replace('<', "&lt;");
    let may_edit = session.user().has_role(&Role::Editor);
    let role = if may_edit { "You may edit." } else { "You may look." };
    Html(format!(
        "<!doctype html><title>Signed in</title><p id=who>Hello, {name}</p><p>{role}</p>\
         <form method=post action=/auth/logout><button id=logout>Sign out</button></form>"
    ))
}

//! A website that people sign in to, at any provider, with a widget for those who are signed in:
//! both halves of this library in one program.
//!
//! ```text
//! WIDGET_OAUTH_PROVIDER=oidc \
//! WIDGET_OAUTH_ISSUER_URL=https://id.example.com \
//! WIDGET_OAUTH_CLIENT_ID=… WIDGET_OAUTH_CLIENT_SECRET=… \
//! SITE_COOKIE_SECRET="$(openssl rand -base64 32)" SITE_PORT=8080 \
//! cargo run -p widget-kit --example widget_site \
//!     --features state,auth-core,auth-provider,auth-session-routes,auth-store
//! ```
//!
//! The provider has to know `http://127.0.0.1:8080/auth/callback`.

use std::env;
use std::error::Error;
use std::net::SocketAddr;

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use tokio::net::TcpListener;
use widget_kit::auth::provider::OAuth2Settings;
use widget_kit::auth::session::routes::{AuthSettings, AuthState, RequireRole, auth_router};
use widget_kit::auth::store::Role;
use widget_kit::mcp::{Limits, Widgets};
use widget_kit::state::{Component, Toolbar, Widget};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port: u16 = env::var("SITE_PORT").map_or(Ok(8080), |port| port.parse())?;
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let site = format!("http://{}", listener.local_addr()?);
    let secret =
        env::var("SITE_COOKIE_SECRET").map_err(|_unset| "SITE_COOKIE_SECRET is not set")?;
    let settings = AuthSettings::new(&format!("{site}/auth/callback"), secret.parse()?)?;
    let state = AuthState::from_settings(&OAuth2Settings::from_env()?, settings)?;

    let widgets = Widgets::new(site.clone(), Limits::default());
    let more = Component::button("One more").event("visits:increment")?;
    let visits = Widget::html("<h1>Visits</h1><p id=visits>0</p>")
        .with_toolbars([Toolbar::bottom([more])])?;
    let url = widgets.url(&[widgets.create(visits).await?]);

    let private = Router::new()
        .route("/", get(async move || Redirect::to(&url)))
        .merge(widgets.documents())
        .layer(RequireRole::new(&state, Role::Viewer));
    // The sandboxed frame of a widget asks for them without the cookie.
    let app = private.merge(widgets.assets()).merge(auth_router(state));
    println!("open {site}");
    axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>()).await?;
    Ok(())
}

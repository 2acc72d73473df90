//! Signs in at any provider, from a terminal, in the browser of the user:
//!
//! ```text
//! WIDGET_OAUTH_PROVIDER=oidc \
//! WIDGET_OAUTH_ISSUER_URL=https://id.example.com \
//! WIDGET_OAUTH_CLIENT_ID=… \
//! cargo run -p widget-kit --example native_login --no-default-features \
//!     --features auth-core,auth-provider,auth-session,auth-store
//! ```
//!
//! The provider has to know the client as a native one that comes back to
//! `http://127.0.0.1/callback`, on any port. All settings are those of
//! `OAuth2Settings`; the token stores `keyring` and `redis` need the feature of
//! the facade for them.

use std::error::Error;

use tokio::signal::ctrl_c;
use widget_kit::auth::provider::OAuth2Settings;
use widget_kit::auth::session::{AuthFlowManager, SystemBrowser};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let flow = AuthFlowManager::from_settings(&OAuth2Settings::from_env()?)?;
    let window = SystemBrowser::new();
    let result = tokio::select! {
        // Listens for it before anything is shown; dropping the sign-in ends it.
        biased;
        _ = ctrl_c() => return Err("the sign-in was cancelled".into()),
        result = flow.run_native(&window) => result?,
    };
    let user = result.userinfo.ok_or("the provider does not say who signed in")?;
    println!("signed in as {}", user.name.as_deref().unwrap_or(&user.sub));
    // From here on the session keeps the token fresh.
    flow.session_manager().ok_or("no session")?.get_access_token().await?;
    Ok(())
}

//! Signs in on another device, for a machine without a browser (RFC 8628). The
//! settings are those of the example `native_login`.
//!
//! ```text
//! WIDGET_OAUTH_PROVIDER=github WIDGET_OAUTH_CLIENT_ID=… cargo run -p widget-kit \
//!     --example device_login --no-default-features \
//!     --features auth-core,auth-provider,auth-session,auth-store
//! ```

use std::error::Error;

use widget_kit::auth::provider::OAuth2Settings;
use widget_kit::auth::session::AuthFlowManager;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let flow = AuthFlowManager::from_settings(&OAuth2Settings::from_env()?)?;
    let result = flow
        .run_device(|code| println!("open {} and enter {}", code.verification_uri, code.user_code))
        .await?;
    let user = result.userinfo.ok_or("the provider does not say who signed in")?;
    println!("signed in as {}", user.name.as_deref().unwrap_or(&user.sub));
    Ok(())
}

//! Signs in in a window of its own: a webview if the feature `webkit` is on, a
//! window of a browser otherwise. The settings are those of the example
//! `native_login`.
//!
//! ```text
//! WIDGET_OAUTH_PROVIDER=oidc WIDGET_OAUTH_ISSUER_URL=https://id.example.com \
//! WIDGET_OAUTH_CLIENT_ID=… cargo run -p widget-kit --example window_login \
//!     --no-default-features --features auth-core,auth-provider,auth-store,login-window
//! ```

use std::error::Error;

use tokio::signal::ctrl_c;
use widget_kit::auth::NativeWindow;
use widget_kit::auth::provider::OAuth2Settings;
use widget_kit::auth::session::AuthFlowManager;
use widget_kit::window::{BackendChoice, HelperCommand, WindowManager, run_helper};

/// With this argument the program is started again, as the owner of its window.
const WINDOW_HELPER: &str = "window-helper";

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        // Before there is a runtime: windows want the main thread.
        Some(WINDOW_HELPER) => Ok(run_helper()?),
        _ => sign_in(),
    }
}

#[tokio::main]
async fn sign_in() -> Result<(), Box<dyn Error>> {
    let flow = AuthFlowManager::from_settings(&OAuth2Settings::from_env()?)?;
    let BackendChoice { backend, reason, .. } = BackendChoice::detect();
    let backend = backend.ok_or_else(|| format!("no window can be shown: {reason}"))?;
    let windows = WindowManager::new(HelperCommand::this_program([WINDOW_HELPER])?, backend);
    let window = NativeWindow::new(windows.clone());
    let result = tokio::select! {
        biased;
        _ = ctrl_c() => Err("the sign-in was cancelled".into()),
        result = flow.run_native(&window) => result.map_err(Box::<dyn Error>::from),
    };
    windows.shut_down().await;
    let user = result?.userinfo.ok_or("the provider does not say who signed in")?;
    println!("signed in as {}", user.name.as_deref().unwrap_or(&user.sub));
    Ok(())
}

//! Signs in at any provider, from a terminal:
//!
//! ```text
//! WIDGET_OAUTH_PROVIDER=oidc \
//! WIDGET_OAUTH_ISSUER_URL=https://id.example.com \
//! WIDGET_OAUTH_CLIENT_ID=… \
//! cargo run -p widget-kit --example native_login --no-default-features \
//!     --features auth-core,auth-provider,auth-session,auth-store,window
//! ```
//!
//! The provider has to know the client as a native one that comes back to
//! `http://127.0.0.1/callback`, on any port. With `--window` the sign-in takes
//! place in a window of this program, a webview if the feature `webkit` is on;
//! with `--device`, on another device. All settings are those of
//! `OAuth2Settings`; the token stores `keyring` and `redis` need the feature of
//! the facade for them.

use std::error::Error;

use tokio::signal::ctrl_c;
use widget_kit::auth::NativeWindow;
use widget_kit::auth::core::{AuthError, AuthFlowResult};
use widget_kit::auth::provider::{DeviceAuthorization, OAuth2Settings};
use widget_kit::auth::session::{AuthFlowManager, SystemBrowser};
use widget_kit::window::{BackendChoice, HelperCommand, WindowManager, run_helper};

/// With this argument the program is started again, as the owner of its window.
const WINDOW_HELPER: &str = "window-helper";

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        // Before there is a runtime: windows want the main thread.
        Some(WINDOW_HELPER) => Ok(run_helper()?),
        argument => run(argument.unwrap_or_default()),
    }
}

#[tokio::main]
async fn run(argument: &str) -> Result<(), Box<dyn Error>> {
    let flow = AuthFlowManager::from_settings(&OAuth2Settings::from_env()?)?;
    let result = match argument {
        "" => until_interrupted(&flow, flow.run_native(&SystemBrowser::new())).await?,
        "--window" => in_a_window(&flow).await?,
        "--device" => until_interrupted(&flow, flow.run_device(show)).await?,
        _ => return Err(format!("`{argument}`? Only `--window` or `--device`").into()),
    };
    println!("signed in as {}", name_of(&result));
    // From here on the session keeps the token fresh.
    flow.session_manager().ok_or("no session")?.get_access_token().await?;
    Ok(())
}

/// Ctrl-C cancels the sign-in, which tidies up.
async fn until_interrupted(
    flow: &AuthFlowManager,
    signing_in: impl Future<Output = Result<AuthFlowResult, AuthError>>,
) -> Result<AuthFlowResult, Box<dyn Error>> {
    tokio::pin!(signing_in);
    tokio::select! {
        // Listens for it before anything is shown.
        biased;
        interrupted = ctrl_c() => {
            interrupted?;
            flow.cancel();
            Ok(signing_in.await?)
        }
        result = &mut signing_in => Ok(result?),
    }
}

async fn in_a_window(flow: &AuthFlowManager) -> Result<AuthFlowResult, Box<dyn Error>> {
    let choice = BackendChoice::detect();
    let Some(backend) = choice.backend else {
        eprintln!("no window ({}): signing in with the browser of the system", choice.reason);
        return until_interrupted(flow, flow.run_native(&SystemBrowser::new())).await;
    };
    let windows = WindowManager::new(HelperCommand::this_program([WINDOW_HELPER])?, backend);
    let window = NativeWindow::new(windows.clone());
    let result = until_interrupted(flow, flow.run_native(&window)).await;
    windows.shut_down().await;
    result
}

fn show(code: &DeviceAuthorization) {
    println!("open {} and enter {}", code.verification_uri, code.user_code);
}

fn name_of(result: &AuthFlowResult) -> &str {
    match &result.userinfo {
        Some(user) => user.name.as_deref().unwrap_or(&user.sub),
        None => "a user without a name",
    }
}

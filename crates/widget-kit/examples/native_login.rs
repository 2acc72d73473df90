//! Signs in at any provider, from a terminal:
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
//! `http://127.0.0.1/callback`, on any port. With `--device` the sign-in takes
//! place on another device. All settings are those of `OAuth2Settings`.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::signal::ctrl_c;
use widget_kit::auth::core::{AuthError, AuthFlowResult};
use widget_kit::auth::provider::{
    DeviceAuthorization, OAuth2Settings, OAuthProvider, create_provider_from_settings,
};
use widget_kit::auth::session::{AuthFlowManager, SessionManager, SystemBrowser};
use widget_kit::auth::store::MemoryTokenStore;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", with_causes(&*error));
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let settings = OAuth2Settings::from_env()?;
    let provider: Arc<dyn OAuthProvider> = create_provider_from_settings(&settings)?.into();
    let session = SessionManager::new(provider.clone(), MemoryTokenStore::new());
    let flow = AuthFlowManager::new(provider)
        .with_session_manager(session.clone())
        .with_pkce(settings.use_pkce)
        .with_auth_timeout(settings.auth_timeout());
    let signing_in = sign_in(&flow);
    tokio::pin!(signing_in);
    let result = tokio::select! {
        // Listens for it before anything is shown.
        biased;
        interrupted = ctrl_c() => {
            interrupted?;
            flow.cancel();
            signing_in.await?
        }
        result = &mut signing_in => result?,
    };
    println!("signed in as {}", name_of(&result));
    // From here on the session keeps the token fresh.
    session.get_access_token().await?;
    Ok(())
}

async fn sign_in(flow: &AuthFlowManager) -> Result<AuthFlowResult, AuthError> {
    if !std::env::args().any(|argument| argument == "--device") {
        return flow.run_native(&SystemBrowser::new()).await;
    }
    let show = |code: &DeviceAuthorization| {
        println!("open {} and enter {}", code.verification_uri, code.user_code);
    };
    flow.run_device(show).await
}

fn name_of(result: &AuthFlowResult) -> &str {
    match &result.userinfo {
        Some(user) => user.name.as_deref().unwrap_or(&user.sub),
        None => "somebody whose name the provider does not tell",
    }
}

fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}

//! Signs in at a provider that this library does not know: plain OAuth 2.0, with
//! a profile of its own.
//!
//! ```text
//! WIDGET_OAUTH_CLIENT_ID=… WIDGET_OAUTH_SCOPES='openid email' \
//! WIDGET_OAUTH_AUTHORIZE_URL=https://id.example.com/auth \
//! WIDGET_OAUTH_TOKEN_URL=https://id.example.com/token \
//! WIDGET_OAUTH_USERINFO_URL=https://id.example.com/me \
//! cargo run -p widget-kit --example own_provider \
//!     --no-default-features --features auth-core,auth-provider,auth-session
//! ```

use std::error::Error;

use widget_kit::auth::core::{AuthError, OAuthTokenSet, TokenOrigin, UserInfo};
use widget_kit::auth::provider::{
    AuthorizeRequest, CodeExchange, OAuth2Provider, OAuth2Settings, OAuthProvider, RevocableToken,
    async_trait,
};
use widget_kit::auth::session::{AuthFlowManager, SystemBrowser};

/// The protocol is that of [`OAuth2Provider`]; the rest is said here.
#[derive(Debug)]
struct Intranet(OAuth2Provider);

#[async_trait]
impl OAuthProvider for Intranet {
    fn name(&self) -> &str {
        "intranet"
    }

    fn client_id(&self) -> &str {
        self.0.client_id()
    }

    fn origin(&self) -> TokenOrigin {
        self.0.origin()
    }

    fn scopes(&self) -> &[String] {
        self.0.scopes()
    }

    async fn build_authorize_url(&self, to: &AuthorizeRequest<'_>) -> Result<String, AuthError> {
        self.0.build_authorize_url(to).await
    }

    async fn exchange_code(&self, code: &CodeExchange<'_>) -> Result<OAuthTokenSet, AuthError> {
        self.0.exchange_code(code).await
    }

    async fn refresh_tokens(&self, tokens: &OAuthTokenSet) -> Result<OAuthTokenSet, AuthError> {
        self.0.refresh_tokens(tokens).await
    }

    async fn get_userinfo(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, AuthError> {
        let mut user = self.0.get_userinfo(tokens).await?;
        let login = user.email.as_deref().and_then(|email| email.split('@').next());
        user.preferred_username = login.map(str::to_owned);
        Ok(user)
    }

    async fn revoke_token(&self, token: RevocableToken<'_>) -> Result<(), AuthError> {
        self.0.revoke_token(token).await
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let base = OAuth2Provider::try_from(&OAuth2Settings::from_env()?)?;
    let flow = AuthFlowManager::new(Intranet(base));
    let user = flow.run_native(&SystemBrowser::new()).await?.userinfo;
    println!("signed in as {}", user.and_then(|user| user.preferred_username).unwrap_or_default());
    Ok(())
}

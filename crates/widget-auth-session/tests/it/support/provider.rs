use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::{Semaphore, watch};
use widget_auth_core::{
    AuthError, Clock, ErrorDetails, ManualClock, OAuthTokenSet, RefreshToken, Remedy, TokenOrigin,
    UserInfo,
};
use widget_auth_provider::{AuthorizeRequest, CodeExchange, OAuthProvider, RevocableToken};

/// The provider's reply to a refresh.
pub(crate) enum Reply {
    /// Refuses it with this error, and changes nothing.
    Error(AuthError),
    /// Rotates the tokens, and the answer is lost on the way.
    Lost,
    /// Never answers.
    Silence,
    Panic,
}

/// A provider that rotates refresh tokens: one that was used already ends the
/// family, as OAuth 2.0 Security (RFC 9700, section 4.14.2) wants it.
#[derive(Debug)]
pub(crate) struct Provider {
    clock: Arc<ManualClock>,
    state: Mutex<State>,
    posts: watch::Sender<usize>,
    /// Refreshes wait here for a permit, unless there are plenty.
    pub(crate) gate: Semaphore,
}

#[derive(Debug, Default)]
struct State {
    replies: VecDeque<Reply>,
    generation: u64,
    valid_refresh_token: Option<String>,
    revoked: Vec<String>,
    lifetime: u64,
    revocation_fails: bool,
    /// Of the last request for tokens of the client itself.
    scopes: Vec<String>,
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reply")
    }
}

impl Provider {
    pub(crate) fn new(clock: Arc<ManualClock>) -> Self {
        Self {
            clock,
            state: Mutex::default(),
            posts: watch::channel(0).0,
            gate: Semaphore::new(Semaphore::MAX_PERMITS / 2),
        }
    }

    /// A new family of tokens whose access tokens live `lifetime` seconds.
    pub(crate) fn sign_in(&self, lifetime: u64) -> OAuthTokenSet {
        let mut state = self.state.lock().unwrap();
        state.lifetime = lifetime;
        self.rotate(&mut state)
    }

    /// Sets the replies to the next refreshes; later ones succeed.
    pub(crate) fn reply(&self, replies: impl IntoIterator<Item = Reply>) {
        self.state.lock().unwrap().replies.extend(replies);
    }

    /// Holds refreshes back until permits are added.
    pub(crate) fn close_gate(&self) {
        self.gate.forget_permits(Semaphore::MAX_PERMITS);
    }

    pub(crate) fn posts(&self) -> usize {
        *self.posts.borrow()
    }

    pub(crate) async fn wait_for_posts(&self, count: usize) {
        self.posts.subscribe().wait_for(|posts| *posts >= count).await.unwrap();
    }

    /// Ends the family, as an administrator does.
    pub(crate) fn end_family(&self) {
        self.state.lock().unwrap().valid_refresh_token = None;
    }

    pub(crate) fn fail_revocation(&self) {
        self.state.lock().unwrap().revocation_fails = true;
    }

    /// Returns the revoked tokens, in order.
    pub(crate) fn revoked(&self) -> Vec<String> {
        self.state.lock().unwrap().revoked.clone()
    }

    pub(crate) fn scopes(&self) -> Vec<String> {
        self.state.lock().unwrap().scopes.clone()
    }

    fn rotate(&self, state: &mut State) -> OAuthTokenSet {
        state.generation += 1;
        let mut tokens =
            OAuthTokenSet::new(format!("access-{}", state.generation), "Bearer", self.clock.now());
        let refresh_token = format!("refresh-{}", state.generation);
        tokens.refresh_token = Some(RefreshToken::new(refresh_token.as_str()));
        tokens.expires_in = Some(state.lifetime);
        state.valid_refresh_token = Some(refresh_token);
        tokens
    }

    fn answer(&self, sent: &OAuthTokenSet) -> Result<OAuthTokenSet, Option<AuthError>> {
        let mut state = self.state.lock().unwrap();
        let reply = state.replies.pop_front();
        match reply {
            Some(Reply::Error(error)) => return Err(Some(error)),
            Some(Reply::Panic) => {
                drop(state);
                panic!("the provider panics as it was told");
            }
            Some(Reply::Silence) => return Err(None),
            Some(Reply::Lost) | None => {}
        }
        let sent = sent.refresh_token.as_ref().map(RefreshToken::expose_secret);
        if sent != state.valid_refresh_token.as_deref() || sent.is_none() {
            state.valid_refresh_token = None;
            return Err(Some(invalid_grant()));
        }
        let tokens = self.rotate(&mut state);
        match reply {
            Some(Reply::Lost) => Err(Some(unreachable_for(None))),
            _ => Ok(tokens),
        }
    }
}

pub(crate) fn unreachable_for(after: Option<Duration>) -> AuthError {
    AuthError::token_refresh(ErrorDetails::new().with_remedy(Remedy::Retry { after }))
}

pub(crate) fn invalid_grant() -> AuthError {
    let details = ErrorDetails::new().with_code("invalid_grant").with_remedy(Remedy::Login);
    AuthError::token_refresh(details)
}

#[async_trait]
impl OAuthProvider for Provider {
    fn name(&self) -> &str {
        "test"
    }

    fn client_id(&self) -> &str {
        "client-1"
    }

    fn origin(&self) -> TokenOrigin {
        TokenOrigin::new("https://id.example.com", self.client_id())
    }

    fn scopes(&self) -> &[String] {
        &[]
    }

    async fn build_authorize_url(&self, _: &AuthorizeRequest<'_>) -> Result<String, AuthError> {
        unreachable!("a session builds no urls")
    }

    async fn exchange_code(&self, _: &CodeExchange<'_>) -> Result<OAuthTokenSet, AuthError> {
        unreachable!("a session exchanges no codes")
    }

    async fn refresh_tokens(&self, tokens: &OAuthTokenSet) -> Result<OAuthTokenSet, AuthError> {
        self.posts.send_modify(|posts| *posts += 1);
        self.gate.acquire().await.unwrap().forget();
        match self.answer(tokens) {
            Err(None) => std::future::pending().await,
            Err(Some(error)) => Err(error),
            Ok(tokens) => Ok(tokens),
        }
    }

    async fn client_credentials(&self, scopes: &[&str]) -> Result<OAuthTokenSet, AuthError> {
        self.posts.send_modify(|posts| *posts += 1);
        let mut state = self.state.lock().unwrap();
        state.scopes = scopes.iter().map(|scope| (*scope).to_owned()).collect();
        if let Some(Reply::Error(error)) = state.replies.pop_front() {
            return Err(error);
        }
        state.lifetime = crate::support::LIFETIME;
        let mut tokens = self.rotate(&mut state);
        tokens.refresh_token = None;
        Ok(tokens)
    }

    /// Names the user by the access token that it is asked with.
    async fn get_userinfo(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, AuthError> {
        let claims = [("sub".to_owned(), tokens.access_token.expose_secret().into())];
        Ok(UserInfo::from_claims(claims.into_iter().collect()).unwrap())
    }

    async fn revoke_token(&self, token: RevocableToken<'_>) -> Result<(), AuthError> {
        let mut state = self.state.lock().unwrap();
        state.revoked.push(token.expose_secret().to_owned());
        if state.revocation_fails {
            return Err(AuthError::token(
                ErrorDetails::new().with_remedy(Remedy::Retry { after: None }),
            ));
        }
        Ok(())
    }
}

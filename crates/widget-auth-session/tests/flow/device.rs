//! Signing in with another device. The clock stands still but for the pauses
//! of the sign-in, so the tests see each of them exactly.

use std::collections::VecDeque;
use std::error::Error as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::Instant;
use widget_auth_core::{
    AuthError, AuthErrorKind, AuthFlowState, ErrorDetails, OAuthTokenSet, Remedy, TokenOrigin,
    UnixTime, UserInfo,
};
use widget_auth_provider::{
    AuthorizeRequest, CodeExchange, DeviceAuthorization, DevicePoll, Endpoint, OAuthProvider,
    ProviderError, RevocableToken,
};
use widget_auth_session::{AuthFlowManager, SessionManager};
use widget_auth_store::{MemoryTokenStore, TokenStore as _};

use crate::fixture::{Fixture, without_device_grant};

const LIFETIME: Duration = Duration::from_secs(600);

/// Answers polls from a list, and then with "not yet" for ever.
#[derive(Debug)]
struct Provider {
    answers: Mutex<VecDeque<Result<DevicePoll, AuthError>>>,
    begun: Instant,
    /// When the polls came, in seconds.
    polls: Mutex<Vec<u64>>,
    /// True if userinfo fails; otherwise there is no endpoint for it.
    userinfo_fails: bool,
}

impl Provider {
    fn new(answers: impl IntoIterator<Item = Result<DevicePoll, AuthError>>) -> Arc<Self> {
        Arc::new(Self {
            answers: Mutex::new(answers.into_iter().collect()),
            begun: Instant::now(),
            polls: Mutex::default(),
            userinfo_fails: false,
        })
    }

    fn polls(&self) -> Vec<u64> {
        self.polls.lock().unwrap().clone()
    }
}

fn granted() -> Result<DevicePoll, AuthError> {
    let tokens = OAuthTokenSet::new("access-1", "Bearer", UnixTime::from_secs(0));
    Ok(DevicePoll::Granted(Box::new(tokens)))
}

fn refused(code: &str) -> Result<DevicePoll, AuthError> {
    Err(AuthError::authentication(ErrorDetails::new().with_code(code)))
}

fn fault(after: Option<u64>) -> Result<DevicePoll, AuthError> {
    let after = after.map(Duration::from_secs);
    Err(AuthError::token(ErrorDetails::new().with_remedy(Remedy::Retry { after })))
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
        unreachable!("a device opens no page")
    }

    async fn exchange_code(&self, _: &CodeExchange<'_>) -> Result<OAuthTokenSet, AuthError> {
        unreachable!("a device has no code of a callback")
    }

    async fn begin_device_authorization(&self) -> Result<DeviceAuthorization, AuthError> {
        let page = "https://id.example.com/device".parse().unwrap();
        Ok(DeviceAuthorization::new("device code", "WDJB-MJHT", page, LIFETIME))
    }

    async fn poll_device_authorization(
        &self,
        authorization: &DeviceAuthorization,
    ) -> Result<DevicePoll, AuthError> {
        assert_eq!(authorization.device_code.expose_secret(), "device code");
        self.polls.lock().unwrap().push(self.begun.elapsed().as_secs());
        self.answers.lock().unwrap().pop_front().unwrap_or(Ok(DevicePoll::Pending))
    }

    async fn refresh_tokens(&self, _: &OAuthTokenSet) -> Result<OAuthTokenSet, AuthError> {
        unreachable!("a sign-in refreshes nothing")
    }

    async fn get_userinfo(&self, _: &OAuthTokenSet) -> Result<UserInfo, AuthError> {
        let details = ErrorDetails::new();
        if self.userinfo_fails {
            return Err(AuthError::authentication(details.with_code("server_error")));
        }
        let none = ProviderError::MissingEndpoint(Endpoint::Userinfo);
        Err(AuthError::authentication(details).with_source(none))
    }

    async fn revoke_token(&self, _: RevocableToken<'_>) -> Result<(), AuthError> {
        unreachable!("a sign-in revokes nothing")
    }
}

#[tokio::test(start_paused = true)]
async fn the_user_signs_in_elsewhere() {
    let provider = Provider::new([Ok(DevicePoll::Pending), Ok(DevicePoll::Pending), granted()]);
    let store = Arc::new(MemoryTokenStore::new());
    let flow = AuthFlowManager::new(provider.clone()).with_token_store(store.clone());
    let watch = flow.watch();
    let mut shown = None;
    let result = flow
        .run_device(|code| {
            shown = Some(format!("{} {}", code.verification_uri, code.user_code));
        })
        .await
        .unwrap();
    assert_eq!(shown.as_deref(), Some("https://id.example.com/device WDJB-MJHT"));
    assert_eq!(provider.polls(), [5, 10, 15]);
    assert_eq!(watch.state(), AuthFlowState::Completed);
    let session = SessionManager::new(provider.clone(), store.clone());
    assert_eq!(store.list_keys().await.unwrap(), [session.storage_key()]);
    assert_eq!(session.get_access_token().await.unwrap(), result.tokens.access_token);
}

#[tokio::test(start_paused = true)]
async fn slow_down_adds_five_seconds_for_good() {
    let provider = Provider::new([
        Ok(DevicePoll::Pending),
        Ok(DevicePoll::SlowDown),
        Ok(DevicePoll::Pending),
        Ok(DevicePoll::SlowDown),
        granted(),
    ]);
    AuthFlowManager::new(provider.clone()).run_device(|_| {}).await.unwrap();
    assert_eq!(provider.polls(), [5, 10, 20, 30, 45]);
}

#[tokio::test(start_paused = true)]
async fn each_fault_doubles_the_pause_until_there_is_an_answer() {
    let faults = [fault(None), fault(None), Ok(DevicePoll::Pending), fault(Some(40)), granted()];
    let provider = Provider::new(faults);
    AuthFlowManager::new(provider.clone()).run_device(|_| {}).await.unwrap();
    // 5, then 10 and 20 after the faults, 5 after the answer, 40 as asked.
    assert_eq!(provider.polls(), [5, 15, 35, 40, 80]);

    let provider = Provider::new((0..8).map(|_| fault(None)));
    AuthFlowManager::new(provider.clone()).run_device(|_| {}).await.unwrap_err();
    // No pause is longer than a minute.
    assert_eq!(provider.polls()[..7], [5, 15, 35, 75, 135, 195, 255]);
}

#[tokio::test(start_paused = true)]
async fn a_code_that_expires_ends_it() {
    let provider = Provider::new([]);
    let flow = AuthFlowManager::new(provider.clone());
    let error = flow.run_device(|_| {}).await.unwrap_err();
    assert!(matches!(error, AuthError::FlowTimeout { waited: LIFETIME, .. }));
    assert_eq!(provider.begun.elapsed(), LIFETIME);
    assert_eq!(flow.watch().state(), AuthFlowState::TimedOut);

    // The provider says so first.
    let provider = Provider::new([refused("expired_token")]);
    let error = AuthFlowManager::new(provider.clone()).run_device(|_| {}).await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::FlowTimeout);
    let cause = error.source().unwrap().downcast_ref::<AuthError>().unwrap();
    assert_eq!(cause.details().code(), Some("expired_token"));
    assert_eq!(provider.polls(), [5]);
}

#[tokio::test(start_paused = true)]
async fn a_user_who_says_no_ends_it() {
    for code in ["access_denied", "authorization_declined", "invalid_grant"] {
        let provider = Provider::new([refused(code)]);
        let store = Arc::new(MemoryTokenStore::new());
        let flow = AuthFlowManager::new(provider.clone()).with_token_store(store.clone());
        let error = flow.run_device(|_| {}).await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Authentication);
        assert_eq!(error.details().code(), Some(code));
        assert_eq!(flow.watch().state(), AuthFlowState::Failed);
        assert_eq!(provider.polls(), [5]);
        assert!(store.list_keys().await.unwrap().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn cancel_ends_it_at_once() {
    let provider = Provider::new([]);
    let flow = AuthFlowManager::new(provider.clone());
    let (outcome, ()) = tokio::join!(flow.run_device(|_| {}), async {
        tokio::time::sleep(Duration::from_secs(7)).await;
        flow.cancel();
    });
    assert_eq!(outcome.unwrap_err().kind(), AuthErrorKind::FlowCancelled);
    assert_eq!(provider.begun.elapsed(), Duration::from_secs(7));
    assert_eq!(flow.watch().state(), AuthFlowState::Cancelled);
}

#[tokio::test(start_paused = true)]
async fn rp_43_a_user_that_cannot_be_named_is_not_signed_in() {
    let mut provider = Provider::new([granted()]);
    Arc::get_mut(&mut provider).unwrap().userinfo_fails = true;
    let store = Arc::new(MemoryTokenStore::new());
    let flow = AuthFlowManager::new(provider).with_token_store(store.clone());
    let error = flow.run_device(|_| {}).await.unwrap_err();
    assert_eq!(error.details().code(), Some("server_error"));
    assert!(store.list_keys().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_provider_without_a_device_endpoint_says_what_to_do() {
    let fixture = Fixture::new().await;
    fixture.set_metadata(without_device_grant);
    let error = fixture.flow.run_device(|_| panic!("no code is shown")).await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    let cause = error.source().unwrap().downcast_ref::<ProviderError>().unwrap();
    assert!(matches!(cause, ProviderError::NoDeviceGrant));
    assert!(cause.to_string().ends_with("sign in with a browser"));
}

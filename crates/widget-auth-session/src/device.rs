//! Signing in with another device (RFC 8628).

use std::time::Duration;

use tokio::time::{sleep, timeout};
use widget_auth_core::{AuthError, AuthFlowResult, AuthFlowState, OAuthTokenSet};
use widget_auth_provider::{DeviceAuthorization, DevicePoll};

use crate::flow::AuthFlowManager;
use crate::flow::Run;

/// The longest pause after faults, so that a network that comes back is
/// noticed.
const MAX_PAUSE: Duration = Duration::from_secs(60);

impl AuthFlowManager {
    /// Signs in on a machine without a browser: `show_code` tells the user
    /// which page to open on another device, and which code to enter there.
    /// Then the provider is asked, no more often than it allows, until the
    /// user has done so or the code has expired.
    ///
    /// # Errors
    ///
    /// - [`AuthError::FlowTimeout`] if the code expires.
    /// - [`AuthError::FlowCancelled`] after [`cancel`](Self::cancel).
    /// - [`AuthError::Authentication`] with the code `access_denied` if the
    ///   user said no; with
    ///   [`NoDeviceGrant`](widget_auth_provider::ProviderError::NoDeviceGrant)
    ///   as its cause if the provider has no such sign-in; and as for
    ///   [`run_native`](Self::run_native).
    /// - [`AuthError::Token`] if the provider gives no acceptable answer.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use widget_auth_core::AuthError;
    /// use widget_auth_session::AuthFlowManager;
    ///
    /// # async fn example(flow: AuthFlowManager) -> Result<(), AuthError> {
    /// let result = flow.run_device(|code| println!("{code}")).await?;
    /// println!("{:?} is signed in", result.userinfo.map(|user| user.sub));
    /// # Ok(())
    /// # }
    /// ```
    pub async fn run_device(
        &self,
        show_code: impl FnOnce(&DeviceAuthorization) + Send,
    ) -> Result<AuthFlowResult, AuthError> {
        let run = self.begin()?;
        let outcome = self.device(&run, show_code).await;
        run.finish(outcome)
    }

    async fn device(
        &self,
        run: &Run,
        show_code: impl FnOnce(&DeviceAuthorization) + Send,
    ) -> Result<AuthFlowResult, AuthError> {
        let signing_in = async {
            self.check_store().await?;
            let authorization = self.provider.begin_device_authorization().await?;
            show_code(&authorization);
            let lifetime = authorization.expires_in;
            let expired = || AuthError::flow_timeout(lifetime, run.details());
            let tokens = match timeout(lifetime, self.poll(&authorization)).await {
                Ok(Ok(tokens)) => tokens,
                // RFC 8628, section 3.5: the provider's clock was faster.
                Ok(Err(error)) if error.details().code() == Some("expired_token") => {
                    return Err(expired().with_source(error));
                }
                Ok(Err(error)) => return Err(error),
                Err(_elapsed) => return Err(expired()),
            };
            run.enter(AuthFlowState::ExchangingCode);
            self.identify(run, tokens).await
        };
        let result = run.until_cancelled(signing_in).await?;
        // From here on it cannot be cancelled: the tokens are stored.
        self.keep(&result.tokens).await?;
        Ok(result)
    }

    /// Asks until there is an answer (RFC 8628, section 3.5).
    async fn poll(&self, authorization: &DeviceAuthorization) -> Result<OAuthTokenSet, AuthError> {
        let mut interval = authorization.interval;
        let mut pause = interval;
        loop {
            sleep(pause).await;
            match self.provider.poll_device_authorization(authorization).await {
                Ok(DevicePoll::Granted(tokens)) => return Ok(*tokens),
                Ok(DevicePoll::Pending) => pause = interval,
                Ok(DevicePoll::SlowDown) => {
                    interval = interval.saturating_add(DevicePoll::SLOWER);
                    pause = interval;
                }
                // Each fault doubles the pause, as section 3.5 recommends.
                Err(error) if error.is_retryable() => {
                    let doubled = pause.saturating_mul(2).min(MAX_PAUSE);
                    pause = doubled.max(interval).max(error.retry_after().unwrap_or_default());
                }
                Err(error) => return Err(error),
            }
        }
    }
}

//! Signing in on the machine of the user (RFC 8252).

use std::convert::Infallible;
use std::future::pending;

use tokio::sync::mpsc;
use tokio::time::sleep;
use widget_auth_core::{AuthError, AuthFlowResult, AuthFlowState};
use widget_auth_provider::{AuthorizationAttempt, OAuthErrorResponse, ProviderError};

use super::pasted::Pasted;
use super::run::Run;
use super::stray_error::StrayErrors;
use super::{AuthFlowManager, FlowError};
use crate::loopback::{Callback, LoopbackServer, Page};

/// The way in which an answer of the provider came.
enum Answer {
    /// By the browser, which waits for a page.
    Callback(Callback),
    /// By hand.
    Pasted(Pasted),
    /// By the browser, in which the user ends the sign-in for this error.
    Ended(Callback, OAuthErrorResponse),
}

/// Callbacks that wait to be looked at. More wait in their connections.
const CALLBACKS: usize = 8;

impl AuthFlowManager {
    /// The sign-in with the port it comes back to. The port is closed when
    /// this ends, and when it is dropped. `show` opens the page of the provider
    /// and returns when that ends the sign-in, or the answer that the user has
    /// brought by hand.
    pub(super) async fn native(
        &self,
        run: &Run,
        show: impl AsyncFnOnce(&str, &AuthorizationAttempt) -> Result<Pasted, AuthError>,
    ) -> Result<AuthFlowResult, AuthError> {
        if self.provider.uses_form_post() {
            let name = self.provider.name();
            return Err(FlowError::FormPost.into_auth(AuthError::authentication, name));
        }
        run.until_cancelled(self.check_store()).await?;
        let server = LoopbackServer::bind(&self.loopback_redirect).await.map_err(|source| {
            let port = Some(self.loopback_redirect.port()).filter(|port| *port != 0);
            FlowError::Loopback { port, source }
                .into_auth(AuthError::authentication, self.provider.name())
        })?;
        let (sender, callbacks) = mpsc::channel(CALLBACKS);
        tokio::select! {
            outcome = self.sign_in(run, show, server.redirect_uri(), callbacks) => outcome,
            never = server.serve(sender) => match never {},
        }
    }

    async fn sign_in(
        &self,
        run: &Run,
        show: impl AsyncFnOnce(&str, &AuthorizationAttempt) -> Result<Pasted, AuthError>,
        redirect_uri: &str,
        mut callbacks: mpsc::Receiver<Callback>,
    ) -> Result<AuthFlowResult, AuthError> {
        let mut attempt = AuthorizationAttempt::new(&self.provider, redirect_uri)?;
        if !self.use_pkce {
            attempt = attempt.without_pkce();
        }
        let url = run.until_cancelled(attempt.authorize_url(&self.provider, &[])).await?;

        let waiting = self.wait_for_answer(run, show(&url, &attempt), &attempt, &mut callbacks);
        let (callback, outcome) = match run.until_cancelled(waiting).await? {
            Answer::Callback(callback) => {
                let outcome = self.finish(run, &attempt, callback.query(), &mut callbacks).await;
                (Some(callback), outcome)
            }
            Answer::Pasted(Pasted::Answer(query)) => {
                (None, self.finish(run, &attempt, &query, &mut callbacks).await)
            }
            Answer::Pasted(Pasted::Refused(error)) => (None, Err(refused(run, error))),
            Answer::Ended(callback, error) => (Some(callback), Err(refused(run, error))),
        };
        if let Some(callback) = callback {
            let page = match &outcome {
                Ok(_) => Page::signed_in(),
                Err(error) => Page::failed(error),
            };
            callback.answer(page).written().await;
        }
        outcome
    }

    /// Shows the page until the provider has sent the browser back, or the user
    /// has brought by hand where it sent it.
    async fn wait_for_answer(
        &self,
        run: &Run,
        shown: impl Future<Output = Result<Pasted, AuthError>>,
        attempt: &AuthorizationAttempt,
        callbacks: &mut mpsc::Receiver<Callback>,
    ) -> Result<Answer, AuthError> {
        let stray_errors = StrayErrors::new()
            .map_err(|error| error.into_auth(AuthError::authentication, self.provider.name()))?;
        tokio::select! {
            biased;
            answer = next_answer(attempt, &stray_errors, callbacks) => Ok(answer),
            brought = shown => brought.map(Answer::Pasted),
            () = sleep(self.auth_timeout) => {
                Err(AuthError::flow_timeout(self.auth_timeout, run.details()))
            }
        }
    }

    /// From the answer to tokens that are kept.
    async fn finish(
        &self,
        run: &Run,
        attempt: &AuthorizationAttempt,
        query: &str,
        callbacks: &mut mpsc::Receiver<Callback>,
    ) -> Result<AuthFlowResult, AuthError> {
        run.enter(AuthFlowState::ExchangingCode);
        meanwhile(callbacks, self.exchange_and_keep(run, attempt, query)).await
    }

    async fn exchange_and_keep(
        &self,
        run: &Run,
        attempt: &AuthorizationAttempt,
        query: &str,
    ) -> Result<AuthFlowResult, AuthError> {
        let signing_in = async {
            let tokens = attempt.exchange(&self.provider, query).await?;
            self.identify(run, tokens).await
        };
        let result = run.until_cancelled(signing_in).await?;
        // From here on it cannot be cancelled: the tokens are stored.
        self.keep(&result.tokens).await?;
        Ok(result)
    }
}

/// The error of a sign-in that the user has ended.
fn refused(run: &Run, error: OAuthErrorResponse) -> AuthError {
    let details = run.details().with_code(error.code());
    AuthError::authentication(details).with_source(ProviderError::OAuth(error))
}

/// The first callback that carries our `state`, or the click by which the user
/// ends the sign-in. Any web page can send the browser here with another
/// `state`, so those end nothing (RFC 8252, section 8.9).
async fn next_answer(
    attempt: &AuthorizationAttempt,
    stray_errors: &StrayErrors,
    callbacks: &mut mpsc::Receiver<Callback>,
) -> Answer {
    while let Some(callback) = callbacks.recv().await {
        let query = callback.query();
        if attempt.is_answered_by(query) {
            return Answer::Callback(callback);
        }
        if let Some(error) = stray_errors.ended_by(query) {
            return Answer::Ended(callback, error);
        }
        let page = stray_errors.page(query).unwrap_or_else(Page::not_ours);
        callback.answer(page);
    }
    // The server, which holds the other end, outlives the sign-in.
    pending().await
}

/// `work`, while later callbacks are told that they come too late: a `state`
/// is good for one answer.
async fn meanwhile<T>(
    callbacks: &mut mpsc::Receiver<Callback>,
    work: impl Future<Output = T>,
) -> T {
    let turn_away = async {
        while let Some(callback) = callbacks.recv().await {
            callback.answer(Page::too_late());
        }
        pending::<Infallible>().await
    };
    tokio::select! {
        biased;
        outcome = work => outcome,
        never = turn_away => match never {},
    }
}

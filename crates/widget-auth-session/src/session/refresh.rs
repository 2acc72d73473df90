//! One refresh for any number of callers.
//!
//! The refresh runs in a task of its own, so that a caller who goes away does
//! not stop it. Everybody who needs it meanwhile waits for the same task.

mod attempt;
mod backoff;
mod lease;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use widget_auth_core::{AuthError, Report};
use widget_auth_store::Version;

use crate::error::SessionError;
use crate::session::active_tokens::ActiveTokens;
use crate::session::{Epoch, Session};

use backoff::Backoff;

/// The outcome of a refresh.
type Outcome = Result<Arc<ActiveTokens>, AuthError>;

/// The time after which callers without a valid token stop waiting for a refresh.
/// The refresh itself continues.
const CALLER_TIMEOUT: Duration = Duration::from_secs(60);

/// The same for callers whose access token is still valid.
const TIMEOUT_WITH_TOKEN: Duration = Duration::from_secs(2);

/// The longest pause between two attempts that a caller sits out.
const MAX_CALLER_PAUSE: Duration = Duration::from_secs(5);

/// The number of attempts a caller waits for.
const ATTEMPTS: u32 = 3;

/// The refresh under way, and how the last ones went.
#[derive(Debug, Default)]
pub(crate) struct SingleFlight {
    running: Option<Running>,
    backoff: Backoff,
}

/// An attempt under way.
#[derive(Debug, Clone)]
pub(crate) struct Running {
    epoch: Epoch,
    began: Instant,
    outcome: watch::Receiver<Option<Outcome>>,
}

impl Running {
    /// Waits for the end of the attempt, however long it takes. `None` if the
    /// runtime of the attempt was shut down.
    pub(crate) async fn end(&mut self) -> Option<Outcome> {
        self.outcome.wait_for(Option::is_some).await.ok()?.clone()
    }

    /// True if the runtime of the attempt was shut down before its end. An
    /// attempt that came to an end is not in [`SingleFlight`] any more.
    fn was_broken_off(&self) -> bool {
        self.outcome.has_changed().is_err()
    }
}

impl SingleFlight {
    /// The pause that has to pass before the next attempt, and what failed.
    pub(crate) fn pause(&self) -> Option<(Duration, AuthError)> {
        self.backoff.pause()
    }

    /// Forgets the failures of a session that is over.
    pub(crate) fn forget_failures(&mut self) {
        self.backoff = Backoff::default();
    }
}

/// The stored tokens that a save may replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replace {
    /// Those that are due.
    Due,
    /// Those, and this set although it is still good.
    DueOr(Version),
}

impl Session {
    /// Waits until the tokens in use are such that need no refresh, for as
    /// long as a caller can be asked to wait.
    pub(crate) async fn renew(&self, replace: Replace) -> Outcome {
        let mut attempts = 0;
        loop {
            let pause = self.state.single_flight().pause();
            if let Some((pause, error)) = pause {
                if self.valid().is_some() {
                    return Err(error);
                }
                if pause > MAX_CALLER_PAUSE {
                    return self.renewed_by_others(replace, error).await;
                }
                tokio::time::sleep(pause).await;
            }
            attempts += 1;
            match self.wait_for_attempt(replace).await {
                Ok(current)
                    if replace == Replace::DueOr(current.version) && attempts < ATTEMPTS =>
                {
                    // A refresh that began before this call found nothing due.
                }
                Err(error) if error.is_retryable() && attempts < ATTEMPTS => {
                    if is_still_refreshing(&error) || self.valid().is_some() {
                        return Err(error);
                    }
                }
                // A refresh that began before this call left the access token to
                // callers who are content with it.
                Err(_) if attempts < ATTEMPTS && replace != Replace::Due && self.is_refused() => {}
                outcome => return outcome,
            }
        }
    }

    /// The pause after `error` is one of this process: another may have had new tokens since.
    async fn renewed_by_others(&self, replace: Replace, error: AuthError) -> Outcome {
        match self.load(self.state.epoch()).await {
            Ok(Some(stored)) if !self.has_to_be_replaced(&stored, replace) => Ok(stored),
            Err(signed_out) if signed_out.needs_login() => Err(signed_out),
            _ => Err(error),
        }
    }

    /// True if the provider has refused the refresh token of the set in use.
    fn is_refused(&self) -> bool {
        self.state.with_current(|current| current.is_refused().then_some(())).is_some()
    }

    /// The tokens in use, if the access token has not expired.
    pub(crate) fn valid(&self) -> Option<Arc<ActiveTokens>> {
        self.state.current().filter(|current| !current.has_expired(self.settings.now()))
    }

    /// Joins the attempt under way or begins one, and waits for its end.
    pub(crate) async fn wait_for_attempt(&self, replace: Replace) -> Outcome {
        loop {
            let timeout = if self.valid().is_some() { TIMEOUT_WITH_TOKEN } else { CALLER_TIMEOUT };
            let mut attempt = self.join(replace);
            let ended = match timeout_at(attempt.began + timeout, attempt.end()).await {
                Ok(Some(outcome)) => outcome,
                Ok(None) => return Err(self.settings.failed(SessionError::BrokenOff)),
                // It expired while they waited.
                Err(_elapsed) if timeout < CALLER_TIMEOUT && self.valid().is_none() => continue,
                Err(_elapsed) => {
                    let waited = SessionError::StillRefreshing { waited: timeout };
                    return Err(self.settings.failed(waited));
                }
            };
            // The user signed in or out in the meantime: this result is obsolete.
            if self.state.epoch() == attempt.epoch {
                return ended;
            }
        }
    }

    /// Joins the attempt under way or begins one.
    pub(crate) fn join(&self, replace: Replace) -> Running {
        let epoch = self.state.epoch();
        let mut single_flight = self.state.single_flight();
        if let Some(running) = &single_flight.running
            && running.epoch == epoch
            && !running.was_broken_off()
        {
            return running.clone();
        }
        let (sender, outcome) = watch::channel(None);
        let running = Running { epoch, began: Instant::now(), outcome };
        single_flight.running = Some(running.clone());
        let session = self.clone();
        tokio::spawn(async move {
            // A provider or a store of a third party may panic.
            let attempt = AssertUnwindSafe(session.attempt(epoch, replace)).catch_unwind();
            let broken_off = |_| Err(session.settings.failed(SessionError::BrokenOff));
            let outcome = attempt.await.unwrap_or_else(broken_off);
            let outcome = outcome.map_err(|error| session.settings.named(error));
            session.finish(epoch, &outcome);
            sender.send_replace(Some(outcome));
        });
        running
    }

    /// Remembers how the attempt of `epoch` went.
    fn finish(&self, epoch: Epoch, outcome: &Outcome) {
        let mut single_flight = self.state.single_flight();
        if single_flight.running.as_ref().is_some_and(|running| running.epoch == epoch) {
            single_flight.running = None;
            match outcome {
                Err(error) if !error.needs_login() => single_flight.backoff.failed(error),
                _ => single_flight.forget_failures(),
            }
            drop(single_flight);
            self.log(outcome);
        }
    }
}

impl Session {
    /// The background refresh has no caller that could see a failure.
    fn log(&self, outcome: &Outcome) {
        let (provider, session) = (self.settings.provider.name(), &*self.settings.key);
        match outcome {
            Ok(_) => tracing::debug!(provider, session, "the tokens are up to date"),
            Err(error) if error.needs_login() => {
                tracing::info!(provider, session, error = %Report::new(error), "a sign-in is needed");
            }
            Err(error) => {
                tracing::warn!(provider, session, error = %Report::new(error), "a token refresh failed");
            }
        }
    }
}

fn is_still_refreshing(error: &AuthError) -> bool {
    matches!(SessionError::of(error), Some(SessionError::StillRefreshing { .. }))
}

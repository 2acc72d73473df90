//! One attempt to have tokens that need no refresh.

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use widget_auth_core::{AuthError, OAuthTokenSet, Remedy, Report};
use widget_auth_provider::ProviderError;
use widget_auth_store::{SaveOutcome, StoredTokens, TokenStoreExt as _, Version};

use crate::error::SessionError;
use crate::session::active_tokens::ActiveTokens;
use crate::session::refresh::lease::Lease;
use crate::session::refresh::{Outcome, Replace};
use crate::session::refused_token;
use crate::session::{Epoch, Grant, Session, Settings};

/// The longest time for one request to the provider. The HTTP client has a
/// shorter one; a provider of a third party may have none.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(60);

/// The pauses between two looks at the store while another process refreshes.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(20);
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The time to wait for the refresh of another process.
const OTHERS_TIMEOUT: Duration = Duration::from_secs(60);

/// The pause between two tries to store new tokens. Short, because the others
/// still have the old refresh token, and using that again may end the session.
const SAVE_RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// The time to keep trying to save.
const SAVE_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// The action taken on the tokens in the store.
enum Step {
    Done(Arc<ActiveTokens>),
    /// They are others now: look again.
    Changed,
}

impl Session {
    /// Reads the store, and refreshes what is there if it has to be replaced
    /// and no other process does it.
    pub(super) async fn attempt(&self, epoch: Epoch, replace: Replace) -> Outcome {
        let deadline = Instant::now() + OTHERS_TIMEOUT;
        let mut pause = MIN_POLL_INTERVAL;
        loop {
            if let Some(stored) = self.load(epoch).await? {
                if !self.has_to_be_replaced(&stored, replace) {
                    return Ok(stored);
                }
                if !stored.can_be_renewed() {
                    return self.end(epoch, replace, &stored).await;
                }
            }
            if let Some(lease) = Lease::acquire(&self.settings).await? {
                match lease.hold(self.refresh_stored(epoch, replace)).await? {
                    Step::Done(current) => return Ok(current),
                    Step::Changed => continue,
                }
            }
            if Instant::now() >= deadline {
                let waited = SessionError::StillRefreshing { waited: OTHERS_TIMEOUT };
                return Err(self.settings.failed(waited));
            }
            sleep(pause).await;
            pause = (pause * 2).min(MAX_POLL_INTERVAL);
        }
    }

    /// With the lease in hand: the tokens may have been replaced just before.
    async fn refresh_stored(&self, epoch: Epoch, replace: Replace) -> Result<Step, AuthError> {
        let stored = self.load(epoch).await?;
        let has_changed = |stored: &Arc<ActiveTokens>| {
            !self.has_to_be_replaced(stored, replace) || !stored.can_be_renewed()
        };
        if stored.as_ref().is_some_and(has_changed) {
            return Ok(Step::Changed);
        }
        let version = stored.as_ref().map(|stored| stored.version);
        // The provider has used up the stored refresh token already.
        if let Some(new) = self.state.take_unsaved(version) {
            // They may be due again by now.
            return self.keep(epoch, version, new).await.map(|_| Step::Changed);
        }
        match timeout(PROVIDER_TIMEOUT, self.ask_provider(stored.as_deref())).await {
            Ok(Ok(new)) => self.keep(epoch, version, new).await,
            Ok(Err(error)) => match stored {
                Some(stored) => {
                    let error = self.without_doubt(&stored, error);
                    if error.needs_login() {
                        self.refused(epoch, replace, &stored, error).await
                    } else {
                        Err(error)
                    }
                }
                None => Err(error),
            },
            Err(_elapsed) => {
                let limit = SessionError::ProviderTimeout { limit: PROVIDER_TIMEOUT };
                Err(self.settings.failed(limit))
            }
        }
    }

    /// New tokens, by the grant of this session.
    async fn ask_provider(
        &self,
        stored: Option<&ActiveTokens>,
    ) -> Result<OAuthTokenSet, AuthError> {
        let Settings { provider, grant, .. } = &*self.settings;
        let tokens = match (grant, stored) {
            (Grant::RefreshToken, Some(stored)) => provider.refresh_tokens(&stored.tokens).await,
            (Grant::RefreshToken, None) => Err(self.settings.failed(SessionError::NotSignedIn)),
            (Grant::ClientCredentials(scopes), _) => {
                let scopes: Vec<_> = scopes.iter().map(String::as_str).collect();
                provider.client_credentials(&scopes).await
            }
        };
        self.settings.mark(tokens?)
    }

    /// Stores new tokens before anybody gets them: who has used up a refresh
    /// token has the only copy of the next one. If the store does not take
    /// them, the next attempt continues with it.
    async fn keep(
        &self,
        epoch: Epoch,
        old: Option<Version>,
        new: OAuthTokenSet,
    ) -> Result<Step, AuthError> {
        let kept = self.save(epoch, old, &new).await;
        if kept.is_err() {
            self.state.put_unsaved(epoch, old, new);
        }
        kept
    }

    async fn save(
        &self,
        epoch: Epoch,
        old: Option<Version>,
        new: &OAuthTokenSet,
    ) -> Result<Step, AuthError> {
        let Self { settings, .. } = self;
        let give_up = Instant::now() + SAVE_TIMEOUT;
        let mut is_logged = false;
        loop {
            let error = match settings.token_store.save_if(&settings.storage_key, new, old).await {
                Ok(SaveOutcome::Saved(version)) => {
                    let tokens = new.clone();
                    return Ok(self.use_tokens(epoch, StoredTokens { tokens, version }));
                }
                Ok(SaveOutcome::Changed) => return self.superseded(epoch, new).await,
                Err(error) => error,
            };
            if !std::mem::replace(&mut is_logged, true) {
                let (provider, session) = (settings.provider.name(), &*settings.key);
                let error = Report::new(&error);
                tracing::warn!(provider, session, %error, "new tokens could not be stored");
            }
            // They may have been stored all the same.
            match settings.token_store.load(&settings.storage_key).await {
                Ok(Some(stored)) if stored.tokens == *new => {
                    return Ok(self.use_tokens(epoch, stored));
                }
                Ok(Some(stored)) if Some(stored.version) != old => return Ok(Step::Changed),
                Ok(None) if old.is_some() => return self.superseded(epoch, new).await,
                Ok(_) | Err(_) => {}
            }
            if !error.is_retryable() {
                return Err(error.into());
            }
            if Instant::now() >= give_up {
                return Err(settings.failed(SessionError::NotStored { tried_for: SAVE_TIMEOUT }));
            }
            sleep(SAVE_RETRY_INTERVAL).await;
        }
    }

    fn use_tokens(&self, epoch: Epoch, stored: StoredTokens) -> Step {
        let current = self.current_of(stored);
        self.state.publish(epoch, Some(current.clone()));
        Step::Done(current)
    }

    /// The user signed in or out while the provider was asked, so the new
    /// tokens are not needed.
    async fn superseded(&self, epoch: Epoch, new: &OAuthTokenSet) -> Result<Step, AuthError> {
        if self.state.epoch() != epoch && self.state.epoch().revokes {
            // The sign-out has done what it could and reported what it could not.
            let mut new = new.clone();
            refused_token::unmark(&mut new);
            drop(timeout(PROVIDER_TIMEOUT, self.settings.provider.revoke_tokens(&new)).await);
        }
        Ok(Step::Changed)
    }

    /// Turns a refusal whose reason is not clear into the need of a sign-in if
    /// it came twice, a backoff apart, and the access token has expired: some
    /// providers and gateways say in no other way that a refresh token is dead.
    fn without_doubt(&self, stored: &ActiveTokens, error: AuthError) -> AuthError {
        let cause = error.source().and_then(|cause| cause.downcast_ref::<ProviderError>());
        let is_unclear = cause.is_some_and(ProviderError::is_unclear_refusal);
        if !is_unclear
            || !self.state.doubt(stored.version)
            || !stored.has_expired(self.settings.now())
        {
            return error;
        }
        let details = error.details().clone().with_remedy(Remedy::Login);
        AuthError::token_refresh(details).with_source(error)
    }

    /// The provider does not take the refresh token any more. That ends the
    /// session only if the store still holds it; otherwise another process was
    /// faster. An access token that lives is good to its end, unless the caller
    /// wants another one.
    async fn refused(
        &self,
        epoch: Epoch,
        replace: Replace,
        stored: &ActiveTokens,
        error: AuthError,
    ) -> Result<Step, AuthError> {
        let now = self.load(epoch).await?;
        if now.is_none_or(|now| now.version != stored.version) {
            return Ok(Step::Changed);
        }
        let is_used = !stored.has_expired(self.settings.now()) && replace == Replace::Due;
        if is_used && matches!(self.settings.grant, Grant::RefreshToken) {
            let marked = refused_token::mark(&stored.tokens);
            return match self.keep(epoch, Some(stored.version), marked).await? {
                Step::Done(_marked) => Err(error),
                Step::Changed => Ok(Step::Changed),
            };
        }
        self.end_refused(epoch, stored.version).await?;
        Err(error)
    }

    async fn end_refused(&self, epoch: Epoch, version: Version) -> Result<(), AuthError> {
        // First, so that a failure is tried again at the next attempt: tokens
        // that are gone do not say that the provider refused them.
        self.end_user_session().await?;
        self.remove(epoch, version).await
    }

    /// There is no refresh token that the provider takes. The user session ends
    /// with one that was refused; without one it may last longer than the
    /// tokens.
    async fn end(&self, epoch: Epoch, replace: Replace, stored: &ActiveTokens) -> Outcome {
        let has_expired = stored.has_expired(self.settings.now());
        if !stored.is_refused() {
            if has_expired {
                self.remove(epoch, stored.version).await?;
            }
            return Err(self.settings.failed(SessionError::NoRefreshToken));
        }
        if has_expired || replace != Replace::Due {
            self.end_refused(epoch, stored.version).await?;
        }
        Err(self.settings.failed(SessionError::RefreshTokenRefused))
    }

    /// Removes unusable tokens. Of all processes, the one that
    /// removes them says so.
    async fn remove(&self, epoch: Epoch, version: Version) -> Result<(), AuthError> {
        let Self { settings, state } = self;
        let is_first = settings.token_store.delete_if(&settings.storage_key, version).await?;
        if is_first {
            self.announce_reauth(epoch);
        }
        state.publish(epoch, None);
        Ok(())
    }

    /// Reads the store. What it holds is in use from now on: callers fall back
    /// to it. Without tokens no user is signed in, unless the client gets its
    /// own.
    pub(super) async fn load(&self, epoch: Epoch) -> Result<Option<Arc<ActiveTokens>>, AuthError> {
        let stored = self.load_stored().await?;
        let stored = stored.map(|stored| self.current_of(stored));
        let version = |current: &Arc<ActiveTokens>| current.version;
        if stored.as_ref().map(version) != self.state.current().as_ref().map(version) {
            self.state.publish(epoch, stored.clone());
        }
        match (&stored, &self.settings.grant) {
            (None, Grant::RefreshToken) => Err(self.settings.failed(SessionError::NotSignedIn)),
            _ => Ok(stored),
        }
    }

    pub(super) fn has_to_be_replaced(&self, stored: &ActiveTokens, replace: Replace) -> bool {
        match replace {
            _ if stored.is_due(self.settings.now()) => true,
            Replace::DueOr(version) => stored.version == version || stored.is_refused(),
            Replace::Due => false,
        }
    }
}

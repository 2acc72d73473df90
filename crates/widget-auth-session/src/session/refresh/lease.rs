//! The refresh lease while it is held.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::time::sleep;
use widget_auth_core::{AuthError, Report};
use widget_auth_store::LeaseOwner;

use crate::session::Settings;

/// The lifetime of a lease, after which others take over from a process that died.
const TTL: Duration = Duration::from_secs(15);

/// The refresh lease of a session.
pub(super) struct Lease<'a> {
    settings: &'a Settings,
    owner: LeaseOwner,
}

impl<'a> Lease<'a> {
    /// Takes the lease, `None` if another has it.
    pub(super) async fn acquire(settings: &'a Settings) -> Result<Option<Self>, AuthError> {
        let lease = Self { settings, owner: LeaseOwner::random()? };
        Ok(lease.extend().await?.then_some(lease))
    }

    /// Keeps the lease while `work` runs, and then gives it back, also when
    /// `work` panics.
    pub(super) async fn hold<T>(self, work: impl Future<Output = T>) -> T {
        let outcome = tokio::select! {
            outcome = AssertUnwindSafe(work).catch_unwind() => outcome,
            never = self.renew() => match never {},
        };
        // Neither here nor in `renew` does an error stop anything: the lease is
        // an economy and ends by itself; the conditional save keeps tokens right.
        let Settings { token_store, storage_key, .. } = self.settings;
        if let Err(error) = token_store.release_lease(storage_key, self.owner).await {
            self.log(&error, "a refresh lease could not be given back");
        }
        outcome.unwrap_or_else(|panic| resume_unwind(panic))
    }

    async fn extend(&self) -> Result<bool, AuthError> {
        let Settings { token_store, storage_key, .. } = self.settings;
        Ok(token_store.acquire_lease(storage_key, self.owner, TTL).await?)
    }

    fn log(&self, error: &(dyn std::error::Error + 'static), failure: &str) {
        let (provider, session) = (self.settings.provider.name(), &*self.settings.key);
        tracing::warn!(provider, session, error = %Report::new(error), "{failure}");
    }

    async fn renew(&self) -> Infallible {
        loop {
            sleep(TTL / 3).await;
            if let Err(error) = self.extend().await {
                self.log(&error, "a refresh lease could not be extended");
            }
        }
    }
}

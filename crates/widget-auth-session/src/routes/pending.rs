//! The state of a sign-in while the user is at the provider.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use widget_auth_provider::AuthorizationAttempt;
use widget_auth_store::{PendingStore, SessionId};
use zeroize::Zeroizing;

use super::path::LocalPath;
use crate::routes::error_response::ErrorResponse;

/// A sign-in under way.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PendingSignIn {
    pub(super) attempt: AuthorizationAttempt,
    /// The path to redirect to afterwards.
    pub(super) return_to: LocalPath,
}

impl PendingSignIn {
    /// Keeps it where only `browser` finds it.
    pub(super) async fn keep(
        &self,
        store: &dyn PendingStore,
        browser: &SessionId,
        ttl: Duration,
    ) -> Result<(), ErrorResponse> {
        let record = serde_json::to_string(self).map(Zeroizing::new);
        let record = record.ok().ok_or_else(ErrorResponse::internal)?;
        store.put(&key(browser, self.attempt.state()), &record, ttl).await?;
        Ok(())
    }

    /// Takes the sign-in out that `browser` began with `state`, once.
    pub(super) async fn take(
        store: &dyn PendingStore,
        browser: &SessionId,
        state: &str,
    ) -> Result<Option<Self>, ErrorResponse> {
        let Some(record) = store.take(&key(browser, state)).await? else { return Ok(None) };
        // A record of another version of this program is none.
        Ok(serde_json::from_str(&record).ok())
    }
}

/// `state` and browser together are the key, so that another browser neither
/// finds the sign-in nor uses it up (RFC 6749, section 10.12). The id of a
/// browser always has the same length.
fn key(browser: &SessionId, state: &str) -> String {
    let hash = Sha256::new().chain_update(browser.expose_secret()).chain_update(state).finalize();
    URL_SAFE_NO_PAD.encode(hash)
}

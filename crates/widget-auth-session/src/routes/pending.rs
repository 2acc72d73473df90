//! The state of a sign-in while the user is at the provider.

use axum::http::{HeaderMap, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use widget_auth_core::{Report, UnixTime};
use widget_auth_provider::{AuthorizationAttempt, OAuthProvider};
use widget_auth_store::SessionId;
use zeroize::Zeroizing;

use super::cookies::FlowCookies;
use super::path::LocalPath;
use super::sealed_cookies::{SealedCookies, hash};
use super::state::Parts;
use crate::routes::error_response::ErrorResponse;

/// A sign-in under way.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PendingSignIn {
    pub(super) attempt: AuthorizationAttempt,
    /// The path to redirect to afterwards.
    pub(super) return_to: LocalPath,
    /// The key of the session that the browser had, if its cookie does not come
    /// with the answer: it is `SameSite=Lax`, and the answer a form of another
    /// site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    old_session: Option<String>,
}

/// The sign-in that an answer of the provider belongs to.
pub(super) enum EndedSignIn {
    /// It was under way, and is used up now.
    Taken(PendingSignIn),
    /// None is under way: it took too long, has ended before, or began in
    /// another browser. The path to redirect to afterwards, if it is known.
    Over(Option<LocalPath>),
}

/// The record of a sign-in in the store.
#[derive(Serialize, Deserialize)]
enum StoredSignIn {
    UnderWay(PendingSignIn),
    /// It was taken: the path for a callback that is opened again.
    Over(LocalPath),
}

/// A sign-in that its browser keeps. Nothing else forgets it.
#[derive(Serialize, Deserialize)]
struct SealedSignIn {
    expires_at: UnixTime,
    sign_in: PendingSignIn,
}

impl PendingSignIn {
    pub(super) fn new(attempt: AuthorizationAttempt, return_to: LocalPath) -> Self {
        Self { attempt, return_to, old_session: None }
    }

    /// Keeps it where only the browser of `headers` finds it, and returns the
    /// cookies for that.
    pub(super) async fn begin(
        mut self,
        parts: &Parts,
        provider: &dyn OAuthProvider,
        headers: &HeaderMap,
    ) -> Result<Vec<HeaderValue>, ErrorResponse> {
        if provider.uses_form_post() {
            self.old_session = session_key(parts, headers);
        }
        let flow = parts.cookies.flow(provider);
        match &flow.sign_ins {
            Some(cookies) => self.seal(parts, cookies, headers),
            None => Ok(vec![self.store(parts, flow, headers).await?]),
        }
    }

    /// The sign-in at `provider` that the browser of `headers` began with
    /// `state`, once.
    pub(super) async fn end(
        parts: &Parts,
        provider: &dyn OAuthProvider,
        headers: &HeaderMap,
        state: &str,
    ) -> Result<EndedSignIn, ErrorResponse> {
        let flow = parts.cookies.flow(provider);
        match &flow.sign_ins {
            Some(cookies) => Self::unseal(parts, cookies, headers, state).await,
            None => Self::take(parts, flow, headers, state).await,
        }
    }

    /// The key of the session that the browser of `headers` had before.
    pub(super) fn session_before(&self, parts: &Parts, headers: &HeaderMap) -> Option<String> {
        session_key(parts, headers).or_else(|| self.old_session.clone())
    }

    async fn store(
        self,
        parts: &Parts,
        flow: &FlowCookies,
        headers: &HeaderMap,
    ) -> Result<HeaderValue, ErrorResponse> {
        // One browser can have several sign-ins under way, in several tabs.
        let browser = match flow.browser.ids(headers).into_iter().next() {
            Some(browser) => browser,
            None => SessionId::random()?,
        };
        let ttl = parts.settings.auth_timeout;
        let key = key(&browser, self.attempt.state());
        let record = json(&StoredSignIn::UnderWay(self))?;
        parts.pending.put(&key, &record, ttl).await?;
        flow.browser.set(&browser, ttl).ok_or_else(ErrorResponse::internal)
    }

    async fn take(
        parts: &Parts,
        flow: &FlowCookies,
        headers: &HeaderMap,
        state: &str,
    ) -> Result<EndedSignIn, ErrorResponse> {
        let Some((key, stored)) = Self::find(parts, flow, headers, state).await? else {
            return Ok(EndedSignIn::Over(None));
        };
        let (ended, return_to) = match stored {
            StoredSignIn::UnderWay(sign_in) => {
                let return_to = sign_in.return_to.clone();
                (EndedSignIn::Taken(sign_in), return_to)
            }
            StoredSignIn::Over(return_to) => {
                (EndedSignIn::Over(Some(return_to.clone())), return_to)
            }
        };
        let over = json(&StoredSignIn::Over(return_to))?;
        if let Err(error) = parts.pending.put(&key, &over, parts.settings.auth_timeout).await {
            // The sign-in goes on; opened again it leads to the page of all.
            tracing::debug!(error = %Report::new(&error), "the end of a sign-in is not kept");
        }
        Ok(ended)
    }

    /// Takes the record of the sign-in with `state` out of the store.
    async fn find(
        parts: &Parts,
        flow: &FlowCookies,
        headers: &HeaderMap,
        state: &str,
    ) -> Result<Option<(String, StoredSignIn)>, ErrorResponse> {
        for browser in flow.browser.ids(headers) {
            let key = key(&browser, state);
            let record = match parts.pending.take(&key).await {
                Err(error) if error.is_unreadable() => {
                    tracing::warn!(error = %Report::new(&error), "a sign-in under way cannot be read: it has to begin again");
                    None
                }
                record => record?,
            };
            // A record of another version of this program is none.
            let stored = record.and_then(|record| serde_json::from_str(&record).ok());
            if let Some(stored) = stored {
                return Ok(Some((key, stored)));
            }
        }
        Ok(None)
    }

    fn seal(
        self,
        parts: &Parts,
        cookies: &SealedCookies,
        headers: &HeaderMap,
    ) -> Result<Vec<HeaderValue>, ErrorResponse> {
        let ttl = parts.settings.auth_timeout;
        let state = self.attempt.state().to_owned();
        let expires_at = parts.clock.now().saturating_add(ttl);
        let record = json(&SealedSignIn { expires_at, sign_in: self })?;
        let sealed = cookies.seal(&state, &record, ttl, headers);
        sealed.ok_or_else(ErrorResponse::internal)
    }

    async fn unseal(
        parts: &Parts,
        cookies: &SealedCookies,
        headers: &HeaderMap,
        state: &str,
    ) -> Result<EndedSignIn, ErrorResponse> {
        let record = cookies.open(state, headers);
        let sealed = record.and_then(|record| serde_json::from_str::<SealedSignIn>(&record).ok());
        let Some(sealed) = sealed else { return Ok(EndedSignIn::Over(None)) };
        let now = parts.clock.now();
        if now >= sealed.expires_at {
            return Ok(EndedSignIn::Over(Some(sealed.sign_in.return_to)));
        }
        // Only who has the cookie can use a `state` up, so strangers cannot
        // fill the store.
        let left = sealed.expires_at.saturating_since(now);
        let uses = parts.rates.hit(&format!("sign-in:{}", hash(state)), left).await?;
        Ok(match uses.count {
            1 => EndedSignIn::Taken(sealed.sign_in),
            _ => EndedSignIn::Over(Some(sealed.sign_in.return_to)),
        })
    }
}

fn session_key(parts: &Parts, headers: &HeaderMap) -> Option<String> {
    parts.cookies.session.read(headers).map(|id| id.key())
}

fn json(record: &impl Serialize) -> Result<Zeroizing<String>, ErrorResponse> {
    serde_json::to_string(record).map(Zeroizing::new).ok().ok_or_else(ErrorResponse::internal)
}

/// `state` and browser together are the key, so that another browser neither
/// finds the sign-in nor uses it up (RFC 6749, section 10.12). The id of a
/// browser always has the same length.
fn key(browser: &SessionId, state: &str) -> String {
    let hash = Sha256::new().chain_update(browser.expose_secret()).chain_update(state).finalize();
    URL_SAFE_NO_PAD.encode(hash)
}

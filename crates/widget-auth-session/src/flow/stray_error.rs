//! Errors of the provider that name no sign-in.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use widget_auth_provider::{AuthorizationResponse, OAuthErrorResponse};

use crate::flow_error::FlowError;
use crate::loopback::Page;

/// The parameter of the link that ends a sign-in.
const END: &str = "&end=";

/// Answers with an error and without the `state` that RFC 6749, section
/// 4.1.2.1, wants with it. The provider may have sent one, or any web page, so
/// it ends the sign-in only if the user says so, by a link on the page that
/// shows it. Its token is of this sign-in and this error, and no other page can
/// know it.
pub(super) struct StrayErrors {
    secret: [u8; 32],
}

impl StrayErrors {
    /// Those of one sign-in.
    pub(super) fn new() -> Result<Self, FlowError> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| FlowError::NoRandomness(error.into()))?;
        Ok(Self { secret })
    }

    /// The page for `query`, if that is such an error.
    pub(super) fn page(&self, query: &str) -> Option<Page> {
        let link = format!("?{query}{END}{}", self.token(query));
        error_of(query).map(|error| Page::refused_without_state(&error, link))
    }

    /// The error with which the user ends the sign-in, if `query` is that of
    /// the link.
    pub(super) fn ended_by(&self, query: &str) -> Option<OAuthErrorResponse> {
        let (query, token) = query.rsplit_once(END)?;
        // By their hashes, so that the time it takes says nothing of the token.
        let is_ours = Sha256::digest(token) == Sha256::digest(self.token(query));
        error_of(query).filter(|_| is_ours)
    }

    fn token(&self, query: &str) -> String {
        let hash = Sha256::new().chain_update(self.secret).chain_update(query).finalize();
        URL_SAFE_NO_PAD.encode(hash)
    }
}

/// The error of `query`, if that is an answer without a `state`.
pub(super) fn error_of(query: &str) -> Option<OAuthErrorResponse> {
    let response = AuthorizationResponse::parse(query).ok()?;
    response.error().filter(|_| response.state().is_none()).cloned()
}

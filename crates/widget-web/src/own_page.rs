//! Requests that only pages of this server may send.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::state::WebState;

/// Shows that a request comes from no page at all, or from a page of this server; any other is
/// answered by 403. A page of another origin may send a form (OWASP, cross-site request forgery)
/// and open a WebSocket, which only the server can refuse (RFC 6455, section 10.2).
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnPage;

impl FromRequestParts<WebState> for OwnPage {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(
        parts: &mut Parts,
        state: &WebState,
    ) -> Result<Self, Self::Rejection> {
        if state.hosts.allow_own_page(&parts.headers) {
            return Ok(Self);
        }
        Err((StatusCode::FORBIDDEN, "Only pages of this server may do this.\n"))
    }
}

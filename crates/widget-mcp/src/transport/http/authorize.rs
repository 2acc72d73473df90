//! Authorization of requests to the MCP endpoints.

use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, ORIGIN, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use widget_web::AllowedHosts;

use crate::options::http::ClientToken;

/// Authorizes requests to the MCP endpoints.
#[derive(Clone, Debug, Default)]
pub(super) struct Authorization {
    pub(super) hosts: AllowedHosts,
    pub(super) token: Option<ClientToken>,
}

/// The reason a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Host,
    Origin,
    NoToken,
    WrongToken,
}

impl Authorization {
    /// Checks `Host`, `Origin` and the token of a request.
    pub(super) fn check(&self, request: &mut Request) -> Result<(), Refusal> {
        if !self.hosts.allow_target(request.uri()) {
            return Err(Refusal::Host);
        }
        self.admit(request.headers())?;
        if self.token.is_some() {
            // Nothing behind this needs it, so it cannot be logged.
            request.headers_mut().remove(AUTHORIZATION);
        }
        Ok(())
    }

    fn admit(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if !self.hosts.allow_host(headers) {
            return Err(Refusal::Host);
        }
        if !self.hosts.allow_origin(headers) || is_sent_by_a_page(headers) {
            return Err(Refusal::Origin);
        }
        let Some(token) = &self.token else { return Ok(()) };
        let sent = headers.get(AUTHORIZATION).ok_or(Refusal::NoToken)?;
        // RFC 9110, section 11.1: the scheme is not case-sensitive.
        let (scheme, rest) = sent.as_bytes().split_at_checked(7).ok_or(Refusal::WrongToken)?;
        if scheme.eq_ignore_ascii_case(b"bearer ") && token.is(rest.trim_ascii_start()) {
            Ok(())
        } else {
            Err(Refusal::WrongToken)
        }
    }
}

/// Returns whether a page sends the request and does not say which: an image or a form, for
/// which browsers leave `Origin` out (Fetch Metadata, `Sec-Fetch-Site`).
fn is_sent_by_a_page(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    !headers.contains_key(ORIGIN) && !matches!(site, None | Some(b"none" | b"same-origin"))
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        // RFC 6750, section 3: no error code for who has not tried.
        const ASK: &str = "Bearer realm=\"widget-mcp\"";
        const AGAIN: &str = "Bearer realm=\"widget-mcp\", error=\"invalid_token\"";
        let unauthorized = |challenge: &'static str, text: &'static str| {
            (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, challenge)], text).into_response()
        };
        match self {
            Self::Host => {
                let text = "This server does not answer under this host name; \
                    --allow-host adds one.\n";
                (StatusCode::FORBIDDEN, text).into_response()
            }
            Self::Origin => {
                (StatusCode::FORBIDDEN, "Pages of other sites may not call this server.\n")
                    .into_response()
            }
            Self::NoToken => unauthorized(
                ASK,
                "Send the token of this server as \"Authorization: Bearer TOKEN\".\n",
            ),
            Self::WrongToken => unauthorized(AGAIN, "This is not the token of this server.\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;
    use axum::http::header::HOST;

    use super::*;

    fn admitted(token: Option<&str>, headers: &[(HeaderName, &str)]) -> Option<Refusal> {
        let token = token.map(|token| token.parse().unwrap());
        let guard = Authorization { hosts: AllowedHosts::default(), token };
        let headers = headers
            .iter()
            .map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap()));
        guard.admit(&headers.collect()).err()
    }

    #[test]
    fn names_and_origins_are_checked_before_the_token() {
        let with = |host, origin| admitted(Some("s3cret"), &[(HOST, host), (ORIGIN, origin)]);
        assert_eq!(with("evil.example", "http://localhost"), Some(Refusal::Host));
        assert_eq!(with("localhost", "https://evil.example"), Some(Refusal::Origin));
        assert_eq!(with("localhost", "null"), Some(Refusal::Origin));
        assert_eq!(with("localhost", "http://localhost:6274"), Some(Refusal::NoToken));
        assert_eq!(admitted(None, &[(HOST, "localhost")]), None);
        assert_eq!(admitted(None, &[]), Some(Refusal::Host));
        let site = |site, origin: Option<_>| {
            let site = (HeaderName::from_static("sec-fetch-site"), site);
            let headers = [(HOST, "localhost"), site].into_iter().chain(origin);
            admitted(None, &headers.collect::<Vec<_>>())
        };
        assert_eq!(site("cross-site", None), Some(Refusal::Origin));
        assert_eq!(site("same-site", None), Some(Refusal::Origin));
        assert_eq!(site("none", None), None);
        assert_eq!(site("cross-site", Some((ORIGIN, "http://localhost:6274"))), None);
    }

    #[test]
    fn only_the_token_opens() {
        let with = |sent| admitted(Some("s3cret"), &[(HOST, "localhost"), (AUTHORIZATION, sent)]);
        for sent in ["Bearer s3cret", "bearer s3cret", "BEARER  s3cret"] {
            assert_eq!(with(sent), None, "{sent}");
        }
        for sent in
            ["", "Bearer", "Bearer ", "Bearer s3cre", "Bearer s3cret2", "Basic s3cret", "s3cret"]
        {
            assert_eq!(with(sent), Some(Refusal::WrongToken), "{sent}");
        }
    }

    #[test]
    fn a_refusal_says_how_to_do_better() {
        let challenge = |refusal: Refusal| {
            let response = refusal.into_response();
            assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
            response.headers()[WWW_AUTHENTICATE].to_str().unwrap().to_owned()
        };
        assert_eq!(challenge(Refusal::NoToken), "Bearer realm=\"widget-mcp\"");
        assert!(challenge(Refusal::WrongToken).ends_with("error=\"invalid_token\""));
    }
}

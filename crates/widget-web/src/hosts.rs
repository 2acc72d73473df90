//! Under which names this server answers.

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The host names under which the server may be addressed. The loopback names
/// always are among them, with any port.
#[derive(Clone, Debug, Default)]
pub struct AllowedHosts {
    names: Vec<String>,
}

impl AllowedHosts {
    /// Only `127.0.0.1`, `[::1]` and `localhost`.
    #[must_use]
    pub fn loopback() -> Self {
        Self::default()
    }

    /// Whether a `Host` header names this server.
    fn allows(&self, host: &HeaderValue) -> bool {
        let Some(name) = host.to_str().ok().and_then(host_name) else { return false };
        matches!(name.as_str(), "127.0.0.1" | "[::1]" | "localhost") || self.names.contains(&name)
    }
}

/// The lower-case name in a `Host` header, without the port.
fn host_name(host: &str) -> Option<String> {
    let authority: Authority = host.parse().ok()?;
    (!host.contains('@')).then(|| authority.host().to_ascii_lowercase())
}

/// Refuses a request that was sent to another name.
pub(crate) async fn check_host(
    State(hosts): State<AllowedHosts>,
    request: Request,
    next: Next,
) -> Response {
    if request.headers().get(HOST).is_some_and(|host| hosts.allows(host)) {
        return next.run(request).await;
    }
    let refusal = "This server answers only to its own host name.\n";
    (StatusCode::FORBIDDEN, refusal).into_response()
}

/// Whether the request comes from a page of this server, or from no page at all.
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let authority = origin.to_str().ok().and_then(|origin| {
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
    });
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    authority.is_some() && authority == host
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(host: &'static str) -> bool {
        AllowedHosts::loopback().allows(&HeaderValue::from_static(host))
    }

    #[test]
    fn only_loopback_names_are_allowed() {
        for host in ["127.0.0.1", "127.0.0.1:8001", "localhost:1", "LOCALHOST", "[::1]:8001"] {
            assert!(allows(host), "{host}");
        }
        for host in ["", "evil.example", "evil.example:80", "127.0.0.1.evil.example", "x@127.0.0.1"]
        {
            assert!(!allows(host), "{host}");
        }
    }

    #[test]
    fn an_origin_must_be_the_host() {
        let same = |origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("127.0.0.1:8001"));
            headers.insert(ORIGIN, HeaderValue::from_static(origin));
            is_same_origin(&headers)
        };
        assert!(same("http://127.0.0.1:8001"));
        for origin in ["http://127.0.0.1:9", "http://evil.example", "null", "file://", ""] {
            assert!(!same(origin), "{origin}");
        }
        assert!(is_same_origin(&HeaderMap::new()));
    }
}

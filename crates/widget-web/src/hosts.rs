//! Under which names this server answers.

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Whether a `Host` header names this machine by a loopback name, with any port.
fn is_loopback(host: &HeaderValue) -> bool {
    let name = host.to_str().ok().and_then(host_name);
    name.is_some_and(|name| matches!(name.as_str(), "127.0.0.1" | "[::1]" | "localhost"))
}

/// The lower-case name in a `Host` header, without the port.
fn host_name(host: &str) -> Option<String> {
    let authority: Authority = host.parse().ok()?;
    (!host.contains('@')).then(|| authority.host().to_ascii_lowercase())
}

/// Refuses a request that was sent to another name.
pub(crate) async fn check_host(request: Request, next: Next) -> Response {
    if request.headers().get(HOST).is_some_and(is_loopback) {
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
        is_loopback(&HeaderValue::from_static(host))
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

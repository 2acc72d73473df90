//! The names under which this server answers, and the pages that may call it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names under which a server answers.
///
/// The loopback names are always among them. Others have to be named, so that a
/// foreign page cannot reach the server by pointing its own name at this machine
/// (DNS rebinding).
///
/// ```
/// use axum::http::{HeaderMap, HeaderValue, header::HOST};
/// use widget_web::AllowedHosts;
///
/// let hosts = AllowedHosts::default().with_name("Widgets.example");
/// let mut headers = HeaderMap::new();
/// headers.insert(HOST, HeaderValue::from_static("widgets.example:8001"));
/// assert!(hosts.allow_host(&headers));
/// headers.insert(HOST, HeaderValue::from_static("evil.example"));
/// assert!(!hosts.allow_host(&headers));
/// ```
#[derive(Clone, Debug, Default)]
pub struct AllowedHosts {
    /// In lower case, without ports, IPv6 addresses in brackets.
    names: Arc<[String]>,
    /// The origin under which a proxy offers the pages.
    public_origin: Option<Arc<str>>,
}

impl AllowedHosts {
    /// Answers under this name as well: a host name or an IP address, without a port.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        let bare_ipv6 = name.contains(':') && !name.starts_with('[');
        let name = if bare_ipv6 { format!("[{name}]") } else { name.to_ascii_lowercase() };
        self.names = self.names.iter().cloned().chain([name]).collect();
        self
    }

    /// Takes the pages of this origin (`https://widgets.example`) for its own. A
    /// proxy may offer them there and name this server otherwise in `Host`.
    #[must_use]
    pub fn with_public_origin(mut self, origin: &str) -> Self {
        self.public_origin = Some(origin.to_ascii_lowercase().into());
        self
    }

    /// Checks whether the `Host` of a request is one of the names, with any port.
    #[must_use]
    pub fn allow_host(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(HOST).iter();
        // RFC 9112, section 3.2: more than one is a bad request.
        match (hosts.next(), hosts.next()) {
            (Some(host), None) => text(host).is_some_and(|host| self.has(host)),
            _ => false,
        }
    }

    /// Checks whether the target of a request, where it names a server as requests to a proxy do
    /// (RFC 9112, section 3.2.2), names this one.
    #[must_use]
    pub fn allow_target(&self, target: &Uri) -> bool {
        target.authority().is_none_or(|authority| self.has(authority.as_str()))
    }

    /// Returns whether a request comes from no page at all, or from a page under one of
    /// the names, with any port.
    #[must_use]
    pub fn allow_origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(ORIGIN) else { return true };
        text(origin).and_then(authority_of).is_some_and(|authority| self.has(authority))
    }

    /// Returns whether a request comes from no page at all, or from a page of this server.
    pub(crate) fn allow_own_page(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(ORIGIN) else { return true };
        let Some(origin) = text(origin) else { return false };
        if self.public_origin.as_deref().is_some_and(|own| origin.eq_ignore_ascii_case(own)) {
            return true;
        }
        let authority = authority_of(origin);
        authority.is_some() && authority == headers.get(HOST).and_then(text)
    }

    /// Returns this server's source expressions for a Content-Security-Policy when it was reached under an
    /// allowed name: its origins, separated by spaces.
    pub(crate) fn sources(&self, headers: &HeaderMap) -> String {
        let host = headers.get(HOST).and_then(text);
        let authority = host.and_then(|host| host.parse::<Authority>().ok());
        let own = authority.map(|authority| {
            let port = authority.port_u16().map(|port| format!(":{port}")).unwrap_or_default();
            let name = authority.host();
            // A proxy may have taken the TLS away.
            format!("http://{name}{port} https://{name}{port}")
        });
        let public = self.public_origin.as_deref().map(str::to_owned);
        own.into_iter().chain(public).collect::<Vec<_>>().join(" ")
    }

    fn has(&self, authority: &str) -> bool {
        let Some(name) = host_name(authority) else { return false };
        let is_loopback = matches!(name.as_str(), "127.0.0.1" | "[::1]" | "localhost");
        is_loopback || self.names.contains(&name)
    }
}

fn text(value: &HeaderValue) -> Option<&str> {
    value.to_str().ok()
}

/// Returns the part of an origin after the scheme. Only web pages have one that counts.
fn authority_of(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}

/// The lower-case name in an authority, without the port.
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
    if hosts.allow_host(request.headers()) && hosts.allow_target(request.uri()) {
        return next.run(request).await;
    }
    let refusal = "This server answers only to its own host name.\n";
    (StatusCode::FORBIDDEN, refusal).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &'static str, origin: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        headers.extend(origin.map(|origin| (ORIGIN, HeaderValue::from_static(origin))));
        headers
    }

    fn named() -> AllowedHosts {
        AllowedHosts::default().with_name("Widgets.example").with_name("fd00::1")
    }

    #[test]
    fn only_loopback_names_are_allowed_by_default() {
        let allows = |host| AllowedHosts::default().allow_host(&headers(host, None));
        for host in ["127.0.0.1", "127.0.0.1:8001", "localhost:1", "LOCALHOST", "[::1]:8001"] {
            assert!(allows(host), "{host}");
        }
        for host in ["", "evil.example", "evil.example:80", "127.0.0.1.evil.example", "x@127.0.0.1"]
        {
            assert!(!allows(host), "{host}");
        }
        assert!(!AllowedHosts::default().allow_host(&HeaderMap::new()));
    }

    #[test]
    fn a_request_names_one_host_and_no_other() {
        let hosts = AllowedHosts::default();
        let mut twice = headers("localhost", None);
        twice.append(HOST, HeaderValue::from_static("localhost"));
        assert!(!hosts.allow_host(&twice));
        let allows = |target: &str| hosts.allow_target(&target.parse().unwrap());
        assert!(allows("/mcp") && allows("http://localhost:8001/mcp"));
        assert!(!allows("http://evil.example/mcp") && !allows("http://x@localhost/mcp"));
    }

    #[test]
    fn names_that_are_given_are_allowed_beside_them() {
        let allows = |host| named().allow_host(&headers(host, None));
        for host in ["widgets.example", "WIDGETS.example:443", "[fd00::1]:8001", "localhost"] {
            assert!(allows(host), "{host}");
        }
        for host in ["widgets.example.evil.example", "example", "fd00::1"] {
            assert!(!allows(host), "{host}");
        }
    }

    #[test]
    fn foreign_origins_are_refused() {
        let allows = |origin| named().allow_origin(&headers("127.0.0.1:1", Some(origin)));
        for origin in ["http://localhost:3000", "http://[::1]", "https://widgets.example"] {
            assert!(allows(origin), "{origin}");
        }
        for origin in ["https://evil.example", "null", "file://", "", "http://localhost@evil.test"]
        {
            assert!(!allows(origin), "{origin}");
        }
        assert!(named().allow_origin(&HeaderMap::new()));
    }

    #[test]
    fn a_page_of_this_server_has_its_host_as_origin() {
        let own = |origin| named().allow_own_page(&headers("127.0.0.1:8001", Some(origin)));
        assert!(own("http://127.0.0.1:8001"));
        for origin in ["http://127.0.0.1:9", "http://evil.example", "null", "file://", ""] {
            assert!(!own(origin), "{origin}");
        }
        assert!(named().allow_own_page(&HeaderMap::new()));
    }

    #[test]
    fn a_policy_names_this_server_as_it_was_called_and_as_a_proxy_does() {
        let sources = |host| AllowedHosts::default().sources(&headers(host, None));
        assert_eq!(sources("127.0.0.1:8001"), "http://127.0.0.1:8001 https://127.0.0.1:8001");
        assert_eq!(sources("localhost"), "http://localhost https://localhost");
        // No port, no part of a policy.
        assert_eq!(sources("localhost:1;x"), "http://localhost https://localhost");
        let hosts = AllowedHosts::default().with_public_origin("https://widgets.example");
        let sources = hosts.sources(&headers("[::1]:1", None));
        assert_eq!(sources, "http://[::1]:1 https://[::1]:1 https://widgets.example");
    }

    #[test]
    fn a_page_behind_a_proxy_has_the_public_origin() {
        let hosts = AllowedHosts::default().with_public_origin("https://Widgets.example");
        let own = |origin| hosts.allow_own_page(&headers("127.0.0.1:8001", Some(origin)));
        assert!(own("https://widgets.example"));
        for origin in ["http://widgets.example", "https://widgets.example:8443"] {
            assert!(!own(origin), "{origin}");
        }
    }
}

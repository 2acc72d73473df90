//! Parses the request of a browser and recognizes the callback.

use std::sync::Arc;

/// Longest head of a request. Callbacks of real providers stay below 4 KiB.
pub(super) const MAX_HEAD: usize = 32 * 1024;
const MAX_HEADERS: usize = 100;

/// The place that the provider sends the browser to.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) port: u16,
    pub(super) path: Arc<str>,
}

impl Target {
    /// True if a request with this `Host` is for this server: a name in the
    /// DNS may point here.
    fn is_host(&self, host: &[u8]) -> bool {
        ["127.0.0.1", "[::1]", "localhost"].iter().any(|name| {
            host.eq_ignore_ascii_case(format!("{name}:{}", self.port).as_bytes())
                // RFC 9110, section 7.2: the default port is left out.
                || self.port == 80 && host.eq_ignore_ascii_case(name.as_bytes())
        })
    }
}

/// The outcome of reading a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// The browser has come back, with this query.
    Callback(String),
    /// Anything else. It is answered and forgotten.
    Stray(Stray),
}

/// The reason a request is not the callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stray {
    /// Not HTTP.
    Malformed,
    /// The head is longer than [`MAX_HEAD`] or has too many lines.
    TooLong,
    /// The request is for another server: a name in the DNS may point here.
    OtherHost,
    /// `HEAD`: the answer must not have a body (RFC 9110, section 9.3.2).
    Head,
    /// Neither `GET` nor `HEAD`.
    OtherMethod,
    /// `/favicon.ico` and the like.
    OtherPath,
    /// The browser asks ahead; when the user goes there it asks again.
    Prefetch,
}

/// Reads the head of a request; `None` if it is not complete.
pub(super) fn read(head: &[u8], target: &Target) -> Option<Request> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Partial) => None,
        Ok(httparse::Status::Complete(_)) => {
            Some(classify(&request, target).map_or_else(Request::Stray, Request::Callback))
        }
        Err(httparse::Error::TooManyHeaders) => Some(Request::Stray(Stray::TooLong)),
        Err(_) => Some(Request::Stray(Stray::Malformed)),
    }
}

/// The query of a callback.
fn classify(request: &httparse::Request<'_, '_>, ours: &Target) -> Result<String, Stray> {
    let (Some(method), Some(target)) = (request.method, request.path) else {
        return Err(Stray::Malformed);
    };
    if method == "HEAD" {
        return Err(Stray::Head);
    }
    let values = |name: &'static str| {
        let named = request.headers.iter().filter(move |h| h.name.eq_ignore_ascii_case(name));
        named.map(|header| header.value)
    };
    // RFC 9112, section 3.2: exactly one.
    let mut hosts = values("host");
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(Stray::Malformed);
    };
    if !ours.is_host(host) {
        return Err(Stray::OtherHost);
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    if *path != *ours.path {
        return Err(Stray::OtherPath);
    }
    if method != "GET" {
        return Err(Stray::OtherMethod);
    }
    let mut purposes =
        ["sec-purpose", "purpose", "x-purpose", "x-moz"].into_iter().flat_map(values);
    if purposes.any(|value| value.to_ascii_lowercase().starts_with(b"pre")) {
        return Err(Stray::Prefetch);
    }
    Ok(query.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Option<Request> {
        read(
            text.replace('\n', "\r\n").as_bytes(),
            &Target { port: 4711, path: "/callback".into() },
        )
    }

    fn stray(text: &str) -> Stray {
        match read_text(text) {
            Some(Request::Stray(stray)) => stray,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_callback_is_recognised_by_every_name_of_this_machine() {
        for host in ["127.0.0.1:4711", "[::1]:4711", "localhost:4711", "LocalHost:4711"] {
            let text = format!("GET /callback?code=c&state=s HTTP/1.1\nHost: {host}\n\n");
            let expected = Request::Callback("code=c&state=s".to_owned());
            assert_eq!(read_text(&text), Some(expected), "{host}");
        }
        let bare = read_text("GET /callback HTTP/1.1\nHost: 127.0.0.1:4711\n\n");
        assert_eq!(bare, Some(Request::Callback(String::new())));
    }

    #[test]
    fn half_a_head_is_no_request_yet() {
        assert_eq!(read_text(""), None);
        assert_eq!(read_text("GET /callback?code=c&st"), None);
        assert_eq!(read_text("GET /callback HTTP/1.1\nHost: 127.0.0.1:4711\n"), None);
    }

    #[test]
    fn another_host_is_refused() {
        for host in ["evil.example", "evil.example:4711", "127.0.0.1", "127.0.0.1:80", ""] {
            let text = format!("GET /callback HTTP/1.1\nHost: {host}\n\n");
            assert_eq!(stray(&text), Stray::OtherHost, "{host:?}");
        }
        assert_eq!(stray("GET /callback HTTP/1.1\n\n"), Stray::Malformed);
        let two = "GET /callback HTTP/1.1\nHost: 127.0.0.1:4711\nHost: evil.example\n\n";
        assert_eq!(stray(two), Stray::Malformed);
    }

    #[test]
    fn rp_54_other_paths_methods_and_prefetches_are_strays() {
        let ask = |line: &str, header: &str| {
            stray(&format!("{line} HTTP/1.1\nHost: 127.0.0.1:4711\n{header}\n"))
        };
        for path in
            ["/", "/favicon.ico", "/callback/", "/callbackx?code=c", "//callback", "/CALLBACK"]
        {
            assert_eq!(ask(&format!("GET {path}"), ""), Stray::OtherPath, "{path}");
        }
        for path in ["/", "/callback?code=c"] {
            assert_eq!(ask(&format!("HEAD {path}"), ""), Stray::Head);
        }
        for method in ["POST", "OPTIONS", "DELETE", "get"] {
            assert_eq!(ask(&format!("{method} /callback?code=c"), ""), Stray::OtherMethod);
        }
        for header in [
            "Sec-Purpose: prefetch;prerender",
            "Purpose: prefetch",
            "X-Moz: prefetch",
            "X-Purpose: preview",
        ] {
            assert_eq!(ask("GET /callback?code=c", &format!("{header}\n")), Stray::Prefetch);
        }
    }

    #[test]
    fn what_is_not_http_is_malformed() {
        for text in [
            "\u{16}\u{3}\u{1} tls",
            "GET\n\n",
            "GET /callback HTTP/9\n\n",
            "GET / HTTP/1.1\nno colon\n\n",
        ] {
            assert_eq!(stray(text), Stray::Malformed, "{text:?}");
        }
        let many = format!("GET / HTTP/1.1\n{}\n", "A: b\n".repeat(MAX_HEADERS + 1));
        assert_eq!(stray(&many), Stray::TooLong);
    }
}

//! Requests as they arrived.

use std::collections::BTreeMap;

use axum::extract::Request;
use axum::http::HeaderMap;
use url::form_urlencoded;

/// The most that a client sends to a provider, in bytes.
const MAX_BODY: usize = 1 << 20;

/// A request that a [`MockProvider`](super::MockProvider) was sent.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RecordedRequest {
    /// The method, in capitals.
    pub method: String,
    /// The path, such as `/token`.
    pub path: String,
    /// The query, still encoded.
    pub query: Option<String>,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, with replacement characters for what is no UTF-8.
    pub body: String,
}

impl RecordedRequest {
    /// Reads `request` to its end. `None` if the connection breaks, or the body
    /// is too long.
    pub(super) async fn read(request: Request) -> Option<Self> {
        let (parts, body) = request.into_parts();
        let body = axum::body::to_bytes(body, MAX_BODY).await.ok()?;
        Some(Self {
            method: parts.method.to_string(),
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().map(str::to_owned),
            headers: parts.headers,
            body: String::from_utf8_lossy(&body).into_owned(),
        })
    }

    /// The parameters of the form in the body.
    ///
    /// # Panics
    ///
    /// If a parameter is there twice, which RFC 6749 forbids (section 3.2).
    /// `resource` may be (RFC 8707, section 2): read it from [`body`](Self::body).
    #[must_use]
    pub fn form(&self) -> BTreeMap<String, String> {
        let mut form = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(self.body.as_bytes()) {
            let before = form.insert(name.clone().into_owned(), value.into_owned());
            assert!(before.is_none(), "the parameter {name} is repeated");
        }
        form
    }

    /// The first parameter `name` of the form in the body.
    pub(super) fn param(&self, name: &str) -> Option<String> {
        let mut params = form_urlencoded::parse(self.body.as_bytes());
        params.find(|(found, _)| found == name).map(|(_, value)| value.into_owned())
    }

    /// The header `name`, if it is there and text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

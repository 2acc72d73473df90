//! The replies of the mock provider.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};

/// A reply of a [`MockProvider`](super::MockProvider).
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use widget_auth_provider::testing::Reply;
///
/// let refused = Reply::error(400, "invalid_grant");
/// let busy = Reply::empty(429).header("retry-after", "30");
/// let user = Reply::json(&json!({"sub": "user-1", "groups": ["admin"]}));
/// let proxy = Reply::text("text/html", "<h1>Bad gateway</h1>").status(502);
/// ```
#[derive(Debug)]
pub struct Reply(Option<Response>);

impl Reply {
    /// Status 200 with `value`, as `application/json`.
    #[must_use]
    pub fn json(value: &Value) -> Self {
        Self::text("application/json", value.to_string())
    }

    /// An OAuth error (RFC 6749, section 5.2).
    ///
    /// # Panics
    ///
    /// If `status` is outside 100..=999.
    #[must_use]
    pub fn error(status: u16, code: &str) -> Self {
        Self::json(&json!({ "error": code })).status(status)
    }

    /// Status 200 with `body`.
    ///
    /// # Panics
    ///
    /// If `content_type` is no value of a header.
    #[must_use]
    pub fn text(content_type: &str, body: impl Into<String>) -> Self {
        Self::from(Response::new(body.into().into())).header("content-type", content_type)
    }

    /// A status without a body.
    ///
    /// # Panics
    ///
    /// If `status` is outside 100..=999.
    #[must_use]
    pub fn empty(status: u16) -> Self {
        Self::from(Response::new(Body::empty())).status(status)
    }

    /// Leads the client to `location`.
    ///
    /// # Panics
    ///
    /// If `status` is outside 100..=999, or `location` is no value of a header.
    #[must_use]
    pub fn redirect(status: u16, location: &str) -> Self {
        Self::empty(status).header("location", location)
    }

    /// No reply at all; the connection stays open.
    #[must_use]
    pub fn never() -> Self {
        Self(None)
    }

    /// Sets the status.
    ///
    /// # Panics
    ///
    /// If `status` is outside 100..=999.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        if let Some(response) = &mut self.0 {
            *response.status_mut() =
                StatusCode::from_u16(status).expect("a status is in 100..=999");
        }
        self
    }

    /// Sets a header.
    ///
    /// # Panics
    ///
    /// If `name` is no name of a header in lower case, or `value` no value.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        if let Some(response) = &mut self.0 {
            let value = HeaderValue::from_str(value).expect("a header has no control characters");
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
        self
    }

    pub(super) async fn send(self) -> Response {
        match self.0 {
            Some(response) => response,
            None => std::future::pending().await,
        }
    }
}

/// Any other response, such as one whose body never ends.
impl From<Response> for Reply {
    fn from(response: Response) -> Self {
        Self(Some(response))
    }
}

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use futures_util::stream;
use serde_json::Value;

/// A reply of the mock provider.
pub(crate) struct Reply(Option<Response>);

impl Reply {
    pub(crate) fn json(value: &Value) -> Self {
        Self::text("application/json", value.to_string())
    }

    /// An OAuth error.
    pub(crate) fn error(status: u16, code: &str) -> Self {
        Self::json(&serde_json::json!({ "error": code })).status(status)
    }

    pub(crate) fn html() -> Self {
        Self::text("text/html", "<h1>secret-of-the-proxy</h1>")
    }

    pub(crate) fn text(content_type: &'static str, body: impl Into<Body>) -> Self {
        let response = Response::new(body.into());
        Self(Some(response)).header("content-type", content_type)
    }

    pub(crate) fn empty(status: u16) -> Self {
        Self(Some(Response::new(Body::empty()))).status(status)
    }

    pub(crate) fn redirect(status: u16, to: &str) -> Self {
        Self::empty(status).header("location", to)
    }

    /// A body of unannounced length.
    pub(crate) fn chunks(chunk: &'static [u8], count: usize) -> Self {
        let chunks = stream::iter((0..count).map(move |_| Ok::<_, std::io::Error>(chunk)));
        Self::text("application/json", Body::from_stream(chunks))
    }

    /// No answer at all; the connection stays open.
    pub(crate) fn never() -> Self {
        Self(None)
    }

    pub(crate) fn status(mut self, status: u16) -> Self {
        if let Some(response) = &mut self.0 {
            *response.status_mut() = StatusCode::from_u16(status).unwrap();
        }
        self
    }

    pub(crate) fn header(mut self, name: &'static str, value: &str) -> Self {
        if let Some(response) = &mut self.0 {
            response
                .headers_mut()
                .insert(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        self
    }

    pub(crate) async fn send(self) -> Response {
        match self.0 {
            Some(response) => response,
            None => std::future::pending().await,
        }
    }
}

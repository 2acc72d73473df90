//! An answer of a provider, complete and bounded.

use std::time::{Duration, SystemTime};

use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, RETRY_AFTER};
use serde_json::{Map, Value};
use widget_auth_core::UnixTime;
use zeroize::Zeroizing;

use crate::error::{Endpoint, ProviderError};

/// The answer of an endpoint, complete and bounded.
pub(crate) struct HttpResponse {
    pub(crate) status: StatusCode,
    /// The media type in lower case, without parameters.
    pub(crate) media_type: String,
    pub(crate) body: Zeroizing<Vec<u8>>,
    retry_after: Option<String>,
}

impl HttpResponse {
    pub(crate) fn new(status: StatusCode, headers: &HeaderMap, body: Zeroizing<Vec<u8>>) -> Self {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let media_type = text(CONTENT_TYPE)
            .and_then(|value| value.split(';').next())
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        Self { status, media_type, body, retry_after: text(RETRY_AFTER).map(str::to_owned) }
    }

    /// The body of a successful answer.
    pub(crate) fn success(
        &self,
        endpoint: Endpoint,
        now: UnixTime,
    ) -> Result<&[u8], ProviderError> {
        if self.status == StatusCode::OK {
            return Ok(&self.body);
        }
        Err(ProviderError::Status {
            endpoint,
            status: self.status.as_u16(),
            retry_after: self.retry_after(now),
        })
    }

    /// `Retry-After` as a number of seconds or as a date (RFC 9110, section
    /// 10.2.3).
    pub(crate) fn retry_after(&self, now: UnixTime) -> Option<Duration> {
        let value = self.retry_after.as_deref()?.trim();
        if let Ok(seconds) = value.parse() {
            return Some(Duration::from_secs(seconds));
        }
        let date: SystemTime = httpdate::parse_http_date(value).ok()?;
        Some(UnixTime::from(date).saturating_since(now))
    }
}

/// Reads `body` as a JSON object. The parser's own error is dropped: it quotes
/// the input.
pub(crate) fn json_object(
    endpoint: Endpoint,
    body: &[u8],
) -> Result<Map<String, Value>, ProviderError> {
    serde_json::from_slice(body)
        .ok()
        .ok_or(ProviderError::malformed(endpoint, "it is not a json object"))
}

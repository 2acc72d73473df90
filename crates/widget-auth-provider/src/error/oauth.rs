//! The error that a provider sends (RFC 6749, section 5.2).

use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

/// Longest code and description kept, in characters.
const MAX_CODE: usize = 100;
const MAX_DESCRIPTION: usize = 500;
/// Fewer bytes than any code or token that is worth stealing.
const MIN_SECRET_BYTES: usize = 8;

/// An error that the provider put in words of its own (RFC 6749, sections
/// 4.1.2.1 and 5.2).
///
/// The description is the provider's text: escape it before it goes into a
/// page. `Display` shows the code only.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::AuthorizationResponse;
///
/// let callback = "error=access_denied&error_description=No+thanks&state=s";
/// let error = AuthorizationResponse::parse(callback)?.error().cloned().unwrap();
/// assert_eq!(error.code(), "access_denied");
/// assert_eq!(error.description(), Some("No thanks"));
/// assert_eq!(error.to_string(), "access_denied");
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OAuthErrorResponse {
    code: String,
    description: Option<String>,
    status: Option<u16>,
    retry_after: Option<Duration>,
}

impl OAuthErrorResponse {
    /// `None` if `code` has no character that may be shown.
    pub(crate) fn new(code: &str, description: Option<&str>) -> Option<Self> {
        let code = printable(code, MAX_CODE);
        (!code.is_empty()).then(|| Self {
            code,
            description: description
                .map(|text| printable(text, MAX_DESCRIPTION))
                .filter(|text| !text.is_empty()),
            status: None,
            retry_after: None,
        })
    }

    /// Reads `error` and `error_description` of a JSON body.
    pub(crate) fn from_members(members: &Map<String, Value>) -> Option<Self> {
        Self::new(
            members.get("error")?.as_str()?,
            members.get("error_description").and_then(Value::as_str),
        )
    }

    pub(crate) fn with_status(mut self, status: u16, retry_after: Option<Duration>) -> Self {
        self.status = Some(status);
        self.retry_after = retry_after;
        self
    }

    /// Takes what we sent out of what came back: some providers quote it. A
    /// secret so short that it is part of ordinary words stays.
    pub(crate) fn without(mut self, secrets: &[&str]) -> Self {
        for secret in secrets.iter().filter(|secret| secret.len() >= MIN_SECRET_BYTES) {
            self.code = self.code.replace(secret, "[redacted]");
            self.description = self.description.map(|text| text.replace(secret, "[redacted]"));
        }
        self
    }

    /// The code, for example `invalid_grant`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The provider's explanation, at most 500 characters, not escaped.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The HTTP status it came with; `None` in a callback.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// Returns the delay that the provider asked for.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }
}

impl fmt::Display for OAuthErrorResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code)
    }
}

/// The first `limit` characters of `text` that are not control characters.
fn printable(text: &str, limit: usize) -> String {
    text.chars().filter(|character| !character.is_control()).take(limit).collect()
}

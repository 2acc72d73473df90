//! The error that a provider sends (RFC 6749, section 5.2).

use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::members::{is_plain, present};

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
    /// The name of the method by which the client had authenticated.
    auth: Option<&'static str>,
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
            auth: None,
        })
    }

    /// Reads `error` and `error_description` of a JSON body. Some providers
    /// write an object with a message and a code instead, or a number.
    pub(crate) fn from_members(members: &Map<String, Value>) -> Option<Self> {
        let described = || text(members, &["error_description", "message"]);
        let Some(error) = present(members, "error") else { return Self::from_message(members) };
        match error {
            Value::String(code) => Self::new(code, described().as_deref()),
            Value::Number(code) => Self::new(&code.to_string(), described().as_deref()),
            Value::Object(error) => {
                let code = text(error, &["status", "type", "code"]);
                let message = text(error, &["message", "error_description", "description"]);
                Self::new(code.as_deref().unwrap_or("error"), message.or_else(described).as_deref())
            }
            _ => None,
        }
    }

    /// Twitch: `{"status": 400, "message": "Invalid refresh token"}`, and in the
    /// place of a message the code `authorization_pending`. With other statuses
    /// a gateway may have written it.
    fn from_message(members: &Map<String, Value>) -> Option<Self> {
        let status = text(members, &["status"])?;
        let message = text(members, &["message"])?;
        let is_code = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        match &*status {
            "400" | "401" if message.contains('_') && message.bytes().all(is_code) => {
                Self::new(&message, None)
            }
            "400" | "401" => Self::new(&status, Some(&message)),
            _ => None,
        }
    }

    pub(crate) fn with_status(mut self, status: u16, retry_after: Option<Duration>) -> Self {
        self.status = Some(status);
        self.retry_after = retry_after;
        self
    }

    pub(crate) fn with_auth(mut self, auth: &'static str) -> Self {
        self.auth = Some(auth);
        self
    }

    /// Takes what we sent out of what came back: some providers quote it. A
    /// secret so short that it is part of ordinary words stays.
    pub(crate) fn without(mut self, secrets: &[&str]) -> Self {
        for secret in secrets.iter().filter(|secret| secret.len() >= MIN_SECRET_BYTES) {
            self.code = redact(&self.code, secret);
            self.description = self.description.map(|text| redact(&text, secret));
        }
        self
    }

    /// Code, description and, where it is the client that was refused, the
    /// settings to look at (RFC 6749, section 5.2).
    pub(super) fn explained(&self) -> String {
        let mut text = format!("`{}`", self.code);
        if let Some(description) = &self.description {
            text += &format!(": {description}");
        }
        match (&*self.code, self.auth) {
            ("invalid_client" | "incorrect_client_credentials", Some("none")) => {
                text += "; check client_id, and whether the provider wants a client_secret: none is set";
            }
            ("invalid_client" | "incorrect_client_credentials", Some(auth)) => {
                text += &format!(
                    "; check client_id, client_secret and client_auth_method, which is {auth}"
                );
            }
            ("invalid_client", None) => text += "; check client_id",
            ("unauthorized_client", _) => {
                text += "; allow this way of signing in for the client at the provider";
            }
            ("redirect_uri_mismatch", _) => {
                text += "; the provider has to know the redirect URI as it was sent";
            }
            ("invalid_scope", _) => text += "; check scopes",
            ("invalid_target", _) => text += "; check resource",
            _ => {}
        }
        text
    }

    /// Returns whether the provider refused the client or what it asks for, and
    /// not this user or code (RFC 6749, section 5.2; RFC 8707, section 2;
    /// `incorrect_client_credentials` and `redirect_uri_mismatch` are GitHub's).
    pub(super) fn is_about_client(&self) -> bool {
        matches!(
            &*self.code,
            "invalid_client"
                | "incorrect_client_credentials"
                | "unauthorized_client"
                | "unsupported_grant_type"
                | "invalid_scope"
                | "invalid_target"
                | "redirect_uri_mismatch"
        )
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

/// The first of these members that is a text or a number.
fn text(members: &Map<String, Value>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| match present(members, name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// Takes `secret` out of `text`, also one that the end of `text` cuts off.
fn redact(text: &str, secret: &str) -> String {
    let mut text = text.replace(secret, "[redacted]");
    let cut = (MIN_SECRET_BYTES..secret.len())
        .rev()
        .find(|&cut| secret.get(..cut).is_some_and(|beginning| text.ends_with(beginning)));
    if let Some(cut) = cut {
        text.truncate(text.len() - cut);
        text += "[redacted]";
    }
    text
}

/// The first `limit` characters of `text` that may be shown.
fn printable(text: &str, limit: usize) -> String {
    text.chars().filter(|character| is_plain(*character)).take(limit).collect()
}

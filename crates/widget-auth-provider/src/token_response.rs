//! Reading the answer of a token endpoint (RFC 6749, section 5.1).

use std::borrow::Cow;

use serde_json::{Map, Value};
use url::form_urlencoded;
use widget_auth_core::{OAuthTokenSet, RawResponse, UnixTime};

use crate::error::{Endpoint, OAuthErrorResponse, ProviderError};
use crate::http::json_object;
use crate::members::{self, unexpected};

const FORM: &str = "application/x-www-form-urlencoded";

/// The strictness with which the answer of a token endpoint is read.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::TokenResponseRules;
///
/// let rules = TokenResponseRules::strict().with_requested_scope("openid email");
/// ```
#[derive(Debug, Clone, Default)]
pub struct TokenResponseRules {
    requested_scope: Option<String>,
    form_encoded: bool,
    optional_token_type: bool,
    refreshes: Option<Refreshed>,
}

/// The tokens that an answer to a refresh replaces.
#[derive(Debug, Clone)]
struct Refreshed {
    issuer: Option<String>,
    expires_in: Option<u64>,
}

impl TokenResponseRules {
    /// RFC 6749 to the letter: JSON only, `token_type` required.
    #[must_use]
    pub fn strict() -> Self {
        Self::default()
    }

    /// Says which scope was asked for: without `scope` in the answer it is
    /// the granted one (RFC 6749, section 5.1).
    #[must_use]
    pub fn with_requested_scope(mut self, scope: impl Into<String>) -> Self {
        self.requested_scope = Some(scope.into()).filter(|scope| !scope.is_empty());
        self
    }

    /// Also takes form-encoded answers, as GitHub gives them, and their
    /// scopes separated by commas.
    #[must_use]
    pub fn with_form_encoded(mut self) -> Self {
        self.form_encoded = true;
        self
    }

    /// Takes an answer without `token_type` for a bearer token.
    #[must_use]
    pub fn with_optional_token_type(mut self) -> Self {
        self.optional_token_type = true;
        self
    }

    /// Takes a member that can be done without for absent if it cannot be read,
    /// and logs it: the answer to a refresh of `old` may be the only copy of
    /// the next refresh token. An `expires_in` that cannot be read is the one of
    /// `old`: without any the access token would never be due.
    pub(crate) fn for_refresh(mut self, old: &OAuthTokenSet) -> Self {
        let issuer = old.origin.as_ref().map(|origin| origin.issuer.clone());
        self.refreshes = Some(Refreshed { issuer, expires_in: old.expires_in });
        self.with_optional_token_type()
    }

    fn optional<T>(
        &self,
        member: Result<Option<T>, ProviderError>,
    ) -> Result<Option<T>, ProviderError> {
        self.optional_or(member, |_| None)
    }

    /// With the value that stands for a member that cannot be read.
    fn optional_or<T>(
        &self,
        member: Result<Option<T>, ProviderError>,
        otherwise: impl FnOnce(&Refreshed) -> Option<T>,
    ) -> Result<Option<T>, ProviderError> {
        match (member, &self.refreshes) {
            (Err(error), Some(old)) => {
                let issuer = old.issuer.as_deref();
                tracing::warn!(issuer, %error, "a member of refreshed tokens was left out");
                Ok(otherwise(old))
            }
            (member, _) => member,
        }
    }
}

/// Reads the body of a successful answer of a token endpoint (RFC 6749,
/// section 5.1) that arrived at `now`.
///
/// `media_type` is the content type without parameters, in lower case.
///
/// # Errors
///
/// - [`ProviderError::OAuth`] if the body has an `error` member: some
///   providers send errors with status 200.
/// - [`ProviderError::Malformed`] if it is not an object, has no access token,
///   a token type other than `Bearer`, a lifetime that is not a number of
///   seconds, or a member of the wrong type. Nothing of the body is quoted.
///
/// # Examples
///
/// ```
/// use widget_auth_core::UnixTime;
/// use widget_auth_provider::{TokenResponseRules, parse_token_response};
///
/// let body = br#"{"access_token": "a", "token_type": "bearer", "expires_in": "3600"}"#;
/// let now = UnixTime::from_secs(1_800_000_000);
/// let rules = TokenResponseRules::strict();
/// let tokens = parse_token_response("application/json", body, &rules, now)?;
/// assert_eq!(tokens.expires_in, Some(3600));
/// assert!(parse_token_response("text/html", b"<html>", &rules, now).is_err());
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
pub fn parse_token_response(
    media_type: &str,
    body: &[u8],
    rules: &TokenResponseRules,
    now: UnixTime,
) -> Result<OAuthTokenSet, ProviderError> {
    let mut members = match json_object(Endpoint::Token, body) {
        _ if media_type == FORM && rules.form_encoded => form_members(body),
        Err(_) if media_type == FORM => {
            return Err(malformed("it is a form: token_response_format `form` accepts that"));
        }
        members => members?,
    };
    if members::present(&members, "error").is_some() {
        return Err(OAuthErrorResponse::from_members(&members)
            .map_or(malformed("`error` is not a code"), ProviderError::OAuth));
    }
    let access_token =
        take_text(&mut members, "access_token", "`access_token` is not a string of visible ascii")?
            .ok_or(malformed("it has no `access_token`"))?;
    let token_type = token_type(&members, rules)?;
    let mut tokens = OAuthTokenSet::new(access_token, token_type, now);
    let refresh_token = take_text(
        &mut members,
        "refresh_token",
        "`refresh_token` is not a string of visible ascii",
    );
    tokens.refresh_token = rules.optional(refresh_token)?.map(Into::into);
    let id_token =
        take_text(&mut members, "id_token", "`id_token` is not a string of visible ascii");
    tokens.id_token = rules.optional(id_token)?.map(Into::into);
    tokens.expires_in = rules.optional_or(lifetime(&members, now), |old| old.expires_in)?;
    tokens.scope =
        rules.optional(scope(&members, rules))?.or_else(|| rules.requested_scope.clone());
    tokens.raw = RawResponse::new(members);
    Ok(tokens)
}

fn malformed(reason: impl Into<Cow<'static, str>>) -> ProviderError {
    ProviderError::malformed(Endpoint::Token, reason)
}

/// Empty values of a form stand for absent ones: GitHub sends
/// `refresh_token=` for tokens that do not expire.
fn form_members(body: &[u8]) -> Map<String, Value> {
    form_urlencoded::parse(body)
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (name.into_owned(), Value::String(value.into_owned())))
        .collect()
}

/// Moves a string out, so that no copy of it stays behind. `null` and the
/// empty string count as absent.
fn take_text(
    members: &mut Map<String, Value>,
    name: &str,
    otherwise: &'static str,
) -> Result<Option<String>, ProviderError> {
    match members.remove(name) {
        None | Some(Value::Null) => Ok(None),
        // RFC 6749, appendices A.12 and A.17: visible ASCII and spaces. A line
        // break would end the header that the token is sent in.
        Some(Value::String(text)) if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) => {
            Ok(Some(text).filter(|text| !text.is_empty()))
        }
        Some(_) => Err(malformed(otherwise)),
    }
}

/// RFC 6749, section 7.1: a token of a type that is not understood must not
/// be used. The comparison is without case (section 5.1).
fn token_type(
    members: &Map<String, Value>,
    rules: &TokenResponseRules,
) -> Result<String, ProviderError> {
    match members::present(members, "token_type") {
        Some(Value::String(kind)) if kind.eq_ignore_ascii_case("bearer") => Ok(kind.clone()),
        None if rules.optional_token_type => Ok("Bearer".to_owned()),
        None => {
            Err(malformed("it has no `token_type`: require_token_type set to false accepts that"))
        }
        Some(other) => Err(malformed(unexpected("token_type", "Bearer", other))),
    }
}

/// Seconds, with which the end of the token is still a point in time.
fn lifetime(members: &Map<String, Value>, now: UnixTime) -> Result<Option<u64>, ProviderError> {
    match members::seconds(members, "expires_in").map_err(malformed)? {
        Some(seconds) if now.as_secs().checked_add(seconds).is_none() => {
            Err(malformed(format!("`expires_in` is longer than time goes: {seconds}")))
        }
        seconds => Ok(seconds),
    }
}

fn scope(
    members: &Map<String, Value>,
    rules: &TokenResponseRules,
) -> Result<Option<String>, ProviderError> {
    match members.get("scope") {
        None | Some(Value::Null) => Ok(rules.requested_scope.clone()),
        Some(Value::String(scope)) if rules.form_encoded => Ok(Some(scope.replace(',', " "))),
        Some(Value::String(scope)) => Ok(Some(scope.clone())),
        Some(list @ Value::Array(scopes)) => {
            let scopes = scopes.iter().map(Value::as_str).collect::<Option<Vec<_>>>();
            let wrong = || malformed(unexpected("scope", "a text or a list of texts", list));
            scopes.map(|scopes| Some(scopes.join(" "))).ok_or_else(wrong)
        }
        Some(other) => Err(malformed(unexpected("scope", "a text or a list of texts", other))),
    }
}

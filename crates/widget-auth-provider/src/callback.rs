//! The authorization response (RFC 6749, section 4.1.2).

use std::collections::BTreeMap;
use std::fmt;

use url::form_urlencoded;
use widget_auth_core::UserInfo;
use zeroize::Zeroizing;

use crate::error::{CallbackFault, OAuthErrorResponse, ProviderError};
use crate::posted_name::PostedName;

/// The query with which the browser returns from the provider (RFC 6749, section
/// 4.1.2), or the form that it posts (OAuth 2.0 Form Post Response Mode).
///
/// Parsing checks the form only. Whether the answer belongs to an attempt of
/// ours is for [`AuthorizationAttempt`](crate::AuthorizationAttempt) to say.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::AuthorizationResponse;
///
/// let response = AuthorizationResponse::parse("code=c&state=s")?;
/// assert_eq!(response.code(), Some("c"));
/// assert!(AuthorizationResponse::parse("code=c&code=d&state=s").is_err());
/// assert!(!format!("{response:?}").contains("\"c\""));
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Clone)]
pub struct AuthorizationResponse {
    state: Option<String>,
    iss: Option<String>,
    name: Option<PostedName>,
    outcome: Result<Zeroizing<String>, OAuthErrorResponse>,
}

impl AuthorizationResponse {
    /// Longest query or form that is looked at, in bytes.
    pub const MAX_LENGTH: usize = 16 * 1024;

    /// Reads the query of the callback, without the `?`, or the form that was
    /// posted there.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Callback`] if the query is longer than 16 KiB, repeats
    /// a parameter, or does not have exactly one of `code` and `error`.
    pub fn parse(query: &str) -> Result<Self, ProviderError> {
        if query.len() > Self::MAX_LENGTH {
            return Err(CallbackFault::TooLong.into());
        }
        let mut params = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            // RFC 6749, section 3.1: parameters must not be repeated, so that
            // an attacker cannot choose which of two values is looked at.
            if params.insert(name, value.into_owned()).is_some() {
                return Err(CallbackFault::Repeated.into());
            }
        }
        let description = params.remove("error_description");
        let outcome = match (params.remove("code"), params.remove("error")) {
            (Some(_), Some(_)) => return Err(CallbackFault::CodeAndError.into()),
            (Some(code), None) if !code.is_empty() => Ok(Zeroizing::new(code)),
            (None, Some(error)) => Err(OAuthErrorResponse::new(&error, description.as_deref())
                .ok_or(CallbackFault::Empty)?),
            _ => return Err(CallbackFault::Empty.into()),
        };
        let name = params.remove("user").and_then(|user| PostedName::parse(&user));
        Ok(Self { state: params.remove("state"), iss: params.remove("iss"), name, outcome })
    }

    /// The code, `None` if the provider answered with an error.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.outcome.as_ref().ok().map(|code| code.as_str())
    }

    /// The error, `None` if the provider answered with a code.
    #[must_use]
    pub fn error(&self) -> Option<&OAuthErrorResponse> {
        self.outcome.as_ref().err()
    }

    /// The `state`, to find the attempt by.
    #[must_use]
    pub fn state(&self) -> Option<&str> {
        self.state.as_deref()
    }

    /// The issuer that says it has answered (RFC 9207).
    #[must_use]
    pub fn iss(&self) -> Option<&str> {
        self.iss.as_deref()
    }

    /// Gives a user whom the provider has not named the name that came with
    /// this answer: Apple sends it beside the code, at the first sign-in of a
    /// user only. It is not signed, so it is for display; an e-mail address
    /// beside it is not taken.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::UserInfo;
    /// use widget_auth_provider::AuthorizationResponse;
    ///
    /// let form = "code=c&state=s&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Jane%22%7D%7D";
    /// let mut user = UserInfo::from_claims([("sub".to_owned(), "1".into())].into_iter().collect()).unwrap();
    /// AuthorizationResponse::parse(form)?.complete_name(&mut user);
    /// assert_eq!(user.name.as_deref(), Some("Jane"));
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    pub fn complete_name(&self, user: &mut UserInfo) {
        if let Some(name) = &self.name {
            name.complete(user);
        }
    }

    pub(crate) fn into_outcome(self) -> Result<Zeroizing<String>, OAuthErrorResponse> {
        self.outcome
    }
}

impl fmt::Debug for AuthorizationResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthorizationResponse")
            .field("iss", &self.iss)
            .field("error", &self.error())
            .finish_non_exhaustive()
    }
}
